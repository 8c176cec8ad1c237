//! Changing parts of a text and leaving every other byte of it.

use std::ops::Range;

/// Changes to a text, by their places in it.
#[derive(Debug)]
pub(super) struct Splices<'a> {
    text: &'a str,
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> Splices<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            changes: Vec::new(),
        }
    }

    /// What ends a line of the text.
    pub(super) fn line_end(&self) -> &'static str {
        match self.text.find('\n') {
            Some(end) if self.text[..end].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    /// Puts another text in the place of a part.
    pub(super) fn replace(&mut self, span: Range<usize>, text: String) {
        self.changes.push((span, text));
    }

    /// Puts whole lines, each with its `\n`, behind the line in which an offset stands.
    pub(super) fn insert_behind(&mut self, offset: usize, lines: &str) {
        let at = self.end_of_line(offset);
        let open = at > 0 && !self.text[..at].ends_with('\n');
        let text = if open {
            format!("\n{lines}")
        } else {
            lines.to_owned()
        };
        self.changes.push((at..at, self.ended(&text)));
    }

    /// Puts whole lines, each with its `\n`, behind the last one.
    pub(super) fn append(&mut self, lines: &str) {
        self.insert_behind(self.text.len(), lines);
    }

    /// Takes out the lines from one offset to another. Lines before them stay, comments among them; blank lines do not add up.
    pub(super) fn remove_lines(&mut self, span: Range<usize>) {
        let start = self.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let mut end = self.end_of_line(span.end);
        let blank_before = self
            .last_line(start)
            .is_none_or(|line| line.trim().is_empty());
        while blank_before
            && let Some(next) = self.text[end..].split_inclusive('\n').next()
            && next.trim().is_empty()
        {
            end += next.len();
        }
        self.changes.push((start..end, String::new()));
    }

    /// The text with all changes.
    pub(super) fn finish(mut self) -> String {
        // What is put at one place stays in the order in which it came.
        self.changes.sort_by_key(|(span, _)| (span.start, span.end));
        let mut changed = String::with_capacity(self.text.len());
        let mut at = 0;
        for (span, text) in &self.changes {
            // Blank lines between two parts that go are counted to both.
            changed += self.text.get(at..span.start).unwrap_or_default();
            changed += text;
            at = at.max(span.end);
            if !span.is_empty() && text.is_empty() && at == self.text.len() {
                drop_blank_lines(&mut changed);
            }
        }
        changed + &self.text[at..]
    }

    /// The line that ends at an offset, with its end.
    fn last_line(&self, offset: usize) -> Option<&'a str> {
        self.text[..offset].split_inclusive('\n').next_back()
    }

    fn end_of_line(&self, offset: usize) -> usize {
        let end = self.text[offset..].find('\n');
        end.map_or(self.text.len(), |end| offset + end + 1)
    }

    fn ended(&self, lines: &str) -> String {
        lines.replace('\n', self.line_end())
    }
}

/// Takes blank lines from the end of a text.
fn drop_blank_lines(text: &mut String) {
    while let Some(line) = text.split_inclusive('\n').next_back()
        && line.trim().is_empty()
    {
        text.truncate(text.len() - line.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str, parts: &[&str]) -> String {
        let mut splices = Splices::new(text);
        for part in parts {
            let start = text.find(part).unwrap_or(text.len());
            splices.remove_lines(start..start + part.len());
        }
        splices.finish()
    }

    #[test]
    fn blank_lines_do_not_add_up() {
        let text = "a\n\nb\n\nc\n\nd\n";
        assert_eq!(without(text, &["b"]), "a\n\nc\n\nd\n");
        assert_eq!(without(text, &["b", "c"]), "a\n\nd\n");
        assert_eq!(without(text, &["c", "d"]), "a\n\nb\n");
        assert_eq!(without(text, &["a", "b", "c", "d"]), "");
        assert_eq!(without("a\n\n# of it\nb\n\nc", &["b"]), "a\n\n# of it\n\nc");
        assert_eq!(without("a\r\n\r\nb\r\n", &["b"]), "a\r\n");
    }

    #[test]
    fn what_is_put_in_has_the_line_ends_of_the_text() {
        let mut splices = Splices::new("a\r\nb");
        splices.insert_behind(0, "x\ny\n");
        splices.append("\nz\n");
        assert_eq!(splices.finish(), "a\r\nx\r\ny\r\nb\r\n\r\nz\r\n");
    }
}
