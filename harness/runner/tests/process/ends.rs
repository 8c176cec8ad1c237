//! Drivers that end, close a stream, or leave something behind.

use std::process::Command;
use std::time::{Duration, Instant};

use uiconform_runner::{Breakage, Connection, DriverProcess, Origin};

use crate::support::*;

#[test]
fn exits_without_an_answer() {
    let (exit, stderr) = crash("bad/exit");
    assert_eq!(exit, "exit status 3");
    assert_eq!(stderr, "Traceback: out of luck\n");
    assert_eq!(crash("bad/exit-well").0, "exit status 0");
    assert_eq!(crash("bad/exit-in-a-word").0, "exit status 3");
}

#[test]
fn dies_by_a_signal() {
    let (exit, _) = crash("bad/signal");
    assert!(exit.starts_with("killed by signal 11 (SIGSEGV)"), "{exit}");
}

#[test]
fn exits_after_an_answer() {
    // The harness may or may not be fast enough to have sent the next request; either way it was not read.
    let mut driver = started(&settings(PLENTY));
    let first = driver.call(&call("bad/answer-and-exit", "{}"));
    assert!(first.reply.is_ok(), "{first:?}");
    let second = driver.call(&call("echo", "{}"));
    match second.reply {
        Err(Breakage::Crash { exit }) => assert_eq!(exit, "exit status 4"),
        other => panic!("{other:?}"),
    }
    if cfg!(target_os = "linux") {
        assert_eq!(second.origin, Origin::Earlier);
    }
    assert!(!driver.is_alive());
    driver.restart().unwrap();
    works(&mut driver);
}

#[test]
fn an_end_between_two_cases_belongs_to_the_first() {
    let mut driver = started(&settings(PLENTY));
    assert!(
        driver
            .call(&call("bad/answer-and-exit", "{}"))
            .reply
            .is_ok()
    );
    let breakage = wait_for(|| aftermath(&mut driver));
    assert_eq!(
        breakage,
        Breakage::Crash {
            exit: "exit status 4".to_owned()
        }
    );
    assert!(!driver.is_alive());
    assert_eq!(driver.evidence().exit.as_deref(), Some("exit status 4"));
    // A call restarts by itself.
    works(&mut driver);
}

#[test]
fn closes_its_output_and_lives() {
    let (exit, _) = crash("bad/close-stdout");
    assert_eq!(
        exit,
        "closed its standard output and went on; killed by the harness"
    );
}

#[test]
fn closes_its_input_and_lives() {
    let (exit, _) = crash("bad/close-stdin");
    assert_eq!(
        exit,
        "closed its standard input and went on; killed by the harness"
    );
    let mut driver = started(&settings(PLENTY));
    let answered = driver.call(&call("bad/answer-and-close-stdin", "{}"));
    assert!(answered.reply.is_ok(), "{answered:?}");
    assert!(matches!(
        aftermath(&mut driver),
        Some(Breakage::Crash { .. })
    ));
    assert!(!driver.is_alive());
    works(&mut driver);
}

#[test]
fn a_grandchild_that_holds_the_pipes_is_killed() {
    let (exit, stderr) = crash("bad/grandchild");
    assert_eq!(exit, "exit status 3");
    assert_gone(grandchild(&stderr));
}

#[test]
fn a_grandchild_goes_with_the_driver() {
    let mut driver = started(&settings(PLENTY));
    let answered = driver.call(&call("bad/answer-with-grandchild", "{}"));
    assert!(answered.reply.is_ok(), "{answered:?}");
    works(&mut driver);
    let pid = grandchild(&driver.evidence().stderr);
    assert!(is_there(pid));
    drop(driver);
    assert_gone(pid);
}

#[test]
fn a_grandchild_that_left_the_group_does_not_hold_the_harness() {
    for method in [
        "bad/grandchild-of-its-own",
        "bad/grandchild-without-environment",
    ] {
        let start = Instant::now();
        let mut driver = started(&settings(PLENTY));
        let exchange = driver.call(&call(method, "{}"));
        assert!(start.elapsed() < PLENTY);
        let pid = grandchild(&driver.evidence().stderr);
        drop(driver);
        if cfg!(target_os = "linux") {
            assert_gone(pid);
        } else {
            // Elsewhere the promise is limited to the group; the test cleans up.
            let pid = pid.to_string();
            Command::new("kill").args(["-9", &pid]).status().unwrap();
        }
        if method == "bad/grandchild-of-its-own" {
            // The driver had ended before it was looked for what it left.
            assert!(
                matches!(exchange.reply, Err(Breakage::Crash { exit }) if exit == "exit status 3")
            );
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_daemon_goes_with_the_driver() {
    let mut driver = started(&settings(PLENTY));
    assert!(
        driver
            .call(&call("bad/answer-with-daemon", "{}"))
            .reply
            .is_ok()
    );
    works(&mut driver);
    let pid = grandchild(&driver.evidence().stderr);
    assert!(is_there(pid));
    drop(driver);
    assert_gone(pid);
}

#[test]
#[cfg(target_os = "linux")]
fn a_daemon_whose_main_thread_has_ended_goes_with_the_driver() {
    let mut driver = started(&settings(PLENTY));
    let answered = driver.call(&call("bad/answer-with-half-a-daemon", "{}"));
    assert!(answered.reply.is_ok(), "{answered:?}");
    let pid = grandchild(&driver.evidence().stderr);
    let state = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    wait_for(|| state().contains(") Z ").then_some(()));
    assert!(is_there(pid));
    drop(driver);
    assert_gone(pid);
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_that_is_always_another_one_goes_with_the_driver() {
    for _ in 0..5 {
        let scratch = Scratch::new();
        let log = scratch.path("log");
        let mut command = driver("well");
        command
            .environment
            .push(("BAD_LOG".to_owned(), log.to_str().map(str::to_owned)));
        let mut driver = DriverProcess::start(&command, &settings(PLENTY), &[])
            .unwrap()
            .0;
        let answered = driver.call(&call("bad/answer-with-hopper", "{}"));
        assert!(answered.reply.is_ok(), "{answered:?}");
        let hops = || std::fs::read(&log).map_or(0, |log| log.len());
        wait_for(|| (hops() > 20).then_some(()));
        drop(driver);
        let then = hops();
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(hops(), then);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_of_a_child_goes_with_a_driver_that_has_ended() {
    let mut driver = started(&settings(PLENTY));
    let exchange = driver.call(&call("bad/grandchild-of-a-child", "{}"));
    assert!(
        matches!(&exchange.reply, Err(Breakage::Crash { exit }) if exit == "exit status 3"),
        "{exchange:?}"
    );
    assert_gone(grandchild(&driver.evidence().stderr));
}

#[test]
fn a_driver_cannot_hide_in_the_group_of_the_harness() {
    let start = Instant::now();
    let mut driver = started(&settings(SHORT));
    let exchange = driver.call(&call("bad/hide-in-the-harness", "{}"));
    assert!(
        matches!(exchange.reply, Err(Breakage::Timeout { .. })),
        "{exchange:?}"
    );
    assert_gone(grandchild(&driver.evidence().stderr));
    // Nobody waits for what does not die.
    assert!(start.elapsed() < PLENTY / 6);
}

#[test]
fn a_driver_leads_a_session_without_a_terminal() {
    let mut driver = started(&settings(PLENTY));
    let answer = driver.call(&call("bad/session", "{}")).reply.unwrap();
    assert_eq!(answer.result().value().to_text(), "[true,true]");
}
