//! Whatever happens to drivers and to the harness, no process, thread or file descriptor is left behind.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)] // A test says what it expects.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use uiconform_catalogue::{Call, Process};
use uiconform_runner::{Breakage, Connection, DriverCommand, DriverProcess, Settings, Timeouts};

/// What is counted belongs to the whole process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"sh","version":"1"},"profiles":[]}}"#;

fn shell(script: &str) -> DriverCommand {
    DriverCommand::new(["sh", "-c", script])
}

fn call(method: &'static str, process: Process) -> Call {
    Call {
        method,
        params: "{}".to_owned(),
        process,
        purpose: "test",
    }
}

fn count(directory: &str) -> usize {
    fs::read_dir(directory).unwrap().count()
}

fn children() -> String {
    let own = process::id().to_string();
    let listed = Command::new("ps")
        .args(["--ppid", &own, "-o", "comm="])
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    listed.lines().filter(|line| *line != "ps").collect()
}

#[test]
fn a_hundred_breakages_leave_nothing() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let script = format!(
        r#"n=0
        while read -r line; do case $line in
            *initialize*) echo '{INITIALIZED}';;
            *shutdown*) exit;;
            *crash*) sleep 1000 & exit 3;;
            *pollute*) echo "INFO";;
            *hang*) sleep 1000;;
            *) n=${{line#*'"id":'}}; n=${{n%%,*}}; echo "{{\"jsonrpc\":\"2.0\",\"id\":$n,\"result\":null}}";;
        esac; done"#
    );
    let settings = Settings {
        timeouts: Timeouts {
            request: Some(Duration::from_secs(1)),
            ..Timeouts::default()
        },
        ..Settings::default()
    };
    let start = || {
        DriverProcess::start(&shell(&script), &settings, &[])
            .unwrap()
            .0
    };
    // The thread that starts drivers stays.
    drop(start());
    let before = (count("/proc/self/fd"), count("/proc/self/task"), children());
    for round in 0..100 {
        let mut driver = start();
        let wrong = match round % 40 {
            0 => "hang",
            at if at % 2 == 0 => "crash",
            _ => "pollute",
        };
        assert!(driver.call(&call("echo", Process::Same)).reply.is_ok());
        let broken = driver.call(&call(wrong, Process::Same)).reply.unwrap_err();
        match wrong {
            "hang" => assert!(matches!(broken, Breakage::Timeout { .. }), "{broken:?}"),
            "crash" => assert!(matches!(broken, Breakage::Crash { .. }), "{broken:?}"),
            _ => assert!(matches!(broken, Breakage::BadAnswer { .. }), "{broken:?}"),
        }
        driver.restart().unwrap();
        assert!(driver.call(&call("echo", Process::Same)).reply.is_ok());
        assert!(driver.call(&call("echo", Process::Fresh)).reply.is_ok());
    }
    let after = (count("/proc/self/fd"), count("/proc/self/task"), children());
    assert_eq!(before, after);
}

#[test]
fn an_orphan_that_nothing_tells_of_ends_with_the_last_driver() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let path = env::temp_dir().join(format!("uiconform-orphan-{}", process::id()));
    // Another session, no environment, and parents that have ended.
    let leave = format!(
        "(env -i setsid sh -c 'echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000' >/dev/null 2>&1 </dev/null &)",
        path.display()
    );
    let script =
        format!("read -r line; {leave}; echo '{INITIALIZED}'; read -r line; read -r line; exit");
    let start = |script: &str| {
        DriverProcess::start(&shell(script), &Settings::default(), &[])
            .unwrap()
            .0
    };
    let first = start(&script);
    let orphan = loop_until(|| {
        let text = fs::read_to_string(&path).ok()?;
        text.strip_suffix('\n')?.parse::<u32>().ok()
    });
    loop_until(|| (parent(orphan) == Some(process::id())).then_some(()));
    let second = start(&format!("read -r line; echo '{INITIALIZED}'; read -r line"));
    drop(first);
    // It could be the second one's.
    assert!(is_there(orphan));
    drop(second);
    assert_eq!(parent(orphan), None);
    fs::remove_file(&path).unwrap();
}

#[test]
fn orphans_that_end_do_not_pile_up() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let script = format!(
        r#"while read -r line; do case $line in
            *initialize*) echo '{INITIALIZED}';;
            *shutdown*) exit;;
            *) (true & true &); n=${{line#*'"id":'}}; n=${{n%%,*}}; echo "{{\"jsonrpc\":\"2.0\",\"id\":$n,\"result\":null}}";;
        esac; done"#
    );
    let mut driver = DriverProcess::start(&shell(&script), &Settings::default(), &[])
        .unwrap()
        .0;
    let until = Instant::now() + Duration::from_secs(2);
    while Instant::now() < until {
        assert!(driver.call(&call("echo", Process::Same)).reply.is_ok());
        assert!(driver.aftermath(Duration::ZERO).is_none());
        thread::sleep(Duration::from_millis(5));
    }
    loop_until(|| {
        assert!(driver.aftermath(Duration::ZERO).is_none());
        (children() == "sh").then_some(())
    });
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

/// Set where this test program plays the harness that is killed.
const VICTIM: &str = "UICONFORM_TEST_VICTIM";

#[test]
fn a_killed_harness_leaves_no_driver() {
    if let Some(path) = env::var_os(VICTIM) {
        play_the_victim(PathBuf::from(path));
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let path = env::temp_dir().join(format!("uiconform-victim-{}", process::id()));
    let mut victim = Command::new(env::current_exe().unwrap())
        .args(["--exact", "a_killed_harness_leaves_no_driver"])
        .env(VICTIM, &path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let driver = loop_until(|| {
        let text = fs::read_to_string(&path).ok()?;
        text.strip_suffix('\n')?.parse::<u32>().ok()
    });
    thread::sleep(Duration::from_millis(300));
    assert!(
        is_there(driver),
        "the driver is to live as long as the harness"
    );
    victim.kill().unwrap();
    victim.wait().unwrap();
    loop_until(|| (!is_there(driver)).then_some(()));
    fs::remove_file(&path).unwrap();
}

/// Starts a driver that does not care about the end of its input, on a thread that ends, and waits to be killed.
fn play_the_victim(path: PathBuf) -> ! {
    let script = format!(
        "read -r line; echo '{INITIALIZED}'; echo $$ > '{0}.new'; mv '{0}.new' '{0}'; exec sleep 1000",
        path.display()
    );
    let start = move || DriverProcess::start(&shell(&script), &Settings::default(), &[]).unwrap();
    let _driver = thread::spawn(start).join().unwrap();
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

fn is_there(pid: u32) -> bool {
    // A zombie has no command line.
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

#[track_caller]
fn loop_until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it never happened"
        );
        thread::sleep(Duration::from_millis(5));
    }
}
