//! Runs that are stopped, from outside or since nobody listens.

use std::thread;
use std::time::{Duration, Instant};

use uiconform_catalogue::Verdict::{NotRun, Pass};

use crate::process::{PLENTY, assert_gone, is_there, wait_for};
use crate::support::*;

#[test]
fn a_stop_ends_the_driver_and_names_what_was_not_run() {
    let scratch = crate::process::Scratch::new();
    let note = scratch.path("pid");
    let mut setup = Setup::new(PLENTY);
    setup.command.environment.push((
        "BAD_PID".to_owned(),
        Some(note.to_str().unwrap().to_owned()),
    ));
    let stop = setup.stop.clone();
    let start = Instant::now();
    let told = thread::scope(|scope| {
        let running = scope.spawn(|| run(&["well", "silent-and-known", "well", "well"], &setup));
        let driver: u32 = wait_for(|| std::fs::read_to_string(&note).ok()?.trim().parse().ok());
        assert!(is_there(driver));
        stop.set();
        let told = running.join().unwrap();
        assert_gone(driver);
        told
    });
    assert!(start.elapsed() < PLENTY / 2);
    assert_eq!(told.verdicts(), [Pass, NotRun, NotRun, NotRun]);
    assert_eq!(told.trailer.exit, 5);
    assert_eq!(told.trailer.stopped.as_deref(), Some("stopped by a signal"));
}

#[test]
fn a_run_ends_when_nobody_listens() {
    for jobs in [1, 3] {
        let mut setup = Setup::new(PLENTY).with_jobs(jobs);
        // The header and one case.
        setup.listens = 2;
        let mut behaviours = vec!["slow"; 500];
        behaviours[1] = "exit";
        let told = run(&behaviours, &setup);
        let not_run = told
            .verdicts()
            .iter()
            .filter(|verdict| **verdict == NotRun)
            .count();
        assert!(not_run > 100, "{not_run}");
        assert_eq!(told.trailer.exit, 5);
    }
}

#[test]
fn a_stop_before_the_start_starts_nothing() {
    let setup = Setup::new(Duration::from_secs(5));
    setup.stop.set();
    let started = uiconform_runner::DriverProcess::start_until(
        &setup.command,
        &setup.settings,
        &[],
        &setup.stop,
    );
    assert!(matches!(
        started,
        Err(uiconform_runner::StartError::Stopped)
    ));
}
