//! A driver that picks a misbehaviour for each request by a seed and writes it down: every verdict is checked against that.
//!
//! `UICONFORM_TEST_REQUESTS=10000 cargo test -p uiconform-runner --test run chaos` is the long form;
//! `UICONFORM_TEST_SEED` chooses another seed, `UICONFORM_TEST_JOBS` a number of drivers instead of one and then two.

use std::collections::BTreeMap;
use std::env;
use std::time::Instant;

use uiconform_catalogue::Verdict::{self, BadAnswer, Crash, Fail, Pass, Timeout};

use crate::process::{PLENTY, SHORT, Scratch, driver, settings};
use crate::support::*;

/// What the driver may do, how often among so many, and the verdict that it must get.
const CHOICES: &[(&str, usize, Verdict)] = &[
    ("well", 80, Pass),
    ("flood-stderr", 1, Pass),
    ("answer-with-grandchild", 1, Pass),
    ("exit", 1, Crash),
    ("exit-well", 1, Crash),
    ("exit-in-a-word", 1, Crash),
    ("signal", 1, Crash),
    ("close-stdout", 1, Crash),
    ("close-stdin", 1, Crash),
    ("answer-and-exit", 2, Crash),
    ("answer-and-close-stdin", 2, Crash),
    ("grandchild", 1, Crash),
    ("grandchild-of-its-own", 1, Crash),
    ("log-before", 1, BadAnswer),
    ("log-inside", 1, BadAnswer),
    ("log-after", 1, BadAnswer),
    ("log-later", 2, BadAnswer),
    ("log-on-next", 2, BadAnswer),
    ("twice", 1, BadAnswer),
    ("twice-later", 2, BadAnswer),
    ("twice-on-next", 2, BadAnswer),
    ("wrong-id", 1, BadAnswer),
    ("text-id", 1, BadAnswer),
    ("no-id", 1, BadAnswer),
    ("no-result", 1, BadAnswer),
    ("no-version", 1, BadAnswer),
    ("null-error", 1, BadAnswer),
    ("cut", 1, BadAnswer),
    ("pretty", 1, BadAnswer),
    ("infinity", 1, BadAnswer),
    ("not-utf-8", 1, BadAnswer),
    ("empty-line", 1, BadAnswer),
    ("null", 1, BadAnswer),
    ("null-result", 1, BadAnswer),
    ("wrong-type", 1, BadAnswer),
    ("steps-too-few", 1, BadAnswer),
    ("steps-too-many", 1, BadAnswer),
    ("error", 1, BadAnswer),
    ("error-without-id", 1, BadAnswer),
    ("no-method", 1, Fail),
    ("lone-surrogate", 1, Fail),
    ("silent", 1, Timeout),
    ("unflushed", 1, Timeout),
    ("no-line-end", 1, Timeout),
];

/// What a process does late it may not live to do: the next case can end it before. Then nobody can know.
const MAY_PASS: &[(&str, usize, Verdict)] = &[
    ("log-much-later", 1, BadAnswer),
    ("log-at-end", 1, BadAnswer),
    ("die-at-end", 1, Crash),
    ("die-on-next", 1, Crash),
    ("answer-and-stop-reading", 1, Timeout),
];

/// Requests of one run.
const BATCH: usize = 500;

fn number(variable: &str, default: usize) -> usize {
    env::var(variable).map_or(default, |text| text.parse().unwrap())
}

#[test]
#[allow(clippy::print_stdout, reason = "the numbers of the long form")]
fn chaos_is_judged_by_what_was_done() {
    let requests = number("UICONFORM_TEST_REQUESTS", 150);
    let seed = number("UICONFORM_TEST_SEED", 1);
    let mut told = Vec::new();
    let jobs = match number("UICONFORM_TEST_JOBS", 0) {
        0 => vec![1, 2],
        jobs => vec![jobs],
    };
    for jobs in jobs {
        for (batch, first) in (0..requests).step_by(BATCH).enumerate() {
            let size = BATCH.min(requests - first);
            told.push(check(size, &format!("{seed}.{batch}"), jobs));
        }
    }
    let kinds = CHOICES.len() + MAY_PASS.len();
    println!(
        "{requests} requests of {kinds} kinds, seed {seed}:\n{}",
        told.join("\n")
    );
}

fn check(requests: usize, seed: &str, jobs: usize) -> String {
    let scratch = Scratch::new();
    let log = scratch.path("log");
    let choices: Vec<&str> = CHOICES
        .iter()
        .chain(MAY_PASS)
        .flat_map(|(how, times, _)| std::iter::repeat_n(*how, *times))
        .collect();
    let mut setup = Setup::new(SHORT).with_jobs(jobs);
    setup.settings = settings(2 * SHORT);
    setup.command = driver("chaos");
    for (name, value) in [
        ("BAD_CHAOS", choices.join(",")),
        ("BAD_SEED", seed.to_string()),
        ("BAD_LOG", log.to_str().unwrap().to_owned()),
    ] {
        setup
            .command
            .environment
            .push((name.to_owned(), Some(value)));
    }
    let start = Instant::now();
    let told = run(&vec!["well"; requests], &setup);
    let took = start.elapsed();
    assert_eq!(told.cases.len(), requests);
    assert_eq!(told.trailer.stopped, None);

    let log = std::fs::read_to_string(&log).unwrap();
    let mut done: BTreeMap<usize, &str> = BTreeMap::new();
    for line in log.lines() {
        let (id, how) = line.split_once(' ').unwrap();
        let before = done.insert(id.parse::<usize>().unwrap(), how);
        assert!(
            before.is_none_or(|before| before == how),
            "the choice is by the id"
        );
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (index, case) in told.cases.iter().enumerate() {
        let how = done[&((index + 1) * 1000)];
        let of = |list: &[(&str, usize, Verdict)]| {
            let found = list.iter().find(|(name, _, _)| *name == how);
            found.map(|(_, _, verdict)| *verdict)
        };
        let fits = match (of(CHOICES), of(MAY_PASS)) {
            (Some(verdict), _) => case.verdict == verdict,
            (None, Some(verdict)) => case.verdict == verdict || case.verdict == Pass,
            (None, None) => false,
        };
        *counts.entry(case.verdict.word()).or_default() += 1;
        if !fits {
            let before = index
                .checked_sub(1)
                .map(|index| done[&((index + 1) * 1000)]);
            wrong.push(format!(
                "case {index} did `{how}` after {before:?} and got `{}`: {} ({})",
                case.verdict,
                told.message(index),
                told.hint(index)
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{jobs} jobs, seed {seed}:\n{}",
        wrong.join("\n")
    );
    assert!(took < PLENTY * u32::try_from(requests).unwrap());
    format!(
        "{jobs} jobs, seed {seed}: {counts:?}, {} requests served in {took:.1?}",
        log.lines().count()
    )
}
