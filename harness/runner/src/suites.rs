//! The suites that are built in, each with the form in which its case files are read.

use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

use uiconform_catalogue::{Catalogue, Form, LoadError, SourceFile};

use crate::agentue::AgentUe;

/// The form of each suite.
static FORMS: &[(&str, &dyn Form)] = &[("agentue-1.1", &AgentUe)];

/// Names of all suites.
pub fn names() -> Vec<&'static str> {
    FORMS.iter().map(|(name, _)| *name).collect()
}

/// Loads the embedded cases of a suite; `None` if there is no suite of that name.
pub fn load(suite: &str) -> Option<Result<Catalogue, LoadError>> {
    let (_, form) = FORMS.iter().find(|(name, _)| *name == suite)?;
    Some(Catalogue::load(&embedded(suite), *form))
}

/// Loads other case files against the definition of a suite; `None` if there is no suite of that name.
pub fn load_other(suite: &str, others: &[SourceFile]) -> Option<Result<Catalogue, LoadError>> {
    let (_, form) = FORMS.iter().find(|(name, _)| *name == suite)?;
    Some(Catalogue::load_other(&embedded(suite), others, *form))
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
    let mut files = Vec::new();
    if fs::metadata(path)
        .map_err(|error| named(error, path))?
        .is_file()
    {
        files.push(path.to_owned());
    } else {
        let cases = path.join("cases");
        collect(if cases.is_dir() { &cases } else { path }, &mut files)
            .map_err(|error| named(error, path))?;
    }
    files
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).map_err(|error| named(error, &file))?;
            Ok(SourceFile {
                path: stem_path(path, &file),
                shown: file.display().to_string(),
                text: Cow::Owned(text),
            })
        })
        .collect()
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

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> io::Result<()> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
    Ok(())
}
