//! Where a JSON value ends.

use memchr::memchr2;

/// Follows one JSON value to its end by strings and brackets, whatever else is in it. It neither recurses nor keeps anything but
/// a count of open brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scanner {
    /// In a list or an object, so many of which are open; between the values in it.
    Nested { depth: u64 },
    /// In a string within so many brackets.
    String { depth: u64, escaped: bool },
    /// In anything else, such as a number.
    Scalar,
}

impl Scanner {
    /// For the value that begins with the byte, which is the first that [`scan`](Self::scan) is to be given.
    pub(crate) fn new(first: u8) -> Self {
        match first {
            b'"' | b'{' | b'[' => Self::Nested { depth: 0 },
            _ => Self::Scalar,
        }
    }

    /// How many of the bytes belong to the value, and whether it has ended with them.
    pub(crate) fn scan(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut taken = 0;
        while taken < bytes.len() {
            let rest = &bytes[taken..];
            match *self {
                Self::Scalar => {
                    return match rest.iter().position(ends_scalar) {
                        Some(length) => (taken + length, true),
                        None => (bytes.len(), false),
                    };
                }
                Self::String {
                    depth,
                    escaped: true,
                } => {
                    taken += 1;
                    *self = Self::String {
                        depth,
                        escaped: false,
                    };
                }
                Self::String { depth, .. } => {
                    let Some(length) = memchr2(b'"', b'\\', rest) else {
                        break;
                    };
                    taken += length + 1;
                    *self = match rest[length] {
                        b'\\' => Self::String {
                            depth,
                            escaped: true,
                        },
                        _ if depth == 0 => return (taken, true),
                        _ => Self::Nested { depth },
                    };
                }
                Self::Nested { depth } => {
                    let is_delimiter = |byte: &u8| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']');
                    let Some(length) = rest.iter().position(is_delimiter) else {
                        break;
                    };
                    taken += length + 1;
                    *self = match rest[length] {
                        b'"' => Self::String {
                            depth,
                            escaped: false,
                        },
                        b'{' | b'[' => Self::Nested { depth: depth + 1 },
                        _ if depth <= 1 => return (taken, true),
                        _ => Self::Nested { depth: depth - 1 },
                    };
                }
            }
        }
        (bytes.len(), false)
    }
}

/// A scalar takes in all up to white space, a delimiter of the list, or the start of another value.
fn ends_scalar(byte: &u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\r' | b'\n' | b',' | b']' | b'[' | b'{' | b'"'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that a text begins with, scanned in two parts, and whether it ends.
    fn value(text: &str, cut: usize) -> (&str, bool) {
        let mut scanner = Scanner::new(text.as_bytes()[0]);
        let (first, rest) = text.as_bytes().split_at(cut);
        match scanner.scan(first) {
            (taken, true) => (&text[..taken], true),
            (taken, false) => {
                assert_eq!(taken, cut);
                let (more, ended) = scanner.scan(rest);
                (&text[..taken + more], ended)
            }
        }
    }

    #[test]
    fn a_value_ends_where_its_brackets_close_or_its_string_does() {
        for (text, length) in [
            (r#"{},"#, 2),
            (r#"{"a":[1,{"b":"]}"}]} ,"#, 20),
            (r#"[[[]]]]"#, 6),
            (r#""a\"]\\",1"#, 8),
            (r#"["\\"]"#, 6),
            (r#"{"\"":"\\\""}{"#, 13),
            ("-1.5e3,", 6),
            ("null]", 4),
            ("1 ", 1),
            ("tru{", 3),
            ("}:,", 2),
        ] {
            for cut in 0..=text.len() {
                assert_eq!(
                    value(text, cut),
                    (&text[..length], true),
                    "{text} cut at {cut}"
                );
            }
        }
    }

    #[test]
    fn a_value_may_not_end() {
        for text in [r#"{"a":[1]"#, r#""a\""#, "12", r#"["]"#] {
            for cut in 0..=text.len() {
                assert_eq!(value(text, cut), (text, false), "{text} cut at {cut}");
            }
        }
    }

    #[test]
    fn depth_needs_no_memory() {
        let open = vec![b'['; 1_000_000];
        let close = vec![b']'; 1_000_000];
        let mut scanner = Scanner::new(b'[');
        assert_eq!(scanner.scan(&open), (1_000_000, false));
        assert_eq!(scanner.scan(&close), (1_000_000, true));
    }
}
