//! How fast sequences are tried: the same bytes replayed raw into the driver, against the fuzzer with batches and without.
//!
//! `cargo bench -p uiconform --bench fuzz` prints figures and ratios of this one run. Times drift from machine to machine; the ratios are
//! what to quote. Raw is as fast as the driver can be: nothing is made, read or judged meanwhile.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // A benchmark stops at the first surprise, and prints.

use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

use uiconform_fuzzer::agentue::AgentUe;
use uiconform_fuzzer::campaign::{self, Options};
use uiconform_fuzzer::{BATCH, DriverTarget, Fuzzer};
use uiconform_runner::{DriverCommand, DriverProcess, Settings};

/// Sequences: those of one process.
const EXECS: u64 = campaign::SEGMENT;

/// Each is measured so often, and the fastest counts: whatever else the machine does only adds.
const TIMES: usize = 3;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sample = |path: &str| {
        root.join("harness/drivers")
            .join(path)
            .display()
            .to_string()
    };
    for (name, command) in [
        (
            "reference",
            [env!("CARGO_BIN_EXE_uiconform"), "driver", "reference"]
                .map(str::to_owned)
                .to_vec(),
        ),
        (
            "Python",
            vec!["python3".to_owned(), sample("python/agentue.py")],
        ),
        ("Node", vec!["node".to_owned(), sample("node/agentue.mjs")]),
    ] {
        let best = |measure: &dyn Fn() -> f64| (0..TIMES).map(|_| measure()).fold(0.0, f64::max);
        let lines = lines(&command);
        let raw = best(&|| replayed(&command, &lines));
        let batched = best(&|| fuzzed(&command, BATCH));
        let single = best(&|| fuzzed(&command, 1));
        println!(
            "{name:<10} raw {raw:>7.0}/s   in batches {batched:>7.0}/s ({:.2} of raw)   one by one {single:>7.0}/s (batches: x{:.1})",
            batched / raw,
            batched / single
        );
    }
}

fn start(command: &[String]) -> (DriverProcess, AgentUe) {
    let suites = ["agentue-1.1".to_owned()];
    let command = DriverCommand::new(command.iter().cloned());
    let (driver, identity) = DriverProcess::start(&command, &Settings::default(), &suites).unwrap();
    let protocol = AgentUe::offered(&identity.profiles).unwrap();
    (driver, protocol)
}

/// Sequences a second.
fn rate(began: Instant) -> f64 {
    EXECS as f64 / began.elapsed().as_secs_f64()
}

/// The requests of all sequences, as the lines of batches.
fn lines(command: &[String]) -> Vec<String> {
    let (_, protocol) = start(command);
    let mut fuzzer = Fuzzer::suspicious(protocol);
    let calls: Vec<_> = (0..EXECS)
        .flat_map(|index| {
            let case = fuzzer.case(1, index);
            fuzzer.prepare(case).calls().to_vec()
        })
        .collect();
    let requests: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(id, call)| {
            let (method, params) = (call.method, &call.params);
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
        })
        .collect();
    requests
        .chunks(BATCH)
        .map(|requests| format!("[{}]\n", requests.join(",")))
        .collect()
}

/// Writes lines to a driver as fast as it takes them, and counts the answers.
fn replayed(command: &[String], lines: &[String]) -> f64 {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::with_capacity(1 << 16, child.stdout.take().unwrap());
    let mut line = Vec::new();
    input
        .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocol\":1,\"suites\":[\"agentue-1.1\"]}}\n")
        .unwrap();
    output.read_until(b'\n', &mut line).unwrap();
    let began = Instant::now();
    thread::scope(|scope| {
        scope.spawn(move || {
            for line in lines {
                input.write_all(line.as_bytes()).unwrap();
            }
        });
        for _ in lines {
            line.clear();
            assert!(output.read_until(b'\n', &mut line).unwrap() > 0);
        }
    });
    let rate = rate(began);
    child.wait().unwrap();
    rate
}

fn fuzzed(command: &[String], batch: usize) -> f64 {
    let (driver, protocol) = start(command);
    let first = std::sync::Mutex::new(Some(driver));
    let no_batches = Arc::new(AtomicBool::new(false));
    let options = Options {
        execs: EXECS,
        ..Options::default()
    };
    let began = Instant::now();
    let report = campaign::run(
        &protocol,
        &options,
        &|_| {
            let driver = first.lock().unwrap().take();
            let driver = driver.unwrap_or_else(|| start(command).0);
            Ok(Box::new(DriverTarget::new(driver, batch, &no_batches)))
        },
        &AtomicBool::new(false),
        &mut |_| ControlFlow::Continue(()),
    );
    assert_eq!((report.execs, report.found.len()), (EXECS, 0));
    rate(began)
}
