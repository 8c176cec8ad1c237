//! Event streams as bytes, cut into the text of each event, with exact places.
//!
//! A recorded or live stream of events is a `text/event-stream`, JSON lines, or one JSON array. [`Records`] takes its bytes in
//! pushes of any size and hands out a [`Record`] for each event: its text, and where that stands in the input. What is wrong
//! with the framing is a record too, with a [`Fault`] in the place of the text, and the stream goes on where there is a next
//! event to go on with.
//!
//! ```
//! use uiconform_stream::Records;
//!
//! let mut records = Records::detect();
//! let mut found = Vec::new();
//! for bytes in [&b": hello\nevent: delta\nda"[..], b"ta: {\"seq\":1}\n", b"\ndata: {"] {
//!     found.extend(records.push(bytes));
//! }
//! found.extend(records.finish());
//!
//! assert_eq!(found[0].text.as_deref(), Ok(r#"{"seq":1}"#));
//! assert_eq!(found[0].event.as_deref(), Some("delta"));
//! assert_eq!(found[0].place(1).to_string(), "line 3, column 8");
//! let fault = found[1].text.as_ref().unwrap_err();
//! assert_eq!(fault.to_string(), "the input ends within a frame: no empty line follows it");
//! ```
//!
//! No input or output happens here, and nothing is kept but the event in progress: at most the limit, [`DEFAULT_LIMIT`] unless
//! told otherwise. The limit counts the bytes of an event as they stand in the input, for frames those of the values that a
//! frame keeps.
//!
//! # Formats
//!
//! - [`Format::Sse`]: see [`sse`], which can also be used alone. The text of an event is the data of its frame.
//! - [`Format::Lines`]: one event a line, which ends with LF or CRLF; the last one may have no end. Blank lines, and white space
//!   before an event, are skipped.
//! - [`Format::Array`]: the elements of one JSON array, whatever the white space around them. They are told apart by strings and
//!   brackets alone; whether an element is JSON is for a parser to say. Brackets are counted, not matched, so an element that
//!   lacks one takes in what follows.
//!
//! A byte order mark at the very start is skipped in all of them.
//!
//! # Why not a library
//!
//! Those for event streams, even the exact and synchronous ones, hand out events without their places and replace bytes that
//! are not UTF-8 without a word, which are the two things that a check of a stream has to tell.

#![forbid(unsafe_code)]

mod array;
mod bom;
mod fault;
mod format;
mod gather;
mod lines;
mod place;
mod record;
mod records;
mod scanner;
pub mod sse;
mod utf8;

pub use fault::{Expected, Fault, Within};
pub use format::Format;
pub use place::Place;
pub use record::Record;
pub use records::{Pushed, Records};

/// The most bytes that an event may have unless told otherwise: 64 MiB, far beyond any event of a user interface, and small
/// enough to be held several times over.
pub const DEFAULT_LIMIT: usize = 64 << 20;
