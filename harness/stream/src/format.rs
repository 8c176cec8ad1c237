//! Which format an input has.

use std::fmt;

use crate::bom::Bom;

/// How events follow each other in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A `text/event-stream`: an event is the data of a frame.
    Sse,
    /// JSON lines: an event is a line.
    Lines,
    /// One JSON array: an event is an element.
    Array,
}

impl Format {
    /// Tells the format from the first bytes of an input; nothing if more of them are needed.
    ///
    /// White space and a byte order mark aside: `[` begins an array, and a comment or one of the fields `data`, `event`, `id` and
    /// `retry` at the start of a line begins an event stream. All else is lines.
    pub fn detect(start: &[u8]) -> Option<Self> {
        let mut input = start;
        let mut bom = Bom::Matching(0);
        if !bom.skip(&mut input).is_empty() {
            return Some(Self::Lines);
        }
        let mut detector = Detector::default();
        input.iter().find_map(|byte| match detector.next(*byte) {
            Sign::Format(format) => Some(format),
            Sign::Blank | Sign::Maybe => None,
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sse => "event stream",
            Self::Lines => "JSON lines",
            Self::Array => "JSON array",
        })
    }
}

/// The fields of an event stream.
const FIELDS: [&[u8]; 4] = [b"data", b"event", b"id", b"retry"];

/// The most bytes that are looked at once the blanks are over, without the one that decides.
const NAME_AT_MOST: usize = 5;

/// Tells a format from one byte after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detector {
    /// White space came first on this line, so no field of an event stream begins on it.
    indented: bool,
    /// The start of a field's name: the bytes that came, of which there are so many.
    name: [u8; NAME_AT_MOST],
    length: usize,
}

/// What a byte says of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// White space before the first event.
    Blank,
    /// The name of a field, if more of it follows.
    Maybe,
    Format(Format),
}

impl Detector {
    pub(crate) fn next(&mut self, byte: u8) -> Sign {
        let name = &self.name[..self.length];
        match byte {
            b'\r' | b'\n' if name.is_empty() => {
                self.indented = false;
                Sign::Blank
            }
            b' ' | b'\t' if name.is_empty() => {
                self.indented = true;
                Sign::Blank
            }
            b'[' if name.is_empty() => Sign::Format(Format::Array),
            b':' if name.is_empty() && !self.indented => Sign::Format(Format::Sse),
            b':' | b'\r' | b'\n' if FIELDS.contains(&name) => Sign::Format(Format::Sse),
            _ if !self.indented && self.goes_on(byte) => {
                self.name[self.length] = byte;
                self.length += 1;
                Sign::Maybe
            }
            _ => Sign::Format(Format::Lines),
        }
    }

    /// The format of an input that ends here; nothing if it is blank.
    pub(crate) fn finish(&self) -> Option<Format> {
        match &self.name[..self.length] {
            [] => None,
            name if FIELDS.contains(&name) => Some(Format::Sse),
            _ => Some(Format::Lines),
        }
    }

    /// Whether the name of a field begins with the bytes so far and this one.
    fn goes_on(&self, byte: u8) -> bool {
        FIELDS.iter().any(|field| {
            field.starts_with(&self.name[..self.length]) && field.get(self.length) == Some(&byte)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_the_format() {
        for (start, format) in [
            ("[", Format::Array),
            (" \r\n\t[1", Format::Array),
            ("\u{feff}[", Format::Array),
            ("{", Format::Lines),
            ("\n {\"a\":1}", Format::Lines),
            ("1", Format::Lines),
            ("\"data:\"", Format::Lines),
            (":", Format::Sse),
            ("\u{feff}: hello", Format::Sse),
            ("data:{", Format::Sse),
            ("event: x", Format::Sse),
            ("id\n", Format::Sse),
            ("retry\r", Format::Sse),
            ("\r\n\ndata: x", Format::Sse),
            (" data: x", Format::Lines),
            (" : x", Format::Lines),
            ("database:", Format::Lines),
            ("dat:", Format::Lines),
            ("data :", Format::Lines),
            ("i\n", Format::Lines),
            ("x", Format::Lines),
            ("\u{feff}\u{feff}[", Format::Lines),
            ("é", Format::Lines),
        ] {
            assert_eq!(Format::detect(start.as_bytes()), Some(format), "{start:?}");
        }
        assert_eq!(Format::detect(b"\xef\xbbdata:"), Some(Format::Lines));
    }

    #[test]
    fn more_bytes_may_be_needed() {
        for start in [&b""[..], b"\xef", b"\xef\xbb\xbf", b" \n", b"d", b"retry"] {
            assert_eq!(Format::detect(start), None, "{start:?}");
        }
    }
}
