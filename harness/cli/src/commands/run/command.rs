//! The command that starts the driver, and the one that replays a case.

use std::path::Path;

use uiconform_runner::DriverCommand;

use crate::args::{REQUEST_TIMEOUT, Run};
use crate::failure::Failure;

/// The command that starts the driver: the one given, or this program as the reference.
pub(super) fn command(args: &Run) -> Result<DriverCommand, Failure> {
    let after_dashes = std::env::args_os().any(|word| word == "--");
    if after_dashes && args.words.is_empty() {
        return Err(Failure::Usage(
            "there is no command after `--`; give one, or leave `--` out to test the built-in reference".to_owned(),
        ));
    }
    let words = match &args.driver {
        Some(driver) => shlex::split(driver).ok_or_else(|| {
            let option = args.named("driver");
            Failure::Usage(format!("{option}: unbalanced quotes in `{driver}`"))
        })?,
        None => args.words.clone(),
    };
    if args.driver.is_some() && words.is_empty() {
        return Err(Failure::Usage(format!(
            "{}: the command is empty",
            args.named("driver")
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
pub(super) fn is_embedded(args: &Run) -> bool {
    args.driver.is_none() && args.words.is_empty()
}

/// What is said where the built-in reference is tested.
pub(super) const TESTS_REFERENCE: &str =
    "no driver was given: this tests the built-in reference, not your implementation";

/// Refuses a file of options without a driver, and options that are about an implementation of one's own: a gate that tests
/// something else is always green.
pub(super) fn check_embedded(args: &Run) -> Result<(), Failure> {
    if !is_embedded(args) {
        return Ok(());
    }
    if let Some(file) = &args.from_file {
        return Err(Failure::Usage(format!(
            "{} names no driver; write `driver = \"…\"` below [run] in it, or give --driver (the built-in reference is --driver \"uiconform driver reference\"); --no-config leaves the file aside",
            file.path.display()
        )));
    }
    let given = [
        ("--baseline", args.baseline.is_some()),
        ("--write-baseline", args.write_baseline.is_some()),
        ("--shard", args.shard.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::Usage(format!(
            "{option} without a driver would be about the built-in reference, not your implementation; give --driver, or name the reference: --driver \"uiconform driver reference\""
        ))),
        None => Ok(()),
    }
}

/// What may be wrong with a command that does not start, as it was written.
pub(super) fn hints(args: &Run, command: &DriverCommand) -> Vec<String> {
    let option = args.named("driver");
    let mut hints = Vec::new();
    let text = args.driver.as_deref().unwrap_or_default();
    let swallows = text
        .split('\\')
        .skip(1)
        .any(|rest| rest.starts_with(char::is_alphanumeric));
    if swallows && !command.words.iter().any(|word| word.contains('\\')) {
        hints.push(format!(
            "{option}: a backslash is taken away, as a shell would, so this was read as `{command}`; write / for it, or put the word in single quotes"
        ));
    }
    let file = args.from_file.as_ref().map(|file| file.path.as_path());
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
pub(super) fn shown_command(args: &Run, command: &DriverCommand) -> Vec<String> {
    if !is_embedded(args) {
        return command.words.clone();
    }
    EMBEDDED.map(str::to_owned).to_vec()
}

/// The command line that runs the same again, for one case to be named.
pub(super) fn replay(args: &Run) -> String {
    let mut words = vec!["uiconform".to_owned(), "run".to_owned()];
    if let Some(driver) = &args.driver {
        words.extend(["--driver".to_owned(), driver.clone()]);
    } else if !args.words.is_empty() {
        let joined = shlex::try_join(args.words.iter().map(String::as_str)).unwrap_or_default();
        words.extend(["--driver".to_owned(), joined]);
    }
    if let Some(cases) = &args.cases {
        words.extend(["--cases".to_owned(), cases.display().to_string()]);
    }
    if !args.timeout.is(REQUEST_TIMEOUT) {
        words.extend(["--timeout".to_owned(), args.timeout.to_string()]);
    }
    if args.repeat > 1 {
        words.extend(["--repeat".to_owned(), args.repeat.to_string()]);
    }
    for suite in &args.suite {
        words.extend(["--suite".to_owned(), suite.clone()]);
    }
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
