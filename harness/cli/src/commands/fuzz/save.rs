//! Findings as files in a folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use uiconform_fuzzer::campaign::Found;
use uiconform_json::Value;

use crate::failure::Failure;

/// Why a finding has no file.
const NOT_SAID: &str = "it is not specified what comes of each of these requests, only that they come to the same, which no case file can say";

/// A folder for findings.
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder, which is created if it is not there. `option` is what asks for it.
    ///
    /// # Errors
    ///
    /// If it cannot be.
    pub(super) fn create(path: &Path, option: &str) -> Result<Self, Failure> {
        fs::create_dir_all(path)
            .map_err(|error| Failure::Usage(format!("{option}: {}: {error}", path.display())))?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Saves a finding as that case file; its path, or why it is not saved. What is there already stays as it is: somebody may have worked
    /// on it.
    pub(super) fn save<C>(
        &mut self,
        found: &Found<C>,
        seed: u64,
        file: Option<&Value>,
    ) -> Result<String, String> {
        let text = file.ok_or(NOT_SAID)?.to_pretty() + "\n";
        let oracle = found.finding().oracle;
        let name = format!("{oracle}-seed-{seed}-sequence-{}", found.index);
        for number in 1.. {
            let name = match number {
                1 => format!("{name}.json"),
                number => format!("{name}-{number}.json"),
            };
            let path = self.path.join(name);
            match create(&path, &text) {
                Ok(()) => return Ok(path.display().to_string()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
                        return Ok(path.display().to_string());
                    }
                }
                Err(error) => return Err(format!("{}: {error}", path.display())),
            }
        }
        Err("there are too many files".to_owned())
    }
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes())
}
