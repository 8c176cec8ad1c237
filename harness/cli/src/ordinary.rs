//! Reading files that people name: ordinary ones alone, since a pipe or a device could give bytes for ever, or none.

use std::fs;
use std::io;
use std::path::Path;

/// Reads an ordinary file whole. `expected` says what such a file is.
///
/// # Errors
///
/// If it cannot be read, or is something else.
pub(crate) fn read(path: &Path, expected: &str) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other(format!(
            "this is no ordinary file; {expected}"
        )));
    }
    fs::read(path)
}
