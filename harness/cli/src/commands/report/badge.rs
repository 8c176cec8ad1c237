//! `uiconform report badge`: what an implementation conforms to, at a glance.

use std::io::Write as _;

use uiconform_report::badge::Badge as Picture;

use super::open;
use crate::args::{Badge, BadgeFormat};
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Badge, output: &mut Output) -> Result<u8, Failure> {
    let file = open(&args.result)?;
    file.check_trailer()?;
    let names: Vec<&str> = file
        .header
        .suites
        .iter()
        .map(|suite| suite.suite.as_str())
        .collect();
    let usage = |message: String| Failure::Usage(format!("{}: {message}", file.name));
    let suite = match (&args.suite, &names[..]) {
        (Some(suite), _) => suite,
        (None, [suite]) => *suite,
        (None, _) => {
            return Err(usage(format!(
                "it is of several suites; choose one by --suite: {}",
                names.join(", ")
            )));
        }
    };
    let badge = Picture::new(&file, suite).ok_or_else(|| {
        usage(format!(
            "it has no suite `{suite}`; there are {}",
            names.join(", ")
        ))
    })?;
    let text = match args.format {
        BadgeFormat::Svg => badge.to_svg(),
        BadgeFormat::Json => badge.to_json(),
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    match &file.trailer {
        Some(_) if !file.is_incomplete() => Ok(0),
        Some(trailer) => Err(Failure::Incomplete(format!(
            "{}: it is incomplete: {}",
            file.name,
            trailer
                .stopped
                .as_deref()
                .unwrap_or("some cases were not run")
        ))),
        None => Err(Failure::Incomplete(file.incomplete().to_string())),
    }
}
