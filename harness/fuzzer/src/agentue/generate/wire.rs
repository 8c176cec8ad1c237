//! Events as text: written in any way that means the same, or broken.

use uiconform_json::{JsonString, Object, Value};

use crate::Draw;

/// How a text is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// White space between tokens.
    space: &'static str,
    /// In eighths: letters that are escaped.
    escaped: usize,
    /// In eighths: objects whose members are written the other way round.
    reversed: usize,
}

/// The text of a value, written one way or another.
pub(super) fn write(draw: &mut Draw<'_>, value: &Value) -> String {
    let style = Style {
        space: draw.word(&["", " ", "\n  ", "\t", "\r\n"]),
        escaped: *draw.pick(&[0, 0, 1, 4]),
        reversed: *draw.pick(&[0, 4, 8]),
    };
    let mut text = String::new();
    put(draw, style, value, &mut text);
    text
}

fn put(draw: &mut Draw<'_>, style: Style, value: &Value, text: &mut String) {
    match value {
        Value::String(string) => put_string(draw, style, string, text),
        Value::Array(list) => {
            text.push('[');
            for (at, element) in list.iter().enumerate() {
                text.push_str(if at > 0 { "," } else { "" });
                text.push_str(style.space);
                put(draw, style, element, text);
            }
            text.push_str(style.space);
            text.push(']');
        }
        Value::Object(object) => put_object(draw, style, object, text),
        plain => plain.write_to(text),
    }
}

fn put_object(draw: &mut Draw<'_>, style: Style, object: &Object, text: &mut String) {
    let mut members: Vec<(&JsonString, &Value)> = object.iter().collect();
    if draw.chance(style.reversed, 8) {
        members.reverse();
    }
    text.push('{');
    for (at, (name, value)) in members.into_iter().enumerate() {
        text.push_str(if at > 0 { "," } else { "" });
        text.push_str(style.space);
        put_string(draw, style, name, text);
        text.push_str(style.space);
        text.push(':');
        text.push_str(style.space);
        put(draw, style, value, text);
    }
    text.push_str(style.space);
    text.push('}');
}

fn put_string(draw: &mut Draw<'_>, style: Style, string: &JsonString, text: &mut String) {
    let Some(plain) = string.as_str().filter(|_| style.escaped > 0) else {
        Value::from(string).write_to(text);
        return;
    };
    text.push('"');
    for character in plain.chars() {
        match character {
            '/' if draw.chance(1, 2) => text.push_str("\\/"),
            _ if character < ' '
                || matches!(character, '"' | '\\')
                || draw.chance(style.escaped, 8) =>
            {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    text.push_str(&format!("\\u{unit:04x}"));
                }
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}

/// A text that is not one JSON value, made from one that is.
pub(super) fn damage(draw: &mut Draw<'_>, text: &str) -> String {
    let odd = |draw: &mut Draw<'_>| {
        *draw.pick(&[
            "NaN",
            "Infinity",
            "-Infinity",
            "undefined",
            "01",
            "+1",
            "1.",
            "'x'",
            "None",
        ])
    };
    match draw.below(12) {
        10 | 11 => {
            // In the place of a value that is null or a number.
            let odd = odd(draw);
            let places: Vec<(usize, &str)> = ["null", "0", "1", "2"]
                .iter()
                .flat_map(|value| {
                    text.match_indices(&format!(":{value}"))
                        .map(|(at, _)| (at, *value))
                        .collect::<Vec<_>>()
                })
                .collect();
            if places.is_empty() {
                return format!("{text},");
            }
            let (at, value) = *draw.pick(&places);
            format!("{}:{odd}{}", &text[..at], &text[at + 1 + value.len()..])
        }
        0 => {
            let end = text.floor_char_boundary(draw.below(text.len()));
            text[..end].to_owned()
        }
        1 => text.strip_suffix('}').unwrap_or(text).to_owned(),
        2 => format!("{text} {text}"),
        3 => format!("{text}x"),
        4 => format!("{text}}}"),
        5 => format!("\u{a0}{text}\u{2028}"),
        6 => format!("data: {text}"),
        7 => text.replacen('{', &format!("{{\"ts\":{},", odd(draw)), 1),
        8 => {
            let odd = odd(draw);
            text.replacen("\"seq\":", &format!("\"ts\":{odd},\"seq\":"), 1)
                .replacen("\"content\":", &format!("\"x\":{odd},\"content\":"), 1)
        }
        _ => String::new(),
    }
}
