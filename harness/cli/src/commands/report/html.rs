//! `uiconform report html`: one page of results.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use uiconform_report::html::{Entry, render};
use uiconform_report::{ResultFile, authentic};

use super::merge::replay;
use super::open;
use crate::args::Html;
use crate::commands::catalogues;
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Html, output: &mut Output) -> Result<u8, Failure> {
    let catalogues = catalogues(None)?;
    let mut entries = Vec::new();
    let mut is_incomplete = false;
    for path in &args.results {
        let file = open(path)?;
        file.check_trailer()?;
        check_whole(&file)?;
        for note in authentic::check(&file, &catalogues)? {
            output.remark(&note);
        }
        if file.is_incomplete() {
            is_incomplete = true;
            output.remark(&incomplete(&file));
        }
        let replay = replay(&file.header);
        entries.push(Entry::new(file, replay));
    }
    if let Some(path) = &args.output {
        check_output(path, &args.results)?;
    }
    let page = render(&args.title, &entries, &catalogues).map_err(Failure::Output)?;
    match &args.output {
        Some(path) => write(path, &page)?,
        None => output.write_all(page.as_bytes())?,
    }
    output.flush()?;
    Ok(if is_incomplete { 5 } else { 0 })
}

/// Whether a file is of a run that was not split: a part of one would look like a run that left much out.
fn check_whole(file: &ResultFile) -> Result<(), Failure> {
    match file.header.selection.shard {
        Some(shard) => Err(Failure::Usage(format!(
            "{}:{}: it is shard {shard} of a run; join its shards by `uiconform report merge` first",
            file.name, file.header_line
        ))),
        None => Ok(()),
    }
}

/// Whether the page would take the place of a result, as where a name was forgotten behind `-o`.
fn check_output(path: &Path, results: &[PathBuf]) -> Result<(), Failure> {
    let Ok(output) = path.canonicalize() else {
        return Ok(()); // There is nothing yet.
    };
    let is_it = |result: &&PathBuf| result.canonicalize().is_ok_and(|result| result == output);
    match results.iter().find(is_it) {
        Some(result) => Err(Failure::Usage(format!(
            "--output: {} is one of the result files; give the page another name",
            result.display()
        ))),
        None => Ok(()),
    }
}

fn incomplete(file: &ResultFile) -> String {
    match &file.trailer {
        Some(trailer) => {
            let why = trailer.stopped.as_deref();
            let why = why.unwrap_or("some cases were not run");
            format!("{}: it is incomplete: {why}; the page says so", file.name)
        }
        None => format!("{}; the page says so", file.incomplete()),
    }
}

fn write(path: &Path, page: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Usage(format!("--output: {}: {error}", path.display()));
    fs::write(path, page).map_err(failed)
}
