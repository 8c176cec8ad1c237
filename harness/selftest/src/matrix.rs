//! The kill matrix: which cases catch which fault.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use uiconform_catalogue::{Catalogue, Verdict};
use uiconform_reference::Fault;

use crate::verdicts;

/// One fault and the cases that catch it.
#[derive(Clone, Debug)]
pub struct KillRow {
    /// Name of the fault.
    pub fault: &'static str,
    /// The error that it makes.
    pub about: &'static str,
    /// The profiles that it says it affects.
    pub profiles: &'static [&'static str],
    /// The requirements that it breaks.
    pub aims: &'static [&'static str],
    /// The cases that catch it.
    pub kills: Vec<Kill>,
}

/// A case that catches a fault.
#[derive(Clone, Debug)]
pub struct Kill {
    /// The case, as its place in the catalogue.
    pub case: usize,
    /// The verdict that it gives.
    pub verdict: Verdict,
    /// What it says.
    pub message: String,
}

/// The first request of a large case has more bytes than this.
const LARGE: usize = 64 * 1024;

/// Runs every fault against every case.
pub(crate) fn run(catalogue: &Catalogue, faults: &[Fault], threads: usize) -> Vec<KillRow> {
    let next = AtomicUsize::new(0);
    let large = large(catalogue);
    let rows: Mutex<Vec<(usize, KillRow)>> = Mutex::new(Vec::with_capacity(faults.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, fault)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    faults.get(index).map(|fault| (index, fault))
                } {
                    let row = row(catalogue, &large, fault);
                    rows.lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .push((index, row));
                }
            });
        }
    });
    let mut rows = rows
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    rows.sort_by_key(|(index, _)| *index);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn row(catalogue: &Catalogue, large: &[bool], fault: &Fault) -> KillRow {
    let aims_at = |index: usize| {
        let requirements = &catalogue.cases[index].requirements;
        requirements
            .iter()
            .any(|id| fault.aims.contains(&id.as_str()))
    };
    let kills = verdicts(catalogue, fault.make, |index| {
        !large[index] || aims_at(index)
    })
    .into_iter()
    // An unproven rejection follows from another case that failed, and catches nothing itself.
    .filter(|case| case.verdict.is_failure() && case.verdict != Verdict::Unproven)
    .map(|case| Kill {
        case: case.case,
        verdict: case.verdict,
        message: case.message,
    })
    .collect();
    KillRow {
        fault: fault.name,
        about: fault.about,
        profiles: fault.profiles,
        aims: fault.aims,
        kills,
    }
}

/// Which cases are large. They show limits: what else they could catch, a small case catches, so they are run only against the
/// faults that aim at their requirements. Against all of them they would take most of the time.
fn large(catalogue: &Catalogue) -> Vec<bool> {
    catalogue
        .cases
        .iter()
        .map(|case| {
            let call = case.exercise.next_call(&[]);
            call.is_some_and(|call| call.params.len() > LARGE)
        })
        .collect()
}
