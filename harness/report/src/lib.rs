//! Reports from outcome records. A reporter reads the stream of records and nothing else; the terminal is one of them.
//!
//! [`Pretty`] and [`JsonLines`] tell a run as it goes, [`AtEnd`] and [`Directory`] tell it in the forms of CI systems.
//! [`ResultFile`] reads what was told, for what is made of it later: a merged run, a comparison, a page, a badge, a certificate.

#![forbid(unsafe_code)]

pub mod authentic;
pub mod badge;
pub mod certificate;
pub mod check;
pub mod compare;
mod diff;
mod directory;
mod formats;
pub mod fuzz;
mod github;
mod groups;
mod guarded;
pub mod html;
mod inert;
mod json_lines;
mod junit;
mod markdown;
pub mod merge;
mod pretty;
mod results;
mod run;
mod story;
mod style;
mod tap;

use std::io;

use uiconform_catalogue::record::Record;

pub use directory::{Both, Directory};
pub use formats::{AtEnd, Format};
pub use inert::{inert, shortened};
pub use json_lines::JsonLines;
pub use pretty::{Pretty, PrettyOptions};
pub use results::{Incomplete, ReadError, ResultFile};
pub use run::{Context, Run, Standing};
pub use story::named_values;
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

impl<R: Reporter + ?Sized> Reporter for Box<R> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        (**self).record(record)
    }
}

/// A number with its noun, in the plural where there is not one.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
