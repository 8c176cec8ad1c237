//! A run of many cases against one target.

use std::collections::{BTreeMap, VecDeque};

use uiconform_json::Object;

use crate::coverage::Coverage;
use crate::fuzzer::{Chain, Fuzzer, Restarting, Shrunk};
use crate::protocol::Protocol;
use crate::target::Target;
use crate::{Bucket, Finding};

/// What is tried, and how long anything may take.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed of all cases.
    pub seed: u64,
    /// The index of the first case.
    pub first: u64,
    /// How many cases are tried.
    pub execs: u64,
    /// How many cases are sent at once; it does not matter to what is found.
    pub batch: usize,
    /// How many cases may be tried to shrink one.
    pub tries: usize,
    /// How many cases are kept that may have to go before one for it to show what it shows.
    pub history: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            first: 0,
            execs: 20_000,
            batch: 32,
            tries: 2_000,
            history: 64,
        }
    }
}

/// Findings of one cause.
#[derive(Clone, Debug)]
pub struct Found<C> {
    /// The index of the first case that showed it.
    pub index: u64,
    /// How many cases showed it.
    pub hits: u64,
    /// The smallest case that shows it.
    pub shrunk: Shrunk<C>,
}

/// What a campaign has come to.
#[derive(Clone, Debug)]
pub struct Report<C> {
    /// How many cases were tried, shrinking left aside.
    pub execs: u64,
    /// What was found.
    pub found: BTreeMap<Bucket, Found<C>>,
    /// What was exercised, by every eighth case.
    pub coverage: Coverage,
}

/// Coverage is counted for one of so many cases: reading every answer would cost more than it tells.
const COUNTED: u64 = 8;

/// Tries cases until there are no more, or until `goes_on` says `false`; it is asked after each batch.
pub fn run<P: Protocol>(
    fuzzer: &mut Fuzzer<P>,
    target: &mut dyn Target,
    options: &Options,
    mut goes_on: impl FnMut(&Report<P::Case>) -> bool,
) -> Report<P::Case> {
    let mut report = Report {
        execs: 0,
        found: BTreeMap::new(),
        coverage: Coverage::default(),
    };
    let mut history: VecDeque<P::Case> = VecDeque::new();
    let mut is_fresh = true;
    let end = options.first.saturating_add(options.execs);
    let mut next = options.first;
    while next < end && goes_on(&report) {
        let last = end.min(next.saturating_add(options.batch.max(1) as u64));
        let prepared: Vec<_> = (next..last)
            .map(|index| {
                let case = fuzzer.case(options.seed, index);
                fuzzer.prepare(case)
            })
            .collect();
        let cases: Vec<_> = prepared.iter().collect();
        let examined = fuzzer.examine_prepared(&mut Restarting::new(target, is_fresh), &cases);
        is_fresh = false;
        let mut new: Vec<(u64, Chain<P::Case>, Finding)> = Vec::new();
        for (index, (prepared, examined)) in (next..).zip(prepared.into_iter().zip(examined)) {
            if index % COUNTED == 0 {
                let exercised = fuzzer
                    .protocol()
                    .exercised(&prepared.case, &examined.answers);
                report.coverage.add(exercised);
            }
            for finding in examined.findings {
                let bucket = fuzzer.protocol().bucket(&finding);
                if let Some(found) = report.found.get_mut(&bucket) {
                    found.hits += 1;
                } else {
                    let before = history.iter().cloned().collect();
                    let case = prepared.case.clone();
                    new.push((index, Chain { before, case }, finding));
                }
            }
            history.push_back(prepared.case);
            if history.len() > options.history {
                history.pop_front();
            }
        }
        for (index, chain, finding) in new {
            let bucket = fuzzer.protocol().bucket(&finding);
            if let Some(found) = report.found.get_mut(&bucket) {
                found.hits += 1;
                continue;
            }
            let shrunk = fuzzer.shrink(target, chain, &finding, options.tries);
            // What shrinking has asked the process is nobody's history.
            is_fresh = true;
            report.found.insert(
                bucket,
                Found {
                    index,
                    hits: 1,
                    shrunk,
                },
            );
        }
        if is_fresh {
            history.clear();
        }
        report.execs += last - next;
        next = last;
    }
    report
}

impl<C> Found<C> {
    /// Where it comes from, for a saved case; `driver` names the implementation and its version.
    pub fn provenance(&self, bucket: &Bucket, seed: u64, driver: &str) -> Object {
        Object::from_iter([
            ("by", "uiconform fuzz".to_owned()),
            ("bucket", bucket.to_string()),
            ("seed", seed.to_string()),
            ("index", self.index.to_string()),
            ("driver", driver.to_owned()),
            ("harness", env!("CARGO_PKG_VERSION").to_owned()),
        ])
    }
}
