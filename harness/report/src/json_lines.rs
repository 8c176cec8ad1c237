//! The result file: one record a line, written as the run goes.

use std::io::{self, Write};

use uiconform_catalogue::record::Record;

use crate::Reporter;

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
}

impl<W: Write> Reporter for JsonLines<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        writeln!(self.out, "{}", record.to_line())?;
        // A run that is killed leaves every record that it had told.
        self.out.flush()
    }
}
