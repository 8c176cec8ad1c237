//! What is not as it must be.

use std::collections::HashSet;
use std::fmt;

use uiconform_catalogue::{Catalogue, Level, Requirement, Showing};

use crate::floors::Floor;
use crate::matrix::KillRow;
use crate::{FLOOR, verdicts};

/// A gap in the proof. Each says what to do.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The reference fails a case.
    Reference {
        /// The case.
        case: String,
        /// What it says.
        message: String,
    },
    /// Nothing catches a fault.
    Uncaught {
        /// The fault.
        fault: &'static str,
    },
    /// A fault is caught in a profile that it does not declare.
    Stray {
        /// The fault.
        fault: &'static str,
        /// The case.
        case: String,
    },
    /// A fault aims at a requirement that does not exist, or none of whose cases catches it.
    Missed {
        /// The fault.
        fault: &'static str,
        /// The requirement.
        requirement: &'static str,
    },
    /// No fault is caught by the cases of a required requirement alone.
    Unaimed {
        /// The requirement.
        requirement: String,
        /// The fault that comes nearest, and a case beyond the requirement that catches it too.
        nearest: Option<(&'static str, String)>,
    },
    /// A case catches no fault.
    Idle {
        /// The case.
        case: String,
    },
    /// A driver without an implementation scores too much.
    Floor {
        /// The driver.
        floor: &'static str,
        /// The profile.
        profile: String,
        /// The share that passes.
        share: f64,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference { case, message } => write!(f, "the reference fails {case}: {message}"),
            Self::Uncaught { fault } => {
                write!(
                    f,
                    "no case catches the fault {fault}; add one, or mend the fault"
                )
            }
            Self::Stray { fault, case } => write!(
                f,
                "the fault {fault} is caught by {case}, of a profile that it does not declare"
            ),
            Self::Missed { fault, requirement } => write!(
                f,
                "the fault {fault} aims at {requirement}, and no case that cites it catches the fault"
            ),
            Self::Unaimed {
                requirement,
                nearest: Some((fault, case)),
            } => write!(
                f,
                "no fault is caught by the cases of {requirement} alone; {fault} comes nearest, and {case} catches it too without citing it"
            ),
            Self::Unaimed { requirement, .. } => {
                write!(
                    f,
                    "no fault is caught by the cases of {requirement}; add one that breaks it alone"
                )
            }
            Self::Idle { case } => {
                write!(
                    f,
                    "the case {case} catches no fault; add the fault that it is there for"
                )
            }
            Self::Floor {
                floor,
                profile,
                share,
            } => write!(
                f,
                "the driver {floor} scores {:.1} % of {profile}, more than {:.0} %",
                share * 100.0,
                FLOOR * 100.0
            ),
        }
    }
}

pub(crate) fn of_reference(catalogue: &Catalogue) -> Vec<Problem> {
    uiconform_reference::REFERENCES
        .into_iter()
        .flat_map(|reference| verdicts(catalogue, reference, |_| true))
        .filter(|run| run.verdict.is_failure())
        .map(|run| Problem::Reference {
            case: catalogue.cases[run.case].id.to_string(),
            message: run.message,
        })
        .collect()
}

pub(crate) fn of_matrix(catalogue: &Catalogue, matrix: &[KillRow]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut useful: HashSet<usize> = HashSet::new();
    for row in matrix {
        if row.kills.is_empty() {
            problems.push(Problem::Uncaught { fault: row.fault });
        }
        for kill in &row.kills {
            useful.insert(kill.case);
            let case = &catalogue.cases[kill.case];
            if !row.profiles.contains(&case.profile.as_str()) {
                problems.push(Problem::Stray {
                    fault: row.fault,
                    case: case.id.to_string(),
                });
            }
        }
        for aim in row.aims {
            if !row
                .kills
                .iter()
                .any(|kill| cites(catalogue, kill.case, aim))
            {
                problems.push(Problem::Missed {
                    fault: row.fault,
                    requirement: aim,
                });
            }
        }
    }
    problems.extend(
        catalogue
            .requirements
            .iter()
            .filter(|requirement| is_in_scope(catalogue, requirement))
            .filter_map(|requirement| unaimed(catalogue, matrix, requirement)),
    );
    problems.extend(
        catalogue
            .cases
            .iter()
            .enumerate()
            .filter(|(index, case)| case.level != Level::Informative && !useful.contains(index))
            .map(|(_, case)| Problem::Idle {
                case: case.id.to_string(),
            }),
    );
    problems
}

pub(crate) fn of_floors(floors: &[Floor]) -> Vec<Problem> {
    floors
        .iter()
        .flat_map(|floor| floor.scores.iter().map(move |score| (floor.name, score)))
        .filter(|(_, score)| score.share() > FLOOR)
        .map(|(floor, score)| Problem::Floor {
            floor,
            profile: score.profile.clone(),
            share: score.share(),
        })
        .collect()
}

fn cites(catalogue: &Catalogue, case: usize, requirement: &str) -> bool {
    catalogue.cases[case]
        .requirements
        .iter()
        .any(|id| id == requirement)
}

fn is_in_scope(catalogue: &Catalogue, requirement: &Requirement) -> bool {
    requirement.level == Level::Required
        && match &requirement.showing {
            Showing::Profiles(profiles) => profiles
                .iter()
                .any(|profile| catalogue.suite.profile(profile).is_some()),
            Showing::NotShown(_) => false,
        }
}

/// A problem if no fault is caught by the cases of a requirement and by no others. Only required cases are looked at: a fault that
/// lets something pass and act breaks a required rule, and cannot help meeting the recommended one that it be refused.
fn unaimed(
    catalogue: &Catalogue,
    matrix: &[KillRow],
    requirement: &Requirement,
) -> Option<Problem> {
    let mut nearest: Option<(usize, &'static str, String)> = None;
    for row in matrix {
        let (own, beyond): (Vec<usize>, Vec<usize>) = row
            .kills
            .iter()
            .map(|kill| kill.case)
            .filter(|case| catalogue.cases[*case].level == Level::Required)
            .partition(|case| cites(catalogue, *case, &requirement.id));
        if own.is_empty() {
            continue;
        }
        let first = beyond.first()?;
        if nearest
            .as_ref()
            .is_none_or(|(most, ..)| beyond.len() < *most)
        {
            nearest = Some((
                beyond.len(),
                row.fault,
                catalogue.cases[*first].id.to_string(),
            ));
        }
    }
    Some(Problem::Unaimed {
        requirement: requirement.id.clone(),
        nearest: nearest.map(|(_, fault, case)| (fault, case)),
    })
}
