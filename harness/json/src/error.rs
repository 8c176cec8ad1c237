//! Where a text is no JSON, told to people.

use std::fmt;

use crate::lexer::Fault;

/// Where and why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Bytes before the place.
    pub offset: usize,
    /// What was expected there and what was found.
    pub message: String,
    line: usize,
    column: usize,
}

impl ParseError {
    /// The line, counted from 1; lines end with a line feed.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    pub(crate) fn of(text: &str, fault: Fault) -> Self {
        // A fault stands at the start of a character: all that the grammar accepts byte by byte is ASCII or whole strings.
        let (before, rest) = text.split_at_checked(fault.offset).unwrap_or((text, ""));
        let message = format!(
            "expected {}, found {}",
            fault.expected,
            found(rest, before.is_empty())
        );
        Self::at(before, message)
    }

    pub(crate) fn of_bytes(bytes: &[u8], valid: usize) -> Self {
        let before = str::from_utf8(&bytes[..valid]).unwrap_or_default();
        let byte = bytes.get(valid).copied().unwrap_or_default();
        Self::at(
            before,
            format!("expected UTF-8, found the byte 0x{byte:02x} out of place"),
        )
    }

    fn at(before: &str, message: String) -> Self {
        let (line, column) = line_and_column(before);
        Self {
            offset: before.len(),
            message,
            line,
            column,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

impl std::error::Error for ParseError {}

/// Where the text after this one begins.
pub(crate) fn line_and_column(before: &str) -> (usize, usize) {
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    let line_feeds = before.bytes().filter(|byte| *byte == b'\n').count();
    (line_feeds + 1, last_line.chars().count() + 1)
}

/// Names what a text begins with, in a few characters.
fn found(rest: &str, at_start: bool) -> String {
    const WORD_AT_MOST: usize = 20;
    let Some(first) = rest.chars().next() else {
        return "the end of the text".into();
    };
    let word_from = usize::from(matches!(first, '-' | '+'));
    let word = rest[word_from..]
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .take(WORD_AT_MOST);
    let word_length: usize = word.map(char::len_utf8).sum();
    let word = &rest[..word_from + word_length];
    match first {
        '\u{feff}' if at_start => "a byte order mark (U+FEFF)".into(),
        _ if matches!(
            word.trim_start_matches(['-', '+']),
            "NaN" | "Infinity" | "nan" | "inf" | "Inf"
        ) =>
        {
            format!("`{word}`, which is no JSON number")
        }
        _ if first.is_alphabetic() => format!("`{word}`"),
        '\'' => "`'`; strings stand in double quotes".into(),
        '/' if rest.starts_with("//") || rest.starts_with("/*") => {
            "a comment, which JSON does not have".into()
        }
        _ if first.is_control()
            || (first.is_whitespace() && first != ' ')
            || first == '\u{feff}' =>
        {
            format!("U+{:04X}", u32::from(first))
        }
        _ => format!("`{first}`"),
    }
}

#[cfg(test)]
mod tests;
