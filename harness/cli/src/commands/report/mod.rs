//! `uiconform report`: what is made of result files.

mod badge;
mod certificate;
mod compare;
pub(crate) mod formats;
mod html;
mod merge;

use std::path::Path;

use uiconform_report::{ReadError, ResultFile};

use crate::args::{Report, ReportAction};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Report, output: &mut Output) -> Result<u8, Failure> {
    match &args.action {
        ReportAction::Merge(args) => merge::run(args, output),
        ReportAction::Compare(args) => compare::run(args, output),
        ReportAction::Html(args) => html::run(args, output),
        ReportAction::Certificate(args) => certificate::run(args, output),
        ReportAction::Badge(args) => badge::run(args, output),
    }
}

fn open(path: &Path) -> Result<ResultFile, Failure> {
    Ok(ResultFile::open(path)?)
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Usage(error.to_string())
    }
}
