//! What every planted-fault matrix needs: the search for faults, on all processors, and what is said of it.

#![allow(clippy::unwrap_used)] // A test says what it expects.
#![allow(clippy::print_stdout)] // How long the search takes is worth seeing.
#![allow(unreachable_pub)] // Each matrix is a crate of its own.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use uiconform_fuzzer::{Chain, Effort, Finding, Fuzzer, InProcess, Prepared, Protocol, Shrunk};
use uiconform_reference::Fault;

/// Sequences within which a fault is found.
const BUDGET: u64 = 20_000;
/// Sequences of the daily test, in which all but few are found.
const DAILY: u64 = 1_000;
/// How many of hundred faults the daily test may leave to the whole matrix.
const LATE: usize = 6;
/// The daily test shrinks each of so many faults.
const EVERY: usize = 8;
/// Cases that are tried to shrink one.
const TRIES: usize = 3_000;
/// Cases that may have to go before the one that shows something.
const HISTORY: usize = 120;

/// What came of one fault.
struct Hit {
    fault: Fault,
    /// The index of the sequence that showed it; nothing if none did.
    index: Option<u64>,
    /// Why it is not as small as it has to be.
    large: Option<String>,
}

/// Whether everything is tried, and not the sample of every day.
fn is_whole() -> bool {
    std::env::var("UICONFORM_FUZZ_MATRIX").is_ok_and(|wanted| wanted == "whole")
}

/// The faults that are wanted: all of them, or the one that `UICONFORM_FUZZ_FAULT` names.
pub fn wanted(faults: Vec<Fault>) -> Vec<Fault> {
    let wanted = std::env::var("UICONFORM_FUZZ_FAULT").ok();
    let is_wanted = |fault: &Fault| wanted.as_ref().is_none_or(|wanted| fault.name == wanted);
    faults.into_iter().filter(is_wanted).collect()
}

/// Looks for every fault; `large` says why what was shrunk is still too large, if it is. Gives what is not as it must be.
pub fn problems<P>(
    protocol: &P,
    faults: &[Fault],
    large: &(dyn Fn(&Fault, &Shrunk<P::Case>) -> Option<String> + Sync),
) -> Vec<String>
where
    P: Protocol + Clone + Sync,
    P::Case: Sync,
{
    let (seeds, budget) = if is_whole() {
        (1..=5, BUDGET)
    } else {
        (1..=1, DAILY)
    };
    let mut problems = Vec::new();
    for seed in seeds {
        let mut fuzzer = Fuzzer::new(protocol.clone());
        let cases: Vec<Prepared<P::Case>> = (0..DAILY)
            .map(|index| {
                let case = fuzzer.case(seed, index);
                fuzzer.prepare(case)
            })
            .collect();
        let hits = for_each(faults, |at, fault| {
            let mut fuzzer = Fuzzer::new(protocol.clone());
            let found = search(&mut fuzzer, fault, seed, &cases, budget);
            let large = found
                .as_ref()
                .filter(|_| is_whole() || at % EVERY == 0)
                .and_then(|(index, finding)| {
                    let shrunk = shrink(&mut fuzzer, fault, seed, *index, finding);
                    large(fault, &shrunk)
                });
            Hit {
                fault: *fault,
                index: found.map(|(index, _)| index),
                large,
            }
        });
        problems.extend(judge(seed, &hits));
    }
    problems
}

/// Does something with every fault, on all processors.
fn for_each(faults: &[Fault], work: impl Fn(usize, &Fault) -> Hit + Sync) -> Vec<Hit> {
    let next = AtomicUsize::new(0);
    let hits = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, fault)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    faults.get(at).map(|fault| (at, fault))
                } {
                    let hit = work(at, fault);
                    hits.lock().unwrap().push((at, hit));
                }
            });
        }
    });
    let mut hits = hits.into_inner().unwrap();
    hits.sort_by_key(|(at, _)| *at);
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// The first sequence that shows something, and what.
fn search<P: Protocol>(
    fuzzer: &mut Fuzzer<P>,
    fault: &Fault,
    seed: u64,
    cases: &[Prepared<P::Case>],
    budget: u64,
) -> Option<(u64, Finding)> {
    let mut target = InProcess::new(fault.make);
    (0..budget).find_map(|index| {
        let fresh;
        let case = match cases.get(usize::try_from(index).unwrap()) {
            Some(case) => case,
            None => {
                let case = fuzzer.case(seed, index);
                fresh = fuzzer.prepare(case);
                &fresh
            }
        };
        let found = fuzzer.examine_prepared(&mut target, &[case]);
        Some((index, found.into_iter().flatten().next()?))
    })
}

/// Shrinks what a sequence shows.
fn shrink<P: Protocol>(
    fuzzer: &mut Fuzzer<P>,
    fault: &Fault,
    seed: u64,
    index: u64,
    finding: &Finding,
) -> Shrunk<P::Case> {
    let before = (index.saturating_sub(HISTORY as u64)..index)
        .map(|index| fuzzer.case(seed, index))
        .collect();
    let chain = Chain {
        before,
        case: fuzzer.case(seed, index),
    };
    let mut target = InProcess::new(fault.make);
    fuzzer.shrink(&mut target, chain, finding, Effort::of(TRIES))
}

/// What is not as it must be with one seed.
fn judge(seed: u64, hits: &[Hit]) -> Vec<String> {
    let missed: Vec<&str> = hits
        .iter()
        .filter(|hit| hit.index.is_none())
        .map(|hit| hit.fault.name)
        .collect();
    let mut found: Vec<u64> = hits.iter().filter_map(|hit| hit.index).collect();
    found.sort_unstable();
    let median = found.get(found.len() / 2).copied().unwrap_or_default();
    println!(
        "seed {seed}: {} of {} found, the median at {median}, the last at {:?}; missed: {missed:?}",
        found.len(),
        hits.len(),
        found.last()
    );
    let allowed = if is_whole() {
        0
    } else {
        hits.len() * LATE / 100
    };
    let mut problems: Vec<String> = hits
        .iter()
        .filter_map(|hit| {
            let large = hit.large.as_ref()?;
            Some(format!("seed {seed}: {}: {large}", hit.fault.name))
        })
        .collect();
    println!("{}", problems.join("\n"));
    if missed.len() > allowed {
        problems.push(format!("seed {seed}: not found: {}", missed.join(", ")));
    }
    if median >= 1_000 {
        problems.push(format!("seed {seed}: the median is {median}"));
    }
    problems
}
