//! Drivers that do not start.

use std::time::Duration;

use uiconform_runner::{
    Breakage, Connection, DriverCommand, DriverProcess, Settings, StartError, Timeouts,
};

use crate::support::*;

#[track_caller]
fn not_started(command: &DriverCommand, settings: &Settings) -> StartError {
    match DriverProcess::start(command, settings, &["agentue-1.1".to_owned()]) {
        Ok(_) => panic!("it started"),
        Err(error) => error,
    }
}

/// Lets a driver misbehave at its first start, checks what is said, and that the second start works.
#[track_caller]
fn misstart(start: &str, settings: &Settings, said: &[&str]) {
    let once = Scratch::new();
    let mut command = driver(start);
    command.environment.push((
        "BAD_ONCE".to_owned(),
        Some(once.path("once").to_str().unwrap().to_owned()),
    ));
    let error = not_started(&command, settings).to_string();
    for part in said {
        assert!(error.contains(part), "`{part}` is missing in: {error}");
    }
    assert!(!error.contains('\u{1b}'), "{error}");
    let (mut driver, _) = DriverProcess::start(&command, settings, &[]).unwrap();
    works(&mut driver);
}

#[test]
fn a_start_that_fails_is_told_with_what_was_said() {
    let sent = r#"sent:     {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1,"suites":["agentue-1.1"]}}"#;
    let plenty = settings(PLENTY);
    misstart(
        "exit",
        &plenty,
        &[
            "did not answer `initialize`: exit status 3",
            sent,
            "received: nothing",
            r"no module named \u{1b}[31mluck",
        ],
    );
    misstart("signal", &plenty, &["killed by signal 9 (SIGKILL)"]);
    misstart(
        "banner",
        &plenty,
        &[
            "Welcome to the bad driver!",
            "write logs and banners to standard error",
        ],
    );
    misstart(
        "protocol-2",
        &plenty,
        &["speaks version 2 of the driver protocol, this harness version 1"],
    );
    misstart(
        "number-for-a-profile",
        &plenty,
        &[
            "at /result/profiles/0: expected a string, found a number",
            r#""profiles": [1]"#,
        ],
    );
    misstart(
        "refuse",
        &plenty,
        &["refused `initialize` with error -32603: no licence"],
    );
    misstart(
        "list-for-a-choice",
        &plenty,
        &["at /result/choices: expected a string for `order`, found a list"],
    );
    misstart(
        "surrogate-in-a-choice",
        &plenty,
        &["expected a string for `order`, found a lone surrogate in it"],
    );
    misstart("deaf", &plenty, &["closed its standard input and went on"]);
}

#[test]
fn a_start_without_an_answer_is_told_with_its_likely_cause() {
    let settings = Settings {
        timeouts: Timeouts {
            request: Some(PLENTY),
            // Long enough for the second start, on a loaded machine too.
            startup: Some(Duration::from_secs(3)),
        },
        ..Settings::default()
    };
    misstart(
        "silent",
        &settings,
        &["did not answer `initialize` within 3s"],
    );
    misstart(
        "unflushed",
        &settings,
        &["within 3s", "flush standard output"],
    );
    misstart("no-line-end", &settings, &["within 3s", "write a newline"]);
}

#[test]
fn a_slow_start_is_waited_for() {
    let mut driver = DriverProcess::start(&driver("slow"), &settings(PLENTY), &[])
        .unwrap()
        .0;
    works(&mut driver);
}

#[test]
fn a_restart_that_fails_is_the_outcome_of_the_call() {
    let once = Scratch::new();
    let program = once.path("driver");
    std::os::unix::fs::symlink(python(), &program).unwrap();
    let mut command = driver("well");
    command.words[0] = program.to_str().unwrap().to_owned();
    let mut driver = DriverProcess::start(&command, &settings(PLENTY), &[])
        .unwrap()
        .0;
    std::fs::remove_file(&program).unwrap();
    assert!(driver.call(&call("bad/exit", "{}")).reply.is_err());
    let Err(Breakage::NotStarted { why, for_good }) = driver.call(&call("echo", "{}")).reply else {
        panic!("it started");
    };
    assert!(why.contains("there is no file"), "{why}");
    assert!(!for_good);
    std::os::unix::fs::symlink(python(), &program).unwrap();
    works(&mut driver);
}

#[test]
fn a_program_that_cannot_be_run_is_told_with_what_to_do() {
    let scratch = Scratch::new();
    let file = |name: &str, content: &str, mode: u32| {
        use std::os::unix::fs::PermissionsExt;
        let path = scratch.path(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let told = |words: &[&str]| {
        let error = not_started(
            &DriverCommand::new(words.iter().copied()),
            &settings(PLENTY),
        );
        let kind = match error {
            StartError::NoCommand => "no command",
            StartError::NotFound { .. } => "not found",
            StartError::NotExecutable { .. } => "not executable",
            StartError::Ended { .. } => "ended",
            _ => "else",
        };
        (kind, error.to_string())
    };
    let check = |words: &[&str], kind: &str, advice: &str| {
        let (got, message) = told(words);
        assert_eq!(got, kind, "{message}");
        assert!(
            message.contains(advice),
            "`{advice}` is missing in: {message}"
        );
    };
    check(&[], "no command", "name a program");
    check(
        &["no-such-driver"],
        "not found",
        "no program no-such-driver on the PATH",
    );
    check(&["./no/such"], "not found", "there is no file ./no/such");
    check(
        &["python3 driver.py"],
        "not found",
        "each argument as a word of its own",
    );
    let plain = file("plain.py", "print()\n", 0o644);
    check(&[&plain], "not executable", "chmod +x");
    check(&[&plain], "not executable", &format!("`python3 {plain}`"));
    let headless = file("headless.mjs", "console.log()\n", 0o755);
    // A shell is tried on it.
    check(&[&headless], "ended", &format!("`node {headless}`"));
    // It is a pipe when it is looked at, and nobody writes to that.
    let elusive = file(
        "elusive",
        "#!/bin/sh\nrm \"$0\"; mkfifo \"$0\"; exit 3\n",
        0o755,
    );
    check(&[&elusive], "ended", "exit status 3");
    let circle = scratch.path("circle");
    std::os::unix::fs::symlink(&circle, &circle).unwrap();
    check(
        &[circle.to_str().unwrap()],
        "else",
        "Too many levels of symbolic links",
    );
    let lost = file("lost.rb", "#!/no/such/ruby\n", 0o755);
    check(
        &[&lost],
        "not found",
        "the interpreter that its first line names is not",
    );
    check(
        &[scratch.path("").to_str().unwrap()],
        "not executable",
        "is a directory",
    );

    let mut command = driver("well");
    command.directory = Some(scratch.path("nowhere"));
    let message = not_started(&command, &settings(PLENTY)).to_string();
    assert!(
        message.contains("its working directory") && message.contains("does not exist"),
        "{message}"
    );
}
