//! Strings that may hold lone surrogates.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use compact_str::CompactString;

/// A lone surrogate takes three bytes (as WTF-8 has it), and so does the character that stands for it.
const MARK: char = char::REPLACEMENT_CHARACTER;
const MARK_LENGTH: usize = MARK.len_utf8();

/// The text with a mark for each lone surrogate, and byte offset and code unit of these; equal strings have equal parts.
pub(crate) type Parts<'s> = (&'s str, &'s [(usize, u16)]);

/// A JSON string: a sequence of Unicode code points, lone surrogates among them.
///
/// RFC 8259 allows `"\ud83d"`, a half of a pair without the other (section 8.2). A high half that meets a low half, even at the
/// seam of [`JsonString::push`], becomes the one character that they mean, so that equal sequences of UTF-16 code units
/// are equal strings.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct JsonString(Repr);

/// Canonical: `Marked` exactly if there is a lone surrogate.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Plain(CompactString),
    Marked(Box<Marked>),
}

/// Text in which [`MARK`] stands for each lone surrogate, and which these are.
///
/// Text and marks grow at the end alone, so appending never looks at what is there, save at the seam.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Marked {
    text: CompactString,
    /// Byte offset in `text` and code unit, by offset.
    lone: Vec<(usize, u16)>,
}

impl JsonString {
    /// The empty string.
    pub fn new() -> Self {
        Self::default()
    }

    /// The text, unless there is a lone surrogate in it.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::Plain(text) => Some(text),
            Repr::Marked(_) => None,
        }
    }

    /// The text with U+FFFD for each lone surrogate.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.lossy())
    }

    /// Appends, joining two halves of a pair that meet at the seam; takes amortized time of the length of `tail` alone.
    pub fn push(&mut self, tail: &Self) {
        if let (Repr::Plain(text), Repr::Plain(tail)) = (&mut self.0, &tail.0) {
            text.push_str(tail);
            return;
        }
        let mut marked = self.take_marked();
        let (mut text, mut lone) = tail.parts();
        if let (Some(high), [(0, low), rest @ ..]) = (marked.open_end(), lone)
            && let Some(character) = join(high, *low)
        {
            marked.lone.pop();
            marked.text.truncate(marked.text.len() - MARK_LENGTH);
            marked.text.push(character);
            text = &text[MARK_LENGTH..];
            lone = rest;
        }
        // Offsets of the tail count from where its first byte now stands.
        let skipped = tail.len() - text.len();
        let start = marked.text.len();
        marked.lone.extend(
            lone.iter()
                .map(|(offset, unit)| (start + offset - skipped, *unit)),
        );
        marked.text.push_str(text);
        self.0 = marked.into_repr();
    }

    /// Length in bytes: of the text in UTF-8, a lone surrogate counting three as in WTF-8.
    #[inline]
    pub fn len(&self) -> usize {
        self.lossy().len()
    }

    /// Whether there is no code point in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a surrogate stands alone in it.
    pub fn has_lone_surrogates(&self) -> bool {
        matches!(self.0, Repr::Marked(_))
    }

    /// The code points, surrogates only where they stand alone.
    pub fn code_points(&self) -> impl Iterator<Item = u32> + '_ {
        let (text, lone) = self.parts();
        let mut lone = lone.iter().peekable();
        text.char_indices().map(move |(offset, character)| {
            match lone.next_if(|(marked, _)| *marked == offset) {
                Some((_, unit)) => u32::from(*unit),
                None => u32::from(character),
            }
        })
    }

    /// Builds from code points, joining the halves that meet; `None` if one is beyond U+10FFFF.
    pub fn from_code_points(code_points: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut builder = Builder::default();
        for code_point in code_points {
            match char::from_u32(code_point) {
                Some(character) => builder.push_char(character),
                None => builder.push_surrogate(u16::try_from(code_point).ok()?),
            }
        }
        Some(builder.finish())
    }

    /// Builds from UTF-16 code units, any sequence of which is a string.
    pub fn from_units(units: impl IntoIterator<Item = u16>) -> Self {
        let mut builder = Builder::default();
        for unit in units {
            match char::from_u32(unit.into()) {
                Some(character) => builder.push_char(character),
                None => builder.push_surrogate(unit),
            }
        }
        builder.finish()
    }

    /// The pieces in order: text without lone surrogates, and what lone surrogate follows it.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (&str, Option<u16>)> {
        let (text, lone) = self.parts();
        let starts = std::iter::once(0).chain(lone.iter().map(|(offset, _)| offset + MARK_LENGTH));
        let ends = lone
            .iter()
            .map(|(offset, unit)| (*offset, Some(*unit)))
            .chain([(text.len(), None)]);
        starts
            .zip(ends)
            .map(move |(start, (end, unit))| (&text[start..end], unit))
    }

    /// The code points in a range of bytes whose ends are between code points.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        let (text, lone) = self.parts();
        let text = CompactString::new(&text[range.clone()]);
        let first = lone.partition_point(|(offset, _)| *offset < range.start);
        let lone = lone[first..]
            .iter()
            .take_while(|(offset, _)| *offset < range.end);
        let lone = lone
            .map(|(offset, unit)| (offset - range.start, *unit))
            .collect();
        Builder(Marked { text, lone }).finish()
    }

    fn lossy(&self) -> &str {
        self.parts().0
    }

    #[inline]
    pub(crate) fn parts(&self) -> Parts<'_> {
        match &self.0 {
            Repr::Plain(text) => (text, &[]),
            Repr::Marked(marked) => (&marked.text, &marked.lone),
        }
    }

    fn take_marked(&mut self) -> Box<Marked> {
        match std::mem::take(&mut self.0) {
            Repr::Plain(text) => Box::new(Marked {
                text,
                lone: Vec::new(),
            }),
            Repr::Marked(marked) => marked,
        }
    }
}

impl Marked {
    /// The surrogate at the end, if one stands there.
    fn open_end(&self) -> Option<u16> {
        self.lone
            .last()
            .filter(|(offset, _)| offset + MARK_LENGTH == self.text.len())
            .map(|(_, unit)| *unit)
    }

    fn into_repr(self: Box<Self>) -> Repr {
        if self.lone.is_empty() {
            Repr::Plain(self.text)
        } else {
            Repr::Marked(self)
        }
    }
}

impl Default for Repr {
    fn default() -> Self {
        Self::Plain(CompactString::default())
    }
}

/// The character that a high and a low surrogate mean together.
fn join(high: u16, low: u16) -> Option<char> {
    match (high, low) {
        (0xD800..=0xDBFF, 0xDC00..=0xDFFF) => {
            char::from_u32(0x10000 + ((u32::from(high) - 0xD800) << 10) + (u32::from(low) - 0xDC00))
        }
        _ => None,
    }
}

/// Builds a string piece by piece.
#[derive(Default)]
pub(crate) struct Builder(Marked);

impl Builder {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(Marked {
            text: CompactString::with_capacity(bytes),
            lone: Vec::new(),
        })
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.0.text.push_str(text);
    }

    pub(crate) fn push_char(&mut self, character: char) {
        self.0.text.push(character);
    }

    /// Appends a surrogate, or the character that it makes with the one before.
    pub(crate) fn push_surrogate(&mut self, unit: u16) {
        let Marked { text, lone } = &mut self.0;
        let end = text.len();
        if let Some((offset, high)) = lone.last().copied()
            && offset + MARK_LENGTH == end
            && let Some(character) = join(high, unit)
        {
            lone.pop();
            text.truncate(offset);
            text.push(character);
        } else {
            lone.push((end, unit));
            text.push(MARK);
        }
    }

    pub(crate) fn finish(self) -> JsonString {
        let Marked { text, lone } = self.0;
        JsonString(if lone.is_empty() {
            Repr::Plain(text)
        } else {
            Repr::Marked(Box::new(Marked { text, lone }))
        })
    }
}

impl From<&str> for JsonString {
    fn from(text: &str) -> Self {
        Self(Repr::Plain(CompactString::new(text)))
    }
}

impl From<String> for JsonString {
    fn from(text: String) -> Self {
        Self(Repr::Plain(CompactString::from(text)))
    }
}

impl From<&JsonString> for JsonString {
    fn from(string: &JsonString) -> Self {
        string.clone()
    }
}

impl PartialEq<str> for JsonString {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for JsonString {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl Ord for JsonString {
    /// By code point.
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            // The order of UTF-8 is that of the code points.
            (Repr::Plain(a), Repr::Plain(b)) => a.cmp(b),
            _ => self.code_points().cmp(other.code_points()),
        }
    }
}

impl PartialOrd for JsonString {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for JsonString {
    /// As in JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::write::string(self, f)
    }
}

impl fmt::Display for JsonString {
    /// With U+FFFD for each lone surrogate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.lossy())
    }
}

#[cfg(test)]
mod tests;
