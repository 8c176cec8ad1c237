//! Every kind of misbehaviour has its verdict, and the neighbours have theirs.

use uiconform_catalogue::Verdict::{self, BadAnswer, Crash, Fail, Pass, Timeout};

use crate::process::{PLENTY, SHORT};
use crate::support::*;

const ALL: &[(&str, Verdict)] = &[
    ("exit", Crash),
    ("exit-well", Crash),
    ("exit-in-a-word", Crash),
    ("answer-and-exit", Crash),
    ("signal", Crash),
    ("close-stdout", Crash),
    ("close-stdin", Crash),
    ("answer-and-close-stdin", Crash),
    ("grandchild", Crash),
    ("grandchild-of-its-own", Crash),
    ("log-before", BadAnswer),
    ("log-inside", BadAnswer),
    ("log-after", BadAnswer),
    ("log-later", BadAnswer),
    ("twice", BadAnswer),
    ("twice-later", BadAnswer),
    ("twice-on-next", BadAnswer),
    ("wrong-id", BadAnswer),
    ("text-id", BadAnswer),
    ("no-id", BadAnswer),
    ("no-result", BadAnswer),
    ("no-version", BadAnswer),
    ("cut", BadAnswer),
    ("pretty", BadAnswer),
    ("infinity", BadAnswer),
    ("not-utf-8", BadAnswer),
    ("empty-line", BadAnswer),
    ("null", BadAnswer),
    ("null-result", BadAnswer),
    ("wrong-type", BadAnswer),
    ("steps-too-few", BadAnswer),
    ("steps-too-many", BadAnswer),
    ("error", BadAnswer),
    ("error-without-id", BadAnswer),
    ("no-method", Fail),
    ("lone-surrogate", Fail),
    ("deep-model", Fail),
    ("flood-stderr", Pass),
    ("answer-with-grandchild", Pass),
    ("grandchild-without-environment", Pass),
    ("large-answer", Pass),
    ("leak", Pass),
];

#[test]
fn every_misbehaviour_has_its_verdict_and_spares_its_neighbours() {
    for jobs in [1, 2] {
        let mut behaviours = Vec::new();
        let mut expected = Vec::new();
        for (behaviour, verdict) in ALL {
            behaviours.extend(["well", *behaviour]);
            expected.extend([Pass, *verdict]);
        }
        behaviours.push("well");
        expected.push(Pass);
        let told = run(&behaviours, &Setup::new(PLENTY).with_jobs(jobs));
        for (index, (behaviour, verdict)) in behaviours.iter().zip(&expected).enumerate() {
            assert_eq!(
                told.cases[index].verdict,
                *verdict,
                "case {index}, {behaviour}, {jobs} jobs: {}",
                told.message(index)
            );
        }
    }
}

#[test]
fn drivers_that_hang_are_timed_out() {
    for behaviour in [
        "silent",
        "ignore",
        "stop",
        "unflushed",
        "no-line-end",
        "trickle",
        "flood-stderr-for-ever",
        "answer-late",
    ] {
        let told = run(
            &["well", behaviour, "well"],
            &Setup::new(SHORT).with_jobs(2),
        );
        assert_eq!(told.verdicts(), [Pass, Timeout, Pass], "{behaviour}");
    }
}

#[test]
fn an_answer_without_end_is_cut_off_at_the_limit() {
    let mut setup = Setup::new(PLENTY);
    setup.settings.answer_limit = 5_000_000;
    let told = run(
        &["well", "endless", "well", "flood-of-lines", "well"],
        &setup,
    );
    assert_eq!(told.verdicts(), [Pass, BadAnswer, Pass, BadAnswer, Pass]);
    assert!(
        told.message(1).contains("limit of 5000000 bytes"),
        "{}",
        told.message(1)
    );
    let size: usize = told.lines().iter().map(String::len).sum();
    assert!(
        size < 1_000_000,
        "records keep evidence, not everything: {size}"
    );
}

#[test]
fn an_answer_of_200_mb_is_read_and_judged() {
    let told = run(&["well", "huge-answer", "well"], &Setup::new(PLENTY));
    assert_eq!(told.verdicts(), [Pass, Pass, Pass]);
}

#[test]
fn a_driver_that_slows_down_is_timed_out_and_goes_on_afresh() {
    let mut setup = Setup::new(SHORT);
    setup.command = crate::process::driver("slower");
    // Each answer of a process takes as long again as the one before.
    let told = run(&["well"; 6], &setup);
    assert!(told.verdicts().contains(&Timeout), "{:?}", told.verdicts());
    assert!(
        told.verdicts()
            .iter()
            .all(|verdict| matches!(verdict, Pass | Timeout))
    );
    assert_eq!(told.trailer.exit, 1);
}

#[test]
fn two_drivers_at_once_do_not_meddle() {
    let told = run(&["well"; 200], &Setup::new(PLENTY).with_jobs(2));
    assert_eq!(told.verdicts(), [Pass; 200]);
    assert_eq!(told.trailer.exit, 0);
}
