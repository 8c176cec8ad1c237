//! The lines between two empty ones.

use std::sync::Arc;

use super::{Frame, Layout};
use crate::Place;
use crate::gather::Gather;

/// What is known of the frame in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The first line that is no comment.
    pub(super) start: Option<Place>,
    pub(super) data: Gather,
    data_start: Option<Place>,
    layout: Layout,
    pub(super) event: Vec<u8>,
    /// It is over the limit, and nothing of it is kept.
    pub(super) is_too_long: bool,
}

impl Block {
    /// Begins the value of a data line; says whether there is room for the line feed before it.
    ///
    /// The standard adds a line feed after each value and removes the last one; this is the same.
    pub(super) fn begin_data(&mut self, value: Place, most: usize) -> bool {
        if !self.layout.is_empty() && !self.data.add(b"\n", most) {
            return false;
        }
        self.data_start.get_or_insert(value);
        self.layout.add(value, self.data.len());
        true
    }

    /// The frame of these lines, unless they have no data or are too long; they end in the input at the offset.
    pub(super) fn dispatch(mut self, end: u64, id: &Arc<str>) -> Option<Frame> {
        // An empty line as data is data, no line is none.
        let data_start = self.data_start.filter(|_| !self.is_too_long)?;
        self.layout.close(end);
        Some(Frame {
            start: self.start.unwrap_or(data_start),
            data_start,
            event: Some(decode(self.event)).filter(|event| !event.is_empty()),
            id: Arc::clone(id),
            data: decode(self.data.take()),
            malformed: None,
            unprefixed: None,
            layout: self.layout,
        })
    }

    /// Keeps nothing from here on but where it began.
    pub(super) fn skip(&mut self) {
        *self = Self {
            start: self.start,
            is_too_long: true,
            ..Self::default()
        };
    }
}

/// UTF-8 with U+FFFD for what is none, as "UTF-8 decode" does it. Line ends are ASCII, so it is the same for a line as for all.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
