//! From bytes to records, whatever the format.

use crate::array::Array;
use crate::bom::Bom;
use crate::format::{Detector, Sign};
use crate::lines::Lines;
use crate::sse::Decoder;
use crate::{DEFAULT_LIMIT, Format, Place, Record};

/// Cuts an input into the texts of its events.
///
/// ```
/// use uiconform_stream::{Fault, Format, Records};
///
/// let mut records = Records::new(Format::Array);
/// let mut texts = Vec::new();
/// for record in records.push(b"[{\"seq\": 1},\n {\"seq\": 2}\n") {
///     texts.push((record.start.line, record.text));
/// }
/// assert_eq!(texts[0], (1, Ok("{\"seq\": 1}".into())));
/// assert_eq!(texts[1], (2, Ok("{\"seq\": 2}".into())));
/// let last = records.finish().expect("`]` is missing");
/// assert!(matches!(last.text, Err(Fault::Unfinished { .. })));
/// ```
#[derive(Clone, Debug)]
pub struct Records {
    limit: usize,
    bom: Bom,
    held: Held,
    reader: Reader,
}

#[derive(Clone, Debug)]
enum Reader {
    Detecting(Box<Detecting>),
    Sse(Box<Decoder>),
    Lines(Lines),
    Array(Array),
}

/// A reader for each format, all of which have seen the blanks at the start.
#[derive(Clone, Debug)]
struct Detecting {
    detector: Detector,
    sse: Decoder,
    lines: Lines,
    array: Array,
}

impl Records {
    /// For an input of a known format.
    pub fn new(format: Format) -> Self {
        Self::of(Some(format), DEFAULT_LIMIT)
    }

    /// For an input whose first bytes tell its format, see [`Format::detect`].
    pub fn detect() -> Self {
        Self::of(None, DEFAULT_LIMIT)
    }

    /// Sets the most bytes that an event may have. What is longer is skipped, and a record says so.
    ///
    /// To be called before the first push.
    #[must_use]
    pub fn with_limit(self, limit: usize) -> Self {
        Self::of(self.format(), limit)
    }

    /// The format, once it is known. It stays unknown as long as the input is blank.
    pub fn format(&self) -> Option<Format> {
        match self.reader {
            Reader::Detecting(_) => None,
            Reader::Sse(_) => Some(Format::Sse),
            Reader::Lines(_) => Some(Format::Lines),
            Reader::Array(_) => Some(Format::Array),
        }
    }

    /// Whether the input begins with a byte order mark, which RFC 8259 (8.1) does not want before JSON.
    pub fn has_bom(&self) -> bool {
        self.bom == Bom::Present
    }

    /// The most recent reconnection time of an event stream, in milliseconds; see [`Decoder::retry`].
    pub fn retry(&self) -> Option<u64> {
        match &self.reader {
            Reader::Sse(decoder) => decoder.retry(),
            _ => None,
        }
    }

    /// Takes more of the input and hands out the records that are complete with it.
    ///
    /// Bytes are read as records are asked for. Those that are left when the iterator is dropped are read then, and their records
    /// are lost.
    pub fn push<'a>(&'a mut self, bytes: &'a [u8]) -> Pushed<'a> {
        Pushed {
            records: self,
            input: bytes,
        }
    }

    /// Ends the input: the last line of JSON lines, or the fault of an input that ends too early.
    ///
    /// A complete event stream or array leaves nothing.
    #[must_use]
    pub fn finish(mut self) -> Option<Record> {
        let mut lead = self.bom.finish();
        self.detect_format(&mut lead);
        if let Reader::Detecting(detecting) = &self.reader {
            // What is blank has no events, whatever it is; a reader of lines does not ask for any.
            let format = detecting.detector.finish().unwrap_or(Format::Lines);
            self.choose(format);
        }
        // Held bytes end no line and no frame, so there is one record at most.
        self.held.push(lead);
        self.next_held().or_else(|| match self.reader {
            Reader::Detecting(_) => None,
            Reader::Sse(decoder) => Record::of_end(decoder.finish()),
            Reader::Lines(mut lines) => lines.finish(),
            Reader::Array(mut array) => array.finish(),
        })
    }

    fn of(format: Option<Format>, limit: usize) -> Self {
        let mut records = Self {
            limit,
            bom: Bom::Matching(0),
            held: Held::default(),
            reader: Reader::Lines(Lines::new(Place::START, limit)),
        };
        records.begin(format, Place::START);
        records
    }

    /// Begins to read at a place at which nothing but a byte order mark has been passed.
    fn begin(&mut self, format: Option<Format>, at: Place) {
        let (detector, limit) = (Detector::default(), self.limit);
        self.reader = Reader::Detecting(Box::new(Detecting {
            detector,
            sse: Decoder::after_bom(at, limit),
            lines: Lines::new(at, limit),
            array: Array::new(at, limit),
        }));
        if let Some(format) = format {
            self.choose(format);
        }
    }

    /// Takes bytes off the input up to the end of a record, or all of them.
    fn next(&mut self, input: &mut &[u8]) -> Option<Record> {
        if matches!(self.bom, Bom::Matching(_)) {
            let mut lead = self.bom.skip(input);
            if self.bom == Bom::Present {
                let offset = Bom::LENGTH;
                self.begin(
                    self.format(),
                    Place {
                        offset,
                        ..Place::START
                    },
                );
            }
            self.detect_format(&mut lead);
            self.held.push(lead);
        }
        if !matches!(self.bom, Bom::Matching(_)) {
            self.detect_format(input);
        }
        self.next_held().or_else(|| self.reader.next(input))
    }

    /// Goes over the input until it is known which format it has, if that is not known yet.
    fn detect_format(&mut self, input: &mut &[u8]) {
        while let Reader::Detecting(detecting) = &mut self.reader
            && let Some((byte, rest)) = input.split_first()
        {
            match detecting.detector.next(*byte) {
                Sign::Blank => detecting.blank(&input[..1]),
                Sign::Maybe => self.held.push(&input[..1]),
                Sign::Format(format) => {
                    self.choose(format);
                    return;
                }
            }
            *input = rest;
        }
    }

    fn choose(&mut self, format: Format) {
        if let Reader::Detecting(detecting) = &self.reader {
            // Cloned, not moved out: it happens once, and nothing in them has any size yet.
            self.reader = match format {
                Format::Sse => Reader::Sse(Box::new(detecting.sse.clone())),
                Format::Lines => Reader::Lines(detecting.lines.clone()),
                Format::Array => Reader::Array(detecting.array.clone()),
            };
        }
    }

    /// A record of the bytes that were held until the format was known.
    fn next_held(&mut self) -> Option<Record> {
        if self.held.length == 0 || matches!(self.reader, Reader::Detecting(_)) {
            return None;
        }
        let held = std::mem::take(&mut self.held);
        let mut input = held.bytes();
        // They are the start of one event. If that is too long, none of it is left.
        self.reader.next(&mut input)
    }
}

impl Reader {
    fn next(&mut self, input: &mut &[u8]) -> Option<Record> {
        match self {
            // All that there is has been looked at.
            Self::Detecting(_) => None,
            Self::Sse(decoder) => decoder.next(input).map(Record::of_frame),
            Self::Lines(lines) => lines.next(input),
            Self::Array(array) => array.next(input),
        }
    }
}

impl Detecting {
    /// Tells all readers of white space. That is no event to any that could be chosen later.
    fn blank(&mut self, byte: &[u8]) {
        let frame = self.sse.next(&mut &*byte);
        let line = self.lines.next(&mut &*byte);
        let element = self.array.next(&mut &*byte);
        debug_assert!(frame.is_none() && line.is_none() && element.is_none());
    }
}

/// A few bytes that are kept until it is known what they mean.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    bytes: [u8; 8],
    length: usize,
}

impl Held {
    /// Holds some more. They are the start of a byte order mark or of a field's name, never both, so there is room.
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The records of one push; see [`Records::push`].
#[derive(Debug)]
#[must_use = "records that are not taken are lost"]
pub struct Pushed<'a> {
    records: &'a mut Records,
    input: &'a [u8],
}

impl Iterator for Pushed<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        self.records.next(&mut self.input)
    }
}

impl Drop for Pushed<'_> {
    fn drop(&mut self) {
        while self.next().is_some() {}
    }
}

#[cfg(test)]
mod tests;
