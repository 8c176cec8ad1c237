//! The elements of one JSON array.

use crate::gather::Gather;
use crate::scanner::Scanner;
use crate::{Expected, Fault, Place, Record, Within};

/// Cuts one JSON array into its elements.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    limit: usize,
    /// What comes next.
    at: Place,
    state: State,
    text: Gather,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before `[`.
    Start,
    /// After `[`: an element or `]`.
    First,
    /// After a comma: an element.
    Next,
    /// In an element.
    Element(Element),
    /// After an element: a comma or `]`.
    Between,
    /// After `]`.
    End,
    /// After something that makes the rest meaningless.
    Lost,
}

#[derive(Clone, Copy, Debug)]
struct Element {
    start: Place,
    scanner: Scanner,
    /// It is over the limit, and its bytes are not kept.
    skipped: bool,
}

impl Array {
    pub(crate) fn new(at: Place, limit: usize) -> Self {
        Self {
            limit,
            at,
            state: State::Start,
            text: Gather::default(),
        }
    }

    /// Takes bytes off the input up to the end of an element or to a fault, or all of them.
    pub(crate) fn next(&mut self, input: &mut &[u8]) -> Option<Record> {
        while !input.is_empty() {
            let record = match self.state {
                State::Element(element) => self.element(element, input),
                State::Lost => {
                    self.advance(input, input.len());
                    None
                }
                _ => self.delimiter(input),
            };
            if record.is_some() {
                return record;
            }
        }
        None
    }

    /// What the end of the input leaves unfinished.
    pub(crate) fn finish(&mut self) -> Option<Record> {
        let (start, within) = match self.state {
            State::End | State::Lost => return None,
            State::Element(element) if !element.skipped => (element.start, Within::Element),
            _ => (self.at, Within::Array),
        };
        let end = self.at;
        Some(Record::of_fault(start, Fault::Unfinished { within, end }))
    }

    /// Goes over white space and what may come between elements, up to the start of one.
    fn delimiter(&mut self, input: &mut &[u8]) -> Option<Record> {
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let spaces = input.iter().take_while(is_space).count();
        self.advance(input, spaces);
        let byte = *input.first()?;
        let start = self.at;
        let mut expected = None;
        self.state = match (self.state, byte) {
            (State::Start, b'[') => State::First,
            (State::Start, _) => {
                expected = Some(Expected::Array);
                State::Lost
            }
            (State::First, b']') | (State::Between, b']') => State::End,
            (State::Between, b',') => State::Next,
            (State::First | State::Next, b',') => {
                expected = Some(Expected::Element);
                State::Next
            }
            (State::Next, b']') => {
                expected = Some(Expected::Element);
                State::End
            }
            (State::End, _) => {
                expected = Some(Expected::End);
                State::Lost
            }
            (before, _) => {
                if matches!(before, State::Between) {
                    expected = Some(Expected::CommaOrEnd);
                }
                State::Element(Element {
                    start,
                    scanner: Scanner::new(byte),
                    skipped: false,
                })
            }
        };
        // The scanner wants the first byte of the element, too.
        if !matches!(self.state, State::Element(_)) {
            self.advance(input, 1);
        }
        let found = byte;
        expected.map(|expected| Record::of_fault(start, Fault::Stray { expected, found }))
    }

    /// Goes on in an element, to its end if that is in the input.
    fn element(&mut self, mut element: Element, input: &mut &[u8]) -> Option<Record> {
        let (taken, ended) = element.scanner.scan(input);
        let overflows = !element.skipped && !self.text.add(&input[..taken], self.limit);
        self.advance(input, taken);
        let complete = ended && !element.skipped;
        element.skipped |= overflows;
        self.state = if ended {
            State::Between
        } else {
            State::Element(element)
        };
        if overflows {
            self.text.take();
            let limit = self.limit;
            return Some(Record::of_fault(element.start, Fault::TooLong { limit }));
        }
        complete.then(|| Record::of_bytes(element.start, self.text.take()))
    }

    fn advance(&mut self, input: &mut &[u8], length: usize) {
        let (passed, rest) = input.split_at(length);
        self.at = self.at.after(passed);
        *input = rest;
    }

    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.text.capacity()
    }
}

#[cfg(test)]
mod tests;
