//! `uiconform report certificate`: what a run shows, as a statement that can be signed and checked.

use std::io::Write as _;
use std::path::Path;

use uiconform_report::authentic;
use uiconform_report::certificate::{Artifact, Outcome, Refusal, Statement, certify, verify};
use uiconform_report::counted;

use super::open;
use crate::args::Certificate;
use crate::commands::catalogues;
use crate::failure::Failure;
use crate::ordinary;
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
        if let Some(why) = failed(&statement) {
            output.remark(&format!("the certificate says FAILED: {why}"));
        }
        return Ok(0);
    };
    let usage = |message: String| Failure::Usage(format!("{}: {message}", path.display()));
    let text = ordinary::read(path, "a certificate is a JSON file")
        .map_err(|error| usage(error.to_string()))?;
    let text = String::from_utf8(text).map_err(|error| usage(error.to_string()))?;
    let verification =
        verify(&text, &statement, &result, &artifacts).map_err(|error| usage(error.to_string()))?;
    for note in &verification.unchecked {
        output.remark(note);
    }
    let palette = output.palette();
    let differences = verification.differences.len();
    let left = verification.unchecked.len();
    for difference in &verification.differences {
        writeln!(output, "{difference}")?;
    }
    let not_checked = match left {
        1 => "1 of its artefacts was".to_owned(),
        many => format!("{many} of its artefacts were"),
    };
    let failed = failed(&statement);
    let (verdict, code) = match (differences, left) {
        (0, _) if failed.is_some() => {
            let why = failed.unwrap_or_default();
            let part = match left {
                0 => String::new(),
                _ => format!("; {not_checked} not checked"),
            };
            let words = format!("the certificate says FAILED, as the files do: {why}{part}");
            (palette.bad(words), 1)
        }
        (0, 0) => (palette.good("the certificate says what the files say"), 0),
        (0, _) => (
            palette.odd(format_args!(
                "verified only in part: the certificate says what the files say, and {not_checked} not checked"
            )),
            5,
        ),
        _ => (
            palette.bad(format_args!(
                "the certificate does not hold: {}",
                counted(differences, "difference")
            )),
            1,
        ),
    };
    writeln!(output, "{verdict}")?;
    output.flush()?;
    Ok(code)
}

/// Why a certificate says FAILED, if it does.
fn failed(statement: &Statement) -> Option<String> {
    let predicate = &statement.predicate;
    (predicate.result == Outcome::Failed).then(|| match predicate.failed_tests.len() {
        0 => "the driver does not offer every profile that was asked for".to_owned(),
        1 => "1 case fails and costs conformance".to_owned(),
        many => format!("{many} cases fail and cost conformance"),
    })
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
