//! Bad drivers: whatever a program does, the call ends in time with the right breakage, and the next start works.

#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)] // A test says what it expects.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use uiconform_catalogue::{Call, Process};
use uiconform_runner::{
    Breakage, Connection, DriverCommand, DriverProcess, Exchange, Settings, StartError, Timeouts,
};

/// Far more than an answer takes on any machine, for tests in which the limit is not the point.
const PLENTY: Duration = Duration::from_secs(60);

/// A limit that is reached, and that a good answer of a started driver keeps on a loaded machine.
const SHORT: Duration = Duration::from_millis(700);

/// The interpreter itself: what is first on the PATH may be a script that takes long to find it.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let found = Command::new("python3")
            .args(["-c", "import sys; print(sys.executable)"])
            .output()
            .expect("the tests need python3 on the PATH");
        String::from_utf8(found.stdout).unwrap().trim().to_owned()
    })
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_driver.py")
}

fn driver(start: &str) -> DriverCommand {
    let mut command = DriverCommand::new([python(), "-S", script().to_str().unwrap(), start]);
    // Where it is set, a driver that does not flush works by accident.
    command
        .environment
        .push(("PYTHONUNBUFFERED".to_owned(), None));
    command
}

fn settings(request: Duration) -> Settings {
    Settings {
        timeouts: Timeouts {
            request: Some(request),
            startup: Some(PLENTY),
        },
        ..Settings::default()
    }
}

fn started(settings: &Settings) -> DriverProcess {
    DriverProcess::start(&driver("well"), settings, &["agentue-1.1".to_owned()])
        .unwrap_or_else(|error| panic!("{error}"))
        .0
}

fn call(method: &'static str, params: impl Into<String>) -> Call {
    Call {
        method,
        params: params.into(),
        process: Process::Same,
        purpose: "test",
    }
}

#[track_caller]
fn works(driver: &mut DriverProcess) {
    let exchange = driver.call(&call("echo", r#"{"a":[1,"ü"]}"#));
    let answer = exchange
        .reply
        .unwrap_or_else(|breakage| panic!("{breakage:?}"));
    assert_eq!(
        answer.result().value().get("a").unwrap().to_text(),
        r#"[1,"ü"]"#
    );
    assert!(driver.is_alive());
    assert_eq!(driver.aftermath(), None);
}

/// Starts a driver, lets it misbehave, and checks that it is not used again and that the next start works.
#[track_caller]
fn misbehave(method: &'static str, settings: &Settings) -> (Exchange, String) {
    let mut driver = started(settings);
    works(&mut driver);
    let exchange = driver.call(&call(method, "{}"));
    assert!(!driver.is_alive(), "{exchange:?}");
    let evidence = driver.evidence();
    assert!(evidence.exit.is_some());
    driver.restart().unwrap();
    works(&mut driver);
    (exchange, evidence.stderr)
}

#[track_caller]
fn crash(method: &'static str) -> (String, String) {
    let (exchange, stderr) = misbehave(method, &settings(PLENTY));
    match exchange.reply {
        Err(Breakage::Crash { exit }) => (exit, stderr),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn bad_answer(method: &'static str) -> (String, String) {
    let (exchange, _) = misbehave(method, &settings(PLENTY));
    match exchange.reply {
        Err(Breakage::BadAnswer { why, hint }) => (why, hint.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn timeout(method: &'static str) -> Option<String> {
    let (exchange, _) = misbehave(method, &settings(SHORT));
    match exchange.reply {
        Err(Breakage::Timeout { after, hint }) => {
            assert_eq!(after, SHORT);
            hint
        }
        other => panic!("{other:?}"),
    }
}

// Ends.

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
        assert!(second.blames_earlier);
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
    let breakage = wait_for(|| driver.aftermath());
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
    let start = Instant::now();
    let (exit, stderr) = crash("bad/grandchild-of-its-own");
    assert_eq!(exit, "exit status 3");
    assert!(start.elapsed() < PLENTY);
    // The promise is limited to the group; the test cleans up.
    let pid = grandchild(&stderr).to_string();
    Command::new("kill").args(["-9", &pid]).status().unwrap();
}

// Time-outs.

#[test]
fn never_answers() {
    assert_eq!(timeout("bad/silent"), None);
    assert_eq!(timeout("bad/ignore"), None);
    assert_eq!(timeout("bad/stop"), None);
}

#[test]
fn answers_without_flushing() {
    let hint = timeout("bad/unflushed").unwrap();
    assert!(hint.contains("flush standard output"), "{hint}");
}

#[test]
fn answers_without_a_line_end() {
    let hint = timeout("bad/no-line-end").unwrap();
    assert!(hint.contains("write a newline after each answer"), "{hint}");
}

#[test]
fn answers_a_byte_at_a_time_for_ever() {
    let hint = timeout("bad/trickle").unwrap();
    assert!(hint.contains("one line of JSON"), "{hint}");
}

#[test]
fn floods_standard_error_and_never_answers() {
    assert_eq!(timeout("bad/flood-stderr-for-ever"), None);
}

#[test]
fn does_not_read() {
    let mut driver = started(&settings(SHORT));
    let answered = driver.call(&call("bad/answer-and-stop-reading", "{}"));
    assert!(answered.reply.is_ok(), "{answered:?}");
    let params = format!("\"{}\"", "x".repeat(10_000_000));
    let exchange = driver.call(&call("echo", params));
    let Err(Breakage::Timeout { hint, .. }) = exchange.reply else {
        panic!("{:?}", exchange.reply);
    };
    if cfg!(target_os = "linux") {
        assert!(hint.unwrap().contains("has not read the request"));
    }
    works(&mut driver);
}

#[test]
fn a_driver_outlives_the_thread_that_started_it() {
    let mut driver = std::thread::spawn(|| started(&settings(PLENTY)))
        .join()
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    works(&mut driver);
}

// Output that is no answer.

#[test]
fn logs_to_standard_output() {
    for method in ["bad/log-before", "bad/log-inside", "bad/log-after"] {
        let (why, hint) = bad_answer(method);
        assert!(!why.contains('\u{1b}'), "{why}");
        if method == "bad/log-inside" {
            assert!(hint.contains("one line of JSON"), "{hint}");
        } else {
            assert!(
                hint.contains("write logs and banners to standard error"),
                "{hint}"
            );
        }
    }
}

#[test]
fn output_between_two_cases_belongs_to_the_first() {
    for (method, expected) in [
        ("bad/log-later", "INFO done"),
        ("bad/twice-later", "\"id\":1"),
    ] {
        let mut driver = started(&settings(PLENTY));
        assert!(driver.call(&call(method, "{}")).reply.is_ok());
        let Breakage::BadAnswer { why, hint } = wait_for(|| driver.aftermath()) else {
            panic!("{method}");
        };
        assert!(why.starts_with("output that nobody asked for: `"), "{why}");
        assert!(why.contains(expected), "{why}");
        assert!(hint.is_some());
        assert!(!driver.is_alive());
        works(&mut driver);
    }
}

#[test]
fn output_before_a_request_blames_an_earlier_one() {
    let mut driver = started(&settings(PLENTY));
    assert!(driver.call(&call("bad/log-later", "{}")).reply.is_ok());
    std::thread::sleep(Duration::from_secs(1));
    let exchange = driver.call(&call("echo", "{}"));
    let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
        panic!("{exchange:?}");
    };
    assert_eq!(why, "output that nobody asked for: `INFO done`");
    assert_eq!(exchange.received.as_deref(), Some("INFO done"));
    assert!(exchange.blames_earlier);
    works(&mut driver);
}

#[test]
fn answers_twice() {
    let (why, hint) = bad_answer("bad/twice");
    assert!(why.starts_with("more output after the answer"), "{why}");
    assert_eq!(hint, "each request has one answer");

    let mut driver = started(&settings(PLENTY));
    assert!(driver.call(&call("bad/twice-on-next", "{}")).reply.is_ok());
    let exchange = driver.call(&call("echo", "{}"));
    let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
        panic!("{exchange:?}");
    };
    assert_eq!(
        why,
        "a second answer to request 1 came in place of the answer to request 2"
    );
    assert!(exchange.blames_earlier);
    works(&mut driver);
}

#[test]
fn answers_with_the_wrong_id() {
    assert_eq!(
        bad_answer("bad/wrong-id").0,
        "the answer has the id 1002, the request had 2"
    );
    assert_eq!(
        bad_answer("bad/text-id").0,
        "the answer has the id \"2\", the request had 2"
    );
    assert_eq!(
        bad_answer("bad/no-id").0,
        "the answer has no `id`; the request had 2"
    );
    assert!(
        bad_answer("bad/error-with-wrong-id")
            .0
            .contains("request 0")
    );
}

#[test]
fn answers_with_what_is_no_answer() {
    for (method, expected) in [
        ("bad/no-result", "missing member `result`"),
        ("bad/cut", "answer:1:"),
        ("bad/pretty", "answer:1:"),
        ("bad/infinity", "Infinity"),
        ("bad/not-utf-8", "not UTF-8: byte 34 of the line is 0xff"),
        ("bad/empty-line", "answer:1:1"),
        ("bad/null", "expected an object, found null"),
    ] {
        let (why, _) = bad_answer(method);
        assert!(why.contains(expected), "{method}: {why}");
    }
}

#[test]
fn an_endless_line_ends_at_the_limit() {
    let settings = Settings {
        answer_limit: 10_000_000,
        ..settings(PLENTY)
    };
    for method in ["bad/endless", "bad/flood-of-lines"] {
        let (exchange, _) = misbehave(method, &settings);
        let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
            panic!("{exchange:?}");
        };
        if method == "bad/endless" {
            assert_eq!(why, "the answer is longer than the limit of 10000000 bytes");
        }
        // Evidence, not everything.
        assert!(exchange.received.unwrap().len() < 100_000);
    }
}

#[test]
fn an_answer_before_the_request_is_read_is_none() {
    let large = format!("\"{}\"", "x".repeat(10_000_000));
    let mut driver = started(&settings(PLENTY));
    assert!(
        driver
            .call(&call("bad/answer-without-reading", "{}"))
            .reply
            .is_ok()
    );
    let exchange = driver.call(&call("echo", large.clone()));
    let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
        panic!("{:?}", exchange.reply);
    };
    assert_eq!(why, "the answer came before the whole request was read");
    works(&mut driver);

    driver.restart().unwrap();
    assert!(
        driver
            .call(&call("bad/refuse-without-reading", "{}"))
            .reply
            .is_ok()
    );
    let exchange = driver.call(&call("echo", large));
    let Err(Breakage::DriverError { message, .. }) = &exchange.reply else {
        panic!("{:?}", exchange.reply);
    };
    assert_eq!(message, "too large");
    assert!(!driver.is_alive());
    works(&mut driver);
}

// What is unusual and right.

#[test]
fn an_error_of_the_driver_is_told_and_the_driver_stays() {
    let mut driver = started(&settings(PLENTY));
    let exchange = driver.call(&call("bad/error", "{}"));
    assert!(
        matches!(&exchange.reply, Err(Breakage::DriverError { code, message }) if code == "-32000" && message == "no luck"),
        "{exchange:?}"
    );
    assert!(driver.is_alive());
    works(&mut driver);
}

#[test]
fn a_flood_on_standard_error_is_drained_and_its_end_kept() {
    let mut driver = started(&settings(PLENTY));
    let exchange = driver.call(&call("bad/flood-stderr", "{}"));
    assert!(exchange.reply.is_ok(), "{exchange:?}");
    let stderr = driver.evidence().stderr;
    assert!(stderr.starts_with('…') && stderr.ends_with("\nthe end\n"));
    assert!(stderr.contains("lots of logs \u{fffd}"));
    assert_eq!(driver.evidence().stderr, "");
    works(&mut driver);
}

#[test]
fn large_deep_and_odd_answers_are_taken() {
    let mut driver = started(&settings(PLENTY));
    let size = 20_000_000;
    let exchange = driver.call(&call("bad/large", format!("{{\"size\":{size}}}")));
    let answer = exchange.reply.unwrap();
    assert_eq!(answer.result().value().as_str().unwrap().len(), size);

    let exchange = driver.call(&call("bad/deep", r#"{"levels":100000}"#));
    let received = exchange.received.unwrap();
    assert!(exchange.reply.is_ok() && received.contains(&"[".repeat(100_000)));

    let exchange = driver.call(&call("bad/odd-but-legal", "{}"));
    let answer = exchange.reply.unwrap();
    assert_eq!(answer.result().value().to_text(), r#""\ud83d""#);
    works(&mut driver);
}

#[test]
fn large_requests_go_through() {
    let mut driver = started(&settings(PLENTY));
    let params = format!("\"{}\"", "ü".repeat(2_000_000));
    let exchange = driver.call(&call("echo", params));
    let answer = exchange.reply.unwrap();
    assert_eq!(
        answer.result().value().as_str().unwrap().chars().count(),
        2_000_000
    );
    assert_eq!(exchange.sent.lines().count(), 1);
}

#[test]
fn a_fresh_process_has_answered_nothing() {
    let mut driver = started(&settings(PLENTY));
    let id = |exchange: &Exchange| {
        let sent = uiconform_json::parse(&exchange.sent).unwrap();
        sent.get("id").unwrap().to_text()
    };
    let fresh = || Call {
        process: Process::Fresh,
        ..call("echo", "{}")
    };
    let exchanges = [
        driver.call(&fresh()),
        driver.call(&call("echo", "{}")),
        driver.call(&fresh()),
        driver.call(&call("echo", "{}")),
    ];
    assert_eq!(exchanges.each_ref().map(id), ["1", "2", "1", "2"]);
    assert!(exchanges.iter().all(|exchange| exchange.reply.is_ok()));
}

#[test]
fn it_may_run_elsewhere_and_with_other_variables() {
    let directory = std::env::temp_dir().canonicalize().unwrap();
    let mut command = driver("well");
    command.directory = Some(directory.clone());
    command
        .environment
        .push(("BAD_VARIABLE".to_owned(), Some("x y".to_owned())));
    let (_, identity) = DriverProcess::start(&command, &settings(PLENTY), &[]).unwrap();
    assert_eq!(identity.choices["directory"].as_str(), directory.to_str());
    assert_eq!(identity.choices["variable"].as_str(), Some("x y"));
}

// Starts.

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
    let Err(Breakage::Crash { exit }) = driver.call(&call("echo", "{}")).reply else {
        panic!("it started");
    };
    assert!(
        exit.contains("not restarted") && exit.contains("there is no file"),
        "{exit}"
    );
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

// Helpers.

/// Waits for something that happens soon.
#[track_caller]
fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PLENTY, "it never happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn grandchild(stderr: &str) -> u32 {
    let pid = stderr.trim().strip_prefix("grandchild ").unwrap();
    pid.parse().unwrap()
}

fn is_there(pid: u32) -> bool {
    let status = Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    // A zombie that nobody has reaped yet is gone for our purposes.
    let state = String::from_utf8(status.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

#[track_caller]
fn assert_gone(pid: u32) {
    wait_for(|| (!is_there(pid)).then_some(()));
}

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("uiconform-process-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the directory for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
