//! Floors: what a driver scores that has no implementation behind it.
//!
//! The score is paired: a rejection counts only with its accepted twin, so that neither accepting all nor rejecting all
//! pays. Informative cases have no score.

use uiconform_catalogue::{Catalogue, Level, Verdict};

use crate::verdicts;

/// A driver without an implementation, and what it scores.
#[derive(Clone, Debug)]
pub struct Floor {
    /// Name of the driver.
    pub name: &'static str,
    /// Its score in each profile.
    pub scores: Vec<Score>,
}

/// A score in one profile.
#[derive(Clone, Debug)]
pub struct Score {
    /// `suite/profile`.
    pub profile: String,
    /// Required and recommended cases that pass.
    pub passed: usize,
    /// All required and recommended cases.
    pub total: usize,
}

impl Score {
    /// The share that passes.
    pub fn share(&self) -> f64 {
        if self.total == 0 {
            return 0.0;
        }
        self.passed as f64 / self.total as f64
    }
}

pub(crate) fn run(catalogue: &Catalogue) -> Vec<Floor> {
    uiconform_reference::floors()
        .iter()
        .map(|floor| {
            let verdicts = verdicts(catalogue, floor.make, |_| true);
            let scores = catalogue
                .suite
                .profiles
                .iter()
                .map(|profile| {
                    let counted: Vec<Verdict> = verdicts
                        .iter()
                        .filter(|run| {
                            let case = &catalogue.cases[run.case];
                            case.profile == profile.name && case.level != Level::Informative
                        })
                        .map(|run| run.verdict)
                        .collect();
                    Score {
                        profile: format!("{}/{}", catalogue.suite.id, profile.name),
                        passed: counted
                            .iter()
                            .filter(|verdict| **verdict == Verdict::Pass)
                            .count(),
                        total: counted.len(),
                    }
                })
                .collect();
            Floor {
                name: floor.name,
                scores,
            }
        })
        .collect()
}
