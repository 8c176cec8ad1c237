//! `uiconform selftest`: the suite proves that it catches what it must.

use std::collections::BTreeMap;
use std::io::Write as _;

use uiconform_catalogue::Catalogue;
use uiconform_selftest::{FLOOR, KillRow, Proof, kills, prove};

use super::{catalogues, unknown_fault};
use crate::args::Selftest;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Selftest, output: &mut Output) -> Result<u8, Failure> {
    let mut problems = 0;
    if let Some(name) = &args.fault {
        write_fault(name, args.suite.as_deref(), output)?;
        output.flush()?;
        return Ok(0);
    }
    for catalogue in catalogues(args.suite.as_deref())? {
        let proof = prove(&catalogue);
        if args.matrix {
            for row in &proof.matrix {
                write_row(&catalogue, row, output)?;
            }
        }
        write_summary(&catalogue, &proof, output)?;
        problems += proof.problems.len();
    }
    output.flush()?;
    Ok(u8::from(problems > 0))
}

/// Shows what catches a fault, which belongs to one of the suites.
fn write_fault(name: &str, suite: Option<&str>, output: &mut Output) -> Result<(), Failure> {
    for catalogue in catalogues(suite)? {
        if let Some(row) = kills(&catalogue, name) {
            return write_row(&catalogue, &row, output);
        }
    }
    Err(unknown_fault(name))
}

fn write_row(catalogue: &Catalogue, row: &KillRow, output: &mut Output) -> Result<(), Failure> {
    let palette = output.palette();
    writeln!(output, "{}  {}", palette.strong(row.fault), row.about)?;
    writeln!(output, "    breaks {}", row.aims.join(", "))?;
    for kill in &row.kills {
        let case = &catalogue.cases[kill.case];
        writeln!(
            output,
            "    {} {}  {}",
            kill.verdict,
            case.id,
            palette.dim(uiconform_report::shortened(&kill.message, 120))
        )?;
    }
    Ok(())
}

fn write_summary(catalogue: &Catalogue, proof: &Proof, output: &mut Output) -> Result<(), Failure> {
    let palette = output.palette();
    let mut by_catches: BTreeMap<usize, usize> = BTreeMap::new();
    for row in &proof.matrix {
        *by_catches.entry(row.kills.len()).or_default() += 1;
    }
    let caught = proof
        .matrix
        .iter()
        .filter(|row| !row.kills.is_empty())
        .count();
    writeln!(
        output,
        "{}  {} faults against {} cases: {caught} caught",
        palette.strong(&catalogue.suite.id),
        proof.matrix.len(),
        catalogue.cases.len(),
    )?;
    let single = by_catches.get(&1).copied().unwrap_or(0);
    writeln!(output, "  {single} of them by one case alone")?;
    writeln!(
        output,
        "floors (at most {:.0} % of a profile)",
        FLOOR * 100.0
    )?;
    for floor in &proof.floors {
        let scores: Vec<String> = floor
            .scores
            .iter()
            .map(|score| {
                format!(
                    "{} {}/{} = {:.1} %",
                    score.profile,
                    score.passed,
                    score.total,
                    score.share() * 100.0
                )
            })
            .collect();
        writeln!(output, "  {:<14} {}", floor.name, scores.join("   "))?;
    }
    for problem in &proof.problems {
        writeln!(output, "{} {problem}", palette.bad("problem:"))?;
    }
    let verdict = if proof.problems.is_empty() {
        palette.good("the suite catches what it must")
    } else {
        palette.bad(format_args!("{} problems", proof.problems.len()))
    };
    writeln!(output, "{verdict}")?;
    Ok(())
}
