//! `uiconform report merge`: the shards of a run as one.

use std::collections::HashMap;
use std::io::{self, Write as _};

use uiconform_catalogue::baseline::Gate;
use uiconform_report::merge::{MergeError, hold_against, merge};
use uiconform_report::{Context, Reporter as _, ResultFile};
use uiconform_runner::{Choice, Plan};

use super::formats::{Wanted, make};
use super::open;
use crate::args::Merge;
use crate::commands::{baseline, catalogues};
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Merge, output: &mut Output) -> Result<u8, Failure> {
    let mut files: Vec<ResultFile> = Vec::new();
    for path in &args.files {
        files.push(open(path)?);
    }
    let catalogues = catalogues(None)?;
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
    if let [file] = &files[..]
        && file.trailer.is_none()
        && file.header.selection.shard.is_none()
    {
        output.remark(&format!(
            "{}; what there is of it is told as an incomplete run",
            file.incomplete()
        ));
    }
    let mut run = merge(files, &|id| ranks.get(id).copied())?;
    if let Some(path) = &args.baseline {
        let baseline = baseline::read(path, &catalogues, output)?;
        let gate = Gate::new(&baseline, &catalogues, run.header.selection.strict);
        for note in gate.notes() {
            output.remark(&note);
        }
        hold_against(&mut run, &gate);
    }
    let context = Context {
        catalogues: &catalogues,
        replay: replay(&run.header.driver.command),
    };
    let wanted = Wanted {
        format: args.format,
        directory: args.report.as_deref(),
        palette: output.palette(),
        full: args.full,
        transcript: false,
    };
    let mut reporter = make(&wanted, &mut *output, &context)?;
    let mut records = run.records();
    let written = records.try_for_each(|record| reporter.record(&record));
    drop((records, reporter));
    written.and_then(|()| output.flush()).map_err(unwritten)?;
    Ok(u8::try_from(run.trailer.exit).unwrap_or(1))
}

/// A report that cannot be written: whoever closes a pipe has seen enough, and anything else leaves the verdict untold.
fn unwritten(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::Incomplete(format!("cannot write the report: {error}")),
    }
}

/// The command that runs the same driver again.
fn replay(command: &[String]) -> String {
    let words = command.iter().map(String::as_str);
    let driver = shlex::try_join(words).unwrap_or_else(|_| command.join(" "));
    let words = ["uiconform", "run", "--driver", &driver];
    shlex::try_join(words).unwrap_or_else(|_| words.join(" "))
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
