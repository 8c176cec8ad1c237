//! Any JSON values, as they stand in props, data and specs.

use uiconform_json::{Array, JsonString, Number, Object, Value};

use super::swarm::Swarm;
use super::words;
use crate::Draw;

/// A text of a few pieces.
pub(super) fn text(draw: &mut Draw<'_>, swarm: &Swarm) -> String {
    let count = *draw.pick(&[1, 1, 2, 0, 3]);
    (0..count).map(|_| *draw.pick(&swarm.pieces)).collect()
}

/// Any value.
pub(super) fn value(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    if draw.chance(swarm.large, 16) {
        return large(draw);
    }
    nested(draw, swarm, 2)
}

fn nested(draw: &mut Draw<'_>, swarm: &Swarm, depth: usize) -> Value {
    let mut weights = swarm.values;
    if depth == 0 {
        (weights[1], weights[2]) = (0, 0);
    }
    match draw.weighted(&weights) {
        0 => string(draw, swarm),
        1 => {
            let count = *draw.pick(&[1, 0, 2, 3]);
            let list = (0..count).map(|_| nested(draw, swarm, depth - 1));
            list.collect::<Array>().into()
        }
        2 => object(draw, swarm, depth).into(),
        3 => Value::Null,
        4 => draw.chance(1, 2).into(),
        _ => number(draw, swarm),
    }
}

fn string(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    let text = text(draw, swarm);
    if draw.chance(swarm.odd, 16) {
        let half = *draw.pick(&[0xd83d_u16, 0xde00]);
        return JsonString::from_units(text.encode_utf16().chain([half])).into();
    }
    text.into()
}

fn number(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    let numbers = match draw.chance(swarm.odd, 16) {
        true => words::ODD_NUMBERS,
        false => words::NUMBERS,
    };
    Number::parse(draw.word(numbers)).map_or(Value::Null, Value::from)
}

/// An object of a few members.
pub(super) fn object(draw: &mut Draw<'_>, swarm: &Swarm, depth: usize) -> Object {
    let mut object = Object::new();
    for _ in 0..*draw.pick(&[1, 0, 2, 3]) {
        let name = *draw.pick(&swarm.names);
        let value = match name {
            // Members that would show in later props if all objects inherited them.
            "__proto__" | "constructor" | "prototype" if draw.chance(1, 2) => pollution(draw),
            _ => nested(draw, swarm, depth.saturating_sub(1)),
        };
        object.insert(name, value);
    }
    object
}

fn pollution(draw: &mut Draw<'_>) -> Value {
    let members = [("title", "x"), ("surface", "canvas"), ("polluted", "x")];
    Object::from_iter(members.into_iter().take(draw.between(1, 3))).into()
}

/// A value that is large in one way.
fn large(draw: &mut Draw<'_>) -> Value {
    match draw.below(4) {
        0 => "flow ".repeat(draw.between(210, 400)).into(),
        1 => (0..draw.between(51, 70))
            .map(|count| Value::from(count as u64))
            .collect::<Array>()
            .into(),
        way => (0..draw.between(20, 24)).fold(Value::from("Flow"), |inner, _| match way {
            2 => Value::from(vec![inner]),
            _ => Object::from_iter([("a", inner)]).into(),
        }),
    }
}

/// A small value of each kind, for places where another kind is expected.
pub(super) fn odd_kind(draw: &mut Draw<'_>) -> Value {
    const KINDS: &[&str] = &[
        "null",
        "true",
        "false",
        "0",
        "5",
        "-1",
        "1.5",
        "\"\"",
        "\"x\"",
        "\"5\"",
        "[]",
        "{}",
        "[\"x\"]",
        "{\"a\":1}",
    ];
    uiconform_json::parse(draw.word(KINDS)).unwrap_or_default()
}
