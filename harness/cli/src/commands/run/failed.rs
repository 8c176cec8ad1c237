//! The failures of an earlier run, from its result file.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use uiconform_catalogue::record::{Record, SCHEMA_VERSION};
use uiconform_catalogue::{CaseId, Catalogue};

use crate::failure::Failure;

/// A line longer than this is no record: the transcripts in one are bounded.
const LONGEST: u64 = 256 * 1024 * 1024;

/// What a result file says of its run.
#[derive(Debug, Default)]
pub(super) struct Failed {
    /// The ids that fail in it.
    pub(super) ids: HashSet<String>,
    /// What its reader should know.
    pub(super) notes: Vec<String>,
}

/// Reads a result file, as `run --format json` writes it.
pub(super) fn read(path: &Path, catalogues: &[Catalogue]) -> Result<Failed, Failure> {
    let usage = |message: String| Failure::Usage(format!("{}: {message}", path.display()));
    let no_file = |error: std::io::Error| usage(error.to_string());
    if !path.metadata().map_err(no_file)?.is_file() {
        return Err(usage(
            "this is no ordinary file; give a result file, as `run --format json` writes it"
                .to_owned(),
        ));
    }
    let mut reader = BufReader::new(std::fs::File::open(path).map_err(no_file)?);
    let mut failed = Failed::default();
    let mut complete = false;
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = reader.by_ref().take(LONGEST).read_line(&mut line);
        if read.map_err(no_file)? == 0 {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        let cut_short = !line.ends_with('\n');
        let record = match Record::from_line(line.trim_end()) {
            Ok(record) => record,
            // The last line of a run that was killed.
            Err(_) if cut_short && number > 1 => break,
            Err(error) => {
                return Err(usage(format!(
                    "line {number} is not a record of a result file (as `run --format json` writes it): {error}"
                )));
            }
        };
        match record {
            Record::Header(header) if header.schema != SCHEMA_VERSION => {
                return Err(usage(format!(
                    "its records are of version {}, and this program reads version {SCHEMA_VERSION}",
                    header.schema
                )));
            }
            Record::Header(header) => {
                for suite in &header.suites {
                    let same = |catalogue: &&Catalogue| catalogue.suite.id == suite.suite;
                    if catalogues
                        .iter()
                        .find(same)
                        .is_some_and(|own| own.suite.digest != suite.digest)
                    {
                        failed.notes.push(format!(
                            "it is of another version of the suite {} ({}): cases may have changed",
                            suite.suite, suite.version
                        ));
                    }
                }
            }
            Record::Case(_) if number == 1 => {
                return Err(usage(
                    "it does not begin with a header, so it is only a part of a result file"
                        .to_owned(),
                ));
            }
            Record::Case(case) => {
                if case.verdict.is_failure() {
                    failed.ids.insert(case.id);
                }
            }
            Record::Trailer(_) => complete = true,
        }
    }
    if line.is_empty() && failed.ids.is_empty() && !complete {
        return Err(usage(
            "it has no record; give a result file, as `run --format json` writes it".to_owned(),
        ));
    }
    if !complete {
        failed
            .notes
            .push("it is incomplete: what was not run in it is not run now".to_owned());
    }
    let known = |id: &str| {
        catalogues
            .iter()
            .any(|catalogue| catalogue.case(&CaseId::new(id)).is_some())
    };
    let mut unknown: Vec<&str> = failed
        .ids
        .iter()
        .map(String::as_str)
        .filter(|id| !known(id))
        .collect();
    unknown.sort_unstable();
    if let Some(first) = unknown.first() {
        return Err(usage(format!(
            "{} of its failures are of cases that are not here, such as {first}; run it with the same --suite and --cases",
            unknown.len()
        )));
    }
    Ok(failed)
}
