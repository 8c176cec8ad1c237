//! Reports from outcome records. A reporter reads the stream of records and nothing else; the terminal is one of them.

#![forbid(unsafe_code)]

mod diff;
mod inert;
mod json_lines;
mod pretty;
mod style;

use std::io;

use uiconform_catalogue::record::Record;

pub use inert::{inert, shortened};
pub use json_lines::JsonLines;
pub use pretty::{Pretty, PrettyOptions};
pub use style::Palette;

/// Reads the records of a run, in order.
pub trait Reporter {
    /// Takes the next record.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn record(&mut self, record: &Record) -> io::Result<()>;
}

/// A number with its noun, in the plural where there is not one.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
