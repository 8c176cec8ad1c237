//! `uiconform run`: the golden cases against a driver.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use uiconform_catalogue::Catalogue;
use uiconform_catalogue::record::{
    DriverRecord, Header, LevelCounts, ProfileRecord, Record, SCHEMA_VERSION, Selection,
    SuiteRecord, raw,
};
use uiconform_report::{JsonLines, Pretty, PrettyOptions, Reporter};
use uiconform_runner::{
    Choice, Connection, DriverCommand, DriverIdentity, DriverProcess, Execution, Plan, RunEvent,
    Settings, StartError, Terms, Timeouts, execute, suites,
};

use super::{catalogues, unknown_suite};
use crate::args::{Format, Run};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Run, output: &mut Output) -> Result<u8, Failure> {
    let catalogues = load(args)?;
    let names: Vec<String> = catalogues
        .iter()
        .map(|catalogue| catalogue.suite.id.clone())
        .collect();
    let choice = Choice {
        profiles: args.profile.clone(),
        filters: args.filter.clone(),
        only: args.failed.as_deref().map(failed_ids).transpose()?,
        shuffle: args.shuffle,
    };
    let plan = Plan::new(&catalogues, &choice)?;
    if plan.cases.is_empty() {
        return Err(Failure::Nothing(nothing_selected(args)));
    }

    let command = command(args)?;
    let settings = Settings {
        timeouts: Timeouts {
            request: args.timeout.0,
            startup: args.startup_timeout.0,
        },
        ..Settings::default()
    };
    let (first, identity) = DriverProcess::start(&command, &settings, &names)?;
    let driver = driver_record(shown_command(args, &command), &identity);
    let header = header(args, &catalogues, &plan, driver);
    let execution = Execution {
        jobs: usize::from(args.jobs),
        terms: Terms {
            times: args.repeat,
            limits: identity.limits,
        },
        max_fail: args
            .max_fail
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
    };
    let start = || -> Result<Box<dyn Connection>, StartError> {
        let (driver, _) = DriverProcess::start(&command, &settings, &names)?;
        Ok(Box::new(driver))
    };

    let progress = progress(output.shows_progress());
    let palette = output.palette();
    let mut reporter: Box<dyn Reporter> = match args.format {
        Format::Pretty => Box::new(Pretty::new(
            &mut *output,
            &catalogues,
            PrettyOptions {
                palette,
                full: args.full,
                transcript: args.transcript,
                replay: replay(args),
            },
        )),
        Format::Json => Box::new(JsonLines::new(&mut *output)),
    };
    let began = Instant::now();
    let mut written = Ok(());
    let trailer = execute(
        &plan,
        header,
        &execution,
        Box::new(first),
        &start,
        &mut |event| match event {
            RunEvent::Record(record, _) => {
                if matches!(record, Record::Trailer(_)) {
                    progress.finish_and_clear();
                }
                // After the first fault of the output nothing more is written; the run ends as it would.
                if written.is_ok() {
                    written = reporter.record(record);
                }
            }
            RunEvent::Progress(done, total) => {
                if began.elapsed() > MOMENT {
                    progress.set_length(total as u64);
                    progress.set_position(done as u64);
                }
            }
        },
    );
    drop(reporter);
    written?;
    output.flush()?;
    Ok(u8::try_from(trailer.exit).unwrap_or(1))
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
    let suite = match &args.suite[..] {
        [] => "agentue-1.1",
        [suite] => suite,
        _ => return Err(Failure::Usage("--cases goes with one --suite".to_owned())),
    };
    let files = suites::read_case_files(path).map_err(|error| Failure::Usage(error.to_string()))?;
    if files.is_empty() {
        return Err(Failure::Nothing(format!(
            "no case file (*.json) below {}",
            path.display()
        )));
    }
    let catalogue = suites::load_other(suite, &files).ok_or_else(|| unknown_suite(suite))??;
    Ok(vec![catalogue])
}

fn nothing_selected(args: &Run) -> String {
    let mut message = String::from("no case was selected");
    if !args.filter.is_empty() {
        message += &format!(
            ": no id of a case{} or of its requirements matches {}; `uiconform cases list` prints the ids, and * stands for any characters",
            if args.profile.is_empty() {
                String::new()
            } else {
                format!(" of the profile {}", args.profile.join(" or "))
            },
            args.filter.join(" or ")
        );
    } else if args.failed.is_some() {
        message += ": the result file has no failure";
    }
    message
}

/// The command that starts the driver: the one given, or this program as the reference.
fn command(args: &Run) -> Result<DriverCommand, Failure> {
    let words = match &args.driver {
        Some(driver) => shlex::split(driver)
            .ok_or_else(|| Failure::Usage(format!("--driver: unbalanced quotes in `{driver}`")))?,
        None => args.words.clone(),
    };
    if args.driver.is_some() && words.is_empty() {
        return Err(Failure::Usage("--driver: the command is empty".to_owned()));
    }
    if !words.is_empty() {
        return Ok(DriverCommand::new(words));
    }
    let this = std::env::current_exe().map_err(|error| {
        Failure::Usage(format!(
            "cannot find this program to start it as the reference: {error}"
        ))
    })?;
    Ok(DriverCommand::new([
        &this.display().to_string(),
        "driver",
        "reference",
    ]))
}

/// The command as reports show it: the reference by the name that a person would call it by, wherever this program stands.
fn shown_command(args: &Run, command: &DriverCommand) -> Vec<String> {
    if args.driver.is_some() || !args.words.is_empty() {
        return command.words.clone();
    }
    ["uiconform", "driver", "reference"]
        .map(str::to_owned)
        .to_vec()
}

/// The command line that runs the same again, for one case to be named.
fn replay(args: &Run) -> String {
    let mut words = vec!["uiconform".to_owned(), "run".to_owned()];
    if let Some(driver) = &args.driver {
        words.extend(["--driver".to_owned(), driver.clone()]);
    } else if !args.words.is_empty() {
        let joined = shlex::try_join(args.words.iter().map(String::as_str)).unwrap_or_default();
        words.extend(["--driver".to_owned(), joined]);
    }
    if let Some(cases) = &args.cases {
        words.extend(["--cases".to_owned(), cases.display().to_string()]);
    }
    for suite in &args.suite {
        words.extend(["--suite".to_owned(), suite.clone()]);
    }
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// The ids that fail in a result file.
fn failed_ids(path: &Path) -> Result<HashSet<String>, Failure> {
    let usage = |message: String| Failure::Usage(format!("{}: {message}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| usage(error.to_string()))?;
    let mut ids = HashSet::new();
    for (index, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let record = Record::from_line(line).map_err(|error| {
            usage(format!(
                "line {} is not a record of a result file (as `run --format json` writes it): {error}",
                index + 1
            ))
        })?;
        if let Record::Case(case) = record
            && case.verdict.is_failure()
        {
            ids.insert(case.id);
        }
    }
    Ok(ids)
}

fn header(args: &Run, catalogues: &[Catalogue], plan: &Plan<'_>, driver: DriverRecord) -> Header {
    let suites = catalogues
        .iter()
        .map(|catalogue| {
            let suite = &catalogue.suite;
            SuiteRecord {
                suite: suite.id.clone(),
                version: suite.version.clone(),
                digest: suite.digest.clone(),
                foreign: args.cases.is_some(),
                profiles: suite
                    .profiles
                    .iter()
                    .map(|profile| {
                        let id = format!("{}/{}", suite.id, profile.name);
                        ProfileRecord {
                            offered: driver.profiles.contains(&id),
                            headline: profile.headline,
                            cases: counts(catalogue, &profile.name),
                            profile: id,
                        }
                    })
                    .collect(),
            }
        })
        .collect();
    Header {
        schema: SCHEMA_VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        suites,
        selection: Selection {
            profiles: args.profile.clone(),
            filters: args.filter.clone(),
            failed_only: args.failed.is_some(),
            strict: args.strict,
            shuffle: args.shuffle,
            repeat: (args.repeat > 1).then_some(args.repeat),
            cases: plan.cases.len(),
        },
        driver,
    }
}

fn driver_record(command: Vec<String>, identity: &DriverIdentity) -> DriverRecord {
    let implementation = &identity.implementation;
    let mut limits = BTreeMap::new();
    limits.extend(
        identity
            .limits
            .depth
            .map(|depth| ("depth".to_owned(), depth)),
    );
    limits.extend(
        identity
            .limits
            .bytes
            .map(|bytes| ("bytes".to_owned(), bytes)),
    );
    DriverRecord {
        command,
        name: implementation.name.clone(),
        version: implementation.version.clone(),
        language: implementation.language.clone(),
        url: implementation.url.clone(),
        profiles: identity.profiles.clone(),
        features: identity.features.clone(),
        limits,
        choices: identity
            .choices
            .iter()
            .filter_map(|(name, choice)| Some((name.clone(), raw(choice)?)))
            .collect(),
    }
}

fn counts(catalogue: &Catalogue, profile: &str) -> LevelCounts {
    let mut counts = LevelCounts::default();
    for case in catalogue
        .cases
        .iter()
        .filter(|case| case.profile == profile)
    {
        *counts.of_mut(case.level) += 1;
    }
    counts
}

/// A run that takes longer than this shows how far it is.
const MOMENT: Duration = Duration::from_millis(500);

/// A line on standard error that says how far a run is.
fn progress(shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} cases  {elapsed}") {
        bar.set_style(style);
    }
    bar
}
