//! What changed between two runs: versions of one implementation, or two implementations.

mod write;

use std::collections::{HashMap, HashSet};

use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;

use crate::results::ResultFile;
use crate::run::Standing;

pub use self::write::write;

/// How a case changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It passed, and fails.
    Broken,
    /// It passed, and was not run or is not offered any more, though the suite has it still.
    Lost,
    /// It failed, and fails in another way.
    FailsOtherwise,
    /// It failed, and passes.
    Fixed,
    /// It was not there or not run, and fails.
    NewFailing,
    /// It was not there or not run, and passes.
    New,
    /// It is not there any more.
    Gone,
    /// Its behaviour at an open point is another one.
    RecordedOtherwise,
}

impl Change {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::Broken,
        Self::Lost,
        Self::FailsOtherwise,
        Self::Fixed,
        Self::NewFailing,
        Self::New,
        Self::Gone,
        Self::RecordedOtherwise,
    ];

    /// The words shown in reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Lost => "lost",
            Self::FailsOtherwise => "fails otherwise",
            Self::Fixed => "fixed",
            Self::NewFailing => "new, fails",
            Self::New => "new",
            Self::Gone => "gone",
            Self::RecordedOtherwise => "recorded otherwise",
        }
    }

    /// What the word means, where that is not plain.
    pub(super) fn meaning(self) -> Option<&'static str> {
        match self {
            Self::Lost => Some("it passed, and was not run or is not offered any more"),
            Self::Gone => Some(
                "it failed, and was not run or is not offered any more; or the suite does not have it any more",
            ),
            _ => None,
        }
    }

    /// Whether the second run is worse for it. A failure of a case that the first run did not have is none, since a new case
    /// finds old faults.
    pub fn is_worse(self) -> bool {
        matches!(self, Self::Broken | Self::Lost)
    }
}

/// A case that changed.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// How.
    pub change: Change,
    /// The record of the first run, if there is one.
    pub before: Option<&'a CaseRecord>,
    /// The record of the second run, if there is one.
    pub after: Option<&'a CaseRecord>,
}

impl<'a> Changed<'a> {
    /// The newest record of the case.
    pub fn case(&self) -> Option<&'a CaseRecord> {
        self.after.or(self.before)
    }
}

/// Compares two runs case by case, in the order of the second one; what is gone comes last.
///
/// A case that only one of them has is new or gone where they ran different suites; otherwise it was not selected or the run was
/// killed before it, which is no change.
pub fn compare<'a>(before: &'a ResultFile, after: &'a ResultFile) -> Vec<Changed<'a>> {
    let known: HashMap<&str, &CaseRecord> = before
        .cases
        .iter()
        .map(|case| (case.id.as_str(), case))
        .collect();
    let mut seen: HashSet<&str> = HashSet::with_capacity(after.cases.len());
    let mut changes = Vec::new();
    for case in &after.cases {
        seen.insert(&case.id);
        let old = known.get(case.id.as_str()).copied();
        if old.is_none() && same_suite(before, after, case) {
            continue;
        }
        if let Some(change) = change(old, case) {
            changes.push(Changed {
                change,
                before: old,
                after: Some(case),
            });
        }
    }
    for case in &before.cases {
        let missing = !seen.contains(case.id.as_str()) && was_run(case);
        if missing && !same_suite(before, after, case) {
            changes.push(Changed {
                change: Change::Gone,
                before: Some(case),
                after: None,
            });
        }
    }
    changes
}

/// How many cases of the first run alone, and of the second one alone, were left out of the comparison: both were of the same
/// suite, and only one of them ran these.
pub(super) fn left_out(before: &ResultFile, after: &ResultFile) -> (usize, usize) {
    let only_in = |one: &ResultFile, other: &ResultFile| {
        let ids: HashSet<&str> = other.cases.iter().map(|case| case.id.as_str()).collect();
        let alone = one
            .cases
            .iter()
            .filter(|case| !ids.contains(case.id.as_str()));
        alone
            .filter(|case| was_run(case) && same_suite(before, after, case))
            .count()
    };
    (only_in(before, after), only_in(after, before))
}

/// Whether both runs were of the very suite that a case belongs to.
fn same_suite(before: &ResultFile, after: &ResultFile, case: &CaseRecord) -> bool {
    let digest = |file: &ResultFile| {
        file.header
            .suites
            .iter()
            .find(|suite| {
                let mut profiles = suite.profiles.iter();
                profiles.any(|profile| profile.profile == case.profile)
            })
            .map(|suite| suite.digest.clone())
    };
    digest(before) == digest(after)
}

fn was_run(case: &CaseRecord) -> bool {
    !matches!(case.verdict, Verdict::Unsupported | Verdict::NotRun)
}

fn change(before: Option<&CaseRecord>, after: &CaseRecord) -> Option<Change> {
    let fails = |case: &CaseRecord| case.verdict.is_failure();
    let Some(before) = before.filter(|case| was_run(case)) else {
        return was_run(after).then_some(if fails(after) {
            Change::NewFailing
        } else {
            Change::New
        });
    };
    if !was_run(after) {
        return Some(if fails(before) {
            Change::Gone
        } else {
            Change::Lost
        });
    }
    match (fails(before), fails(after)) {
        (false, true) => Some(Change::Broken),
        (true, false) => Some(Change::Fixed),
        (true, true) => {
            let print = |case: &CaseRecord| {
                let failure = case.failure.as_ref();
                failure.map(|failure| failure.fingerprint.clone())
            };
            // A failure that begins to cost conformance is worse than the one before it, whatever it says.
            let standing = |case| Standing::bare(case, false);
            if standing(before) == Standing::Warns && standing(after) == Standing::Fails {
                Some(Change::Broken)
            } else {
                (print(before) != print(after)).then_some(Change::FailsOtherwise)
            }
        }
        (false, false) => (before.recorded != after.recorded).then_some(Change::RecordedOtherwise),
    }
}
