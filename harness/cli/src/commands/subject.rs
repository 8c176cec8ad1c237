//! The command that starts the driver, for all commands that do.

use std::collections::BTreeMap;
use std::path::Path;

use uiconform_catalogue::record::{DriverRecord, raw};
use uiconform_runner::{DriverCommand, DriverIdentity};

use crate::args::{Source, Subject};
use crate::failure::Failure;

/// The command that starts the driver: the one given, or this program as the reference.
///
/// # Errors
///
/// If the one given is none.
pub(super) fn command(subject: &Subject, source: &Source) -> Result<DriverCommand, Failure> {
    let after_dashes = std::env::args_os().any(|word| word == "--");
    if after_dashes && subject.words.is_empty() {
        return Err(Failure::Usage(
            "there is no command after `--`; give one, or leave `--` out to test the built-in reference".to_owned(),
        ));
    }
    let words = match &subject.driver {
        Some(driver) => shlex::split(driver).ok_or_else(|| {
            let option = source.named("driver");
            Failure::Usage(format!("{option}: unbalanced quotes in `{driver}`"))
        })?,
        None => subject.words.clone(),
    };
    if subject.driver.is_some() && words.is_empty() {
        return Err(Failure::Usage(format!(
            "{}: the command is empty",
            source.named("driver")
        )));
    }
    if !words.is_empty() {
        return Ok(DriverCommand::new(words));
    }
    let this = std::env::current_exe().map_err(|error| {
        Failure::Usage(format!(
            "cannot find this program to start it as the reference: {error}"
        ))
    })?;
    Ok(DriverCommand::new([
        &this.display().to_string(),
        "driver",
        "reference",
    ]))
}

/// The command of the built-in reference, as reports show it.
const EMBEDDED: [&str; 3] = ["uiconform", "driver", "reference"];

/// Whether no driver is named, so that the built-in reference is tested.
pub(super) fn is_embedded(subject: &Subject) -> bool {
    subject.driver.is_none() && subject.words.is_empty()
}

/// What is said where the built-in reference is tested.
pub(super) const TESTS_REFERENCE: &str =
    "no driver was given: this tests the built-in reference, not your implementation";

/// Refuses a file of options without a driver: a gate that tests something else is always green.
pub(super) fn check_file(subject: &Subject, source: &Source) -> Result<(), Failure> {
    match &source.from_file {
        Some(file) if is_embedded(subject) => Err(Failure::Usage(format!(
            "{} names no driver; write `driver = \"…\"` below [run] in it, or give --driver (the built-in reference is --driver \"uiconform driver reference\"); --no-config leaves the file aside",
            file.path.display()
        ))),
        _ => Ok(()),
    }
}

/// What may be wrong with a command that does not start, as it was written.
pub(super) fn hints(subject: &Subject, source: &Source, command: &DriverCommand) -> Vec<String> {
    let option = source.named("driver");
    let mut hints = Vec::new();
    let text = subject.driver.as_deref().unwrap_or_default();
    let swallows = text
        .split('\\')
        .skip(1)
        .any(|rest| rest.starts_with(char::is_alphanumeric));
    if swallows && !command.words.iter().any(|word| word.contains('\\')) {
        hints.push(format!(
            "{option}: a backslash is taken away, as a shell would, so this was read as `{command}`; write / for it, or put the word in single quotes"
        ));
    }
    let file = source.from_file.as_ref().map(|file| file.path.as_path());
    let folder = file
        .and_then(Path::parent)
        .filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder
        && option.starts_with('`')
    {
        let elsewhere = command.words.iter().find(|word| {
            let path = Path::new(word);
            path.is_relative() && !path.exists() && folder.join(path).is_file()
        });
        if let Some(word) = elsewhere {
            let (there, folder) = (folder.join(word), folder.display());
            hints.push(format!(
                "{option}: there is no {word} here, and there is {}: the command is started in the folder that uiconform was started in; write that path, or start uiconform in {folder}",
                there.display()
            ));
        }
    }
    hints
}

/// The command as reports show it: the reference by the name that a person would call it by, wherever this program stands.
pub(super) fn shown_command(subject: &Subject, command: &DriverCommand) -> Vec<String> {
    if !is_embedded(subject) {
        return command.words.clone();
    }
    EMBEDDED.map(str::to_owned).to_vec()
}

/// What a driver says of itself, and how it was started; `embedded` where none was given.
pub(super) fn driver_record(
    command: Vec<String>,
    embedded: bool,
    identity: &DriverIdentity,
) -> DriverRecord {
    let implementation = &identity.implementation;
    let mut limits = BTreeMap::new();
    limits.extend(
        identity
            .limits
            .depth
            .map(|depth| ("depth".to_owned(), depth)),
    );
    limits.extend(
        identity
            .limits
            .bytes
            .map(|bytes| ("bytes".to_owned(), bytes)),
    );
    DriverRecord {
        command,
        embedded,
        name: implementation.name.clone(),
        version: implementation.version.clone(),
        language: implementation.language.clone(),
        url: implementation.url.clone(),
        profiles: identity.profiles.clone(),
        features: identity.features.clone(),
        limits,
        choices: identity
            .choices
            .iter()
            .filter_map(|(name, choice)| Some((name.clone(), raw(choice)?)))
            .collect(),
    }
}

/// The words of a command line that name the driver.
pub(super) fn driver_words(subject: &Subject) -> Vec<String> {
    if let Some(driver) = &subject.driver {
        vec!["--driver".to_owned(), driver.clone()]
    } else if !subject.words.is_empty() {
        let joined = shlex::try_join(subject.words.iter().map(String::as_str)).unwrap_or_default();
        vec!["--driver".to_owned(), joined]
    } else {
        Vec::new()
    }
}

/// Words as a line that a shell splits into them.
pub(super) fn line(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
