//! How much an answer may hold, beside its length: a megabyte of brackets is a hundred megabytes of lists.

/// Most lists and objects in one another. The deepest cases have a hundred thousand.
const LEVELS: usize = 1_000_000;

/// Most values, names of members counted as well. The largest cases have some hundred thousand.
const VALUES: usize = 5_000_000;

/// What is wrong with an answer that holds too much to be read, found without memory and in one pass over it.
///
/// A text that is no JSON may pass: whoever reads it next says so.
pub(super) fn excess(text: &str) -> Option<String> {
    // A value takes a byte at least, and so does a level.
    if text.len() <= LEVELS {
        return None;
    }
    let (mut depth, mut deepest, mut values) = (0_usize, 0_usize, 1_usize);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
                values += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' | b':' => values += 1,
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
        if deepest > LEVELS {
            return Some(format!(
                "the answer is nested deeper than the limit of {LEVELS} levels"
            ));
        }
        if values > VALUES {
            return Some(format!(
                "the answer has more than the limit of {VALUES} values"
            ));
        }
    }
    None
}

/// Goes behind the closing quote.
fn skip_string(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> String {
        "[".repeat(levels) + &"]".repeat(levels)
    }

    #[test]
    fn a_million_levels_are_read_and_one_more_is_not() {
        assert_eq!(excess(&nested(LEVELS)), None);
        let why = excess(&nested(LEVELS + 1)).unwrap_or_default();
        assert_eq!(
            why,
            "the answer is nested deeper than the limit of 1000000 levels"
        );
        // Levels beside one another do not add up.
        assert_eq!(excess(&nested(LEVELS / 2).repeat(3)), None);
    }

    #[test]
    fn values_are_counted_and_not_what_strings_hold() {
        let list = |element: &str, times: usize| format!("[{}0]", element.repeat(times));
        assert_eq!(excess(&list("0,", VALUES - 10)), None);
        for element in ["0,", "{},", "[],", "[0,0],"] {
            let why = excess(&list(element, VALUES)).unwrap_or_default();
            assert_eq!(why, "the answer has more than the limit of 5000000 values");
        }
        let brackets = format!(r#"["{}"]"#, r#"\"[{,:"#.repeat(VALUES));
        assert_eq!(excess(&brackets), None);
    }

    #[test]
    fn what_is_no_json_does_no_harm() {
        for text in ["]", "\"\\", "\"", "}{", ",:"] {
            assert!(excess(&text.repeat(LEVELS)).is_none_or(|why| why.contains("limit")));
        }
    }
}
