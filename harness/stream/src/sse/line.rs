//! One line: a field's name, a colon, a value.

use memchr::memchr;

/// The fields that the standard knows (9.2.6); it ignores all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Data,
    Event,
    Id,
    Retry,
}

impl Field {
    /// Names are compared as they are, without a change of case.
    fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"data" => Some(Self::Data),
            b"event" => Some(Self::Event),
            b"id" => Some(Self::Id),
            b"retry" => Some(Self::Retry),
            _ => None,
        }
    }
}

/// A line that comes in parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Line {
    /// Nothing of it has come.
    #[default]
    Start,
    /// The name of its field has begun.
    Name(Name),
    /// In the value, or before it. One space before it is not part of it.
    Value { field: Field, space_skipped: bool },
    /// A comment or an unknown field, or one that is not wanted.
    Ignored,
}

/// The start of a field's name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Name {
    bytes: [u8; Self::AT_MOST],
    length: usize,
}

impl Name {
    /// A longer name is that of no field.
    const AT_MOST: usize = 5;

    fn get(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn add(&mut self, part: &[u8]) {
        self.bytes[self.length..][..part.len()].copy_from_slice(part);
        self.length += part.len();
    }
}

impl Line {
    /// Reads a part of the line; returns what of it belongs to the value of a field. There may yet be none of that.
    pub(super) fn part<'a>(&mut self, part: &'a [u8]) -> Option<(Field, &'a [u8])> {
        let mut rest = part;
        loop {
            match self {
                Self::Start => *self = Self::Name(Name::default()),
                Self::Name(name) => {
                    let most = Name::AT_MOST + 1 - name.length;
                    let start = &rest[..rest.len().min(most)];
                    if let Some(length) = memchr(b':', start) {
                        name.add(&start[..length]);
                        rest = &rest[length + 1..];
                        // The name of a comment is empty.
                        *self = Self::value(name.get());
                    } else if start.len() == most {
                        *self = Self::Ignored;
                    } else {
                        name.add(start);
                        return None;
                    }
                }
                Self::Value {
                    field,
                    space_skipped,
                } => {
                    if !*space_skipped && !rest.is_empty() {
                        *space_skipped = true;
                        rest = rest.strip_prefix(b" ").unwrap_or(rest);
                    }
                    return Some((*field, rest));
                }
                Self::Ignored => return None,
            }
        }
    }

    /// Ends the line; returns the field that it was of. A line without a colon is a field with an empty value.
    pub(super) fn end(&mut self) -> Option<Field> {
        match std::mem::take(self) {
            Self::Name(name) => Field::of(name.get()),
            Self::Value { field, .. } => Some(field),
            Self::Start | Self::Ignored => None,
        }
    }

    fn value(name: &[u8]) -> Self {
        Field::of(name).map_or(Self::Ignored, |field| Self::Value {
            field,
            space_skipped: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The field of a line and its value, read in two parts.
    fn read(line: &[u8], cut: usize) -> Option<(Field, Vec<u8>)> {
        let mut reader = Line::default();
        let mut value = Vec::new();
        let (first, rest) = line.split_at(cut);
        for part in [first, rest] {
            if let Some((_, more)) = reader.part(part) {
                value.extend_from_slice(more);
            }
        }
        reader.end().map(|field| (field, value))
    }

    #[test]
    fn a_line_is_a_field_with_a_value_wherever_it_is_cut() {
        for (line, field, value) in [
            ("data:x", Field::Data, "x"),
            ("data: x", Field::Data, "x"),
            ("data:  x ", Field::Data, " x "),
            ("data:\tx", Field::Data, "\tx"),
            ("data::x:", Field::Data, ":x:"),
            ("data", Field::Data, ""),
            ("data:", Field::Data, ""),
            ("data: ", Field::Data, ""),
            ("event: a", Field::Event, "a"),
            ("id", Field::Id, ""),
            ("retry: 10", Field::Retry, "10"),
        ] {
            for cut in 0..=line.len() {
                let found = read(line.as_bytes(), cut);
                assert_eq!(found, Some((field, value.into())), "{line:?} cut at {cut}");
            }
        }
    }

    #[test]
    fn comments_and_unknown_fields_are_ignored() {
        for line in [
            "",
            ":",
            ": data: x",
            ":data",
            "Data: x",
            "DATA:x",
            " data: x",
            "data : x",
            "dat: x",
            "datum: x",
            "dataset: x",
            "retries: 1",
            "events",
            "eventid",
            "x",
            "\u{feff}data: x",
        ] {
            for cut in 0..=line.len() {
                assert_eq!(read(line.as_bytes(), cut), None, "{line:?} cut at {cut}");
            }
        }
    }
}
