//! JSON as a person writes it: what fits on a line stands on one.

use uiconform_json::Value;

/// Characters of a line, its indentation included.
const WIDTH: usize = 96;

/// Beyond this depth everything stands on one line, which bounds the recursion.
const DEEPEST: usize = 32;

/// Two spaces a level.
const INDENT: &str = "  ";

/// The text of a value over as many lines as it needs.
pub(super) fn layout(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, 0, &mut text);
    text
}

/// Writes a value that begins behind `used` characters of its line, `depth` levels deep.
fn write(value: &Value, depth: usize, used: usize, out: &mut String) {
    let is_empty = match value {
        Value::Object(object) => object.is_empty(),
        Value::Array(list) => list.iter().next().is_none(),
        _ => true,
    };
    let line = spaced(value, WIDTH.saturating_sub(used));
    match (line, value) {
        (Some(line), _) => out.push_str(&line),
        (None, _) if is_empty || depth == DEEPEST => out.push_str(&value.to_text()),
        (None, Value::Object(object)) => {
            let members = object.iter().map(|(name, value)| (Some(name), value));
            open('{', members, '}', depth, out);
        }
        (None, Value::Array(list)) => {
            open('[', list.iter().map(|value| (None, value)), ']', depth, out);
        }
        (None, scalar) => out.push_str(&scalar.to_text()),
    }
}

fn open<'a>(
    begin: char,
    members: impl Iterator<Item = (Option<&'a uiconform_json::JsonString>, &'a Value)>,
    end: char,
    depth: usize,
    out: &mut String,
) {
    out.push(begin);
    for (index, (name, value)) in members.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        let mut line = INDENT.repeat(depth + 1);
        if let Some(name) = name {
            line += &Value::from(name.clone()).to_text();
            line += ": ";
        }
        out.push_str(&line);
        write(value, depth + 1, line.chars().count(), out);
    }
    out.push('\n');
    out.push_str(&INDENT.repeat(depth));
    out.push(end);
}

/// The value on one line with blanks behind commas and colons, if it has no more than `room` characters.
fn spaced(value: &Value, room: usize) -> Option<String> {
    // Blanks only make it longer.
    let bare = value.to_text();
    if bare.chars().count() > room {
        return None;
    }
    let mut line = String::with_capacity(bare.len() + 16);
    let (mut is_string, mut is_escaped) = (false, false);
    for c in bare.chars() {
        line.push(c);
        match c {
            '"' if !is_escaped => is_string = !is_string,
            ',' | ':' if !is_string => line.push(' '),
            _ => {}
        }
        is_escaped = is_string && c == '\\' && !is_escaped;
    }
    (line.chars().count() <= room).then_some(line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn laid_out(text: &str) -> String {
        layout(&uiconform_json::parse(text).unwrap())
    }

    #[test]
    fn what_fits_stands_on_one_line() {
        assert_eq!(
            laid_out(r#"{"a":[1,2.50],"b":"x\\\",:y"}"#),
            r#"{"a": [1, 2.50], "b": "x\\\",:y"}"#
        );
    }

    #[test]
    fn what_does_not_is_broken_at_its_members() {
        let long = "x".repeat(80);
        let text = format!(r#"{{"a":{{"b":"{long}","c":1e999}},"d":[]}}"#);
        assert_eq!(
            laid_out(&text),
            format!(
                "{{\n  \"a\": {{\n    \"b\": \"{long}\",\n    \"c\": 1e999\n  }},\n  \"d\": []\n}}"
            )
        );
    }

    #[test]
    fn nothing_is_lost_however_deep() {
        let deep = format!(
            "{}\"{}\"{}",
            "[".repeat(500),
            "x".repeat(99),
            "]".repeat(500)
        );
        let again = uiconform_json::parse(&laid_out(&deep)).unwrap();
        assert!(again == uiconform_json::parse(&deep).unwrap());
    }
}
