//! One module a subcommand.

pub(crate) mod cases;
pub(crate) mod driver;
pub(crate) mod requirements;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod selftest;

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

fn unknown_suite(suite: &str) -> Failure {
    let names = suites::names();
    Failure::Usage(format!(
        "no suite `{suite}`{}; there are {}",
        did_you_mean(suite, names.iter().copied()),
        names.join(", ")
    ))
}
