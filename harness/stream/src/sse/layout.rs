//! Where the data lines of a frame stand.

use memchr::{memchr_iter, memrchr};

use crate::Place;
use crate::place::characters;

/// The most runs that are kept beside the first: no real frame has many, and a hostile one should not cost more memory than its data.
const MORE_AT_MOST: usize = 256;

/// Where the data lines of a frame stand: as runs of lines of one form, so most frames have one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    first: Run,
    more: Vec<Run>,
    /// More runs would follow, but there were too many.
    cut: bool,
    /// Where the frame ends in the input.
    end: u64,
}

/// Data lines that follow each other in the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    /// The index of the first among the data lines of the frame.
    index: u64,
    count: u64,
    /// From the offset of a byte in the text of the first line to its offset in the input.
    shift: u64,
    /// How much more that is with each further line.
    shift_step: u64,
    /// The line in the input of the first.
    line: u64,
    /// From one to the next.
    line_step: u64,
    /// Where the values begin on their lines.
    column: u64,
}

impl Run {
    /// The shift and the line in the input of a line of this run.
    fn at(&self, index: u64) -> (u64, u64) {
        let steps = index - self.index;
        (
            self.shift + steps * self.shift_step,
            self.line + steps * self.line_step,
        )
    }

    /// Takes in the next line if it has the same form.
    fn accept(&mut self, shift: u64, value: Place) -> bool {
        if self.column != value.column {
            return false;
        }
        let (last_shift, last_line) = self.at(self.index + self.count - 1);
        let steps = (shift - last_shift, value.line - last_line);
        if self.count == 1 {
            (self.shift_step, self.line_step) = steps;
        }
        let is_next = steps == (self.shift_step, self.line_step);
        self.count += u64::from(is_next);
        is_next
    }
}

impl Layout {
    /// Adds a data line: where its value begins in the input and in the text.
    pub(super) fn add(&mut self, value: Place, text_offset: usize) {
        // A text is shorter than the input that it stands in, line for line.
        let shift = value.offset - text_offset as u64;
        let has_room = self.more.len() < MORE_AT_MOST;
        let last = self.more.last_mut().unwrap_or(&mut self.first);
        if self.cut || (last.count > 0 && last.accept(shift, value)) {
            return;
        }
        let run = Run {
            index: last.index + last.count,
            count: 1,
            shift,
            line: value.line,
            column: value.column,
            ..Run::default()
        };
        if last.count == 0 {
            *last = run;
        } else if has_room {
            self.more.push(run);
        } else {
            self.cut = true;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.count == 0
    }

    /// Says where the frame ends in the input, beyond which no place can be.
    pub(super) fn close(&mut self, end: u64) {
        self.end = end;
    }

    /// Where in the input the byte of the text stands that has the offset.
    pub(crate) fn place(&self, text: &str, offset: usize) -> Place {
        let offset = text.floor_char_boundary(offset);
        let before = &text.as_bytes()[..offset];
        let index = memchr_iter(b'\n', before).count() as u64;
        let last = self.more.last().unwrap_or(&self.first);
        let last_index = last.index + last.count - 1;
        let (index, start, offset) = if index <= last_index {
            let start = memrchr(b'\n', before).map_or(0, |feed| feed + 1);
            (index, start, offset)
        } else {
            // The line is not known: the start of the last one that is.
            let mut feeds = memchr_iter(b'\n', before);
            let feed = last_index
                .checked_sub(1)
                .and_then(|n| feeds.nth(n as usize));
            let start = feed.map_or(0, |feed| feed + 1);
            (last_index, start, start)
        };
        let later = self.more.partition_point(|run| run.index <= index);
        let run = later
            .checked_sub(1)
            .and_then(|run| self.more.get(run))
            .unwrap_or(&self.first);
        let (shift, line) = run.at(index);
        Place {
            // The text may be longer than what it stands for where that was not UTF-8.
            offset: (offset as u64 + shift).min(self.end),
            line,
            column: run.column + characters(&text.as_bytes()[start..offset]),
        }
    }
}

#[cfg(test)]
mod tests;
