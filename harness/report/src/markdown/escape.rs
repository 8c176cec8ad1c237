//! Text inside Markdown that must stay text.
//!
//! Escaping character by character would not do: GitHub links addresses, names of people and numbers of issues in the finished page,
//! save in code. So whatever comes from a driver or a file stands in code, with a fence that is longer than any in it.

use crate::inert::{inert, shortened};

/// Foreign text within a line.
pub(super) fn code(text: &str, most: usize) -> String {
    let text = shortened(text, most);
    if text.trim().is_empty() {
        return format!("({})", if text.is_empty() { "empty" } else { "blank" });
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let needs_room = |c| c == '`' || c == ' ';
    if text.starts_with(needs_room) || text.ends_with(needs_room) {
        // A blank on either side is taken off by the reader, and keeps a backtick at the end from joining the fence.
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// Foreign text of several lines.
pub(super) fn block(text: &str) -> String {
    let text = inert(text);
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// Prose of the project, whose only markup is code between backticks.
pub(super) fn prose(text: &str) -> String {
    let text = shortened(text, usize::MAX);
    if text.matches('`').count() % 2 == 1 {
        return code(&text, usize::MAX);
    }
    let mut shown = String::with_capacity(text.len());
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            if !part.is_empty() {
                shown += &code(part, usize::MAX);
            }
            continue;
        }
        for c in part.chars() {
            if c.is_ascii_punctuation() && !matches!(c, ',' | '.' | ';' | ':' | '\'' | '/' | '%') {
                shown.push('\\');
            }
            shown.push(c);
        }
    }
    shown
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        assert_eq!(code("a``b", 9), "```a``b```");
        assert_eq!(code("`", 9), "`` ` ``");
        assert_eq!(code(" a ", 9), "`  a  `");
        assert_eq!(code("", 9), "(empty)");
        assert_eq!(block("```\nx"), "````text\n```\nx\n````\n");
    }

    #[test]
    fn prose_keeps_its_code_and_nothing_else() {
        assert_eq!(prose("a `b_c` *d* <e>"), "a `b_c` \\*d\\* \\<e\\>");
    }
}
