//! Baselines as commands take them.

use std::path::Path;

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::baseline::Baseline;
use uiconform_runner::suites;

use crate::failure::Failure;

/// Reads a baseline whose entries are of cases that exist.
pub(super) fn read(path: &Path, catalogues: &[Catalogue]) -> Result<Baseline, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::Usage(format!(
            "{}: {error}; `uiconform run --write-baseline` with this name makes it",
            path.display()
        ))
    })?;
    let baseline = parse(path, &text)?;
    baseline
        .check(catalogues, &suites::names())
        .map_err(|wrong| {
            let lines: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            Failure::Usage(lines.join("\n"))
        })?;
    Ok(baseline)
}

/// Reads a baseline, whatever its entries are of.
pub(super) fn parse(path: &Path, text: &str) -> Result<Baseline, Failure> {
    Baseline::parse(&path.display().to_string(), text)
        .map_err(|error| Failure::Usage(error.to_string()))
}
