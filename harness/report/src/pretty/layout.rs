//! Lines on a terminal: labels in a column, and prose that is folded at its width. In a pipe nothing is folded.

use std::io::{self, Write};

use super::Pretty;
use crate::inert;

/// Columns before the text of a field.
const FIELD: usize = 14;

/// Columns that text has at least, however narrow the terminal is.
const ROOM: usize = 24;

/// Lines of one text that are shown.
const LINES: usize = 12;

impl<W: Write> Pretty<'_, W> {
    /// A label and its text, which is inert already and may have several lines.
    pub(super) fn field(&mut self, name: &str, text: &str) -> io::Result<()> {
        let label = self
            .options
            .palette
            .dim(format_args!("{name:<width$}", width = FIELD - 5));
        self.prose(&format!("    {label} "), FIELD, text)
    }

    /// A text behind a lead, whose further lines begin in that column.
    pub(super) fn prose(&mut self, lead: &str, column: usize, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return writeln!(self.out, "{}", lead.trim_end());
        }
        let begins = seen(lead).count();
        for (index, line) in folded(text, begins, column, self.width).iter().enumerate() {
            if index == 0 {
                writeln!(self.out, "{lead}{line}")?;
            } else {
                writeln!(self.out, "{:column$}{line}", "")?;
            }
        }
        Ok(())
    }
}

/// The characters of a text that are seen, with their places: not those of its colours.
fn seen(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut in_style = false;
    text.char_indices().filter(move |(_, c)| {
        let hidden = in_style || *c == '\u{1b}';
        in_style = hidden && *c != 'm';
        !hidden
    })
}

/// The lines of a text of which the first begins in one column and the others in another, each as long as the width leaves room
/// for.
pub(crate) fn folded(
    text: &str,
    begins: usize,
    column: usize,
    width: Option<usize>,
) -> Vec<String> {
    let Some(width) = width else {
        return text.split('\n').map(str::to_owned).collect();
    };
    let room = |column: usize| width.saturating_sub(column).max(ROOM);
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let mut rest = line;
        loop {
            let room = room(if lines.is_empty() { begins } else { column });
            let Some((end, _)) = seen(rest).nth(room) else {
                break;
            };
            // A blank right behind the room is as good as one within it.
            let blank = rest[..=end].rfind(' ').filter(|at| *at > 0);
            let (now, later) = match blank {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None => rest.split_at(end),
            };
            lines.push(now.to_owned());
            rest = later;
        }
        lines.push(rest.to_owned());
    }
    lines
}

/// Foreign text made inert, with its line ends, cut after so many characters and after [`LINES`] lines.
pub(crate) fn shortened_lines(text: &str, most: usize) -> String {
    let text = text.trim_end_matches(['\n', '\r']);
    let cut = match text.char_indices().nth(most) {
        None => inert(text),
        Some((end, _)) => format!(
            "{}… ({} characters)",
            inert(&text[..end]),
            text.chars().count()
        ),
    };
    let lines: Vec<&str> = cut.split('\n').collect();
    if lines.len() <= LINES {
        return lines.join("\n");
    }
    let more = lines.len() - LINES;
    format!("{}\n… {more} more lines", lines[..LINES].join("\n"))
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_folded_at_blanks_and_only_on_a_terminal() {
        let text = "a sequence number is a number; a string of digits is none";
        assert_eq!(folded(text, 14, 14, None), [text]);
        assert_eq!(
            folded(text, 14, 14, Some(40)),
            [
                "a sequence number is a",
                "number; a string of digits",
                "is none"
            ]
        );
        assert_eq!(folded(text, 14, 14, Some(200)), [text]);
        // Never narrower than what can be read, and a word that is too long is cut.
        assert_eq!(
            folded(&"x".repeat(30), 14, 14, Some(3)),
            ["x".repeat(24), "x".repeat(6)]
        );
        // Colours take no room.
        let red = "\u{1b}[31msequence\u{1b}[0m number is a number";
        assert_eq!(folded(red, 4, 8, Some(32)), [red]);
        assert_eq!(folded(red, 9, 8, Some(33)).len(), 2);
        assert_eq!(folded("one\ntwo", 14, 14, Some(80)), ["one", "two"]);
        assert_eq!(
            folded("üüüüüüüüüüüüüüüüüüüüüüüü ü", 0, 0, Some(24)).len(),
            2
        );
    }

    #[test]
    fn messages_keep_their_lines_and_nothing_else_that_acts() {
        assert_eq!(shortened_lines("a\nb\u{1b}[m\n", 99), "a\nb\\u{1b}[m");
        assert_eq!(shortened_lines("abc\ndef", 5), "abc\nd… (7 characters)");
        let many = shortened_lines(&"x\n".repeat(40), 99);
        assert!(many.ends_with("x\n… 28 more lines"), "{many}");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(3992), "3,992");
        assert_eq!(grouped(1_000_000), "1,000,000");
    }
}
