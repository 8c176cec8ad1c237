//! What a decoder hands out.

use std::sync::Arc;

use super::Layout;
use crate::Place;

/// An event as the standard dispatches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The first line of the frame that is no comment.
    pub start: Place,
    /// The value of its first `data` line.
    pub data_start: Place,
    /// The name of the event, from its last `event` line; none if that is empty, for the type is `message` then.
    pub event: Option<String>,
    /// The last event id: from the most recent `id` line of the stream, be it in this frame or before; empty if there was none.
    pub id: Arc<str>,
    /// The values of the `data` lines, joined by line feeds.
    pub data: String,
    /// The first byte since the previous frame that is not UTF-8, be it in a comment. U+FFFD stands for it in `data`, `event`
    /// and `id`.
    pub malformed: Option<Place>,
    /// The first line since the previous frame that begins with `{`: JSON without `data:` in front, which the standard passes over.
    pub unprefixed: Option<Place>,
    pub(crate) layout: Layout,
}

impl Frame {
    /// Where in the input the byte of the data stands that has the offset; see [`Record::place`](crate::Record::place).
    pub fn place(&self, offset: usize) -> Place {
        self.layout.place(&self.data, offset)
    }
}

/// A frame that has more bytes than the limit in its data, its event name and the `id` line in progress.
///
/// The decoder says so as soon as it is over the limit, and goes on with the next frame. A last event id that the frame sets counts
/// all the same, unless it is itself too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event is longer than the limit of {limit} bytes")]
pub struct TooLong {
    /// The first line of the frame that is no comment.
    pub start: Place,
    /// The most bytes that it may have.
    pub limit: usize,
    /// The first byte since the previous frame that is not UTF-8, on the lines before the one that is too much.
    pub malformed: Option<Place>,
}

/// What the end of a stream leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The frame in progress, which is not dispatched (9.2.6). One that was [`TooLong`] is not told of again.
    pub unfinished: Option<Unfinished>,
    /// The first byte since the last frame that is not UTF-8.
    pub malformed: Option<Place>,
    /// The first line since the last frame that begins with `{`; see [`Frame::unprefixed`].
    pub unprefixed: Option<Place>,
}

/// Lines without an empty line after them, comments aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Where the first of them begins.
    pub start: Place,
    /// Where the stream ends.
    pub end: Place,
}
