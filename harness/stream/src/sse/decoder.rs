//! From bytes to frames.

use std::sync::Arc;

use memchr::{memchr, memchr2};

use super::block::{Block, decode};
use super::digits::Digits;
use super::line::{Field, Line};
use super::{End, Frame, TooLong, Unfinished};
use crate::bom::Bom;
use crate::gather::Gather;
use crate::place::characters;
use crate::utf8::Utf8;
use crate::{DEFAULT_LIMIT, Place};

/// Decodes an event stream that comes in pushes of any size; see the [module](super).
#[derive(Clone, Debug)]
pub struct Decoder {
    limit: usize,
    /// What comes next.
    at: Place,
    bom: Bom,
    /// CR came last: LF would belong to the same line end.
    after_cr: bool,
    line: Line,
    /// The value of the line has begun.
    in_value: bool,
    /// The value so far of an `event` or `id` line.
    value: Gather,
    /// The value so far of a `retry` line.
    digits: Digits,
    block: Block,
    id: Arc<str>,
    retry: Option<u64>,
    utf8: Utf8,
    /// The first bad byte of this line, and of the lines since the last frame. They are apart because a frame may be told to be
    /// too long within a line, and how much of the line has been seen then is a matter of pushes.
    malformed_here: Option<Place>,
    malformed: Option<Place>,
    /// The first line since the last frame that begins as a JSON object does, which no field does.
    unprefixed: Option<Place>,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder at the start of a stream, with [`DEFAULT_LIMIT`].
    pub fn new() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }

    /// A decoder that skips a frame with more than `limit` bytes and says so with [`TooLong`].
    pub fn with_limit(limit: usize) -> Self {
        Self {
            bom: Bom::Matching(0),
            ..Self::after_bom(Place::START, limit)
        }
    }

    /// A decoder for which there is no byte order mark any more.
    pub(crate) fn after_bom(at: Place, limit: usize) -> Self {
        Self {
            limit,
            at,
            bom: Bom::Absent,
            after_cr: false,
            line: Line::Start,
            in_value: false,
            value: Gather::default(),
            digits: Digits::default(),
            block: Block::default(),
            id: Arc::default(),
            retry: None,
            utf8: Utf8::default(),
            malformed_here: None,
            malformed: None,
            unprefixed: None,
        }
    }

    /// Takes more of the stream and hands out the frames that are complete with it.
    ///
    /// Bytes are read as frames are asked for. Those that are left when the iterator is dropped are read then, and their frames
    /// are lost.
    pub fn push<'a>(&'a mut self, bytes: &'a [u8]) -> Pushed<'a> {
        Pushed {
            decoder: self,
            input: bytes,
        }
    }

    /// The most recent reconnection time of the stream, in milliseconds; one beyond the range of `u64` is its maximum.
    ///
    /// It counts from its line on, whatever becomes of the frame (9.2.6).
    pub fn retry(&self) -> Option<u64> {
        self.retry
    }

    /// Ends the stream, and says what it leaves.
    ///
    /// A line without an end is not processed, and a frame without an empty line after it is not dispatched (9.2.6).
    pub fn finish(mut self) -> End {
        let mark = self.bom.finish();
        // The start of a mark is the start of an unknown field, which has nothing to hand out.
        self.read_part(mark);
        self.end_characters();
        let start = self.block.start.filter(|_| !self.block.is_too_long);
        End {
            unfinished: start.map(|start| Unfinished {
                start,
                end: self.at,
            }),
            malformed: self.malformed,
            unprefixed: self.unprefixed,
        }
    }

    /// Takes bytes off the input up to the end of a frame, or all of them.
    pub(crate) fn next(&mut self, input: &mut &[u8]) -> Option<Result<Frame, TooLong>> {
        if matches!(self.bom, Bom::Matching(_)) {
            let other = self.bom.skip(input);
            if self.bom == Bom::Present {
                self.at.offset += Bom::LENGTH;
            }
            self.read_part(other);
        }
        while let Some(first) = input.first() {
            if std::mem::take(&mut self.after_cr) && *first == b'\n' {
                self.at.offset += 1;
                *input = &input[1..];
                continue;
            }
            let (part, end) = match memchr2(b'\r', b'\n', input) {
                Some(end) => (&input[..end], input.get(end)),
                None => (*input, None),
            };
            // The line end is left for the next time if the part makes the frame too long.
            *input = &input[part.len()..];
            if let Some(too_long) = self.read_part(part) {
                return Some(Err(too_long));
            }
            let Some(end) = end else { break };
            *input = &input[1..];
            if let Some(item) = self.end_line(*end) {
                return Some(item);
            }
        }
        None
    }

    /// Reads a part of a line, without its end.
    fn read_part(&mut self, part: &[u8]) -> Option<TooLong> {
        let first = part.first()?;
        if matches!(self.line, Line::Start) && *first != b':' {
            self.block.start.get_or_insert(self.at);
            if *first == b'{' {
                self.unprefixed.get_or_insert(self.at);
            }
        }
        self.check_characters(part);
        let mut too_long = None;
        if let Some((field, value)) = self.line.part(part)
            && !value.is_empty()
        {
            // Before the value there is ASCII alone: the name, the colon, the space.
            let before = (part.len() - value.len()) as u64;
            let start = Place {
                offset: self.at.offset + before,
                column: self.at.column + before,
                ..self.at
            };
            if !(self.begin_value(field, start) && self.add_value(field, value)) {
                too_long = self.skip_block();
                self.line = Line::Ignored;
            }
        }
        self.at.offset += part.len() as u64;
        self.at.column += characters(part);
        too_long
    }

    /// Ends a line, and with an empty one a frame.
    fn end_line(&mut self, end: u8) -> Option<Result<Frame, TooLong>> {
        let is_empty = matches!(self.line, Line::Start);
        let block_end = self.at.offset;
        let mut too_long = None;
        self.end_characters();
        if let Some(field) = self.line.end() {
            if self.begin_value(field, self.at) {
                self.process(field);
            } else {
                too_long = self.skip_block();
            }
        }
        self.in_value = false;
        self.after_cr = end == b'\r';
        self.at = Place {
            offset: self.at.offset + 1,
            line: self.at.line + 1,
            column: 1,
        };
        if is_empty {
            // Whatever they are, the lines before are forgotten: "reset" of the data and the event type buffer.
            let block = std::mem::take(&mut self.block);
            return block.dispatch(block_end, &self.id).map(|frame| {
                Ok(Frame {
                    malformed: self.malformed.take(),
                    unprefixed: self.unprefixed.take(),
                    ..frame
                })
            });
        }
        too_long.map(Err)
    }

    /// Begins the value of a field unless it has begun; says whether it fits.
    fn begin_value(&mut self, field: Field, start: Place) -> bool {
        if std::mem::replace(&mut self.in_value, true) {
            return true;
        }
        match field {
            Field::Data if !self.block.is_too_long => {
                let most = self.block.data.len() + self.room();
                self.block.begin_data(start, most)
            }
            Field::Retry => {
                self.digits = Digits::default();
                true
            }
            _ => true,
        }
    }

    /// Adds to the value of a field; says whether it fits.
    fn add_value(&mut self, field: Field, part: &[u8]) -> bool {
        let room = self.room();
        match field {
            Field::Data | Field::Event if self.block.is_too_long => true,
            Field::Data => self.block.data.add(part, self.block.data.len() + room),
            Field::Event | Field::Id => self.value.add(part, self.value.len() + room),
            Field::Retry => {
                self.digits.add(part);
                true
            }
        }
    }

    /// How many more bytes may be kept of this frame.
    fn room(&self) -> usize {
        let kept = self.block.data.len() + self.block.event.len() + self.value.len();
        self.limit.saturating_sub(kept)
    }

    /// Does what a complete field says (9.2.6).
    fn process(&mut self, field: Field) {
        match field {
            Field::Data => {}
            Field::Event => self.block.event = self.value.take(),
            Field::Id => {
                let value = self.value.take();
                if memchr(0, &value).is_none() {
                    self.id = decode(value).into();
                }
            }
            Field::Retry => self.retry = self.digits.number().or(self.retry),
        }
    }

    /// Forgets the frame, which has more bytes than the limit; the fault, unless it has been told before.
    fn skip_block(&mut self) -> Option<TooLong> {
        self.value.take();
        let is_told = self.block.is_too_long;
        self.block.skip();
        (!is_told).then(|| TooLong {
            start: self.block.start.unwrap_or(self.at),
            limit: self.limit,
            malformed: self.malformed.take(),
        })
    }

    /// Looks for what is not UTF-8 in a part of a line.
    fn check_characters(&mut self, part: &[u8]) {
        if let Some(offset) = self.utf8.part(self.at.offset, part) {
            self.note_malformed(offset, part);
        }
    }

    /// Looks for a character that the end of the line cuts off, and is done with those of the line.
    fn end_characters(&mut self) {
        if let Some(offset) = self.utf8.end(self.at.offset) {
            self.note_malformed(offset, &[]);
        }
        self.malformed = self.malformed.or(self.malformed_here.take());
    }

    /// Notes the place of a bad byte in the part, or of a character before it that is not complete.
    fn note_malformed(&mut self, offset: u64, part: &[u8]) {
        let column = match offset.checked_sub(self.at.offset) {
            Some(before) => self.at.column + characters(&part[..before as usize]),
            None => self.at.column - 1,
        };
        self.malformed_here = Some(Place {
            offset,
            column,
            ..self.at
        });
    }

    /// Bytes of memory that are taken by the frame in progress.
    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.block.data.capacity() + self.block.event.capacity() + self.value.capacity()
    }
}

/// The frames of one push; see [`Decoder::push`].
#[derive(Debug)]
#[must_use = "frames that are not taken are lost"]
pub struct Pushed<'a> {
    decoder: &'a mut Decoder,
    input: &'a [u8],
}

impl Iterator for Pushed<'_> {
    type Item = Result<Frame, TooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        self.decoder.next(&mut self.input)
    }
}

impl Drop for Pushed<'_> {
    fn drop(&mut self) {
        while self.next().is_some() {}
    }
}

#[cfg(test)]
mod tests;
