//! What can be wrong with the framing of an event.

use std::fmt;

use crate::Place;

/// Why there is no text of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The event has more bytes than the limit; they were skipped. The record stands where the event begins.
    #[error("the event is longer than the limit of {limit} bytes")]
    TooLong {
        /// The most bytes that an event may have.
        limit: usize,
    },
    /// The event is not UTF-8. The record stands where the event begins.
    #[error("not UTF-8 at {at}")]
    NotUtf8 {
        /// The first byte that is out of place.
        at: Place,
    },
    /// The input ends too early. The record stands where the frame or the element begins, or where the `]` is missed.
    #[error("the input ends within {within}")]
    Unfinished {
        /// What was not complete.
        within: Within,
        /// Where the input ends.
        end: Place,
    },
    /// An event stream ends with a line of JSON without `data:` in front, which is passed over. The record stands at that line.
    #[error("a line of JSON without `data:` in front")]
    Unprefixed,
    /// Something stands between the elements of an array, before it or after it that does not belong there. The record stands
    /// at its first byte.
    #[error("expected {expected}, found {}", Found(*.found))]
    Stray {
        /// What belongs there.
        expected: Expected,
        /// The byte that was found.
        found: u8,
    },
}

/// What an input can end within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// A frame of an event stream.
    Frame,
    /// An element of an array.
    Element,
    /// An array, between its elements or before it begins.
    Array,
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Frame => "a frame: no empty line follows it",
            Self::Element => "an element of the array",
            Self::Array => "the array: `]` is missing",
        })
    }
}

/// What may stand at a place of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The `[` that begins the array. Nothing is read after what stands there instead.
    Array,
    /// An element: after the `[` or after a comma.
    Element,
    /// A comma or the `]`: after an element. What stands there instead is read as the next element.
    CommaOrEnd,
    /// Nothing: after the `]`. Nothing more is read.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Array => "`[`, the start of an array",
            Self::Element => "an element of the array",
            Self::CommaOrEnd => "`,` or `]` after an element",
            Self::End => "nothing after the end of the array",
        })
    }
}

/// A byte as people are told of it.
struct Found(u8);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii_graphic() {
            write!(f, "`{}`", char::from(self.0))
        } else {
            write!(f, "the byte 0x{:02x}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_sentences() {
        let stray = |expected, found| Fault::Stray { expected, found };
        for (fault, sentence) in [
            (
                Fault::TooLong { limit: 10 },
                "the event is longer than the limit of 10 bytes",
            ),
            (
                Fault::NotUtf8 { at: Place::START },
                "not UTF-8 at line 1, column 1",
            ),
            (
                Fault::Unfinished {
                    within: Within::Array,
                    end: Place::START,
                },
                "the input ends within the array: `]` is missing",
            ),
            (
                stray(Expected::CommaOrEnd, b'{'),
                "expected `,` or `]` after an element, found `{`",
            ),
            (
                stray(Expected::Array, 0xef),
                "expected `[`, the start of an array, found the byte 0xef",
            ),
        ] {
            assert_eq!(fault.to_string(), sentence);
        }
    }
}
