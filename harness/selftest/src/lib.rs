//! Proof that a suite catches what it must, made by running it against implementations that are known to be wrong.
//!
//! - The reference passes every case.
//! - Every fault of the catalogue fails a case, and only in the profiles that it declares.
//! - Each required requirement that a driver can show has a fault that, of all required cases, only its own catch.
//! - Each required or recommended case catches a fault.
//! - A driver that accepts all, rejects all, echoes, or answers the empty model scores at most [`FLOOR`] of any profile.

#![forbid(unsafe_code)]

mod floors;
mod matrix;
mod problems;

use std::num::NonZero;

use uiconform_catalogue::{Catalogue, Verdict};
use uiconform_driver::Service;

pub use floors::{Floor, Score};
pub use matrix::{Kill, KillRow};
pub use problems::Problem;

/// The largest share of a profile that a driver without an implementation may score.
pub const FLOOR: f64 = 0.15;

/// What the selftest found.
#[derive(Debug)]
pub struct Proof {
    /// For each fault, the cases that catch it.
    pub matrix: Vec<KillRow>,
    /// What drivers without an implementation score.
    pub floors: Vec<Floor>,
    /// What is not as it must be.
    pub problems: Vec<Problem>,
}

/// Runs the whole proof for a suite, in this process.
pub fn prove(catalogue: &Catalogue) -> Proof {
    let faults = uiconform_reference::faults_of(&catalogue.suite.id);
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let matrix = matrix::run(catalogue, &faults, threads);
    let floors = floors::run(catalogue);
    let mut problems = problems::of_reference(catalogue);
    problems.extend(problems::of_matrix(catalogue, &matrix));
    problems.extend(problems::of_floors(&floors));
    Proof {
        matrix,
        floors,
        problems,
    }
}

/// The cases that catch one fault; `None` if the suite has no fault of that name.
pub fn kills(catalogue: &Catalogue, fault: &str) -> Option<KillRow> {
    let faults = uiconform_reference::faults_of(&catalogue.suite.id);
    let fault = faults.into_iter().find(|known| known.name == fault)?;
    matrix::run(catalogue, &[fault], 1).pop()
}

/// What came of one case.
struct Verdicted {
    /// The case, as its place in the catalogue.
    case: usize,
    verdict: Verdict,
    message: String,
}

/// Runs the wanted cases against one implementation in this process.
fn verdicts(
    catalogue: &Catalogue,
    service: fn() -> Box<dyn Service + Send>,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Verdicted> {
    uiconform_runner::run_in_process(catalogue, service, wanted)
        .into_iter()
        .map(|(case, record)| Verdicted {
            case,
            verdict: record.verdict,
            message: record
                .failure
                .map(|failure| failure.message)
                .unwrap_or_default(),
        })
        .collect()
}
