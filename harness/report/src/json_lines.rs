//! The result file: one record a line, written as the run goes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use uiconform_catalogue::record::Record;

use crate::Reporter;
use crate::inert::acts;

/// Writes records as JSON lines.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    /// What it writes to.
    pub(crate) fn out_mut(&mut self) -> &mut W {
        &mut self.out
    }
}

impl<W: Write> Reporter for JsonLines<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        writeln!(self.out, "{}", escaped(&record.to_line()))?;
        // A run that is killed leaves every record that it had told.
        self.out.flush()
    }
}

/// The same JSON text, with escapes for characters that act on a terminal, and for what the log of a CI system would take for a
/// command. In JSON text they can stand in strings only.
pub(crate) fn escaped(line: &str) -> Cow<'_, str> {
    let line = if line.contains("##[") {
        Cow::Owned(line.replace("##[", r"#\u0023["))
    } else {
        Cow::Borrowed(line)
    };
    if !line.chars().any(acts) {
        return line;
    }
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        if acts(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(c);
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_escaped_and_means_the_same() {
        assert_eq!(
            escaped("\"a\u{9b}\u{202e}\u{e0041}\""),
            r#""a\u009b\u202e\udb40\udc41""#
        );
        assert_eq!(escaped("\"##[error]x\""), r##""#\u0023[error]x""##);
        assert!(matches!(escaped("\"plain é 😀\""), Cow::Borrowed(_)));
    }
}
