//! One module a subcommand.

mod baseline;
pub(crate) mod cases;
pub(crate) mod check;
pub(crate) mod driver;
pub(crate) mod fuzz;
pub(crate) mod report;
pub(crate) mod requirements;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod selftest;
mod signals;
mod subject;

use std::path::Path;

use uiconform_catalogue::{Catalogue, did_you_mean};
use uiconform_runner::suites;

use crate::failure::Failure;

/// Loads one suite, or all of them.
fn catalogues(suite: Option<&str>) -> Result<Vec<Catalogue>, Failure> {
    let wanted = match suite {
        Some(suite) => vec![suite],
        None => suites::names(),
    };
    wanted
        .into_iter()
        .map(|suite| match suites::load(suite) {
            Some(loaded) => Ok(loaded?),
            None => Err(unknown_suite(suite)),
        })
        .collect()
}

/// Loads the case files of a path against the definition of a suite.
fn other_cases(path: &Path, suite: Option<&str>) -> Result<Catalogue, Failure> {
    let suite = suite.unwrap_or(suites::MAIN);
    let files = suites::read_case_files(path).map_err(|error| Failure::Usage(error.to_string()))?;
    if files.is_empty() {
        return Err(Failure::Nothing(format!(
            "no case file (*.json) below {}",
            path.display()
        )));
    }
    Ok(suites::load_other(suite, &files).ok_or_else(|| unknown_suite(suite))??)
}

fn unknown_suite(suite: &str) -> Failure {
    let names = suites::names();
    Failure::Usage(format!(
        "no suite `{suite}`{}; there are {}",
        did_you_mean(suite, names.iter().copied()),
        names.join(", ")
    ))
}

fn unknown_fault(name: &str) -> Failure {
    let faults = uiconform_reference::all_faults();
    let names = faults.iter().map(|fault| fault.name);
    Failure::Usage(format!(
        "no fault `{name}`{}; `uiconform driver reference --list-faults` lists them",
        did_you_mean(name, names)
    ))
}
