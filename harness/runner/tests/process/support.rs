//! Starting drivers that misbehave, and checking what is said of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use uiconform_catalogue::{Call, Process};
use uiconform_runner::{
    Breakage, Connection, DriverCommand, DriverProcess, Exchange, Settings, Timeouts,
};

/// Far more than an answer takes on any machine, for tests in which the limit is not the point.
pub(crate) const PLENTY: Duration = Duration::from_secs(60);

/// A limit that is reached, and that a good answer of a started driver keeps on a loaded machine.
pub(crate) const SHORT: Duration = Duration::from_millis(700);

/// The interpreter itself: what is first on the PATH may be a script that takes long to find it.
pub(crate) fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let found = Command::new("python3")
            .args(["-c", "import sys; print(sys.executable)"])
            .output()
            .expect("the tests need python3 on the PATH");
        String::from_utf8(found.stdout).unwrap().trim().to_owned()
    })
}

pub(crate) fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_driver.py")
}

pub(crate) fn driver(start: &str) -> DriverCommand {
    let mut command = DriverCommand::new([python(), "-S", script().to_str().unwrap(), start]);
    // Where it is set, a driver that does not flush works by accident.
    command
        .environment
        .push(("PYTHONUNBUFFERED".to_owned(), None));
    command
}

pub(crate) fn settings(request: Duration) -> Settings {
    Settings {
        timeouts: Timeouts {
            request: Some(request),
            startup: Some(PLENTY),
        },
        ..Settings::default()
    }
}

pub(crate) fn started(settings: &Settings) -> DriverProcess {
    DriverProcess::start(&driver("well"), settings, &["agentue-1.1".to_owned()])
        .unwrap_or_else(|error| panic!("{error}"))
        .0
}

pub(crate) fn call(method: &'static str, params: impl Into<String>) -> Call {
    Call {
        method,
        params: params.into(),
        process: Process::Same,
        purpose: "test",
    }
}

#[track_caller]
pub(crate) fn works(driver: &mut DriverProcess) {
    let exchange = driver.call(&call("echo", r#"{"a":[1,"ü"]}"#));
    let answer = exchange
        .reply
        .unwrap_or_else(|breakage| panic!("{breakage:?}"));
    assert_eq!(
        answer.result().value().get("a").unwrap().to_text(),
        r#"[1,"ü"]"#
    );
    assert!(driver.is_alive());
    assert_eq!(aftermath(driver), None);
}

/// What has gone wrong since the last answer.
pub(crate) fn aftermath(driver: &mut DriverProcess) -> Option<Breakage> {
    driver
        .aftermath(Duration::ZERO)
        .map(|aftermath| aftermath.breakage)
}

/// Starts a driver, lets it misbehave, and checks that it is not used again and that the next start works.
#[track_caller]
pub(crate) fn misbehave(method: &'static str, settings: &Settings) -> (Exchange, String) {
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
pub(crate) fn crash(method: &'static str) -> (String, String) {
    let (exchange, stderr) = misbehave(method, &settings(PLENTY));
    match exchange.reply {
        Err(Breakage::Crash { exit }) => (exit, stderr),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(crate) fn bad_answer(method: &'static str) -> (String, String) {
    let (exchange, _) = misbehave(method, &settings(PLENTY));
    match exchange.reply {
        Err(Breakage::BadAnswer { why, hint }) => (why, hint.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(crate) fn timeout(method: &'static str) -> Option<String> {
    let (exchange, _) = misbehave(method, &settings(SHORT));
    match exchange.reply {
        Err(Breakage::Timeout { after, hint }) => {
            assert_eq!(after, SHORT);
            hint
        }
        other => panic!("{other:?}"),
    }
}

/// Waits for something that happens soon.
#[track_caller]
pub(crate) fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PLENTY, "it never happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn grandchild(stderr: &str) -> u32 {
    let pid = stderr.trim().strip_prefix("grandchild ").unwrap();
    pid.parse().unwrap()
}

pub(crate) fn is_there(pid: u32) -> bool {
    let status = Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    // A zombie that nobody has reaped yet is gone for our purposes, unless it has other threads.
    let state = String::from_utf8(status.stdout).unwrap();
    !state.trim().is_empty() && (!state.trim().starts_with('Z') || state.contains('l'))
}

#[track_caller]
pub(crate) fn assert_gone(pid: u32) {
    wait_for(|| (!is_there(pid)).then_some(()));
}

/// A directory that is removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("uiconform-process-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the directory for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
