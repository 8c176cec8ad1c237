//! Which characters of foreign text can be shown as they are.

/// Whether a character acts on a terminal, turns or hides the text around it, or shows nothing. Reports show it by its number.
pub fn is_deceptive(c: char) -> bool {
    if c.is_ascii() || c.is_control() {
        return c.is_control();
    }
    // What the standard library knows to be nothing that one sees: controls, formats, and what is no character (yet).
    let is_unprintable = || {
        let mut text = String::from("a");
        text.push(c);
        text.escape_debug().count() > 2
    };
    let is_blank = matches!(c,
        // Line and paragraph separators.
        '\u{2028}' | '\u{2029}'
        // A joiner that shows nothing, and selectors of variants.
        | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
        // Letters and a Braille pattern that are blank.
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
        // Extends what stands before it with nothing.
        | '\u{200c}');
    is_blank || (!c.is_whitespace() && is_unprintable())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_shown() {
        for c in "a ~é共😀한⠁\u{3000}\u{301}\u{915}\u{94d}".chars() {
            assert!(!is_deceptive(c), "{c:?}");
        }
    }

    #[test]
    fn what_acts_or_is_not_seen_is_not() {
        let acts = "\u{0}\t\u{1b}\u{7f}\u{85}\u{9b}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200b}\u{200c}\u{200d}\u{200f}\u{2028}\u{202e}\u{2060}\u{206f}\u{2800}\
                    \u{3164}\u{fe0f}\u{feff}\u{fff0}\u{fff9}\u{fffe}\u{13430}\u{1bca0}\u{1d173}\u{e0041}\u{e0100}\u{e0fff}";
        for c in acts.chars() {
            assert!(is_deceptive(c), "{c:?}");
        }
    }
}
