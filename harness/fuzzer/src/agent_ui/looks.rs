//! What the text lets become of an envelope in which nothing is wrong, by what is in it.

use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_protocols::agent_ui::Kind;

use super::verdict::Else;

/// What may become of an envelope that breaks no rule.
pub(super) fn of(kind: Kind, envelope: &Object) -> Else {
    let members = ["data", kind.payload()];
    let suspicious = members
        .iter()
        .filter_map(|name| envelope.get(name))
        .any(is_suspicious);
    let has_surplus = envelope.names().any(|name| !is_known(kind, name));
    match kind {
        Kind::Chart => chart(envelope, suspicious, has_surplus),
        _ if suspicious => Else::VerbatimOrNot("AUI-1-04", None),
        // That markup in a text which is not shown is no reason to refuse is advice.
        _ if envelope.get("fallbackText").is_some_and(is_suspicious) => {
            Else::VerbatimOrNot("AUI-3-19", Some("AUI-3-19"))
        }
        _ if has_surplus => Else::VerbatimOrNot("AUI-3-21", Some("AUI-3-26")),
        Kind::Component
            if envelope.get("component").and_then(Value::as_str) == Some("fixture_strict") =>
        {
            Else::VerbatimOrNot("AUI-3-15", Some("AUI-4-19"))
        }
        Kind::Component if is_large(envelope) => Else::VerbatimOrNot("AUI-3-15", Some("AUI-3-15")),
        Kind::Component => Else::Rendered("AUI-3-15"),
        // How a number is written decides for some whether it is an integer.
        Kind::MapAction if has_odd_level(envelope) => Else::Anything,
        Kind::MapAction => Else::Rendered("AUI-4-09"),
    }
}

fn chart(envelope: &Object, suspicious: bool, has_surplus: bool) -> Else {
    let spec = envelope.get("spec").unwrap_or(&Value::Null);
    let plain_data = envelope.get("data").is_some_and(is_plain_data);
    // That markup in a text which is not shown is no reason to refuse is advice.
    if envelope.get("fallbackText").is_some_and(is_suspicious) {
        let is_plain = is_bars(spec) == Some(true) && plain_data && !suspicious && !has_surplus;
        return Else::InPartOrNot("AUI-3-17", is_plain.then_some("AUI-3-19"));
    }
    match (is_bars(spec), plain_data, suspicious) {
        (Some(true), true, false) if has_surplus => Else::InPartOrNot("AUI-3-21", Some("AUI-3-26")),
        (Some(true), true, false) => Else::Rendered("AUI-3-18"),
        (Some(false), true, false) if !has_surplus => {
            Else::InPartOrNot("AUI-3-17", Some("AUI-3-18"))
        }
        (_, _, true) => Else::InPartOrNot("AUI-1-04", None),
        _ => Else::InPartOrNot("AUI-3-17", None),
    }
}

/// Whether a spec is a plain bar chart; `false` for one with a title or a second series, which is more than that.
fn is_bars(spec: &Value) -> Option<bool> {
    let spec = spec.as_object()?;
    let is = |name: &str, text: &str| parse(text).ok().as_ref() == spec.get(name);
    let axes = is("xAxis", r#"{"type":"category"}"#) && is("yAxis", r#"{"type":"value"}"#);
    let one = is("series", r#"[{"type":"bar"}]"#);
    let two = is("series", r#"[{"type":"bar"},{"type":"bar"}]"#);
    let title = spec.get("title").map(|title| {
        title.as_object().is_some_and(|title| {
            title.len() == 1
                && title
                    .get("text")
                    .is_some_and(|text| text.as_str().is_some())
        })
    });
    let rest = spec.len() - usize::from(title.is_some());
    match (axes && rest == 3, one, two, title) {
        (true, true, _, None) => Some(true),
        (true, one, two, Some(true)) if one || two => Some(false),
        (true, _, true, None) => Some(false),
        _ => None,
    }
}

/// Whether data of a chart are pairs of a name and a number.
fn is_plain_data(data: &Value) -> bool {
    let is_row = |row: &Value| {
        let row: Vec<&Value> = row.as_array().into_iter().flatten().collect();
        matches!(row[..], [Value::String(_), Value::Number(_)])
    };
    data.as_array()
        .is_some_and(|rows| !rows.is_empty() && rows.iter().all(is_row))
}

fn is_known(kind: Kind, name: &JsonString) -> bool {
    let known = [
        "kind",
        "schemaVersion",
        "surface",
        "fallbackText",
        kind.called(),
        kind.payload(),
    ];
    known.iter().any(|known| name == known) || (*name == "data" && kind != Kind::MapAction)
}

fn has_odd_level(envelope: &Object) -> bool {
    let level = envelope
        .get("params")
        .and_then(|params| params.get("level"));
    let number = level.and_then(Value::as_number);
    number.is_some_and(|number| !number.lexeme().bytes().all(|byte| byte.is_ascii_digit()))
}

/// Text that every frontend takes.
const LONG: usize = 16_384;

fn is_large(envelope: &Object) -> bool {
    envelope.to_text().len() > LONG
}

/// Whether a value has a text that looks like code or markup, so that a frontend may refuse it. Single signs of markup are none.
pub(super) fn is_suspicious(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) if looks_like_code(text) => return true,
            Value::Array(list) => open.extend(list.iter()),
            Value::Object(object) => {
                // What objects inherit may well be a member.
                let odd = |name: &JsonString| looks_like_code(name) && !is_inherited(name);
                if object.names().any(odd) {
                    return true;
                }
                open.extend(object.iter().map(|(_, member)| member));
            }
            _ => {}
        }
    }
    false
}

fn is_inherited(name: &JsonString) -> bool {
    ["__proto__", "constructor", "prototype"]
        .iter()
        .any(|inherited| name == inherited)
}

/// Whether a text may be taken for code: rather too often than too rarely.
fn looks_like_code(text: &JsonString) -> bool {
    const SIGNS: [&str; 17] = [
        "(",
        "{",
        "$",
        "`",
        "=>",
        "://",
        "javascript",
        "data:",
        "function",
        "import",
        "eval",
        "%s",
        "__",
        "\\",
        ";\u{20}",
        "return",
        "</",
    ];
    let text = text.to_string_lossy();
    let lower = text.to_lowercase();
    let mut tags = lower.match_indices('<');
    let is_tag = |rest: &str| {
        rest.starts_with(|sign: char| sign.is_ascii_alphabetic() || "/!?".contains(sign))
    };
    SIGNS.iter().any(|sign| lower.contains(sign))
        || tags.any(|(at, _)| is_tag(&lower[at + 1..]))
        // Entities of signs are text; those that are numbers hide it.
        || lower.contains("&#")
        || text.chars().any(|sign| sign.is_control() || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn signs_of_markup_are_no_code_and_code_is() {
        let is = |text: &str| is_suspicious(&Value::from(vec![Value::from(text)]));
        for plain in [
            "flow < 5",
            "a > b",
            "supply & demand",
            "\"main\" 'x'",
            "&lt;5 &amp; more",
            "é😀",
            "",
        ] {
            assert!(!is(plain), "{plain}");
        }
        for code in [
            "<b>x</b>",
            "<!-- x -->",
            "javascript:x",
            "data:text/html,x",
            "(v) => v",
            "${x}",
            "{{ x }}",
            "alert(1)",
            "`x`",
            "&#60;",
        ] {
            assert!(is(code), "{code}");
        }
        let inherited = parse(r#"{"__proto__":{"constructor":1}}"#).unwrap();
        assert!(!is_suspicious(&inherited));
        assert!(is_suspicious(&parse(r#"{"<b>":1}"#).unwrap()));
    }

    #[test]
    fn a_chart_is_plain_or_more_than_that() {
        let bars = |more: &str, series: &str| {
            let text = format!(
                r#"{{{more}"series":[{series}],"xAxis":{{"type":"category"}},"yAxis":{{"type":"value"}}}}"#
            );
            is_bars(&parse(&text).unwrap())
        };
        let bar = r#"{"type":"bar"}"#;
        assert_eq!(bars("", bar), Some(true));
        assert_eq!(bars(r#""title":{"text":"a"},"#, bar), Some(false));
        assert_eq!(bars("", &format!("{bar},{bar}")), Some(false));
        assert_eq!(bars(r#""toolbox":{},"#, bar), None);
        assert_eq!(bars("", r#"{"type":"pie"}"#), None);
    }
}
