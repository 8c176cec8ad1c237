//! Whether a result file has the cases of the suite that it names.

use uiconform_catalogue::record::LevelCounts;
use uiconform_catalogue::{CaseId, Catalogue, Level, Verdict};

use crate::results::{ReadError, ResultFile};

/// Checks the records of a file against the suites at hand. Returns what could not be checked, since the suite is of another version.
///
/// # Errors
///
/// The first record that is not as its suite has it.
pub fn check(file: &ResultFile, catalogues: &[Catalogue]) -> Result<Vec<String>, ReadError> {
    let foreign = |line: usize, reason: String| ReadError::Foreign {
        name: file.name.clone(),
        line,
        reason,
    };
    let mut unchecked = Vec::new();
    for suite in &file.header.suites {
        let known = catalogues
            .iter()
            .find(|catalogue| catalogue.suite.id == suite.suite)
            .filter(|catalogue| catalogue.suite.digest == suite.digest);
        let Some(catalogue) = known else {
            unchecked.push(format!(
                "{}: its cases were not compared with the suite {} {}, which this program does not have",
                file.name, suite.suite, suite.version
            ));
            continue;
        };
        for profile in &suite.profiles {
            let mut counts = LevelCounts::default();
            for case in &catalogue.cases {
                if case.profile_id() == profile.profile {
                    *counts.of_mut(case.level) += 1;
                }
            }
            let name = profile.profile.split_once('/').map_or("", |(_, name)| name);
            let headline = catalogue
                .suite
                .profile(name)
                .is_some_and(|own| own.headline);
            if counts != profile.cases || headline != profile.headline {
                return Err(foreign(
                    file.header_line,
                    format!(
                        "the header does not describe {} as the suite does",
                        profile.profile
                    ),
                ));
            }
        }
        let prefix = format!("{}/", suite.suite);
        for case in file
            .cases
            .iter()
            .filter(|case| case.profile.starts_with(&prefix))
        {
            let same = catalogue
                .case(&CaseId::new(case.id.as_str()))
                .is_some_and(|own| {
                    own.level == case.level
                        && own.profile_id() == case.profile
                        && own.requirements == case.requirements
                });
            // What is only recorded proves nothing, so that is for what the text leaves open.
            let proves = case.verdict != Verdict::Recorded || case.level == Level::Informative;
            if !same || !proves {
                return Err(foreign(
                    file.last_line,
                    format!(
                        "the case {} is not as the suite {} has it, so the file was changed",
                        case.id, suite.suite
                    ),
                ));
            }
        }
    }
    Ok(unchecked)
}
