//! Runs in a row leave nothing: no process, no thread, no file descriptor, no temporary file.
//!
//! `UICONFORM_TEST_RUNS=1000 cargo test -p uiconform-runner --test leaks` is the long form.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // A test says what it expects.

#[path = "../process/support.rs"]
#[allow(
    dead_code,
    reason = "shared with the tests of single calls, which use more of it"
)]
mod process;
#[allow(
    dead_code,
    reason = "shared with the tests of runs, which use more of it"
)]
mod support;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use uiconform_catalogue::Verdict::{BadAnswer, Crash, Pass, Timeout};

use support::{Setup, run};

/// Set where the test runs in a process of its own.
const OWN_DIRECTORY: &str = "UICONFORM_TEST_OWN_DIRECTORY";

#[derive(Debug)]
struct Left {
    descriptors: usize,
    threads: usize,
    processes: BTreeSet<String>,
    files: BTreeSet<String>,
}

impl Left {
    fn is_within(&self, before: &Self) -> bool {
        self.descriptors <= before.descriptors
            && self.threads <= before.threads
            && self.processes.is_subset(&before.processes)
            && self.files.is_subset(&before.files)
    }
}

/// What there is, as far as it is ours: processes that carry the mark of a driver or are our children, and files in the
/// directory for temporary ones, which is one of our own.
fn left() -> Left {
    let names = |directory: &str| -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    };
    let own = std::process::id().to_string();
    let is_ours = |pid: &String| {
        let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let marked =
            String::from_utf8_lossy(&environ).contains(&format!("UICONFORM_DRIVER_PROCESS={own}."));
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let parent = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.split(' ').nth(1));
        marked || parent == Some(&own)
    };
    Left {
        descriptors: names("/proc/self/fd").len(),
        threads: names("/proc/self/task").len(),
        processes: names("/proc").into_iter().filter(is_ours).collect(),
        files: names(env::temp_dir().to_str().unwrap())
            .into_iter()
            .collect(),
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "the numbers of the long form")]
fn runs_in_a_row_leave_nothing() {
    if env::var_os(OWN_DIRECTORY).is_none() {
        // Again, with a directory for temporary files in which nobody else makes any.
        let scratch = process::Scratch::new();
        let status = Command::new(env::current_exe().unwrap())
            .args(["--exact", "runs_in_a_row_leave_nothing", "--nocapture"])
            .env("TMPDIR", scratch.path(""))
            .env(OWN_DIRECTORY, "yes")
            .status();
        assert!(status.unwrap().success());
        return;
    }
    let runs: usize = env::var("UICONFORM_TEST_RUNS").map_or(5, |text| text.parse().unwrap());
    let behaviours = [
        "well",
        "answer-with-daemon",
        "exit",
        "well",
        "log-later",
        "grandchild-of-its-own",
        "well",
        "endless",
        "unflushed",
        "well",
    ];
    let expected = [
        Pass, Pass, Crash, Pass, BadAnswer, Crash, Pass, BadAnswer, Timeout, Pass,
    ];
    let mut setup = Setup::new(process::SHORT).with_jobs(2);
    setup.settings.answer_limit = 1_000_000;
    // The thread that starts drivers stays.
    run(&["well"], &setup);
    // A thread whose work is done is still listed for a moment.
    thread::sleep(Duration::from_secs(1));
    let before = left();
    let start = Instant::now();
    for round in 0..runs {
        let told = run(&behaviours, &setup);
        assert_eq!(told.verdicts(), expected, "run {round}");
        let start = Instant::now();
        let mut now = left();
        while !now.is_within(&before) {
            assert!(
                start.elapsed() < process::PLENTY,
                "after run {round}: {now:?}, before {before:?}"
            );
            thread::sleep(Duration::from_millis(10));
            now = left();
        }
    }
    println!("{runs} runs in {:.1?}: {before:?}", start.elapsed());
}
