//! The models that a recording adds up to, in a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use uiconform_json::Value;

use crate::args::{Check, CheckFormatName};
use crate::failure::Failure;

/// Where the models go, opened before anything is read so that it is known early whether that works.
pub(super) struct Finals {
    path: PathBuf,
    file: Option<File>,
}

impl Finals {
    /// Opens what the arguments name, if they do. A file that is there is emptied: what it held is of another recording.
    pub(super) fn open(args: &Check) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.final_models else {
            return Ok(None);
        };
        if path.as_os_str() == "-" {
            if args.format != CheckFormatName::Pretty {
                return Err(Failure::Usage(
                    "--final - puts the models into the report, which only --format pretty takes; name a file".to_owned(),
                ));
            }
            return Ok(Some(Self {
                path: path.clone(),
                file: None,
            }));
        }
        if let Some(input) = &args.file
            && is_same(input, path)
        {
            return Err(Failure::Usage(format!(
                "--final {} would overwrite the recording; name another file",
                path.display()
            )));
        }
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Some(Self {
            path: path.clone(),
            file: Some(file),
        }))
    }

    /// Writes `{"suite":…,"streams":[{"stream_id":…,"seq":…,"complete":…,"model":…},…]}`, a stream a line.
    pub(super) fn write(self, suite: &str, finals: &[Value]) -> Result<(), Failure> {
        let mut text = format!("{{\"suite\":\"{suite}\",\"streams\":[");
        for (at, stream) in finals.iter().enumerate() {
            text.push_str(if at == 0 { "\n" } else { ",\n" });
            stream.write_to(&mut text);
        }
        text.push_str("\n]}\n");
        let written = match self.file {
            None => io::stdout().write_all(text.as_bytes()),
            Some(mut file) => file.write_all(text.as_bytes()),
        };
        written.map_err(|error| unwritable(&self.path, &error))
    }

    /// Takes back the empty file, since there are no models.
    pub(super) fn abandon(self) {
        let is_file = self.file.and_then(|file| file.metadata().ok());
        if is_file.is_some_and(|metadata| metadata.is_file()) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!(
        "cannot write the models to {}: {error}",
        path.display()
    ))
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;

        if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
            return one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino());
        }
    }
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
