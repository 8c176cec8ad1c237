//! `uiconform fuzz`: generated sequences against a driver.

mod choice;
mod drivers;
mod live;
mod save;
mod telling;

use std::ops::ControlFlow;
use std::time::Instant;

use uiconform_fuzzer::Protocol as _;
use uiconform_fuzzer::campaign::{self, End, Event, Options, Report};
use uiconform_report::fuzz::{FuzzSubject, fuzz_reporter};
use uiconform_runner::{DriverProcess, Stop};

use self::choice::Choice;
use self::drivers::Drivers;
use self::live::Live;
use self::save::Folder;
use self::telling::Telling;
use super::{signals, subject};
use crate::args::{Fuzz, FuzzFormat};
use crate::failure::Failure;
use crate::output::Output;

/// Sequences that are tried if nothing else is said.
const EXECS: u64 = 20_000;

pub(crate) fn run(args: &Fuzz, output: &mut Output) -> Result<u8, Failure> {
    subject::check_file(&args.subject, &args.source)?;
    if let Some(file) = &args.source.from_file
        && !file.names.is_empty()
    {
        let names = file.names.join(", ");
        output.remark(&format!("{} says {names}", file.path.display()));
    }
    let choice = Choice::read(args)?;
    let command = subject::command(&args.subject, &args.source)?;
    if subject::is_embedded(&args.subject) {
        output.remark(subject::TESTS_REFERENCE);
    }
    let stop = Stop::default();
    signals::set_on_signal(&stop);
    let mut folder = match &args.save {
        Some(path) => Some(Folder::create(path, &args.source.named("save"))?),
        None => None,
    };
    let settings = args.limits.settings();
    let suites = [choice.suite.clone()];
    let started = DriverProcess::start_until(&command, &settings, &suites, &stop);
    let (first, identity) = match started {
        Ok(started) => started,
        Err(error) => {
            for hint in subject::hints(&args.subject, &args.source, &command) {
                output.remark(&hint);
            }
            return Err(error.into());
        }
    };
    for note in identity.notes() {
        output.remark(&note);
    }
    let (profiles, protocol) = choice.offered(&identity.profiles)?;

    let remarks = output.remarks();
    let (palette, columns) = (output.palette(), Output::columns());
    let live = Live::new(output.shows_progress());
    let subject = FuzzSubject {
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        driver: subject::driver_record(
            subject::shown_command(&args.subject, &command),
            subject::is_embedded(&args.subject),
            &identity,
        ),
        profiles,
        seed: args.seed,
        first: args.index.unwrap_or_default(),
    };
    let began = Instant::now();
    let options = options(args, began);
    let telling = Telling::new(args, &choice, &subject, &options)?;
    let format = match args.format {
        FuzzFormat::Pretty => uiconform_report::fuzz::FuzzFormat::Pretty,
        FuzzFormat::Json => uiconform_report::fuzz::FuzzFormat::Json,
    };
    let mut reporter = fuzz_reporter(format, &mut *output, &subject, palette, columns)
        .map_err(Failure::Unheard)?;
    let drivers = Drivers::new(&command, &settings, &suites, &stop, identity, first);
    let drivers = drivers.batching(!args.no_batch);
    let mut written: Result<(), Failure> = Ok(());
    let report = campaign::run(
        &protocol,
        &options,
        &|purpose| drivers.start(purpose),
        &stop.flag(),
        &mut |event| {
            match event {
                Event::Found(bucket, found) => {
                    let file = folder.as_mut().map(|folder| {
                        let told = telling.provenance(bucket, found);
                        let chain = &found.shrunk.chain;
                        let file = protocol.case_file(chain, found.finding(), &told);
                        folder.save(found, options.seed, file.as_ref())
                    });
                    let finding = telling.finding(&protocol, bucket, found, file);
                    let told = live.aside(|| reporter.finding(&finding));
                    written = told.map_err(Failure::Unheard);
                }
                Event::Progress(report) => live.at(report),
            }
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    live.finish();
    written?;
    if drivers.have_given_up_batches() {
        remarks.tell(
            "the driver lists the feature `batch`, and has no good answer to batches of requests that it answers one by one; they went one by one then",
        );
    }
    let summary = telling.summary(&report, began.elapsed(), cut_short(&report));
    reporter.finish(&summary).map_err(Failure::Untold)?;
    Ok(if report.end.is_short() {
        5
    } else {
        u8::from(summary.counting > 0)
    })
}

fn options(args: &Fuzz, began: Instant) -> Options {
    let usual = match (args.time, args.index) {
        (Some(_), _) => u64::MAX,
        (None, Some(_)) => 1,
        (None, None) => EXECS,
    };
    let usual_options = Options::default();
    Options {
        seed: args.seed,
        first: args.index.unwrap_or_default(),
        execs: args.execs.unwrap_or(usual),
        // A time beyond what the clock can count is no limit.
        until: args.time.and_then(|time| began.checked_add(time.0?)),
        jobs: usize::from(args.jobs),
        max_findings: args
            .max_findings
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        effort: usual_options.effort.filter(|_| !args.no_shrink),
        ..usual_options
    }
}

/// Why less was tried than was asked for, if it was.
fn cut_short<C>(report: &Report<C>) -> Option<String> {
    match &report.end {
        End::Done | End::Time | End::Enough => None,
        End::Stopped => Some("the run was stopped".to_owned()),
        End::GivenUp(row) => Some(format!(
            "the driver was given up: {row} sequences in a row ended it or had no good answer in time"
        )),
        End::NotStarted(why) => Some(format!("the driver could not be started again: {why}")),
    }
}
