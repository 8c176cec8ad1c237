//! The structural difference of two models as text.

use similar::{ChangeTag, TextDiff};
use uiconform_json::Value;

use crate::inert::shortened;
use crate::style::Palette;

/// Beyond this size of both texts together, in bytes, only the differing place is shown, since a diff of megabytes helps nobody.
const LARGEST: usize = 64 * 1024;

/// Beyond this depth the indentation alone would fill the screen; it also bounds the recursion below.
const DEEPEST: usize = 64;

/// Lines around a change.
const CONTEXT: usize = 2;

/// Characters of a line that are shown.
const WIDTH: usize = 240;

/// Lines that are shown.
const LINES: usize = 60;

/// Characters before a difference in long strings.
const BEFORE: usize = 40;

/// Lines of nothing but brackets in a row of which the inner ones are left out.
const BRACKETS: usize = 6;

/// Whether two values are small enough, and not too deep, to be shown as they are.
pub(crate) fn is_shown_whole(expected: &Value, got: &Value) -> bool {
    let deep = |value| uiconform_catalogue::depth(value) > DEEPEST;
    !deep(expected) && !deep(got) && expected.to_text().len() + got.to_text().len() <= LARGEST
}

/// The difference of two values line by line, `-` expected and `+` got; empty if they are too large.
pub(crate) fn lines(expected: &Value, got: &Value, palette: Palette) -> Vec<String> {
    if !is_shown_whole(expected, got) {
        return Vec::new();
    }
    let (old, new) = (arranged(expected, got).to_pretty(), got.to_pretty());
    let diff = TextDiff::from_lines(&old, &new);
    let mut lines = Vec::new();
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            lines.push(palette.dim("  ⋮"));
        }
        let changes: Vec<(ChangeTag, &str)> = group
            .iter()
            .flat_map(|op| diff.iter_changes(op))
            .map(|change| (change.tag(), change.value().trim_end_matches('\n')))
            .collect();
        let alike = |a: &(ChangeTag, &str), b: &(ChangeTag, &str)| {
            a.0 == b.0 && is_bracket(a.1) && is_bracket(b.1)
        };
        for run in changes.chunk_by(alike) {
            if run.len() < BRACKETS {
                lines.extend(run.iter().map(|(tag, line)| shown(*tag, line, palette)));
                continue;
            }
            // A value within so many others: its depth says as much as they do.
            let more = format!("… {} more lines of brackets", run.len() - 2);
            for (tag, line) in [run[0], (run[0].0, more.as_str()), run[run.len() - 1]] {
                lines.push(shown(tag, line, palette));
            }
        }
    }
    if lines.len() > LINES {
        let more = lines.len() - LINES;
        lines.truncate(LINES);
        lines.push(palette.dim(format_args!(
            "  … {more} more lines; --format json has all of it"
        )));
    }
    lines
}

/// Whether a line only opens or closes lists and objects.
fn is_bracket(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| "[]{},".contains(c))
}

fn shown(tag: ChangeTag, line: &str, palette: Palette) -> String {
    let line = shortened(line, WIDTH);
    match tag {
        ChangeTag::Equal => format!("  {line}"),
        ChangeTag::Delete => palette.expected(format_args!("- {line}")),
        ChangeTag::Insert => palette.got(format_args!("+ {line}")),
    }
}

/// Two long strings around the character at which they part, each with the number of characters that are left out.
pub(crate) fn around(expected: &Value, got: &Value) -> Option<(String, String)> {
    let text = |value: &Value| Some(value.as_string()?.to_string_lossy().into_owned());
    let (one, other) = (text(expected)?, text(got)?);
    let common = one.chars().zip(other.chars());
    let common = common.take_while(|(a, b)| a == b).count();
    let before = common.saturating_sub(BEFORE);
    if before == 0 {
        return None;
    }
    let cut = |text: &str| {
        let shown: String = text.chars().skip(before).take(WIDTH - BEFORE).collect();
        let behind = text.chars().count() - before - shown.chars().count();
        let shown = shortened(&Value::from(shown.as_str()).to_text(), 2 * WIDTH);
        match behind {
            0 => format!("… {before} characters … {shown}"),
            _ => format!("… {before} characters … {shown} … {behind} characters …"),
        }
    };
    Some((cut(&one), cut(&other)))
}

/// Where two strings part that a reader might see no difference between: one of the characters there is not ASCII, or is
/// a blank at the end.
pub(crate) fn in_characters(expected: &Value, got: &Value) -> Option<String> {
    let (expected, got) = (expected.as_string()?, got.as_string()?);
    let (mut one, mut other) = (expected.code_points(), got.code_points());
    for place in 1.. {
        let (a, b) = (one.next(), other.next());
        if a == b {
            a?;
            continue;
        }
        let plain = |point: u32| (0x20..0x7f).contains(&point);
        let is_seen = match (a, b) {
            (Some(a), Some(b)) => plain(a) && plain(b),
            // A blank at the end is not seen.
            (Some(one), None) | (None, Some(one)) => plain(one) && one != 0x20,
            (None, None) => false,
        };
        if is_seen {
            return None;
        }
        let name = |point: Option<u32>| match point {
            Some(point) => format!("U+{point:04X}"),
            None => "the end".to_owned(),
        };
        return Some(format!(
            "character {place}: expected {}, got {}",
            name(a),
            name(b)
        ));
    }
    None
}

/// The expected value with its members in the order of the other one: order among members is no difference, so it must not
/// look like one.
pub(crate) fn arranged(expected: &Value, got: &Value) -> Value {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            let known = got.names().filter(|name| expected.get_name(name).is_some());
            let only = expected.names().filter(|name| got.get_name(name).is_none());
            known
                .chain(only)
                .filter_map(|name| {
                    let value = expected.get_name(name)?;
                    let arranged = match got.get_name(name) {
                        Some(other) => arranged(value, other),
                        None => value.clone(),
                    };
                    Some((name.clone(), arranged))
                })
                .collect::<uiconform_json::Object>()
                .into()
        }
        (Value::Array(expected), Value::Array(got)) => {
            let elements: Vec<Value> = expected
                .iter()
                .enumerate()
                .map(|(index, value)| match got.get(index) {
                    Some(other) => arranged(value, other),
                    None => value.clone(),
                })
                .collect();
            Value::from(elements)
        }
        _ => expected.clone(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn characters_are_named_where_the_eye_sees_no_difference() {
        let told = |expected: &str, got: &str| in_characters(&expected.into(), &got.into());
        let wanted = "character 3: expected U+0020, got the end";
        assert_eq!(told("go ", "go").as_deref(), Some(wanted));
        let wanted = "character 1: expected U+00E9, got U+0065";
        assert_eq!(told("é", "e\u{301}").as_deref(), Some(wanted));
        assert_eq!(told("Hi", "HiHi"), None);
        assert_eq!(told("go", "no"), None);
    }

    #[test]
    fn long_strings_are_shown_where_they_part() {
        let (long, end) = ("x".repeat(1000), "y".repeat(300));
        let one = Value::from(format!("{long}a{end}").as_str());
        let other = Value::from(format!("{long}b").as_str());
        let (one, other) = around(&one, &other).unwrap();
        assert!(one.starts_with("… 960 characters … \"xxx"), "{one}");
        assert!(
            one.contains("xxayy") && one.ends_with("… 141 characters …"),
            "{one}"
        );
        assert!(other.ends_with("xxb\""), "{other}");
        // What begins near the start is shown from there.
        assert_eq!(around(&"a".into(), &"b".into()), None);
    }

    #[test]
    fn brackets_around_a_deep_value_are_counted() {
        let deep = format!("{}7{}", "[".repeat(40), "]".repeat(40));
        let value = |text: &str| uiconform_json::parse(text).unwrap();
        let shown = lines(&value("null"), &value(&deep), Palette::new(false)).join("\n");
        assert_eq!(shown.matches("+ … ").count(), 2, "{shown}");
        assert!(shown.contains("more lines of brackets"), "{shown}");
        assert!(shown.contains("[7]"), "{shown}");
        assert!(shown.lines().count() < 10, "{shown}");
        let flat = lines(&value("[[]]"), &value("[[1]]"), Palette::new(false)).join("\n");
        assert!(!flat.contains('…'), "{flat}");
    }
}
