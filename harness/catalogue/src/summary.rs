//! Counts and the verdict on a profile, computed from records alone.

use serde::{Deserialize, Serialize};

use crate::Verdict;
use crate::record::{BaselineCounts, CaseRecord, Header, LevelCounts, ProfileRecord, is_profile};

/// The verdict on a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conformance {
    /// Every required case passes (with `--strict`, every recommended one too).
    Conformant,
    /// Some do not.
    NotConformant,
    /// Only some cases were run, and none of them counts against it.
    Partial,
    /// The driver does not offer the profile.
    Unsupported,
    /// Nothing of it was selected.
    NotSelected,
}

impl Conformance {
    /// The words shown in reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Conformant => "conformant",
            Self::NotConformant => "not conformant",
            Self::Partial => "partial run",
            Self::Unsupported => "unsupported",
            Self::NotSelected => "not selected",
        }
    }

    /// Whether nothing was judged, so that there are no numbers to be told.
    pub fn is_idle(self) -> bool {
        matches!(self, Self::Unsupported | Self::NotSelected)
    }
}

/// What came of one profile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProfileSummary {
    /// `suite/profile`.
    pub profile: String,
    /// Whether it belongs to the headline.
    pub headline: bool,
    /// All its cases.
    pub cases: LevelCounts,
    /// Those that pass, or were recorded.
    pub passed: LevelCounts,
    /// Those that fail in whatever way.
    pub failed: LevelCounts,
    /// Those that were selected and not run.
    pub not_run: usize,
    /// Whether the profile was asked for by its name, and the driver does not offer it: that is not as it was to be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub missing: bool,
    /// The verdict.
    pub conformance: Conformance,
}

/// The exit code of a run, the first that applies: 3 if nothing was judged, 5 if something was not run, then 1 if a profile was
/// asked for that is not offered, or if it is not as the baseline says, or, without a baseline, not conformant.
pub fn exit(profiles: &[ProfileSummary], not_run: bool, baseline: Option<&BaselineCounts>) -> i32 {
    let any = |wanted: &[Conformance]| {
        profiles
            .iter()
            .any(|profile| wanted.contains(&profile.conformance))
    };
    if !any(&[
        Conformance::Conformant,
        Conformance::NotConformant,
        Conformance::Partial,
    ]) {
        3
    } else if not_run {
        5
    } else {
        let missing = profiles.iter().any(|profile| profile.missing);
        i32::from(match baseline {
            Some(counts) => missing || counts.deviations() > 0,
            None => missing || any(&[Conformance::NotConformant]),
        })
    }
}

/// Adds up records.
#[derive(Clone, Debug)]
pub struct Summary {
    strict: bool,
    whole: bool,
    profiles: Vec<ProfileSummary>,
    offered: Vec<bool>,
    seen: Vec<usize>,
    broken: Vec<bool>,
}

impl Summary {
    /// Begins with what the header says.
    pub fn new(header: &Header) -> Self {
        let records: Vec<(&ProfileRecord, bool)> = header
            .suites
            .iter()
            .flat_map(|suite| {
                suite
                    .profiles
                    .iter()
                    .map(|profile| (profile, suite.foreign))
            })
            .collect();
        // A name that several suites have is missing where none of them is offered.
        let missing = header.profiles_missing();
        let is_missing = |id: &str| missing.iter().any(|name| is_profile(name, id));
        Self {
            strict: header.selection.strict,
            whole: header.selection.is_whole() && records.iter().all(|(_, foreign)| !foreign),
            offered: records.iter().map(|(profile, _)| profile.offered).collect(),
            seen: vec![0; records.len()],
            broken: vec![false; records.len()],
            profiles: records
                .iter()
                .map(|(profile, _)| ProfileSummary {
                    profile: profile.profile.clone(),
                    headline: profile.headline,
                    cases: profile.cases,
                    passed: LevelCounts::default(),
                    failed: LevelCounts::default(),
                    not_run: 0,
                    missing: is_missing(&profile.profile),
                    conformance: Conformance::NotSelected,
                })
                .collect(),
        }
    }

    /// Adds a case.
    pub fn add(&mut self, case: &CaseRecord) {
        let Some(index) = self
            .profiles
            .iter()
            .position(|profile| profile.profile == case.profile)
        else {
            return;
        };
        let profile = &mut self.profiles[index];
        match case.verdict {
            Verdict::Pass | Verdict::Recorded => {
                *profile.passed.of_mut(case.level) += 1;
                self.seen[index] += 1;
            }
            Verdict::NotRun => profile.not_run += 1,
            Verdict::Unsupported => {}
            _ => {
                *profile.failed.of_mut(case.level) += 1;
                self.seen[index] += 1;
                self.broken[index] |= case
                    .failure
                    .as_ref()
                    .is_some_and(|failure| failure.at_any_level);
            }
        }
    }

    /// The profiles with their verdicts.
    pub fn finish(mut self) -> Vec<ProfileSummary> {
        for index in 0..self.profiles.len() {
            let conformance = self.conformance(index);
            self.profiles[index].conformance = conformance;
        }
        self.profiles
    }

    fn conformance(&self, index: usize) -> Conformance {
        let profile = &self.profiles[index];
        let failed = profile.failed.required > 0
            || self.strict && profile.failed.recommended > 0
            || self.broken[index];
        if !self.offered[index] {
            Conformance::Unsupported
        } else if failed {
            Conformance::NotConformant
        } else if self.seen[index] == 0 && profile.not_run == 0 {
            Conformance::NotSelected
        } else if self.whole && self.seen[index] == profile.cases.total() {
            Conformance::Conformant
        } else {
            Conformance::Partial
        }
    }
}
