//! Baselines: the failures of an implementation that are known and put up with, case by case, so that every other one is noticed.
//!
//! A baseline is a TOML file that people read, explain and review: the state of the suite that it was written for, and a block
//! for each failure with its verdict, its fingerprint and the reason why it may stay. There are no wildcards.

mod gate;
mod read;
mod update;

use std::collections::BTreeMap;

use serde::Deserialize;
use uiconform_json::Located;

pub use gate::Gate;
pub use update::{Changes, Updated};

use crate::{Catalogue, IdState, Verdict, did_you_mean, located};

/// Version of the form of baselines.
pub const SCHEMA_VERSION: u32 = 1;

/// How the reason of an entry begins that nobody has explained yet.
pub const UNEXPLAINED: &str = "unexplained: ";

/// The known failures of an implementation.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The file, as messages name it.
    name: String,
    text: String,
    /// By name, the suites that it was written for.
    suites: BTreeMap<String, SuiteState>,
    /// In the order of the file.
    entries: Vec<Entry>,
}

/// The state of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteState {
    /// Its version.
    pub version: String,
    /// Its digest.
    pub digest: String,
}

/// One known failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of the case.
    pub case: String,
    /// How it fails.
    pub verdict: Verdict,
    /// The fingerprint of the failure; empty for a verdict that has none.
    pub fingerprint: String,
    /// Why it may stay.
    pub reason: String,
    /// Line of the id in the file, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

impl Baseline {
    /// An empty baseline, to be written to a file of that name.
    pub fn empty(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            text: format!("{}\nschema = {SCHEMA_VERSION}\n", update::HEAD),
            suites: BTreeMap::new(),
            entries: Vec::new(),
        }
    }

    /// The known failures, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many entries nobody has explained yet.
    pub fn unexplained(&self) -> usize {
        let unexplained = |entry: &&Entry| entry.reason.starts_with(UNEXPLAINED);
        self.entries.iter().filter(unexplained).count()
    }

    /// Whether every entry is of a case that exists. `suites` are the names of all suites that there are, loaded or not.
    ///
    /// # Errors
    ///
    /// The entries that are not, each with its place: an id that never was, or one that is buried, with what replaced it.
    pub fn check(&self, catalogues: &[Catalogue], suites: &[&str]) -> Result<(), Vec<Located>> {
        let wrong: Vec<Located> = self
            .entries
            .iter()
            .filter_map(|entry| {
                let message = misnamed(&entry.case, catalogues, suites)?;
                Some(located::at(&self.name, entry.line, entry.column, message))
            })
            .collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// What is wrong with an id, if something is.
fn misnamed(id: &str, catalogues: &[Catalogue], suites: &[&str]) -> Option<String> {
    let suite = id.split('/').next().unwrap_or_default();
    let Some(catalogue) = catalogues.iter().find(|known| known.suite.id == suite) else {
        // Nothing is known of the cases of a suite that is not loaded.
        return (!suites.contains(&suite)).then(|| {
            format!(
                "no suite `{suite}`, so there is no case `{id}`{}",
                did_you_mean(suite, suites.iter().copied())
            )
        });
    };
    if catalogue.case(&crate::CaseId::new(id)).is_some() {
        return None;
    }
    match catalogue.ids.state(id) {
        // It is a case of the suite, and other files are run in its place.
        Some(IdState::Alive(_)) => None,
        Some(IdState::Buried { version, note }) => {
            let since = version.as_ref().map_or_else(String::new, |version| {
                format!(" since version {version} of the suite")
            });
            Some(format!(
                "the case {id} is gone{since}: {note}; take the entry out, or put what replaced the case in its place"
            ))
        }
        None => {
            let ids = catalogue.cases.iter().map(|case| case.id.as_str());
            Some(format!(
                "no case `{id}`{}; `uiconform cases list` prints all ids",
                did_you_mean(id, ids)
            ))
        }
    }
}

#[cfg(test)]
mod tests;
