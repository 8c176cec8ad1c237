//! The command that starts a driver, and advice for when it cannot be started.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::StartError;
use super::excerpt::excerpt;

/// How a driver is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriverCommand {
    /// The program and its arguments. No shell is involved.
    pub words: Vec<String>,
    /// The directory that it runs in; the harness's own by default. A relative program is still looked up from the harness's.
    pub directory: Option<PathBuf>,
    /// Variables that are set, or taken away where the value is `None`; the others are inherited.
    pub environment: Vec<(String, Option<String>)>,
}

impl DriverCommand {
    /// A program and its arguments, in the directory and with the environment of the harness.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }

    /// The command as std runs it.
    pub(crate) fn to_command(&self) -> Result<Command, StartError> {
        let (program, arguments) = self.words.split_first().ok_or(StartError::NoCommand)?;
        let mut command = Command::new(self.program(program));
        command.args(arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        for (name, value) in &self.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        Ok(command)
    }

    /// Whether a relative program is sought before or after the change of directory differs between systems, so it is made
    /// absolute.
    fn program(&self, program: &str) -> PathBuf {
        let path = Path::new(program);
        if self.directory.is_some() && path.components().count() > 1 && path.is_relative() {
            std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
        } else {
            path.to_owned()
        }
    }

    /// What to say and to advise if starting it gave that error.
    pub(crate) fn cannot_start(&self, source: io::Error) -> StartError {
        let command = self.to_string();
        let program = self.words.first().map_or("", String::as_str);
        if let Some(directory) = self.directory.as_ref().filter(|path| !path.is_dir()) {
            let advice = format!(
                "its working directory {} does not exist",
                directory.display()
            );
            return StartError::NotFound {
                command,
                advice,
                source,
            };
        }
        match source.kind() {
            io::ErrorKind::NotFound => StartError::NotFound {
                command,
                advice: advice_if_missing(program),
                source,
            },
            io::ErrorKind::PermissionDenied => StartError::NotExecutable {
                command,
                advice: advice_if_forbidden(program),
                source,
            },
            _ if source.raw_os_error() == Some(NO_EXEC_FORMAT) => StartError::NotExecutable {
                command,
                advice: headless(program),
                source,
            },
            _ => StartError::Io { command, source },
        }
    }

    /// Why a program that started may have ended at once: Unix hands a script without a first line that names an interpreter
    /// to the shell, which makes little of Python.
    pub(crate) fn likely_flaw(&self) -> Option<String> {
        let program = self.words.first()?;
        let mut start = [0; 4];
        let read = open_file(program).and_then(|mut file| file.read(&mut start));
        let is_text = read.is_ok_and(|read| {
            start[..read]
                .iter()
                .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
        });
        (cfg!(unix) && is_text && !start.starts_with(b"#!")).then(|| headless(program))
    }
}

/// Opens an ordinary file; what has taken its place since it was started, such as a pipe, is not waited for.
fn open_file(path: &str) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::ErrorKind::InvalidInput.into())
    }
}

/// `ENOEXEC`, or `ERROR_BAD_EXE_FORMAT`.
const NO_EXEC_FORMAT: i32 = if cfg!(windows) { 193 } else { 8 };

fn headless(program: &str) -> String {
    format!(
        "{} is no program of this system and has no first line such as `#!/usr/bin/env python3`; {}",
        excerpt(program),
        with_interpreter(program)
    )
}

/// Words with which commands of shells begin, and that are no programs.
const OF_SHELLS: [&str; 17] = [
    ".", "alias", "case", "cd", "eval", "exec", "export", "for", "if", "pushd", "set", "source",
    "trap", "ulimit", "umask", "unset", "while",
];

/// Whether a shell would take a word for a variable and its value.
fn is_assignment(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    word.split_once('=').is_some_and(|(name, _)| {
        name.chars().all(is_part)
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.is_empty()
    })
}

fn advice_if_missing(program: &str) -> String {
    let shown = excerpt(program);
    let path = Path::new(program);
    if OF_SHELLS.contains(&program) {
        format!(
            "{shown} is a word of shells, and no shell is involved: write sh -c '{shown} …' with the whole command in quotes"
        )
    } else if is_assignment(program) {
        format!(
            "{shown} sets a variable, and no shell is involved: write env {shown} … before the program"
        )
    } else if path.is_file() && path.components().count() > 1 {
        format!(
            "{shown} is there, but the interpreter that its first line names is not; {}",
            with_interpreter(program)
        )
    } else if path.is_file() {
        format!(
            "there is no program {shown} on the PATH; for the file in this directory write ./{shown}"
        )
    } else if program.contains(' ') {
        format!(
            "there is no program with the name `{shown}`: give the program and each argument as a word of its own"
        )
    } else if path.components().count() > 1 {
        format!(
            "there is no file {shown}; a relative path starts from the directory that you are in"
        )
    } else {
        format!(
            "there is no program {shown} on the PATH; install it, or give its path, such as ./{shown}"
        )
    }
}

fn advice_if_forbidden(program: &str) -> String {
    let shown = excerpt(program);
    if Path::new(program).is_dir() {
        format!("{shown} is a directory; name the program in it")
    } else {
        format!(
            "{shown} may not be executed: `chmod +x {shown}`, or {}",
            with_interpreter(program)
        )
    }
}

/// Advice to name the interpreter, which is guessed from the ending of the file.
fn with_interpreter(program: &str) -> String {
    let ending = Path::new(program)
        .extension()
        .and_then(|ending| ending.to_str());
    let interpreter = match ending {
        Some("py") => "python3",
        Some("js" | "mjs" | "cjs") => "node",
        Some("rb") => "ruby",
        Some("pl") => "perl",
        Some("php") => "php",
        Some("sh") => "sh",
        _ => return "name its interpreter before it".to_owned(),
    };
    format!(
        "name its interpreter before it: `{interpreter} {}`",
        excerpt(program)
    )
}

/// The words as a shell would take them, for messages.
impl fmt::Display for DriverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.words.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            let plain = |char: char| char.is_alphanumeric() || "-_./:=@%+,".contains(char);
            if !word.is_empty() && word.chars().all(plain) {
                f.write_str(word)?;
            } else {
                write!(f, "'{}'", excerpt(&word.replace('\'', r"'\''")))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_a_shell_takes_it() {
        let command = DriverCommand::new(["python3", "my driver.py", "--x=1", "", "it's"]);
        assert_eq!(
            command.to_string(),
            r"python3 'my driver.py' --x=1 '' 'it'\''s'"
        );
    }

    #[test]
    fn what_is_meant_for_a_shell_is_told_apart() {
        for (word, advice) in [
            (
                "cd",
                "cd is a word of shells, and no shell is involved: write sh -c 'cd …'",
            ),
            (
                "BUGS=x",
                "BUGS=x sets a variable, and no shell is involved: write env BUGS=x …",
            ),
            ("_A1=", "_A1= sets a variable"),
            ("1A=x", "there is no program 1A=x"),
            ("=x", "there is no program =x"),
            ("./a=b", "there is no file ./a=b"),
        ] {
            let said = advice_if_missing(word);
            assert!(said.starts_with(advice), "{said}");
        }
    }
}
