//! Batches: all results or none, whatever the order of the answers.

use std::path::Path;

use uiconform_runner::{BatchCall, Breakage, Connection, DriverCommand, DriverProcess};

use crate::support::*;

fn driver(how: &str) -> DriverProcess {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/batch_driver.py");
    let command = DriverCommand::new([python(), "-S", script.to_str().unwrap(), how]);
    DriverProcess::start(&command, &settings(PLENTY), &[])
        .unwrap_or_else(|error| panic!("{error}"))
        .0
}

type Results = Result<Vec<Result<String, Breakage>>, Breakage>;

fn ask(driver: &mut DriverProcess, methods: &[&str]) -> Results {
    let params: Vec<String> = (0..methods.len()).map(|at| format!("[{at}]")).collect();
    let calls: Vec<BatchCall<'_>> = methods
        .iter()
        .zip(&params)
        .map(|(method, params)| BatchCall { method, params })
        .collect();
    driver.call_batch(&calls)
}

fn bad_answer(how: &str) -> String {
    let mut driver = driver(how);
    let failure = ask(&mut driver, &["echo", "echo"]).unwrap_err();
    let Breakage::BadAnswer { why, .. } = failure else {
        panic!("{how}: {failure:?}");
    };
    // What it says next could belong to anything.
    assert!(!driver.is_alive(), "{how}");
    why
}

#[test]
fn results_are_in_the_order_of_the_calls() {
    for how in ["well", "reversed"] {
        let mut driver = driver(how);
        assert!(driver.takes_batches());
        for _ in 0..2 {
            let results = ask(&mut driver, &["echo"; 3]).unwrap();
            let expected = ["[0]", "[1]", "[2]"].map(|text| Ok(text.to_owned()));
            assert_eq!(results, expected, "{how}");
        }
        assert!(ask(&mut driver, &[]).unwrap().is_empty());
        // A single call comes between as ever.
        let reply = driver.call(&call("echo", "[7]")).reply.unwrap();
        assert_eq!(reply.result().value().to_text(), "[7]");
        assert_eq!(driver.process(), 1);
    }
    assert!(!driver("none").takes_batches());
}

#[test]
fn answers_that_do_not_fit_break_the_batch() {
    for (how, expected) in [
        ("short", "lacks the answer"),
        ("twice", "two answers"),
        ("foreign", "that of no request"),
        ("bare", "no list"),
    ] {
        let why = bad_answer(how);
        assert!(why.contains(expected), "{how}: {why}");
    }
}

#[test]
fn an_error_of_the_driver_leaves_it_running() {
    let mut driver = driver("well");
    let results = ask(&mut driver, &["echo", "fail", "echo"]).unwrap();
    assert_eq!(results[0], Ok("[0]".to_owned()));
    assert!(
        matches!(&results[1], Err(Breakage::DriverError { code, .. }) if code == "-32603"),
        "{results:?}"
    );
    assert_eq!(results[2], Ok("[2]".to_owned()));
    assert!(ask(&mut driver, &["echo"]).is_ok());
    assert_eq!(driver.process(), 1);
}

#[test]
fn a_driver_that_ends_in_a_batch_is_started_again() {
    let mut driver = driver("well");
    let failed = ask(&mut driver, &["echo", "exit", "echo"]);
    let Err(Breakage::Crash { exit }) = failed else {
        panic!("{failed:?}");
    };
    assert_eq!(exit, "exit status 3");
    assert_eq!(ask(&mut driver, &["echo"]).unwrap(), [Ok("[0]".to_owned())]);
    assert_eq!(driver.process(), 2);
}
