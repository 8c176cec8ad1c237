//! Server-sent events: the event stream format of the HTML Living Standard, 9.2 "Server-sent events".
//!
//! The rules are those of 9.2.5 "Parsing an event stream" and 9.2.6 "Interpreting an event stream", to the letter; a [`Decoder`]
//! hands out what a browser would dispatch. It tells more than a browser does:
//!
//! - where each frame stands in the input, and where each byte of its data does;
//! - the first byte that is not UTF-8: the standard replaces it with U+FFFD, which is done here, too;
//! - what the end of the stream leaves undispatched;
//! - a frame that is over a limit, which is skipped.
//!
//! ```
//! use uiconform_stream::sse::Decoder;
//!
//! let mut decoder = Decoder::new();
//! let frames: Vec<_> = decoder.push(b"id: 7\rdata: a\ndata: b\r\n\r\ndata: c").collect();
//! let frame = frames[0].as_ref().expect("it is short");
//! assert_eq!((frame.data.as_str(), &*frame.id), ("a\nb", "7"));
//! assert_eq!(frame.data_start.offset, 12);
//! let left = decoder.finish().unfinished.expect("no empty line follows");
//! assert_eq!((left.start.line, left.end.column), (5, 8));
//! ```

mod block;
mod decoder;
mod digits;
mod frame;
mod layout;
mod line;

pub use decoder::{Decoder, Pushed};
pub use frame::{End, Frame, TooLong, Unfinished};
pub(crate) use layout::Layout;
