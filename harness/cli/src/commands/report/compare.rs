//! `uiconform report compare`: what changed between runs.

use std::io::Write as _;

use uiconform_report::compare::write;

use super::open;
use crate::args::Compare;
use crate::commands::catalogues;
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Compare, output: &mut Output) -> Result<u8, Failure> {
    let catalogues = catalogues(None)?;
    let before = open(&args.from)?;
    let palette = output.palette();
    let (mut worse, mut incomplete) = (false, before.is_incomplete());
    for (index, path) in args.to.iter().enumerate() {
        let after = open(path)?;
        if index > 0 {
            writeln!(output)?;
        }
        worse |= write(output, &before, &after, &catalogues, palette, args.full)?;
        incomplete |= after.is_incomplete();
    }
    output.flush()?;
    Ok(match (incomplete, worse) {
        (true, _) => 5,
        (false, true) => 1,
        (false, false) => 0,
    })
}
