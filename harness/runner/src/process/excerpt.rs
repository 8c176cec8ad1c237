//! Foreign text in messages: cut, and without anything that a terminal would act on.

use std::fmt::Write as _;

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
            _ if char.is_control() || is_deceptive(char) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
            }
            _ => shown.push(char),
        }
    }
    shown
}

/// Characters that reorder, hide or break the text around them, or that show nothing.
fn is_deceptive(char: char) -> bool {
    matches!(char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        // Selectors of variants, and letters and a Braille pattern that are blank.
        | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
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
