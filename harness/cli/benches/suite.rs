//! What a case costs: the processor time of the harness itself, and one driver for all cases against a process for each.
//!
//! `cargo bench -p uiconform --bench suite` prints figures and ratios of this one run. Times drift from machine to machine;
//! the ratios are what to quote.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // A benchmark stops at the first surprise, and prints.

use std::path::Path;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use uiconform_catalogue::{Case, Catalogue};
use uiconform_runner::{
    Connection, DriverCommand, DriverProcess, Settings, Terms, run_case, suites,
};

/// Cases that get a process each: enough for a stable mean, few enough to wait for.
const WITH_OWN_PROCESS: usize = 40;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sample = root.join("harness/drivers/python/agentue.py");
    let reference = [env!("CARGO_BIN_EXE_uiconform"), "driver", "reference"].map(str::to_owned);
    let python = ["python3".to_owned(), sample.display().to_string()];
    let catalogue = suites::load("agentue-1.1").unwrap().unwrap();
    let cases: Vec<&Case> = catalogue
        .cases
        .iter()
        .filter(|case| !case.id.as_str().contains("/robustness/"))
        .collect();
    println!("{} cases without robustness", cases.len());
    harness_time(&catalogue, &cases, &reference);
    process_for_each(&catalogue, &cases, &python);
}

fn start(command: &[String]) -> DriverProcess {
    let suites = ["agentue-1.1".to_owned()];
    let command = DriverCommand::new(command.iter().cloned());
    DriverProcess::start(&command, &Settings::default(), &suites)
        .unwrap()
        .0
}

fn run(catalogue: &Catalogue, case: &Case, driver: &mut dyn Connection) {
    let run = run_case(
        case,
        catalogue.canary(&case.profile),
        driver,
        &Terms::default(),
    );
    assert!(!run.verdict.is_failure(), "{}", case.id);
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(
        time.tv_sec.try_into().unwrap(),
        time.tv_nsec.try_into().unwrap(),
    )
}

fn harness_time(catalogue: &Catalogue, cases: &[&Case], command: &[String]) {
    let mut driver = start(command);
    let mut times: Vec<Duration> = cases
        .iter()
        .map(|case| {
            // The best of three: what else the machine does is not the harness's time.
            let once = |driver: &mut DriverProcess| {
                let before = processor_time();
                run(catalogue, case, driver);
                processor_time() - before
            };
            (0..3).map(|_| once(&mut driver)).min().unwrap()
        })
        .collect();
    times.sort();
    println!(
        "processor time of the harness for a case: median {:.1} µs, 95th of 100 {:.1} µs",
        micros(times[times.len() / 2]),
        micros(times[times.len() * 95 / 100]),
    );
}

fn process_for_each(catalogue: &Catalogue, cases: &[&Case], command: &[String]) {
    let mut driver = start(command);
    let began = Instant::now();
    for case in cases {
        run(catalogue, case, &mut driver);
    }
    let shared = began.elapsed() / u32::try_from(cases.len()).unwrap();
    drop(driver);

    let step = cases.len() / WITH_OWN_PROCESS;
    let chosen: Vec<&&Case> = cases.iter().step_by(step).take(WITH_OWN_PROCESS).collect();
    let began = Instant::now();
    for case in &chosen {
        run(catalogue, case, &mut start(command));
    }
    let own = began.elapsed() / u32::try_from(chosen.len()).unwrap();
    println!(
        "Python sample: one driver {:.1} µs a case, a process for each case {:.1} µs: ratio {:.0}",
        micros(shared),
        micros(own),
        own.as_secs_f64() / shared.as_secs_f64(),
    );
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
