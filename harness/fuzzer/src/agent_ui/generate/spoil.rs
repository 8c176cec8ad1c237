//! Envelopes with something wrong.

use uiconform_json::{Object, Value, parse};
use uiconform_protocols::agent_ui::Kind;

use super::swarm::Swarm;
use super::{envelope as valid, values, words};
use crate::Draw;

/// An envelope that is nearly valid, or none at all.
pub(super) fn envelope(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    let kinds = [Kind::Component, Kind::Chart, Kind::MapAction];
    let kind = kinds[draw.weighted(&swarm.kinds)];
    let mut envelope = valid::of_kind(draw, swarm, kind);
    if kind == Kind::MapAction && draw.chance(2, 5) {
        params(draw, swarm, &mut envelope);
        return envelope.into();
    }
    match draw.below(14) {
        0 | 1 => member(draw, &mut envelope, "kind", OTHER_KINDS),
        2 => member(draw, &mut envelope, "schemaVersion", OTHER_VERSIONS),
        3 | 4 => member(draw, &mut envelope, "surface", OTHER_SURFACES),
        5 | 6 if draw.chance(swarm.odd_names, 16) => {
            envelope.insert(kind.called(), swarm.odd_name);
        }
        5 | 6 => member(draw, &mut envelope, kind.called(), OTHER_NAMES),
        7 => member(draw, &mut envelope, kind.payload(), &[]),
        8 => renamed(draw, kind, &mut envelope),
        9 => fallback(draw, &mut envelope),
        10 if kind == Kind::Chart => drop(envelope.remove("data")),
        10 => schema(draw, &mut envelope),
        11 => another_kind(draw, kind, &mut envelope),
        12 => return no_envelope(draw, envelope),
        _ => {
            // Two things at once.
            member(draw, &mut envelope, "surface", OTHER_SURFACES);
            member(draw, &mut envelope, "schemaVersion", OTHER_VERSIONS);
        }
    }
    envelope.into()
}

const OTHER_KINDS: &[&str] = &[
    "html",
    "table",
    "component",
    "map",
    "script",
    "charts",
    "registered_components",
    "map_actions",
];
const OTHER_VERSIONS: &[&str] = &[
    "agent-ui@2",
    "agent-ui@1.0",
    "agent-ui@1.1",
    "agent-ui@10",
    "agent-ui",
    "1",
];
const OTHER_SURFACES: &[&str] = &[
    "map_overlay",
    "chat_inline",
    "side_panel",
    "canvas",
    "map",
    "modal",
    "map_overlay",
    "chat_inline",
];
const OTHER_NAMES: &[&str] = &[
    "fixture_table",
    "fixture_pan",
    "fixture_zoom",
    "fixture_panel",
    "fixture_clear",
    "vega-lite",
    "echarts",
    "echarts-full",
    "${'fixture_panel'}",
];

/// Spoils a member: it is missing, of another kind, another word, or the same word in another writing.
fn member(draw: &mut Draw<'_>, envelope: &mut Object, name: &str, others: &[&'static str]) {
    let text = envelope
        .get(name)
        .and_then(Value::as_str)
        .map(str::to_owned);
    match draw.below(10) {
        0 => drop(envelope.remove(name)),
        1 => drop(envelope.insert(name, values::odd_kind(draw))),
        2 => {
            let value = envelope.get(name).cloned().unwrap_or_default();
            let value = match draw.below(3) {
                0 => Value::from(vec![value]),
                1 => Object::from_iter([("name", value)]).into(),
                _ => Value::from(""),
            };
            envelope.insert(name, value);
        }
        3 => drop(envelope.insert(name, draw.word(words::INHERITED))),
        4 | 5 if !others.is_empty() => drop(envelope.insert(name, draw.word(others))),
        _ => match text {
            Some(text) => drop(envelope.insert(name, written(draw, &text))),
            None => drop(envelope.remove(name)),
        },
    }
}

/// A word in a writing that a careless comparison takes for the word.
pub(super) fn written(draw: &mut Draw<'_>, word: &str) -> String {
    match draw.below(14) {
        0 => word.to_uppercase(),
        1 => capitalised(word),
        2 => format!("{word} "),
        3 => format!(" {word}"),
        4 => format!("{word}s"),
        5 => word.replace(['_', '-'], ""),
        6 => word.replace('_', "-"),
        7 => word.replace('-', "_"),
        8 => camel(word),
        9 => {
            let less = draw.between(1, 4);
            word.chars()
                .take(word.chars().count().saturating_sub(less))
                .collect()
        }
        10 => format!("{word}{}", draw.word(&["_2", ".x", "@", "/x", "?"])),
        11 => format!("{}{word}", draw.word(&["./", "components/", "x_", "/"])),
        // Letters that look alike.
        12 => word.replacen('a', "а", 1).replacen('e', "е", 1),
        _ => word.replacen('i', "í", 1).replacen('o', "ο", 1),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

fn camel(word: &str) -> String {
    let mut parts = word.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |word, part| word + &capitalised(part))
}

/// A member under a name that is nearly its own.
fn renamed(draw: &mut Draw<'_>, kind: Kind, envelope: &mut Object) {
    let members = [
        "kind",
        "schemaVersion",
        "surface",
        kind.called(),
        kind.payload(),
    ];
    let name = draw.word(&members);
    let Some(value) = envelope.remove(name) else {
        return;
    };
    match draw.below(4) {
        0 => {
            envelope.insert("__proto__", Object::from_iter([(name, value)]));
        }
        1 => {
            let other = match name {
                "kind" => "type",
                "schemaVersion" => "schema_version",
                "surface" => "surfaces",
                "component" => "name",
                other => other,
            };
            let value = match name {
                "surface" => Value::from(vec![value]),
                _ => value,
            };
            let other = if other == name {
                written(draw, name)
            } else {
                other.to_owned()
            };
            envelope.insert(other, value);
        }
        _ => {
            envelope.insert(written(draw, name), value);
        }
    }
}

fn fallback(draw: &mut Draw<'_>, envelope: &mut Object) {
    envelope.insert("fallbackText", values::odd_kind(draw));
}

/// Props that a schema does not take.
fn schema(draw: &mut Draw<'_>, envelope: &mut Object) {
    const PROPS: &[&str] = &[
        "{}",
        r#"{"title":5}"#,
        r#"{"title":null}"#,
        r#"{"title":"Flow","onClick":"go"}"#,
        "null",
        "\"Flow\"",
        r#"[{"title":"Flow"}]"#,
    ];
    envelope.insert("component", "fixture_strict");
    envelope.insert("props", parse(draw.word(PROPS)).unwrap_or_default());
}

/// An envelope that calls itself of another kind than its members are.
fn another_kind(draw: &mut Draw<'_>, kind: Kind, envelope: &mut Object) {
    let others: Vec<&str> = Kind::ALL
        .iter()
        .filter(|(_, other)| *other != kind)
        .map(|(name, _)| *name)
        .collect();
    envelope.insert("kind", draw.word(&others));
    if draw.chance(1, 2) {
        envelope.insert("surface", "chat_inline");
    }
}

/// What is no envelope, or one within something else.
fn no_envelope(draw: &mut Draw<'_>, envelope: Object) -> Value {
    match draw.below(6) {
        0 => Object::from_iter([("envelope", envelope)]).into(),
        1 => Value::from(vec![envelope.into()]),
        2 => envelope.to_text().into(),
        3 => Object::new().into(),
        _ => values::odd_kind(draw),
    }
}

/// Params that no action takes, wholly or in part.
fn params(draw: &mut Draw<'_>, swarm: &Swarm, envelope: &mut Object) {
    const LEVELS: &[&str] = &[
        "\"5\"",
        "true",
        "null",
        "5.5",
        "-1",
        "23",
        "99",
        "[5]",
        "{}",
        "\"2 + 3\"",
        "\"{{5}}\"",
        "\"() => 5\"",
        "\"\"",
        "1e3",
        "0.5",
    ];
    let level = parse(draw.word(LEVELS)).unwrap_or_default();
    let params: Value = match draw.below(8) {
        0..=2 => Object::from_iter([("level", level)]).into(),
        3 => Object::from_iter([("level", Value::from(5_u64)), ("bearing", level)]).into(),
        4 => values::odd_kind(draw),
        5 => parse(draw.word(&["[5]", "5", "\"5\"", r#"[{"level":5}]"#, "null", "{}"]))
            .unwrap_or_default(),
        6 => Object::from_iter([("Level", Value::from(5_u64))]).into(),
        _ => values::object(draw, swarm, 1).into(),
    };
    envelope.insert("params", params);
    if draw.chance(1, 8) {
        envelope.remove("params");
    }
}
