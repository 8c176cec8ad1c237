//! How a run ends that does not come to its end: signals, and output that nobody reads.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A driver in the shell: it rejects everything, and each answer takes a while.
const SLOW: &str = r#"
echo $$ >> "$PIDS"
while read -r line; do
  id=${line#*'"id":'}; id=${id%%,*}
  case $line in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"sh","version":"1"},"profiles":["agentue-1.1/reducer"]}}';;
    *'"shutdown"'*) exit;;
    *) sleep 0.1; echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"steps":[],"model":null}}';;
  esac
done"#;

struct Run {
    child: Child,
    pids: PathBuf,
}

impl Run {
    /// Starts a run of the result-file form, and waits until it has told something.
    fn start(name: &str, arguments: &[&str]) -> (Self, BufReader<std::process::ChildStdout>) {
        Self::start_by(uiconform_alone(), name, arguments)
    }

    fn start_by(
        mut command: Command,
        name: &str,
        arguments: &[&str],
    ) -> (Self, BufReader<std::process::ChildStdout>) {
        let pids = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("ends-{name}.pids"));
        let _ = fs::remove_file(&pids);
        let mut child = command
            .args(["run", "--format", "json"])
            .args(arguments)
            .args(["--", "sh", "-c", SLOW])
            .env("PIDS", &pids)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.contains(r#""record":"header""#), "{line}");
        (Self { child, pids }, out)
    }

    fn signal(&self, name: &str) {
        signal(self.child.id(), name);
    }

    fn code(mut self) -> Option<i32> {
        let code = self.child.wait().unwrap().code();
        self.leaves_no_driver();
        code
    }

    #[track_caller]
    fn leaves_no_driver(&self) {
        let pids = fs::read_to_string(&self.pids).unwrap();
        assert!(!pids.trim().is_empty());
        for pid in pids.lines() {
            let until = Instant::now() + Duration::from_secs(60);
            while is_there(pid) {
                assert!(Instant::now() < until, "the driver {pid} is still there");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

fn uiconform() -> Command {
    Command::new(env!("CARGO_BIN_EXE_uiconform"))
}

/// The command, whatever signals whoever runs the tests has switched off, as `nohup` does.
fn uiconform_alone() -> Command {
    if !cfg!(target_os = "linux") {
        return uiconform();
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,QUIT", env!("CARGO_BIN_EXE_uiconform")]);
    command
}

/// The command, started by a shell that has done something before.
fn uiconform_after(preparation: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{preparation}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_uiconform")]);
    command
}

/// A folder for reports that is not there yet.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("ends-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), pid.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Whether a process is there; a zombie that nobody has reaped yet is gone for our purposes.
fn is_there(pid: &str) -> bool {
    let listed = Command::new("ps").args(["-o", "stat=", "-p", pid]).output();
    let state = String::from_utf8(listed.unwrap().stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// The records that came after the header: the verdicts, and the trailer if there is one.
fn rest(mut out: impl std::io::Read) -> (Vec<String>, Option<String>) {
    let mut text = String::new();
    out.read_to_string(&mut text).unwrap();
    let mut verdicts = Vec::new();
    let mut trailer = None;
    for line in text.lines() {
        let record: serde_json::Value = match serde_json::from_str(line) {
            Ok(record) => record,
            Err(_) => break, // Cut off by SIGKILL.
        };
        match record["record"].as_str() {
            Some("case") => verdicts.push(record["verdict"].as_str().unwrap().to_owned()),
            _ => trailer = Some(line.to_owned()),
        }
    }
    (verdicts, trailer)
}

#[test]
fn signals_stop_a_run_in_order() {
    for (name, jobs) in [("INT", "1"), ("TERM", "2"), ("HUP", "1"), ("QUIT", "2")] {
        let (run, mut out) = Run::start(name, &["--jobs", jobs]);
        // Something is told before the signal.
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.contains(r#""record":"case""#), "{line}");
        run.signal(name);
        let (verdicts, trailer) = rest(out);
        assert!(
            verdicts
                .iter()
                .filter(|verdict| *verdict == "not-run")
                .count()
                > 100
        );
        let trailer = trailer.unwrap();
        assert!(
            trailer.contains(r#""stopped":"stopped by a signal""#),
            "{trailer}"
        );
        assert!(trailer.contains(r#""exit":5"#), "{trailer}");
        assert_eq!(run.code(), Some(5));
    }
}

#[test]
fn sigkill_leaves_an_incomplete_file_and_no_driver() {
    let (run, mut out) = Run::start("KILL", &[]);
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    run.signal("KILL");
    let (_, trailer) = rest(out);
    assert_eq!(trailer, None);
    if cfg!(target_os = "linux") {
        assert_eq!(run.code(), None);
    }
}

#[test]
fn a_reader_that_leaves_ends_the_run() {
    let (run, out) = Run::start("PIPE", &["--jobs", "2"]);
    let start = Instant::now();
    drop(out);
    let mut run = run;
    let mut complaints = String::new();
    run.child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaints)
        .unwrap();
    assert_eq!(run.code(), Some(5));
    assert_eq!(complaints, "");
    // The run itself would take minutes.
    assert!(start.elapsed() < Duration::from_secs(60));
}

fn quick(arguments: &[&str], out: Stdio) -> Output {
    uiconform()
        .args(arguments)
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    for form in ["json", "pretty"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = quick(&["run", "--format", form], full.into());
        assert_eq!(output.status.code(), Some(5));
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.contains(
                "error: cannot write the report, so the run was stopped: No space left on device"
            ),
            "{complaint}"
        );
    }
}

#[test]
fn colours_are_followed_by_complaints_about_the_command_line_too() {
    let complaint = |color: &str| {
        let output = quick(&["run", color, "--jobs", "many"], Stdio::null());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(complaint("--color=always").contains('\u{1b}'));
    assert!(!complaint("--color=never").contains('\u{1b}'));
}

#[test]
fn the_longest_answer_is_an_option() {
    let output = quick(&["run", "--max-answer", "100"], Stdio::null());
    assert_eq!(output.status.code(), Some(4));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(
        complaint.contains("the answer is longer than the limit of 100 bytes"),
        "{complaint}"
    );
}

/// One case, for runs in which it is about something else.
const ONE: &str = "*/sets-the-error/code-and-message";

#[test]
#[cfg(target_os = "linux")]
fn a_hangup_that_was_switched_off_stays_so() {
    let (run, mut out) = Run::start_by(uiconform_after("trap '' HUP"), "nohup", &[]);
    run.signal("HUP");
    // Far more than are told between a signal and the end.
    let mut line = String::new();
    for _ in 0..20 {
        line.clear();
        out.read_line(&mut line).unwrap();
        assert!(line.contains(r#""record":"case""#), "{line}");
        assert!(!line.contains(r#""verdict":"not-run""#), "{line}");
    }
    run.signal("TERM");
    let (_, trailer) = rest(out);
    assert!(trailer.is_some());
    assert_eq!(run.code(), Some(5));
}

#[test]
fn a_crash_is_seen_where_the_ends_of_children_are_ignored() {
    let reference = format!("'{}' driver reference", env!("CARGO_BIN_EXE_uiconform"));
    let crashing = format!("{reference}; kill -SEGV $$");
    for preparation in ["true", "trap '' CHLD"] {
        let output = uiconform_after(preparation)
            .args(["run", "--filter", ONE, "--", "sh", "-c", &crashing])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{preparation}: {said}");
        assert!(said.contains("SIGSEGV"), "{preparation}: {said}");
    }
}

/// The command, in a container of its own, whose processes belong to a session outside; `None` where that is not allowed.
#[cfg(target_os = "linux")]
fn uiconform_contained() -> Option<Command> {
    let contained = |program: &str| {
        let mut command = Command::new("unshare");
        command.args([
            "--user",
            "--map-root-user",
            "--pid",
            "--mount-proc",
            "--fork",
        ]);
        // The first process of a container has duties of its own, so that is the shell.
        command.args(["sh", "-c", "\"$0\" \"$@\"; exit $?", program]);
        command
    };
    let works = contained("true")
        .output()
        .is_ok_and(|output| output.status.success());
    works.then(|| contained(env!("CARGO_BIN_EXE_uiconform")))
}

#[test]
#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr, reason = "what is not tested is said")]
fn a_run_in_a_container_ends_what_its_driver_left() {
    let Some(mut contained) = uiconform_contained() else {
        eprintln!("NOT TESTED: this machine does not let its users make containers (unshare)");
        return;
    };
    let leaving = format!(
        "sleep 600 & exec '{}' driver reference",
        env!("CARGO_BIN_EXE_uiconform")
    );
    let output = contained
        .args(["run", "--filter", ONE, "--", "sh", "-c", &leaving])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn a_limit_of_the_size_of_files_is_told() {
    let folder = folder("limit");
    let output = uiconform_after("ulimit -f 1")
        .args(["run", "--filter", ONE, "--report", folder.to_str().unwrap()])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("File too large"), "{said}");
}

#[test]
fn one_signal_is_enough_where_nobody_reads() {
    let mut child = uiconform()
        .args(["run", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Until the pipe is full.
    thread::sleep(Duration::from_secs(3));
    assert!(child.try_wait().unwrap().is_none());
    signal(child.id(), "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(5));
    let mut said = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut said).unwrap();
    assert!(said.contains("nobody reads the output"), "{said}");
}

#[test]
fn a_start_that_fails_leaves_no_reports_of_an_earlier_run() {
    let folder = folder("stale");
    let path = folder.to_str().unwrap();
    let run = ["run", "--filter", ONE, "--report", path];
    assert_eq!(quick(&run, Stdio::null()).status.code(), Some(0));
    let junit = folder.join("junit.xml");
    assert!(junit.is_file());
    let fails = [&run[..], &["--", "sh", "-c", "exit 3"]].concat();
    assert_eq!(quick(&fails, Stdio::null()).status.code(), Some(4));
    assert!(!junit.exists());
    assert_eq!(fs::read(folder.join("results.jsonl")).unwrap(), b"");
}

#[test]
fn two_runs_at_once_need_two_folders() {
    let folder = folder("shared");
    let path = folder.to_str().unwrap();
    let (first, out) = Run::start("shared", &["--report", path]);
    let second = quick(&["run", "--filter", ONE, "--report", path], Stdio::null());
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("another run writes there"), "{said}");
    first.signal("TERM");
    let (_, trailer) = rest(out);
    assert_eq!(first.code(), Some(5));
    let results = fs::read_to_string(folder.join("results.jsonl")).unwrap();
    assert_eq!(results.lines().last(), trailer.as_deref());
}

#[test]
fn a_driver_that_takes_the_result_file_away_is_told() {
    let folder = folder("taken");
    let script = format!(
        "rm '{}/results.jsonl'; exec '{}' driver reference",
        folder.display(),
        env!("CARGO_BIN_EXE_uiconform")
    );
    let path = folder.to_str().unwrap();
    let run = [
        "run", "--filter", ONE, "--report", path, "--", "sh", "-c", &script,
    ];
    let output = quick(&run, Stdio::null());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("changed it or taken it away"), "{said}");
    // The run was complete, and nothing else is said of it.
    assert!(said.contains("the run came to its end"), "{said}");
    assert!(folder.join("junit.xml").is_file());
}

/// Another user of this machine, if we may become one.
#[cfg(target_os = "linux")]
fn uiconform_as_nobody(limit: &str) -> Option<Command> {
    let other = |script: &str| {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid=54321",
            "--regid=54321",
            "--clear-groups",
            "sh",
            "-c",
            script,
        ]);
        command.arg(env!("CARGO_BIN_EXE_uiconform"));
        command
    };
    let may = other("exec \"$0\" --version").output();
    let script = format!("{limit}; exec \"$0\" \"$@\"");
    may.is_ok_and(|output| output.status.success())
        .then(|| other(&script))
}

#[test]
#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr, reason = "what is not tested is said")]
fn a_run_goes_on_with_the_threads_that_are_to_be_had() {
    // Few enough that not all sixty-four workers come about, with whatever they start.
    let Some(mut limited) = uiconform_as_nobody("ulimit -u 40") else {
        eprintln!("NOT TESTED: only root may run as somebody else, which a limit of threads needs");
        return;
    };
    let output = limited
        .args(["run", "--jobs", "64", "--filter", "*/envelope/seq/*"])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{told}{said}");
}

#[test]
fn time_in_which_the_run_is_stopped_is_not_the_drivers() {
    let slow = format!(
        "while read -r line; do sleep 0.3; printf '%s\\n' \"$line\"; done | '{}' driver reference",
        env!("CARGO_BIN_EXE_uiconform")
    );
    let run = ["run", "--timeout", "1s", "--repeat", "8", "--filter", ONE];
    let child = uiconform()
        .args(run)
        .args(["--", "sh", "-c", &slow])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1200));
    signal(child.id(), "STOP");
    thread::sleep(Duration::from_millis(1500));
    signal(child.id(), "CONT");
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
}
