//! A case that makes the driver answer all later requests badly is to blame, and not those.

use uiconform_catalogue::Verdict::{BadAnswer, Fail, Pass};

use crate::process::{PLENTY, driver};
use crate::support::*;

#[test]
fn who_poisons_a_process_is_to_blame_for_what_its_successors_get() {
    for (behaviour, verdict, words) in [
        (
            "poison",
            BadAnswer,
            "with error -32603: the lock is poisoned",
        ),
        (
            "poison-shape",
            BadAnswer,
            "is answered badly: answer:1:46: 0 verdicts for 1 events",
        ),
        (
            "poison-itself",
            BadAnswer,
            "the driver answered with error -32603",
        ),
        (
            "poison-text",
            BadAnswer,
            "is answered badly: answer:1:1: expected a value, found `what`",
        ),
        (
            "poison-model",
            Fail,
            "is answered wrongly: the event was accepted, and the model after it is not the expected one",
        ),
        (
            "poison-one",
            Fail,
            "is answered wrongly: the event was accepted, and the model after it is not the expected one",
        ),
    ] {
        for place in [0, 3, 6] {
            let mut behaviours = ["well"; 7];
            behaviours[place] = behaviour;
            let mut expected = [Pass; 7];
            expected[place] = verdict;
            let mut lines = Vec::new();
            for jobs in [1, 2, 3] {
                let told = run(&behaviours, &Setup::new(PLENTY).with_jobs(jobs));
                let message = told.message(place);
                assert_eq!(
                    told.verdicts(),
                    expected,
                    "{behaviour}, {jobs} jobs: {message}"
                );
                assert!(message.contains(words), "{behaviour}: {message}");
                // Whatever the level of the case.
                let failure = told.cases[place].failure.as_ref().unwrap();
                assert!(failure.at_any_level, "{behaviour}");
                lines.push(told.lines());
            }
            assert_eq!(lines[0], lines[1], "two jobs, {behaviour} at {place}");
            assert_eq!(lines[0], lines[2], "three jobs");
        }
    }
}

#[test]
fn poison_is_found_among_cases_that_fail_by_themselves() {
    let behaviours = [
        "well", "error", "error", "error", "error", "well", "poison", "well", "error", "well",
    ];
    for jobs in [1, 2] {
        let told = run(&behaviours, &Setup::new(PLENTY).with_jobs(jobs));
        let expected = behaviours.map(|behaviour| match behaviour {
            "well" => Pass,
            _ => BadAnswer,
        });
        assert_eq!(told.verdicts(), expected, "{jobs} jobs");
        assert!(
            told.message(6).starts_with("after this case, a request"),
            "{}",
            told.message(6)
        );
    }
}

#[test]
fn a_driver_that_fails_everywhere_is_not_started_for_each_case() {
    let scratch = crate::process::Scratch::new();
    let count = scratch.path("count");
    let mut setup = Setup::new(PLENTY);
    setup.command.environment.push((
        "BAD_COUNT".to_owned(),
        Some(count.to_str().unwrap().to_owned()),
    ));
    let mut behaviours = vec!["well"];
    behaviours.resize(100, "error");
    let told = run(&behaviours, &setup);
    let failures = told
        .verdicts()
        .iter()
        .filter(|one| **one == BadAnswer)
        .count();
    assert_eq!(failures, 99);
    let starts = std::fs::metadata(&count).unwrap().len();
    assert!(starts < 20, "{starts} starts");
}

#[test]
fn a_driver_that_serves_one_request_never_passes() {
    let mut setup = Setup::new(PLENTY);
    setup.command = driver("fails");
    let told = run(&["well"; 6], &setup);
    assert!(told.verdicts().contains(&BadAnswer));
    assert_eq!(told.trailer.exit, 1);
}
