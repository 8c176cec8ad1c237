//! Foreign text on a terminal and in the log of a CI system: whatever a driver says is shown as characters and never acts.

use std::fmt::Write as _;

use uiconform_catalogue::is_deceptive;

/// Makes every character that acts on a terminal or on the direction of text visible as an escape. Line ends stay.
///
/// A line that a CI system would take for a command (`::` at its begin, or `##[` anywhere, as GitHub reads its logs) has an
/// escape for one of these characters too.
pub fn inert(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let start = shown.len();
        for c in line.chars() {
            if acts(c) {
                // Writing to a string cannot fail.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            } else {
                shown.push(c);
            }
        }
        if let Some(defused) = defused(&shown[start..]) {
            shown.replace_range(start.., &defused);
        }
    }
    shown
}

/// A line that is no command any more; none if it is none.
fn defused(line: &str) -> Option<String> {
    let command = line.trim_start().strip_prefix("::");
    if command.is_none() && !line.contains("##[") {
        return None;
    }
    let blank = &line[..line.len() - line.trim_start().len()];
    let line = match command {
        Some(rest) => format!("{blank}\\u{{3a}}:{rest}"),
        None => line.to_owned(),
    };
    Some(line.replace("##[", "#\\u{23}["))
}

/// Makes text inert and cuts it after `most` characters, saying how long it is.
pub fn shortened(text: &str, most: usize) -> String {
    let one_line = |text: &str| inert(text).replace('\n', "\\n");
    match text.char_indices().nth(most) {
        None => one_line(text),
        Some((end, _)) => format!(
            "{}… ({} characters)",
            one_line(&text[..end]),
            text.chars().count()
        ),
    }
}

pub(crate) fn acts(c: char) -> bool {
    c != '\n' && is_deceptive(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_becomes_visible() {
        assert_eq!(
            inert("a\u{1b}[31mb\r\u{202e}c\u{9b}"),
            "a\\u{1b}[31mb\\u{d}\\u{202e}c\\u{9b}"
        );
    }

    #[test]
    fn what_a_ci_system_would_obey_becomes_visible() {
        assert_eq!(
            inert("::error::x\n \t::set-env\na ::b\nx ##[group]y ##[z"),
            "\\u{3a}:error::x\n \\u{9}::set-env\na ::b\nx #\\u{23}[group]y #\\u{23}[z"
        );
        assert_eq!(inert(" \u{3000}::x"), " \u{3000}\\u{3a}:x");
        assert_eq!(inert("####[x]"), "###\\u{23}[x]");
        assert_eq!(inert(&inert("::x ##[y]")), inert("::x ##[y]"));
        assert_eq!(shortened("a\n::b", 9), "a\\n\\u{3a}:b");
    }

    #[test]
    fn what_shows_nothing_becomes_visible() {
        for blank in "\u{ad}\u{34f}\u{115f}\u{180e}\u{2800}\u{3164}\u{fe0f}".chars() {
            let shown = inert(&format!("pass{blank}word"));
            assert_eq!(shown, format!("pass{}word", blank.escape_unicode()));
        }
    }

    #[test]
    fn ordinary_text_stays() {
        assert_eq!(inert("grüß 共 😀 한 ⠁\n"), "grüß 共 😀 한 ⠁\n");
    }

    #[test]
    fn long_text_is_cut_at_a_character_and_counted() {
        assert_eq!(shortened("ééééé", 2), "éé… (5 characters)");
        assert_eq!(shortened("a\nb", 9), "a\\nb");
    }
}
