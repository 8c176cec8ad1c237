//! `uiconform report merge`: the shards of a run as one.

use std::collections::HashMap;
use std::io::{self, Write as _};

use uiconform_catalogue::baseline::Gate;
use uiconform_catalogue::record::Header;
use uiconform_report::merge::{MergeError, hold_against, merge, merge_incomplete, release};
use uiconform_report::{Context, ReadError, Reporter as _, ResultFile};
use uiconform_runner::{Choice, Plan};

use super::formats::{Wanted, make};
use crate::args::{Format, Merge};
use crate::commands::run::Writing;
use crate::commands::{baseline, catalogues};
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Merge, output: &mut Output) -> Result<u8, Failure> {
    let catalogues = catalogues(None)?;
    let (files, empty) = read(args)?;
    let choice = Choice {
        shuffle: files.first().and_then(|file| file.header.selection.shuffle),
        ..Choice::default()
    };
    let plan = Plan::new(&catalogues, &choice)?;
    let ranks: HashMap<&str, usize> = plan
        .cases
        .iter()
        .enumerate()
        .map(|(rank, (_, case))| (case.id.as_str(), rank))
        .collect();
    let rank = |id: &str| ranks.get(id).copied();
    if let [file] = &files[..]
        && file.trailer.is_none()
        && file.header.selection.shard.is_none()
    {
        output.remark(&format!(
            "{}; what there is of it is told as an incomplete run",
            file.incomplete()
        ));
    }
    // In a folder, reports that say what is missing are worth more than none.
    let kept = args.report.as_ref().map(|_| files.clone());
    let merged = match empty {
        Some(why) => Err(Failure::Incomplete(why)),
        None => merge(files, &rank).map_err(Failure::from),
    };
    let (mut run, failure) = match (merged, kept) {
        (Ok(run), _) => (run, None),
        (Err(Failure::Incomplete(why)), Some(files)) => {
            match merge_incomplete(files, why.clone(), &rank)? {
                Some(run) => (run, Some(Failure::Incomplete(why))),
                None => return Err(Failure::Incomplete(why)),
            }
        }
        (Err(failure), _) => return Err(failure),
    };
    if args.no_baseline {
        release(&mut run);
    }
    if let Some(path) = &args.baseline {
        let baseline = baseline::read(path, &catalogues, output)?;
        let gate = Gate::new(&baseline, &catalogues, run.header.selection.strict);
        for note in gate.notes() {
            output.remark(&note);
        }
        hold_against(&mut run, &gate);
    }
    let mut writing = match &args.write_baseline {
        Some(path) => {
            check_whole(&run.header)?;
            Some(Writing::new(path, &catalogues)?)
        }
        None => None,
    };
    let context = Context {
        catalogues: &catalogues,
        replay: replay(&run.header),
    };
    let usual = match &args.report {
        Some(_) => Format::Pretty,
        None => Format::Json,
    };
    let wanted = Wanted {
        format: args.format.unwrap_or(usual),
        directory: args.report.as_deref(),
        option: "--report".to_owned(),
        palette: output.palette(),
        full: args.full,
        transcript: false,
    };
    let mut reporter = make(&wanted, &mut *output, &context)?;
    let mut records = run.records();
    let written = records.try_for_each(|record| {
        if let Some(writing) = &mut writing {
            writing.take(&record);
        }
        reporter.record(&record)
    });
    drop((records, reporter));
    written.and_then(|()| output.flush()).map_err(unwritten)?;
    match (failure, writing) {
        (Some(failure), _) => Err(failure),
        (None, Some(writing)) => writing.finish(&run.trailer, output),
        (None, None) => Ok(u8::try_from(run.trailer.exit).unwrap_or(1)),
    }
}

/// The files that have something in them, and what is to be said of the first one that has nothing.
fn read(args: &Merge) -> Result<(Vec<ResultFile>, Option<String>), Failure> {
    let mut files = Vec::new();
    let mut empty = None;
    for path in &args.files {
        match ResultFile::open(path) {
            Ok(file) => files.push(file),
            Err(ReadError::Empty { name }) => {
                empty.get_or_insert_with(|| {
                    format!("{name}: it has no record, so its run ended before it began; run that shard again")
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok((files, empty))
}

/// Whether a run is one of which a baseline can be written.
fn check_whole(header: &Header) -> Result<(), Failure> {
    let selection = &header.selection;
    let is_foreign = header.suites.iter().any(|suite| suite.foreign);
    let parts: Vec<&str> = [
        ("--filter", !selection.filters.is_empty()),
        ("--profile", !header.profiles_left_out().is_empty()),
        ("--failed", selection.failed_only),
        ("--cases", is_foreign),
    ]
    .into_iter()
    .filter_map(|(name, given)| given.then_some(name))
    .collect();
    if parts.is_empty() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "--write-baseline takes a whole run, since what is not run would be taken out; this one was run with {}",
        parts.join(" and ")
    )))
}

/// A report that cannot be written: whoever closes a pipe has seen enough, and anything else leaves the verdict untold.
fn unwritten(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::Incomplete(format!("cannot write the report: {error}")),
    }
}

/// The command that runs the same again, for one case to be named.
pub(super) fn replay(header: &Header) -> String {
    let mut words = vec!["uiconform".to_owned(), "run".to_owned()];
    if !header.driver.embedded {
        let command = &header.driver.command;
        let joined = shlex::try_join(command.iter().map(String::as_str));
        let driver = joined.unwrap_or_else(|_| command.join(" "));
        words.extend(["--driver".to_owned(), driver]);
    }
    let selection = &header.selection;
    if let Some(timeout) = &selection.timeout {
        words.extend(["--timeout".to_owned(), timeout.clone()]);
    }
    if let Some(repeat) = selection.repeat {
        words.extend(["--repeat".to_owned(), repeat.to_string()]);
    }
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        let message = error.to_string();
        match error {
            // Both say that something was not run.
            MergeError::Incomplete(_) | MergeError::Missing { .. } => Self::Incomplete(message),
            MergeError::Changed(_) | MergeError::Foreign { .. } => Self::Usage(message),
        }
    }
}
