//! A folder to run in, and what is said there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Accepts sequence numbers written as digits.
pub(crate) const DIGITS: &str = "seq-may-be-digits";
/// Something else.
pub(crate) const OTHER: &str = "start-may-carry-meta";

/// No fault: the reference as it is.
pub(crate) const RIGHT: &str = "";

pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gate-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn run(&self, fault: Option<&str>, words: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_uiconform");
        let mut command = Command::new(program);
        command
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .args(words);
        if let Some(fault) = fault {
            command.args(["--", program, "driver", "reference"]);
            if fault != RIGHT {
                command.args(["--fault", fault]);
            }
        }
        command.output().unwrap()
    }

    /// Runs with the reference as it would be without one of its profiles.
    #[cfg(unix)]
    pub(crate) fn run_without(&self, profile: &str, words: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_uiconform");
        let script = format!(
            "'{program}' driver reference --fault {DIGITS} | sed -u 's#\"agentue-1.1/{profile}\",##'"
        );
        let words = [words, &["--", "sh", "-c", &script]].concat();
        self.run(None, &words)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

#[track_caller]
pub(crate) fn ends(output: &Output, code: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{said}{shown}");
    said + &shown
}
