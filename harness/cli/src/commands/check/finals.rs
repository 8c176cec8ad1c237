//! The models that a recording adds up to, in a file.

use std::io::Write as _;
use std::path::Path;
use std::{fs, io};

use super::recording::Recording;
use crate::failure::Failure;

/// Writes `{"suite":…,"streams":[{"stream_id":…,"seq":…,"complete":…,"model":…},…]}`, a stream a line.
pub(super) fn write(path: &Path, suite: &str, recording: &dyn Recording) -> Result<(), Failure> {
    let mut text = format!("{{\"suite\":\"{suite}\",\"streams\":[");
    for (at, stream) in recording.finals().iter().enumerate() {
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        stream.write_to(&mut text);
    }
    text.push_str("\n]}\n");
    let written = match path.as_os_str() == "-" {
        true => io::stdout().write_all(text.as_bytes()),
        false => fs::write(path, text),
    };
    written.map_err(|error| {
        Failure::Usage(format!(
            "cannot write the models to {}: {error}",
            path.display()
        ))
    })
}
