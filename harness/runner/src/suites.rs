//! The suites that are built in, each with the form in which its case files are read.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

use uiconform_catalogue::{Catalogue, Form, LoadError, Requirement, SourceFile};
use uiconform_driver::Limits;
use walkdir::WalkDir;

use crate::ag_ui::AgUi;
use crate::agent_ui::AgentUi;
use crate::agentue::AgentUe;

/// The suite that is meant where none is named.
pub const MAIN: &str = "agentue-1.1";

/// A suite that is built in.
struct BuiltIn {
    name: &'static str,
    /// How its case files are read.
    form: &'static dyn Form,
    /// The lowest limits that are believed in it.
    least_limits: Limits,
}

static SUITES: &[BuiltIn] = &[
    BuiltIn {
        name: MAIN,
        form: &AgentUe,
        least_limits: LEAST_LIMITS,
    },
    BuiltIn {
        name: "agent-ui-1",
        form: &AgentUi,
        least_limits: LEAST_LIMITS,
    },
    BuiltIn {
        name: "ag-ui",
        form: &AgUi,
        least_limits: LEAST_LIMITS,
    },
];

/// What every implementation takes, whatever limits it declares. Section 8 of AgentUE lets consumers limit what they take, as suits
/// the application, and the other texts forbid it nowhere: that is about large input. A limit below the models, events and envelopes
/// that the rest of the texts speaks of would excuse an implementation that takes nothing. So this lies above every input that a
/// required case wants accepted, and below those of the cases that ask for 64 levels and more, or for texts of a size that streams
/// are split for.
const LEAST_LIMITS: Limits = Limits {
    depth: Some(32),
    bytes: Some(64 * 1024),
};

fn built_in(name: &str) -> Option<&'static BuiltIn> {
    SUITES.iter().find(|suite| suite.name == name)
}

/// Names of all suites.
pub fn names() -> Vec<&'static str> {
    SUITES.iter().map(|suite| suite.name).collect()
}

/// The limits that an implementation may declare in a suite at the least: it takes what is no larger, whatever it says of itself.
pub fn least_limits(suite: &str) -> Limits {
    built_in(suite).map_or_else(Limits::default, |suite| suite.least_limits)
}

/// Loads the embedded cases of a suite; `None` if there is no suite of that name.
pub fn load(suite: &str) -> Option<Result<Catalogue, LoadError>> {
    Some(Catalogue::load(&embedded(suite), built_in(suite)?.form))
}

/// The requirements of a suite, without its cases; `None` if there is no suite of that name.
pub fn requirements(suite: &str) -> Option<Result<Vec<Requirement>, LoadError>> {
    let form = built_in(suite)?.form;
    Some(Catalogue::requirements_of(&embedded(suite), form))
}

/// Loads other case files against the definition of a suite; `None` if there is no suite of that name.
pub fn load_other(suite: &str, others: &[SourceFile]) -> Option<Result<Catalogue, LoadError>> {
    let form = built_in(suite)?.form;
    Some(Catalogue::load_other(&embedded(suite), others, form))
}

/// The embedded files of a suite.
fn embedded(suite: &str) -> Vec<SourceFile> {
    uiconform_spec_cases::SUITES
        .iter()
        .filter(|embedded| embedded.name == suite)
        .flat_map(|embedded| embedded.files)
        .map(|file| SourceFile {
            path: file.path.to_owned(),
            shown: format!("spec-cases/{suite}/{}", file.path),
            text: Cow::Borrowed(file.text),
        })
        .collect()
}

/// Reads case files from disk: one file, or every `.json` file below a folder that is a case file by its place. In a folder
/// laid out as a suite, that is what stands below `cases`.
///
/// # Errors
///
/// Whatever reading gives, with the path in its message.
pub fn read_case_files(path: &Path) -> io::Result<Vec<SourceFile>> {
    let named = |error: io::Error, path: &Path| {
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    };
    let kind = fs::metadata(path).map_err(|error| named(error, path))?;
    let files: Vec<PathBuf> = if kind.is_dir() {
        let cases = path.join("cases");
        case_files(if cases.is_dir() { &cases } else { path })?
    } else if kind.is_file() {
        vec![path.to_owned()]
    } else {
        return Err(named(io::Error::other("neither a file nor a folder"), path));
    };
    files
        .into_iter()
        .map(|file| {
            let bytes = fs::read(&file).map_err(|error| named(error, &file))?;
            let text = String::from_utf8(bytes).map_err(|error| {
                let good = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..good]
                    .iter()
                    .filter(|byte| **byte == b'\n')
                    .count()
                    + 1;
                let place = PathBuf::from(format!("{}:{line}", file.display()));
                named(
                    io::Error::other(format!("byte {} is not UTF-8", good + 1)),
                    &place,
                )
            })?;
            Ok(SourceFile {
                path: stem_path(path, &file),
                shown: file.display().to_string(),
                text: Cow::Owned(text),
            })
        })
        .collect()
}

/// Every ordinary file below a folder whose name ends in `.json`, sorted; links to folders are not followed.
fn case_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(io::Error::from)?;
        let ends = entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "json");
        if ends && entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// The part of a path that becomes part of the ids: from the innermost folder `cases` on, or as it is below the folder given.
fn stem_path(given: &Path, file: &Path) -> String {
    let parts: Vec<String> = file
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let below_cases = parts
        .iter()
        .rposition(|part| part == "cases")
        .map(|at| at + 1);
    let below_given = given.components().count().min(parts.len() - 1);
    let parts = &parts[below_cases.unwrap_or(below_given)..];
    match parts {
        // An id has an area; what stands directly in the folder gets one.
        [file] => format!("cases/local/{file}"),
        parts => format!("cases/{}", parts.join("/")),
    }
}
