//! One event of an input.

use std::sync::Arc;

use crate::sse::{End, Frame, Layout, TooLong};
use crate::{Fault, Place, Within};

/// One event of an input, or what is wrong in the place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where the text of the event begins, or else the place that the fault is about. Starts never go back from record to record.
    pub start: Place,
    /// The text of the event, or why there is none.
    pub text: Result<String, Fault>,
    /// In an event stream: the name of the event, unless that is empty, as it is for a plain message.
    pub event: Option<String>,
    /// In an event stream: the last event id that was seen by the end of the frame, unless that is empty.
    pub id: Option<Arc<str>>,
    /// In an event stream: the first byte since the previous record that is not UTF-8, be it in a comment. The text has U+FFFD in
    /// the place of what is not UTF-8, as the standard wants it. In other formats this is a [`Fault::NotUtf8`].
    pub malformed: Option<Place>,
    /// In an event stream: the first line since the previous record that is JSON without `data:` in front, which is passed over.
    pub unprefixed: Option<Place>,
    layout: Option<Layout>,
}

impl Record {
    /// Where in the input the byte of the text stands that has the offset.
    ///
    /// An offset within a character means its start, one beyond the text its end. In an event stream this holds over several
    /// data lines (the line feeds between them stand where their lines end), with two exceptions: after
    /// [`malformed`](Self::malformed) bytes, offsets in the input are estimates, lines and columns are not; and of a frame
    /// whose data lines change their form hundreds of times, the last line that is known stands for those after it.
    /// Where there is no text the place is that of the record.
    pub fn place(&self, offset: usize) -> Place {
        match (&self.text, &self.layout) {
            (Err(_), _) => self.start,
            (Ok(text), Some(layout)) => layout.place(text, offset),
            (Ok(text), None) => {
                let offset = text.floor_char_boundary(offset);
                self.start.after(&text.as_bytes()[..offset])
            }
        }
    }

    /// Whether it is a frame of an event stream, which has a name though that may be empty.
    pub fn is_frame(&self) -> bool {
        self.layout.is_some()
    }

    /// The event that has the bytes.
    pub(crate) fn of_bytes(start: Place, bytes: Vec<u8>) -> Self {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let at = start.after(&error.as_bytes()[..valid]);
            Fault::NotUtf8 { at }
        });
        Self::plain(start, text)
    }

    pub(crate) fn of_fault(start: Place, fault: Fault) -> Self {
        Self::plain(start, Err(fault))
    }

    pub(crate) fn of_frame(frame: Result<Frame, TooLong>) -> Self {
        match frame {
            Ok(frame) => Self {
                start: frame.data_start,
                text: Ok(frame.data),
                event: frame.event,
                id: Some(frame.id).filter(|id| !id.is_empty()),
                malformed: frame.malformed,
                unprefixed: frame.unprefixed,
                layout: Some(frame.layout),
            },
            Err(TooLong {
                start,
                limit,
                malformed,
            }) => Self {
                malformed,
                ..Self::of_fault(start, Fault::TooLong { limit })
            },
        }
    }

    /// What is left at the end of an event stream, if that is worth a record.
    pub(crate) fn of_end(end: End) -> Option<Self> {
        let within = Within::Frame;
        let record = match (end.unfinished, end.malformed, end.unprefixed) {
            (Some(frame), _, _) => {
                let end = frame.end;
                Self::of_fault(frame.start, Fault::Unfinished { within, end })
            }
            (None, Some(at), _) => Self::of_fault(at, Fault::NotUtf8 { at }),
            (None, None, Some(at)) => Self::of_fault(at, Fault::Unprefixed),
            (None, None, None) => return None,
        };
        Some(Self {
            malformed: end.malformed,
            unprefixed: end.unprefixed,
            ..record
        })
    }

    fn plain(start: Place, text: Result<String, Fault>) -> Self {
        Self {
            start,
            text,
            event: None,
            id: None,
            malformed: None,
            unprefixed: None,
            layout: None,
        }
    }
}
