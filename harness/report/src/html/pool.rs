//! Values that many records share, each kept once: implementations that fail alike say the same.

use std::collections::HashMap;

use serde::Serialize;

/// Values as JSON text, in the order in which they came, without doubles.
#[derive(Default)]
pub(super) struct Pool {
    lines: Vec<String>,
    places: HashMap<String, usize>,
    bytes: usize,
}

impl Pool {
    /// The place of a value, which is added if it is new.
    pub(super) fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> usize {
        let line = line(value);
        if let Some(place) = self.places.get(&line) {
            return *place;
        }
        self.bytes += line.len() + 2;
        self.lines.push(line.clone());
        self.places.insert(line, self.lines.len() - 1);
        self.lines.len() - 1
    }

    /// How many bytes the page would grow by with a value.
    pub(super) fn cost<T: Serialize + ?Sized>(&self, value: &T) -> usize {
        let line = line(value);
        if self.places.contains_key(&line) {
            0
        } else {
            line.len() + 2
        }
    }

    /// How many bytes the values take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The values as JSON texts.
    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }
}

/// A value as JSON that can stand within a script element.
pub(super) fn line<T: Serialize + ?Sized>(value: &T) -> String {
    // Strings, numbers and lists always serialize.
    let text = serde_json::to_string(value).unwrap_or_default();
    // Within `<script>`, only `<` could begin its end or a comment. In JSON it stands in strings alone, where an escape is the same.
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_kept_once() {
        let mut pool = Pool::default();
        assert_eq!((pool.add("a"), pool.add("b"), pool.add("a")), (0, 1, 0));
        assert_eq!((pool.cost("a"), pool.cost("c")), (0, 5));
        assert_eq!(pool.into_lines(), ["\"a\"", "\"b\""]);
    }

    #[test]
    fn nothing_in_a_script_element_ends_it() {
        assert_eq!(line("</script><!--"), "\"\\u003c/script>\\u003c!--\"");
    }
}
