//! Baselines as commands take them.

use std::io::{self, ErrorKind};
use std::path::Path;

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::baseline::Baseline;
use uiconform_json::Located;
use uiconform_runner::suites;

use crate::config::utf8;
use crate::failure::Failure;
use crate::ordinary;
use crate::output::Output;

/// Reads a baseline whose entries are of cases that exist.
pub(super) fn read(
    path: &Path,
    catalogues: &[Catalogue],
    output: &mut Output,
) -> Result<Baseline, Failure> {
    let Some(text) = text(path)? else {
        return Err(Failure::Usage(format!(
            "{}: there is no such file; `uiconform run --write-baseline` with this name makes it",
            path.display()
        )));
    };
    let baseline = parse(path, &text)?;
    baseline
        .check(catalogues, &suites::names())
        .map_err(|wrong| all(&wrong))?;
    match baseline.unexplained() {
        0 => {}
        1 => output.remark(&format!(
            "{}: 1 entry is unexplained: say in `reason` why the failure may stay",
            path.display()
        )),
        many => output.remark(&format!(
            "{}: {many} entries are unexplained: say in `reason` why each failure may stay",
            path.display()
        )),
    }
    Ok(baseline)
}

/// Reads a baseline that is to be brought up to date, or makes an empty one where there is no file.
pub(super) fn read_to_write(path: &Path, catalogues: &[Catalogue]) -> Result<Baseline, Failure> {
    let Some(text) = text(path)? else {
        // What can only fail at the end is better known before the run.
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        return match folder {
            Some(folder) if !folder.is_dir() => Err(Failure::Usage(format!(
                "{}: there is no folder {}",
                path.display(),
                folder.display()
            ))),
            _ => Ok(Baseline::empty(&path.display().to_string())),
        };
    };
    let baseline = parse(path, &text)?;
    baseline
        .check_names(catalogues, &suites::names())
        .map_err(|wrong| all(&wrong))?;
    Ok(baseline)
}

/// Reads a baseline, whatever its entries are of.
pub(super) fn parse(path: &Path, text: &str) -> Result<Baseline, Failure> {
    Baseline::parse(&path.display().to_string(), text)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// The text of a file; none where there is no file.
fn text(path: &Path) -> Result<Option<String>, Failure> {
    let wrong = |error: io::Error| Failure::Usage(format!("{}: {error}", path.display()));
    match ordinary::read(path, "a baseline is a TOML file") {
        Ok(bytes) => utf8(path, bytes).map(Some).map_err(Failure::Usage),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(error)),
    }
}

/// All that is wrong, each as an error of its own.
fn all(wrong: &[Located]) -> Failure {
    let lines: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    Failure::Usage(lines.join("\nerror: "))
}
