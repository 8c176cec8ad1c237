//! A round trip through [`DriverProcess`] against the least that any harness must do: write the same bytes to the same child
//! and block until its line is there. The child is this program, started again.
//!
//! On Linux all run on one processor: on two, most of the time is that in which an idle one wakes up, which differs tenfold between
//! one run and the next and has nothing to do with either side.

#![allow(clippy::unwrap_used, missing_docs)] // A bench is no library code.
#![allow(clippy::print_stdout)] // It talks to whoever runs it.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};
use uiconform_catalogue::{Answer, Call, Process};
use uiconform_driver::serde_json::value::RawValue;
use uiconform_driver::{Failure, Implementation, InitializeResult, PROTOCOL_VERSION, Service};
use uiconform_runner::{Connection, DriverCommand, DriverProcess, Settings};

/// The argument with which this program is the child.
const ECHO: &str = "--echo";

struct Echo;

impl Service for Echo {
    fn initialize(&mut self) -> InitializeResult {
        InitializeResult {
            protocol: PROTOCOL_VERSION,
            implementation: Implementation::new("echo", "1"),
            profiles: Vec::new(),
            features: Vec::new(),
            limits: None,
            choices: Default::default(),
        }
    }

    fn call(&mut self, _method: &str, params: &RawValue) -> Result<String, Failure> {
        Ok(params.get().to_owned())
    }
}

struct Raw {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Raw {
    fn start(program: &str) -> Self {
        let mut child = Command::new(program)
            .arg(ECHO)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            stdin: child.stdin.take().unwrap(),
            stdout: BufReader::with_capacity(64 * 1024, child.stdout.take().unwrap()),
            child,
            line: Vec::new(),
        }
    }

    fn round_trip(&mut self, request: &[u8]) -> usize {
        self.stdin.write_all(request).unwrap();
        self.line.clear();
        self.stdout.read_until(b'\n', &mut self.line).unwrap()
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // The bench is over either way.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A list of so many blocks, as the models of cases have them.
fn params(blocks: usize) -> String {
    let block = r#"{"id":"block-17","type":"text","content":"some words, and a number","n":12.50}"#;
    format!("[{}]", vec![block; blocks].join(","))
}

fn call(params: &str) -> Call {
    Call {
        method: "echo",
        params: params.to_owned(),
        process: Process::Same,
        purpose: "bench",
    }
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some(ECHO) {
        return uiconform_driver::serve(&mut Echo).unwrap();
    }
    pin();
    let program = std::env::current_exe()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    let command = DriverCommand::new([program.as_str(), ECHO]);
    let mut criterion = Criterion::default().configure_from_args();
    let mut ratios = Vec::new();
    // Five blocks make a request as long as that of the median case, some 450 bytes.
    for blocks in [1, 5, 50, 5_000] {
        let params = params(blocks);
        let request = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1000,\"method\":\"echo\",\"params\":{params}}}\n"
        );
        let call = call(&params);
        let mut raw = Raw::start(&program);
        let mut driver = DriverProcess::start(&command, &Settings::default(), &[])
            .unwrap()
            .0;
        let mut group = criterion.benchmark_group("round_trip");
        let size = format!("{} bytes", request.len());
        group.bench_with_input(
            BenchmarkId::new("raw", &size),
            &request,
            |bencher, request| {
                bencher.iter(|| black_box(raw.round_trip(request.as_bytes())));
            },
        );
        group.bench_with_input(BenchmarkId::new("driver", &size), &call, |bencher, call| {
            bencher.iter(|| black_box(driver.call(call)).reply.unwrap());
        });
        let line = driver.call(&call).received.unwrap();
        let id = driver_id(&line);
        group.bench_with_input(
            BenchmarkId::new("reading the answer alone", &size),
            &line,
            |bencher, line| {
                bencher.iter(|| drop(black_box(Answer::read(line, id)).unwrap()));
            },
        );
        group.finish();
        let [base, reading, measured] = medians([
            &mut || {
                black_box(raw.round_trip(request.as_bytes()));
            },
            &mut || drop(black_box(Answer::read(&line, id)).unwrap()),
            &mut || drop(black_box(driver.call(&call)).reply.unwrap()),
        ]);
        ratios.push(format!(
            "{size}: driver / raw = {:.2}, driver / (raw + reading the answer) = {:.2}",
            measured / base,
            measured / (base + reading)
        ));
    }
    criterion.final_summary();
    println!("{}", ratios.join("\n"));
}

/// Keeps this process and its children on the processor on which it runs.
#[cfg(target_os = "linux")]
fn pin() {
    use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};

    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    sched_setaffinity(None, &one).unwrap();
}

#[cfg(not(target_os = "linux"))]
fn pin() {}

fn driver_id(line: &str) -> u64 {
    let line = uiconform_json::parse(line).unwrap();
    line.get("id")
        .unwrap()
        .as_number()
        .unwrap()
        .to_u64()
        .unwrap()
}

/// The medians of operations that take turns, so that the load of the machine meets them all; in seconds.
fn medians<const N: usize>(mut operations: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [(); N].map(|()| Vec::new());
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(2) || times[0].len() < 30 {
        for (times, operation) in times.iter_mut().zip(&mut operations) {
            let start = Instant::now();
            operation();
            times.push(start.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    })
}
