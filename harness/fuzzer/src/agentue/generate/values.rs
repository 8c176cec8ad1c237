//! Any JSON values.

use uiconform_json::{Array, JsonString, Number, Object, Value, parse};

use super::swarm::Swarm;
use super::words;
use crate::Draw;

/// A text of a few pieces.
pub(super) fn text(draw: &mut Draw<'_>, swarm: &Swarm) -> String {
    let count = *draw.pick(&[1, 2, 0, 3, 4, 8]);
    (0..count).map(|_| *draw.pick(&swarm.pieces)).collect()
}

/// A string, with a lone surrogate where odd things are wanted.
fn string(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    let text = text(draw, swarm);
    if draw.chance(swarm.odd, 16) {
        let half = *draw.pick(&[0xd83d_u16, 0xde00]);
        return JsonString::from_units(text.encode_utf16().chain([half])).into();
    }
    text.into()
}

pub(super) fn number(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    let numbers = if draw.chance(swarm.odd, 16) {
        words::ODD_NUMBERS
    } else {
        words::NUMBERS
    };
    Number::parse(draw.word(numbers)).map_or(Value::Null, Value::from)
}

/// Any value.
pub(super) fn value(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    if draw.chance(swarm.deep, 16) {
        return deep(draw);
    }
    nested(draw, swarm, swarm.depth)
}

fn nested(draw: &mut Draw<'_>, swarm: &Swarm, depth: usize) -> Value {
    let mut weights = swarm.values;
    if depth == 0 {
        (weights[1], weights[2]) = (0, 0);
    }
    match draw.weighted(&weights) {
        0 => string(draw, swarm),
        1 => list(draw, swarm, depth),
        2 => Value::from(object(draw, swarm, depth)),
        3 => Value::Null,
        4 => Value::Bool(draw.chance(1, 2)),
        _ => number(draw, swarm),
    }
}

/// A list of a few values, some of them alike.
pub(super) fn list(draw: &mut Draw<'_>, swarm: &Swarm, depth: usize) -> Value {
    let mut list = Array::new();
    for _ in 0..*draw.pick(&[1, 0, 2, 3]) {
        let again = draw.chance(1, 4);
        match list.last().cloned() {
            Some(last) if again => list.push(last),
            _ => list.push(nested(draw, swarm, depth.saturating_sub(1))),
        }
    }
    list.into()
}

/// An object of a few members.
pub(super) fn object(draw: &mut Draw<'_>, swarm: &Swarm, depth: usize) -> Object {
    let mut object = Object::new();
    for _ in 0..*draw.pick(&[1, 0, 2, 3]) {
        let name = name(draw, swarm, true);
        let value = if INHERITED.contains(&name) && draw.chance(1, 2) {
            pollution().into()
        } else {
            nested(draw, swarm, depth.saturating_sub(1))
        };
        object.insert(name, value);
    }
    object
}

/// Names under which a careless merge reaches what all objects share.
pub(super) const INHERITED: [&str; 3] = ["__proto__", "prototype", "constructor"];

/// Names that show if all objects have inherited them.
pub(super) const POLLUTING: [&str; 6] = ["mask", "type", "content", "seq", "biz", "id"];

/// Members that would show in later events if all objects inherited them.
fn pollution() -> Object {
    POLLUTING.iter().map(|name| (*name, "x")).collect()
}

/// A value in many levels of lists or objects.
pub(super) fn deep(draw: &mut Draw<'_>) -> Value {
    let levels = draw.between(8, 48);
    let lists = draw.chance(1, 2);
    (0..levels).fold(Value::from("x"), |inner, _| {
        if lists {
            Value::from(vec![inner])
        } else {
            Object::from_iter([("x", inner)]).into()
        }
    })
}

/// The name of a member; within a value it may be any.
pub(super) fn name(draw: &mut Draw<'_>, swarm: &Swarm, within: bool) -> &'static str {
    if within && draw.chance(1, 6) {
        draw.word(words::ODD_NAMES)
    } else {
        draw.word(&swarm.names)
    }
}

/// Something that can be appended to: a string, or a list.
pub(super) fn content(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    if draw.chance(1, 3) {
        list(draw, swarm, swarm.depth)
    } else {
        string(draw, swarm)
    }
}

/// A small value of each kind, for places where another kind is expected.
pub(super) fn odd_kind(draw: &mut Draw<'_>) -> Value {
    const KINDS: &[&str] = &[
        "null",
        "true",
        "false",
        "0",
        "1",
        "-1",
        "1.5",
        "\"\"",
        "\"x\"",
        "\"1\"",
        "[]",
        "{}",
        "[\"x\"]",
        "{\"id\":\"a\"}",
        "[1]",
        "{\"code\":\"c\"}",
    ];
    parse(draw.word(KINDS)).unwrap_or_default()
}
