//! Lines out of a stream of bytes.

use std::collections::VecDeque;

/// Most whole lines that are held. One is an answer, and the others are evidence that there was more.
const MOST: usize = 64;

/// Splits what comes in into lines, in time linear in its length. Nothing is believed of the bytes; a line may hold anything.
#[derive(Debug)]
pub(crate) struct Lines {
    whole: VecDeque<Vec<u8>>,
    partial: Vec<u8>,
    held: u64,
    limit: u64,
}

impl Lines {
    /// Holds at most `limit` bytes.
    pub(crate) fn new(limit: u64) -> Self {
        Self {
            whole: VecDeque::new(),
            partial: Vec::new(),
            held: 0,
            limit,
        }
    }

    /// Takes bytes in. Beyond the limit, and behind more lines than are held, they are dropped.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        if self.is_over() || self.whole.len() >= MOST {
            return;
        }
        self.held = self.held.saturating_add(bytes.len() as u64);
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            if self.whole.len() >= MOST {
                self.held = self.held.saturating_sub(bytes.len() as u64);
                return;
            }
            let mut line = std::mem::take(&mut self.partial);
            line.extend_from_slice(&bytes[..end]);
            self.whole.push_back(line);
            bytes = &bytes[end + 1..];
        }
        self.partial.extend_from_slice(bytes);
    }

    /// The next whole line, without its end.
    pub(crate) fn take(&mut self) -> Option<Vec<u8>> {
        let line = self.whole.pop_front()?;
        self.held = self.held.saturating_sub(line.len() as u64 + 1);
        Some(line)
    }

    /// Whether a line is longer than the limit: it can be, by as much as comes at once, if its end came with what was too much.
    pub(crate) fn is_too_long(&self, line: &[u8]) -> bool {
        line.len() as u64 > self.limit
    }

    /// Whether more came than is held.
    pub(crate) fn is_over(&self) -> bool {
        self.held > self.limit
    }

    /// Whether nothing is there.
    pub(crate) fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.partial.is_empty()
    }

    /// Whether a whole line is there.
    pub(crate) fn has_whole(&self) -> bool {
        !self.whole.is_empty()
    }

    /// What is there first: a whole line, or the beginning of one.
    pub(crate) fn first(&self) -> &[u8] {
        self.whole.front().unwrap_or(&self.partial)
    }

    /// The beginning of a line that has not ended yet.
    pub(crate) fn partial(&self) -> &[u8] {
        &self.partial
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_whole_however_they_come_in() {
        let text = b"one\n\ntwo \xff\r\nthree";
        for size in 1..=text.len() {
            let mut lines = Lines::new(1000);
            for piece in text.chunks(size) {
                lines.push(piece);
            }
            assert_eq!(
                lines.take().as_deref(),
                Some(&b"one"[..]),
                "pieces of {size}"
            );
            assert_eq!(lines.take().as_deref(), Some(&b""[..]));
            assert_eq!(lines.take().as_deref(), Some(&b"two \xff\r"[..]));
            assert_eq!(lines.take(), None);
            assert_eq!(lines.first(), b"three");
            assert!(!lines.is_empty());
            lines.push(b"\n");
            assert_eq!(lines.take().as_deref(), Some(&b"three"[..]));
            assert!(lines.is_empty());
        }
    }

    #[test]
    fn the_limit_is_of_what_is_held_and_not_of_what_has_passed() {
        let mut lines = Lines::new(10);
        for _ in 0..100 {
            lines.push(b"123456789\n");
            assert!(!lines.is_over());
            assert!(lines.take().is_some());
        }
        lines.push(b"12345678901");
        assert!(lines.is_over());
    }

    #[test]
    fn beyond_the_limit_nothing_more_is_held() {
        let mut lines = Lines::new(10);
        for _ in 0..1000 {
            lines.push(&[b'x'; 100]);
        }
        assert_eq!(lines.partial().len(), 100);
    }

    #[test]
    fn a_flood_of_empty_lines_is_held_as_a_few() {
        let mut lines = Lines::new(1_000_000);
        for _ in 0..1000 {
            lines.push(&[b'\n'; 1000]);
        }
        let mut held = 0;
        while let Some(line) = lines.take() {
            assert_eq!(line, b"");
            held += 1;
        }
        assert_eq!(held, MOST);
        // What is taken makes room again.
        lines.push(b"next\n");
        assert_eq!(lines.take().as_deref(), Some(&b"next"[..]));
        assert!(lines.is_empty() && !lines.is_over());
    }
}
