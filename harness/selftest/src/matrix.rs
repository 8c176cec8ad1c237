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

/// Runs every fault against every case.
pub(crate) fn run(catalogue: &Catalogue, faults: &[Fault], threads: usize) -> Vec<KillRow> {
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, KillRow)>> = Mutex::new(Vec::with_capacity(faults.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, fault)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    faults.get(index).map(|fault| (index, fault))
                } {
                    let row = row(catalogue, fault);
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

fn row(catalogue: &Catalogue, fault: &Fault) -> KillRow {
    let kills = verdicts(catalogue, fault.make)
        .into_iter()
        .enumerate()
        // An unproven rejection follows from another case that failed, and catches nothing itself.
        .filter(|(_, (verdict, _))| verdict.is_failure() && *verdict != Verdict::Unproven)
        .map(|(case, (verdict, message))| Kill {
            case,
            verdict,
            message: message.unwrap_or_default(),
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
