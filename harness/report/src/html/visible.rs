//! Foreign text on a page: shown as characters, never felt.
//!
//! Markup is the template's to escape; this is about characters that turn the text around them, or that nobody sees.

use std::fmt::Write as _;

use uiconform_catalogue::is_deceptive;

/// The text with every character that turns, hides or shows nothing as an escape. Line ends and tabs stay.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_deceptive(c) && c != '\n' && c != '\t' {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The same for a name that stands in a line, cut after `most` characters.
pub(super) fn name(text: &str, most: usize) -> String {
    let text = match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    visible(&text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_or_hides_text_is_seen() {
        assert_eq!(
            visible("a\u{202e}b\u{200b}\n\t<b>"),
            "a\\u{202e}b\\u{200b}\n\t<b>"
        );
        assert_eq!(name("one\ntwo", 80), "one two");
        assert_eq!(name("ééé", 2), "éé…");
    }
}
