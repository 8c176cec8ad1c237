//! Baselines: the failures of an implementation that are known and put up with, case by case, so that every other one is noticed.
//!
//! A baseline is a TOML file that people read, explain and review: the state of the suite that it was written for, and a block
//! for each failure with its verdict, its fingerprint and the reason why it may stay. There are no wildcards.

mod gate;
mod named;
mod read;
mod splice;
mod update;

use std::collections::BTreeMap;
use std::ops::Range;

use uiconform_json::Located;

pub use gate::Gate;
pub use named::Burial;
pub use update::{Changes, Gone, Removed, Updated};

use self::named::{Named, named};
use crate::{Catalogue, Verdict, did_you_mean, located};

/// Version of the form of baselines.
pub const SCHEMA_VERSION: u32 = 1;

/// How the reason of an entry begins that nobody has explained yet.
pub const UNEXPLAINED: &str = "unexplained: ";

/// The known failures of an implementation.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The file, as messages name it.
    name: String,
    /// The text, without a byte order mark.
    text: String,
    /// Whether the file begins with one.
    has_mark: bool,
    /// Where the number of the schema stands.
    schema: Range<usize>,
    /// By name, the suites that it was written for.
    suites: BTreeMap<String, SuiteState>,
    /// In the order of the file.
    entries: Vec<Entry>,
}

/// The state of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SuiteState {
    /// Its version.
    version: String,
    /// Its digest.
    digest: String,
    /// Line and column of its name, from 1.
    place: (usize, usize),
    /// Where the version and the digest stand in the text.
    spans: [Range<usize>; 2],
}

/// One known failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of the case.
    pub case: String,
    /// How it fails.
    pub verdict: Verdict,
    /// The fingerprint of the failure; absent where any failure of that verdict is known.
    pub fingerprint: Option<String>,
    /// Why it may stay.
    pub reason: String,
    /// Line of the id in the file, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    spans: Spans,
}

impl Entry {
    /// Whether a failure is the one that it is about.
    fn knows(&self, verdict: Verdict, fingerprint: &str) -> bool {
        let known = self.fingerprint.as_deref();
        verdict == self.verdict && known.is_none_or(|known| known == fingerprint)
    }
}

/// Where the parts of an entry stand in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spans {
    /// The begin of its block.
    begin: usize,
    case: Range<usize>,
    verdict: Range<usize>,
    /// Absent where the entry has none.
    fingerprint: Option<Range<usize>>,
    reason: Range<usize>,
}

impl Baseline {
    /// An empty baseline, to be written to a file of that name.
    pub fn empty(name: &str) -> Self {
        let before = format!("{}\nschema = ", update::HEAD);
        let number = SCHEMA_VERSION.to_string();
        Self {
            name: name.to_owned(),
            schema: before.len()..before.len() + number.len(),
            text: format!("{before}{number}\n"),
            has_mark: false,
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
    /// What is not, each with its place: a suite or an id that never was, or a case that is buried, with what replaced it.
    pub fn check(&self, catalogues: &[Catalogue], suites: &[&str]) -> Result<(), Vec<Located>> {
        self.checked(catalogues, suites, |burial| {
            Some(format!(
                "{burial}; take the entry out, or put what replaced the case in its place (`--write-baseline` does)"
            ))
        })
    }

    /// Whether every entry is of a case that exists or existed, as it must be before it can be brought up to date.
    ///
    /// # Errors
    ///
    /// A suite or an id that never was, each with its place.
    pub fn check_names(
        &self,
        catalogues: &[Catalogue],
        suites: &[&str],
    ) -> Result<(), Vec<Located>> {
        self.checked(catalogues, suites, |_| None)
    }

    fn checked(
        &self,
        catalogues: &[Catalogue],
        suites: &[&str],
        buried: impl Fn(&Burial) -> Option<String>,
    ) -> Result<(), Vec<Located>> {
        let mut wrong: Vec<Located> = Vec::new();
        for (suite, state) in &self.suites {
            if !suites.contains(&suite.as_str()) {
                let (line, column) = state.place;
                let known = suites.iter().copied();
                let message = format!(
                    "no suite `{suite}`{}; there are {}",
                    did_you_mean(suite, known),
                    suites.join(", ")
                );
                wrong.push(located::at(&self.name, line, column, message));
            }
        }
        for entry in &self.entries {
            let message = match named(&entry.case, catalogues, suites) {
                Named::Known => None,
                Named::Nothing(message) => Some(message),
                Named::Buried(burial) => {
                    buried(&burial).map(|message| format!("the case {} is {message}", entry.case))
                }
            };
            if let Some(message) = message {
                wrong.push(located::at(&self.name, entry.line, entry.column, message));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

#[cfg(test)]
mod tests;
