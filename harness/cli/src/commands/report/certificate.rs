//! `uiconform report certificate`: what a run shows, as a statement that can be signed and checked.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use uiconform_report::authentic;
use uiconform_report::certificate::{Artifact, Refusal, certify, verify};
use uiconform_report::counted;

use super::open;
use crate::args::Certificate;
use crate::commands::catalogues;
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Certificate, output: &mut Output) -> Result<u8, Failure> {
    let file = open(&args.result)?;
    let result = artifact(&args.result)?;
    let mut artifacts = Vec::new();
    for path in &args.artifact {
        artifacts.push(artifact(path)?);
    }
    let unchecked = authentic::check(&file, &catalogues(None)?)?;
    let statement = certify(file, &result, &artifacts)?;
    for note in &unchecked {
        output.remark(note);
    }
    let Some(path) = &args.verify else {
        output.write_all(statement.to_text().as_bytes())?;
        output.flush()?;
        return Ok(0);
    };
    let usage = |message: String| Failure::Usage(format!("{}: {message}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| usage(error.to_string()))?;
    let verification =
        verify(&text, &statement, &result, &artifacts).map_err(|error| usage(error.to_string()))?;
    for note in &verification.unchecked {
        output.remark(note);
    }
    let palette = output.palette();
    if verification.differences.is_empty() {
        writeln!(
            output,
            "{}",
            palette.good("the certificate says what the files say")
        )?;
    } else {
        for difference in &verification.differences {
            writeln!(output, "{difference}")?;
        }
        writeln!(
            output,
            "{}",
            palette.bad(format_args!(
                "the certificate does not hold: {}",
                counted(verification.differences.len(), "difference")
            ))
        )?;
    }
    output.flush()?;
    Ok(u8::from(!verification.differences.is_empty()))
}

fn artifact(path: &Path) -> Result<Artifact, Failure> {
    Artifact::open(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let message = format!("no certificate: {refusal}");
        match refusal {
            Refusal::Incomplete(_) | Refusal::NotRun { .. } => Self::Incomplete(message),
            Refusal::Nothing { .. } => Self::Nothing(message),
            Refusal::Changed(_) | Refusal::Unfit { .. } => Self::Usage(message),
        }
    }
}
