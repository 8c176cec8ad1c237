//! The blame stays with the case that did it.

use std::time::Duration;

use uiconform_catalogue::Verdict::{self, BadAnswer, Crash, Pass, Timeout};

use crate::process::{PLENTY, SHORT};
use crate::support::*;

/// Runs the cases with one driver, with two and with three, and sees that the records are the same to the letter.
#[track_caller]
fn the_same_for_all_jobs(behaviours: &[&str], request: Duration) -> Told {
    let one = run(behaviours, &Setup::new(request));
    for jobs in [2, 3] {
        let more = run(behaviours, &Setup::new(request).with_jobs(jobs));
        assert_eq!(one.lines(), more.lines(), "{jobs} jobs");
    }
    one
}

/// One case that misbehaves among others that do not.
#[track_caller]
fn alone_to_blame(behaviour: &str, request: Duration, verdict: Verdict) -> Told {
    let mut behaviours = ["well"; 7];
    behaviours[2] = behaviour;
    let told = the_same_for_all_jobs(&behaviours, request);
    let mut expected = [Pass; 7];
    expected[2] = verdict;
    assert_eq!(
        told.verdicts(),
        expected,
        "{behaviour}: {}",
        told.message(2)
    );
    assert_eq!(told.trailer.exit, 1);
    told
}

#[test]
fn output_that_comes_late_belongs_to_the_case_before() {
    let unasked = "output that nobody asked for: `";
    for (behaviour, what) in [
        ("log-later", unasked),
        ("log-much-later", unasked),
        ("log-on-next", unasked),
        ("twice-later", "a second answer to request 3000 came"),
    ] {
        let told = alone_to_blame(behaviour, PLENTY, BadAnswer);
        let message = told.message(2);
        assert!(
            message.starts_with(&format!("after its last answer: {what}")),
            "{behaviour}: {message}"
        );
    }
}

#[test]
fn a_second_answer_is_known_by_its_id() {
    let told = alone_to_blame("twice-on-next", PLENTY, BadAnswer);
    assert!(
        told.message(2).contains("request 3000"),
        "{}",
        told.message(2)
    );
}

#[test]
fn the_id_of_an_earlier_request_blames_nobody_else() {
    alone_to_blame("earlier-id", PLENTY, BadAnswer);
}

#[test]
fn an_end_after_the_answer_belongs_to_the_case_before() {
    let told = alone_to_blame("answer-and-exit", PLENTY, Crash);
    assert_eq!(
        told.message(2),
        "after its last answer the driver ended: exit status 4"
    );
    let told = alone_to_blame("answer-and-die-later", PLENTY, Crash);
    assert!(told.message(2).contains("signal 11"), "{}", told.message(2));
    alone_to_blame("die-on-next", PLENTY, Crash);
}

#[test]
fn a_driver_that_goes_deaf_is_laid_on_the_case_that_made_it_so() {
    let told = alone_to_blame("answer-and-stop-reading", SHORT, Timeout);
    assert_eq!(
        told.message(2),
        "after its last answer the driver served no other request within 700ms"
    );
}

#[test]
fn what_a_case_does_itself_stays_with_it() {
    alone_to_blame("exit", PLENTY, Crash);
    alone_to_blame("silent", SHORT, Timeout);
    alone_to_blame("log-before", PLENTY, BadAnswer);
    alone_to_blame("error-without-id", PLENTY, BadAnswer);
}

#[test]
fn a_neighbour_that_breaks_too_hides_nothing() {
    use Verdict::*;
    let behaviours = [
        "well",
        "log-later",
        "exit",
        "well",
        "twice-on-next",
        "log-before",
        "well",
    ];
    let told = the_same_for_all_jobs(&behaviours, PLENTY);
    assert_eq!(
        told.verdicts(),
        [Pass, BadAnswer, Crash, Pass, BadAnswer, BadAnswer, Pass]
    );
}

#[test]
fn what_is_done_at_the_end_of_a_process_is_seen() {
    for (behaviour, verdict, words) in [
        ("log-at-end", BadAnswer, "`goodbye`"),
        ("die-at-end", Crash, "signal 11"),
    ] {
        // As the last case, and among others.
        let last = the_same_for_all_jobs(&["well", "well", behaviour], PLENTY);
        assert_eq!(last.verdicts(), [Pass, Pass, verdict], "{behaviour}");
        let first = the_same_for_all_jobs(&[behaviour, "well", "well"], PLENTY);
        assert_eq!(first.verdicts(), [verdict, Pass, Pass], "{behaviour}");
        assert!(first.message(0).contains(words), "{}", first.message(0));
    }
    // An exit status says nothing about a case.
    let told = the_same_for_all_jobs(&["well", "fail-at-end"], PLENTY);
    assert_eq!(told.verdicts(), [Pass, Pass]);
    assert_eq!(told.trailer.exit, 0);
}

#[test]
fn what_every_process_does_at_its_end_is_laid_on_the_last_case() {
    for jobs in [1, 3] {
        let mut setup = Setup::new(PLENTY).with_jobs(jobs);
        setup.command = crate::process::driver("goodbye");
        let told = run(&["well"; 5], &setup);
        assert_eq!(
            told.verdicts(),
            [Pass, Pass, Pass, Pass, BadAnswer],
            "{jobs} jobs"
        );
        assert!(told.message(4).contains("`goodbye`"), "{}", told.message(4));
    }
}

#[test]
fn what_happens_once_is_told_where_it_was_seen() {
    let once = crate::process::Scratch::new();
    let mut setup = Setup::new(PLENTY);
    setup.command.environment.push((
        "BAD_ONCE_IN_CALL".to_owned(),
        Some(once.path("once").to_str().unwrap().to_owned()),
    ));
    let told = run(&["well", "well", "exit-once", "well"], &setup);
    assert_eq!(told.verdicts(), [Pass, Pass, Crash, Pass]);
    assert!(
        told.hint(2).contains("did not happen again"),
        "{}",
        told.hint(2)
    );
    assert_eq!(told.trailer.exit, 1);
}

#[test]
fn a_driver_that_breaks_at_every_other_request_never_passes() {
    for jobs in [1, 2] {
        let mut setup = Setup::new(PLENTY).with_jobs(jobs);
        setup.command = crate::process::driver("two-requests");
        let told = run(&["well"; 8], &setup);
        let crashes = told
            .verdicts()
            .iter()
            .filter(|verdict| **verdict == Crash)
            .count();
        assert!(crashes >= 2, "{:?}", told.verdicts());
        assert_eq!(told.trailer.exit, 1);
    }
}

#[test]
fn what_a_case_does_between_its_own_requests_is_its_own() {
    for (behaviour, verdict) in [
        ("answer-and-exit-amid", Crash),
        ("answer-twice-amid", BadAnswer),
    ] {
        alone_to_blame(behaviour, PLENTY, verdict);
    }
}

#[test]
fn a_repetition_that_breaks_the_process_is_no_mere_difference() {
    for behaviour in ["exit-on-next", "answer-and-exit", "die-on-next"] {
        for jobs in [1, 2] {
            let setup = Setup::new(PLENTY).with_jobs(jobs).with_times(2);
            let told = run(&["well", "well", behaviour, "well"], &setup);
            assert_eq!(
                told.verdicts(),
                [Pass, Pass, Crash, Pass],
                "{behaviour}, {jobs} jobs: {}",
                told.message(2)
            );
            let failure = told.cases[2].failure.as_ref().unwrap();
            assert!(failure.at_any_level);
            assert_eq!(told.trailer.exit, 1);
        }
    }
}

#[test]
fn one_fault_hides_no_other() {
    let well = "well";
    for behaviours in [
        // What is done at the end: one of them alone is seen.
        [well, "die-at-end", well, "log-at-end", well],
        [well, "log-at-end", well, "die-at-end", well],
        // The second one breaks by itself, in another way than it is made to break by the first one, or in the same.
        [well, well, "exit-on-next", "silent", well],
        [well, well, "exit-on-next", "exit", well],
        [well, "die-at-end", well, "exit", well],
        // The last case has none after it.
        [well, well, "log-at-end", well, "exit-on-next"],
    ] {
        let told = the_same_for_all_jobs(&behaviours, SHORT);
        let expected = behaviours.map(|behaviour| match behaviour {
            "well" => Pass,
            "log-at-end" => BadAnswer,
            "silent" => Timeout,
            _ => Crash,
        });
        assert_eq!(told.verdicts(), expected, "{behaviours:?}");
        assert_eq!(told.trailer.exit, 1);
    }
}
