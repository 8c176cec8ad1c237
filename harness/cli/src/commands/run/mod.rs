//! `uiconform run`: the golden cases against a driver.

mod command;
mod explain;
mod failed;
mod header;
mod nothing;
mod progress;
mod write_baseline;

use std::io::Write as _;
use std::ops::ControlFlow;

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::baseline::Gate;
use uiconform_catalogue::record::Record;
use uiconform_report::{Context, Reporter as _};
use uiconform_runner::{
    Choice, ChoiceError, Connection, DriverCommand, DriverIdentity, DriverProcess, Execution, Plan,
    RunEvent, StartError, Stop, Terms, execute,
};

use self::progress::Progress;
pub(crate) use self::write_baseline::Writing;
use super::report::formats::{Wanted, make};
use super::{baseline, catalogues, other_cases, signals, subject};
use crate::args::Run;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Run, output: &mut Output) -> Result<u8, Failure> {
    command::check_embedded(args)?;
    if let Some(file) = &args.source.from_file
        && !file.names.is_empty()
    {
        let names = file.names.join(", ");
        output.remark(&format!("{} says {names}", file.path.display()));
    }
    let catalogues = load(args)?;
    let names: Vec<String> = catalogues
        .iter()
        .map(|catalogue| catalogue.suite.id.clone())
        .collect();
    let failed = match &args.failed {
        Some(path) => Some(failed::read(path, &catalogues)?),
        None => None,
    };
    for note in failed.iter().flat_map(|failed| &failed.notes) {
        output.remark(&format!("the result file given to --failed: {note}"));
    }
    // All that is wrong with the command or a file comes before what it selects: exit code 2 comes before 3.
    let baseline = match &args.baseline {
        Some(path) => Some(baseline::read(path, &catalogues, output)?),
        None => None,
    };
    let gate = baseline
        .as_ref()
        .map(|baseline| Gate::new(baseline, &catalogues, args.strict));
    for note in gate.iter().flat_map(Gate::notes) {
        output.remark(&note);
    }
    let mut writing = match &args.write_baseline {
        Some(path) => Some(Writing::prepare(path, args, &catalogues)?),
        None => None,
    };
    let command = subject::command(&args.subject, &args.source)?;
    if subject::is_embedded(&args.subject) {
        output.remark(subject::TESTS_REFERENCE);
    }
    let choice = Choice {
        profiles: args.profile.clone(),
        filters: args.filter.clone(),
        only: failed.map(|failed| failed.ids),
        shard: args.shard,
        shuffle: args.shuffle,
    };
    let plan = Plan::new(&catalogues, &choice).map_err(|error| wrong_choice(args, error))?;
    if plan.cases.is_empty() {
        let reason = nothing::selected(&catalogues, choice)?;
        return Err(Failure::Nothing(reason + &from_file(args)));
    }

    let settings = args.limits.settings();
    let stop = Stop::default();
    signals::set_on_signal(&stop);
    if args.explain_driver {
        let shown = DriverCommand::new(subject::shown_command(&args.subject, &command)).to_string();
        let code = explain::explain(&command, &shown, &settings, &catalogues, &stop, output)?;
        if code == 4 {
            hint(args, &command, output);
        }
        return Ok(code);
    }
    let wanted = Wanted {
        format: args.format,
        directory: args.report.as_deref(),
        option: args.named("report"),
        palette: output.palette(),
        full: args.full,
        transcript: args.transcript,
    };
    let context = Context {
        catalogues: &catalogues,
        replay: command::replay(args),
    };
    // Before the driver starts: a folder that cannot be made is known by then, and if the driver does not start, there is nothing
    // that could be taken for the reports of this run.
    let shows_progress = output.shows_progress();
    let remarks = output.remarks();
    let mut reporter = make(&wanted, &mut *output, &context)?;
    let started = DriverProcess::start_until(&command, &settings, &names, &stop);
    let (first, identity) = match started {
        Ok(started) => started,
        Err(error) => {
            drop(reporter);
            hint(args, &command, output);
            return Err(error.into());
        }
    };
    for note in identity.notes() {
        remarks.tell(&note);
    }
    let driver = subject::driver_record(
        subject::shown_command(&args.subject, &command),
        subject::is_embedded(&args.subject),
        &identity,
    );
    let plan = listed(args, plan, &identity);
    let header = header::header(args, &catalogues, &plan, driver);
    if writing.is_some() {
        write_baseline::check_profiles(args, &header)?;
    }
    let execution = Execution {
        jobs: usize::from(args.jobs),
        terms: Terms {
            times: args.repeat,
            limits: identity.limits,
            offer: identity.offer(),
        },
        max_fail: args
            .max_fail
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        gate: gate.as_ref(),
    };
    let start = || -> Result<Box<dyn Connection>, StartError> {
        let driver = DriverProcess::start_another(&command, &settings, &names, &stop, &identity)?;
        Ok(Box::new(driver))
    };

    let progress = Progress::new(shows_progress);
    // The first fault of the output ends the run: the verdict could not be told.
    let mut written: Result<(), Failure> = Ok(());
    let trailer = execute(
        &plan,
        header,
        &execution,
        Box::new(first),
        &start,
        &stop,
        &mut |event| {
            match event {
                RunEvent::Record(record, _) => {
                    let is_last = matches!(record, Record::Trailer(_));
                    if is_last {
                        progress.finish();
                    }
                    if let Some(writing) = &mut writing {
                        writing.take(record);
                    }
                    if written.is_ok() {
                        let fault = if is_last {
                            Failure::Untold
                        } else {
                            Failure::Unheard
                        };
                        written = reporter.record(record).map_err(fault);
                    }
                }
                RunEvent::Progress(done, total) => progress.at(done, total),
            }
            match &written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    drop(reporter);
    written?;
    output.flush().map_err(Failure::Untold)?;
    match writing {
        Some(writing) => writing.finish(&trailer, output),
        None => Ok(u8::try_from(trailer.exit).unwrap_or(1)),
    }
}

/// The part of a plan that belongs to suites which the driver lists, where neither suites nor profiles were asked for. It is the whole
/// plan if the driver lists none of them: what is left out is told then.
fn listed<'a>(args: &Run, plan: Plan<'a>, identity: &DriverIdentity) -> Plan<'a> {
    if header::names_suites(args) || !args.profile.is_empty() {
        return plan;
    }
    let lists = |suite: &str| {
        let mut suites = identity
            .profiles
            .iter()
            .filter_map(|profile| profile.split_once('/'));
        suites.any(|(listed, _)| listed == suite)
    };
    let cases = plan
        .cases
        .iter()
        .filter(|(catalogue, _)| lists(&catalogue.suite.id));
    let cases: Vec<_> = cases.copied().collect();
    if cases.is_empty() {
        plan
    } else {
        Plan { cases }
    }
}

/// Tells what may be wrong with a command that does not start.
fn hint(args: &Run, command: &DriverCommand, output: &mut Output) {
    for hint in subject::hints(&args.subject, &args.source, command) {
        output.remark(&hint);
    }
}

/// A choice that cannot be made, with where it comes from.
fn wrong_choice(args: &Run, error: ChoiceError) -> Failure {
    let option = match error {
        ChoiceError::Glob { .. } => args.named("filter"),
        ChoiceError::Profile { .. } => args.named("profile"),
    };
    Failure::Usage(format!("{option}: {error}"))
}

/// The options that select cases and come from the file, as the end of a sentence.
fn from_file(args: &Run) -> String {
    let names = ["profile", "filter", "failed", "suite", "cases", "shard"];
    let named: Vec<String> = names
        .into_iter()
        .map(|name| (name, args.named(name)))
        .filter(|(name, named)| *named != format!("--{name}"))
        .map(|(_, named)| named)
        .collect();
    match &named[..] {
        [] => String::new(),
        named => format!(" (with {})", named.join(" and ")),
    }
}

fn load(args: &Run) -> Result<Vec<Catalogue>, Failure> {
    let Some(path) = &args.cases else {
        return match &args.suite[..] {
            [] => catalogues(None),
            wanted => {
                let mut loaded = Vec::new();
                for suite in wanted {
                    loaded.extend(catalogues(Some(suite))?);
                }
                Ok(loaded)
            }
        };
    };
    match &args.suite[..] {
        [] => Ok(vec![other_cases(path, None)?]),
        [suite] => Ok(vec![other_cases(path, Some(suite))?]),
        _ => Err(Failure::Usage("--cases goes with one --suite".to_owned())),
    }
}
