//! Holding records against a baseline.

use std::collections::HashMap;

use semver::Version;

use super::{Baseline, Entry};
use crate::record::{BaselineStanding, Baselined, CaseRecord, KnownFailure};
use crate::{Catalogue, IdState, Verdict};

/// Holds the records of a run against a baseline.
pub struct Gate<'a> {
    baseline: &'a Baseline,
    catalogues: &'a [Catalogue],
    by_case: HashMap<&'a str, &'a Entry>,
    strict: bool,
}

impl<'a> Gate<'a> {
    /// A gate for a run in which recommended cases count like required ones (`strict`), or do not.
    pub fn new(baseline: &'a Baseline, catalogues: &'a [Catalogue], strict: bool) -> Self {
        let entries = baseline.entries.iter();
        Self {
            baseline,
            catalogues,
            by_case: entries.map(|entry| (entry.case.as_str(), entry)).collect(),
            strict,
        }
    }

    /// How a case stands against the baseline; `None` if there is nothing to say, since it passes and is not in it, fails
    /// without a cost and is not in it, or was not run.
    pub fn against(&self, case: &CaseRecord) -> Option<Baselined> {
        let entry = self.by_case.get(case.id.as_str());
        let Some(entry) = entry else {
            return case.costs_conformance(self.strict).then(|| Baselined {
                standing: BaselineStanding::New,
                reason: None,
                was: None,
                note: self.update_of(case),
            });
        };
        let fingerprint = case
            .failure
            .as_ref()
            .map_or("", |failure| failure.fingerprint.as_str());
        let standing = match case.verdict {
            Verdict::NotRun => return None,
            Verdict::Pass | Verdict::Recorded => BaselineStanding::Fixed,
            verdict if entry.knows(verdict, fingerprint) => BaselineStanding::Known,
            _ => BaselineStanding::Changed,
        };
        let as_known = standing == BaselineStanding::Known;
        Some(Baselined {
            standing,
            reason: Some(entry.reason.clone()),
            was: (!as_known).then(|| KnownFailure {
                verdict: entry.verdict,
                fingerprint: entry.fingerprint.clone().unwrap_or_default(),
            }),
            note: match (as_known, case.verdict) {
                // No update of the suite has to do with a profile that is not offered.
                (true, _) | (_, Verdict::Unsupported) => None,
                _ => self.update_of(case),
            },
        })
    }

    /// What an update of the suite has to do with it, if it has: the case is new or has been changed since the baseline was
    /// written.
    fn update_of(&self, case: &CaseRecord) -> Option<String> {
        let suite = case.id.split('/').next()?;
        let written = &self.baseline.suites.get(suite)?.version;
        let before = Version::parse(written).ok()?;
        let catalogue = self
            .catalogues
            .iter()
            .find(|catalogue| catalogue.suite.id == suite)?;
        let Some(IdState::Alive(history)) = catalogue.ids.state(&case.id) else {
            return None;
        };
        let later = |version: &Option<String>| {
            let version = Version::parse(version.as_ref()?).ok()?;
            (version > before).then_some(version)
        };
        if let Some(since) = later(&history.since) {
            return Some(format!(
                "the case is new in version {since} of the suite, and the baseline is of {written}"
            ));
        }
        let changed = later(&history.changed)?;
        Some(format!(
            "the case was changed in version {changed} of the suite, and the baseline is of {written}"
        ))
    }

    /// What should be known of the suites: one line for each that is not in the state for which the baseline was written.
    pub fn notes(&self) -> Vec<String> {
        let baseline = self.baseline;
        let mut notes = Vec::new();
        for catalogue in self.catalogues {
            let suite = &catalogue.suite;
            match baseline.suites.get(&suite.id) {
                Some(state) if state.version != suite.version => notes.push(format!(
                    "{} was written for version {} of the suite {}, and this is version {}",
                    baseline.name, state.version, suite.id, suite.version
                )),
                Some(state) if state.digest != suite.digest => notes.push(format!(
                    "{} was written for other cases of the suite {} {}",
                    baseline.name, suite.id, suite.version
                )),
                _ => {}
            }
        }
        notes
    }
}

impl std::fmt::Debug for Gate<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate")
            .field("baseline", &self.baseline.name)
            .field("strict", &self.strict)
            .finish_non_exhaustive()
    }
}
