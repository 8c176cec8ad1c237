//! Foreign text in messages: cut, and without anything that a terminal would act on.

use std::fmt::Write as _;

use uiconform_catalogue::is_deceptive;

/// Most characters of a line that a message shows.
const SHOWN: usize = 400;

/// The text with control characters, line ends and characters that turn or hide text written as escapes, cut after
/// [`SHOWN`] characters.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(SHOWN));
    for (count, (at, char)) in text.char_indices().enumerate() {
        if count == SHOWN {
            // Writing to a string cannot fail.
            let _ = write!(shown, "… ({} bytes more)", text.len() - at);
            break;
        }
        match char {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ if is_deceptive(char) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
            }
            _ => shown.push(char),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(
            excerpt("grüße, 世界 \"x\" \\ {}"),
            "grüße, 世界 \"x\" \\ {}"
        );
    }

    #[test]
    fn what_a_terminal_would_act_on_is_escaped() {
        assert_eq!(
            excerpt("\u{1b}[2J\r\n\t\u{202e}\u{9b}"),
            r"\u{1b}[2J\r\n\t\u{202e}\u{9b}"
        );
    }

    #[test]
    fn what_shows_nothing_is_escaped() {
        for blank in "\u{ad}\u{34f}\u{115f}\u{180e}\u{2800}\u{3164}\u{fe0f}\u{e0041}".chars() {
            assert_eq!(
                excerpt(&blank.to_string()),
                blank.escape_unicode().to_string()
            );
        }
    }

    #[test]
    fn long_text_is_cut_and_says_so() {
        let text = "é".repeat(SHOWN + 5);
        assert_eq!(
            excerpt(&text),
            format!("{}… (10 bytes more)", "é".repeat(SHOWN))
        );
        assert_eq!(excerpt(&"x".repeat(SHOWN)), "x".repeat(SHOWN));
    }
}
