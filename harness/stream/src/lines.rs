//! One event a line.

use memchr::memchr;

use crate::gather::Gather;
use crate::{Fault, Place, Record};

/// Cuts JSON lines into events.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    limit: usize,
    /// What comes next; within a text its column is not kept.
    at: Place,
    state: State,
    text: Gather,
    /// A CR came last, which belongs to the text unless LF follows.
    after_cr: bool,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before an event: blank lines, and white space at the start of a line.
    Blank,
    /// In an event, which begins at the place.
    Text(Place),
    /// In an event that is over the limit.
    Skipped,
}

impl Lines {
    pub(crate) fn new(at: Place, limit: usize) -> Self {
        Self {
            limit,
            at,
            state: State::Blank,
            text: Gather::default(),
            after_cr: false,
        }
    }

    /// Takes bytes off the input up to the end of an event, or all of them.
    pub(crate) fn next(&mut self, input: &mut &[u8]) -> Option<Record> {
        while !input.is_empty() {
            let start = match self.state {
                State::Blank => {
                    self.skip_blanks(input);
                    continue;
                }
                State::Text(start) => Some(start),
                State::Skipped => None,
            };
            let (part, ended) = match memchr(b'\n', input) {
                Some(end) => (&input[..end], true),
                None => (*input, false),
            };
            *input = &input[part.len() + usize::from(ended)..];
            let fits = start.is_none() || self.add(part);
            self.at.offset += part.len() as u64;
            if ended {
                self.at = Place {
                    offset: self.at.offset + 1,
                    line: self.at.line + 1,
                    column: 1,
                };
                self.after_cr = false;
                self.state = State::Blank;
            } else if !fits {
                self.state = State::Skipped;
            }
            if let Some(start) = start {
                if !fits {
                    return Some(self.too_long(start));
                }
                if ended {
                    return Some(Record::of_bytes(start, self.text.take()));
                }
            }
        }
        None
    }

    /// The last event, if no line end follows it.
    pub(crate) fn finish(&mut self) -> Option<Record> {
        let State::Text(start) = self.state else {
            return None;
        };
        if self.after_cr && !self.text.add(b"\r", self.limit) {
            return Some(self.too_long(start));
        }
        Some(Record::of_bytes(start, self.text.take()))
    }

    fn skip_blanks(&mut self, input: &mut &[u8]) {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let (blanks, rest) = input.split_at(input.iter().take_while(is_blank).count());
        if !blanks.is_empty() {
            self.at = self.at.after(blanks);
        }
        if !rest.is_empty() {
            self.state = State::Text(self.at);
        }
        *input = rest;
    }

    /// Adds a part of a line to the text, without a CR at its end until it is known not to belong to the line end.
    fn add(&mut self, part: &[u8]) -> bool {
        if part.is_empty() {
            return true;
        }
        if self.after_cr && !self.text.add(b"\r", self.limit) {
            return false;
        }
        let text = part.strip_suffix(b"\r");
        self.after_cr = text.is_some();
        self.text.add(text.unwrap_or(part), self.limit)
    }

    fn too_long(&mut self, start: Place) -> Record {
        self.text.take();
        let limit = self.limit;
        Record::of_fault(start, Fault::TooLong { limit })
    }

    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.text.capacity()
    }
}

#[cfg(test)]
mod tests;
