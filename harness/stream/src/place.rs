//! Places in the input.

use std::fmt;

use memchr::{memchr_iter, memrchr};

/// A place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Bytes before the place, a byte order mark included.
    pub offset: u64,
    /// The line, counted from 1. Lines end with LF; in an event stream with LF, CR or CRLF.
    pub line: u64,
    /// The column in characters, counted from 1; a byte order mark is none.
    pub column: u64,
}

impl Place {
    /// Where an input begins.
    pub const START: Self = Self {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// The place after bytes that stand here; LF alone ends a line.
    pub(crate) fn after(self, bytes: &[u8]) -> Self {
        let offset = self.offset + bytes.len() as u64;
        match memrchr(b'\n', bytes) {
            None => Self {
                offset,
                column: self.column + characters(bytes),
                ..self
            },
            Some(last) => Self {
                offset,
                line: self.line + memchr_iter(b'\n', bytes).count() as u64,
                column: 1 + characters(&bytes[last + 1..]),
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// How many characters begin in the bytes.
pub(crate) fn characters(bytes: &[u8]) -> u64 {
    let is_start = |byte: &u8| u8::from(*byte & 0b1100_0000 != 0b1000_0000);
    // Sums of single bytes, which no chunk overflows, are what the compiler makes vectors of.
    let chunks = bytes.chunks(usize::from(u8::MAX));
    chunks
        .map(|chunk| u64::from(chunk.iter().map(is_start).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters_and_begin_anew_after_a_line_feed() {
        let after = |text: &str| {
            let place = Place::START.after(text.as_bytes());
            (place.offset, place.line, place.column)
        };
        assert_eq!(after(""), (0, 1, 1));
        assert_eq!(after("aé😀"), (7, 1, 4));
        assert_eq!(after("a\r\n\nbé"), (7, 3, 3));
        assert_eq!(after("a\rb"), (3, 1, 4));
    }

    #[test]
    fn long_texts_are_counted() {
        for length in [254, 255, 256, 511, 100_000] {
            assert_eq!(characters("é".repeat(length).as_bytes()), length as u64);
            assert_eq!(characters(&vec![b'a'; length]), length as u64);
        }
    }

    #[test]
    fn a_place_adds_up_over_parts() {
        let text = "é\n\nab\ncé".as_bytes();
        for cut in 0..=text.len() {
            let (before, rest) = text.split_at(cut);
            assert_eq!(
                Place::START.after(before).after(rest),
                Place::START.after(text)
            );
        }
    }
}
