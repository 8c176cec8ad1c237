//! Drivers that do not start again, or come back as somebody else.

use uiconform_catalogue::Verdict::{Crash, NotRun, Pass};

use crate::process::{PLENTY, Scratch, python};
use crate::support::*;

#[test]
fn what_cannot_be_run_any_more_is_not_a_crash() {
    let scratch = Scratch::new();
    let program = scratch.path("driver");
    std::os::unix::fs::symlink(python(), &program).unwrap();
    let mut setup = Setup::new(PLENTY);
    setup.command.words[0] = program.to_str().unwrap().to_owned();
    setup.command.environment.push((
        "BAD_REMOVES".to_owned(),
        Some(setup.command.words[0].clone()),
    ));
    let told = run(
        &["well", "exit-and-remove", "well", "well", "well", "well"],
        &setup,
    );
    assert_eq!(
        told.verdicts(),
        [Pass, Crash, NotRun, NotRun, NotRun, NotRun]
    );
    assert_eq!(told.trailer.exit, 5);
    let stopped = told.trailer.stopped.unwrap();
    assert!(
        stopped.contains("case-2 was not run: cannot start the driver")
            && stopped.contains("there is no file"),
        "{stopped}"
    );
}

#[test]
fn a_start_that_fails_now_and_then_is_tried_again() {
    let scratch = Scratch::new();
    let mut setup = Setup::new(PLENTY);
    setup.command = crate::process::driver("third-start-fails");
    setup.command.environment.push((
        "BAD_COUNT".to_owned(),
        Some(scratch.path("count").to_str().unwrap().to_owned()),
    ));
    let told = run(&["exit", "exit", "well", "well"], &setup);
    // The case that the failed start was for is not run; the next start works.
    assert_eq!(told.verdicts(), [Crash, Crash, NotRun, Pass]);
    assert_eq!(told.trailer.exit, 5);
    let stopped = told.trailer.stopped.unwrap();
    assert!(stopped.contains("case-2 was not run"), "{stopped}");
}

#[test]
fn somebody_else_is_not_tested_in_its_place() {
    for start in ["other-version", "other-profiles"] {
        let scratch = Scratch::new();
        let mut setup = Setup::new(PLENTY);
        setup.command = crate::process::driver(start);
        setup.command.environment.push((
            "BAD_COUNT".to_owned(),
            Some(scratch.path("count").to_str().unwrap().to_owned()),
        ));
        let told = run(&["exit", "well", "well"], &setup);
        assert_eq!(told.verdicts(), [Crash, NotRun, NotRun]);
        assert_eq!(told.trailer.exit, 5);
        let stopped = told.trailer.stopped.unwrap();
        assert!(
            stopped.contains("says something else of itself than when it was first started"),
            "{stopped}"
        );
    }
}

#[test]
fn profiles_have_no_order() {
    let scratch = Scratch::new();
    let mut setup = Setup::new(PLENTY).with_jobs(2);
    setup.command = crate::process::driver("shuffled-profiles");
    setup.command.environment.push((
        "BAD_COUNT".to_owned(),
        Some(scratch.path("count").to_str().unwrap().to_owned()),
    ));
    let told = run(&["exit", "well", "exit", "well"], &setup);
    assert_eq!(told.verdicts(), [Crash, Pass, Crash, Pass]);
}

#[test]
fn a_process_that_ends_by_itself_is_no_verdict_on_any_case() {
    for jobs in [1, 2] {
        let mut setup = Setup::new(PLENTY).with_jobs(jobs);
        setup.command = crate::process::driver("launcher");
        let told = run(&["well"; 12], &setup);
        assert!(
            told.verdicts()
                .iter()
                .all(|verdict| matches!(verdict, Pass | NotRun)),
            "{:?}",
            told.verdicts()
        );
        assert_eq!(told.trailer.exit, 5);
        let stopped = told.trailer.stopped.unwrap();
        assert!(stopped.contains("ends by itself"), "{stopped}");
    }
}
