//! Models and blocks.

use uiconform_json::{Array, JsonString, Object, Value};

use super::swarm::Swarm;
use super::{values, words};
use crate::Draw;

/// A model that a `start` may have; where it may be wrong, one of version 1.0 may have references.
pub(super) fn model(draw: &mut Draw<'_>, swarm: &Swarm, may_be_wrong: bool) -> Value {
    let old = draw.chance(swarm.old, 16);
    let mut blocks = Array::new();
    let mut ids = swarm.ids.clone();
    let count = *draw.pick(&[1, 2, 0, 3, 4]);
    for _ in 0..count {
        if ids.is_empty() {
            break;
        }
        let id = ids.remove(draw.below(ids.len()));
        let lawful = !old || (may_be_wrong && draw.chance(swarm.spoilt, 32));
        blocks.push(if lawful && draw.chance(swarm.references, 16) {
            reference(draw, swarm, &id)
        } else {
            inline(draw, swarm, &id)
        });
    }
    let mut model = Object::from_iter([
        ("version", Value::from(if old { "1.0" } else { "1.1" })),
        ("biz", (*draw.pick(words::DOMAINS)).into()),
        ("meta", meta(draw, swarm).into()),
        ("blocks", blocks.into()),
    ]);
    if draw.chance(swarm.extras, 32) {
        let name = values::name(draw, swarm, true);
        if !matches!(name, "version" | "blocks" | "meta") {
            model.insert(name, values::value(draw, swarm));
        }
    }
    model.into()
}

/// Metadata, of defined members and others.
pub(super) fn meta(draw: &mut Draw<'_>, swarm: &Swarm) -> Object {
    let mut meta = Object::new();
    if draw.chance(1, 4) {
        meta.insert("error", error(draw, swarm));
    }
    for name in ["task_id", "trace_id", "stats", "error"] {
        if draw.chance(1, 6) {
            meta.insert(name, common(draw, swarm, name));
        }
    }
    while draw.chance(swarm.extras + 2, 32) {
        let name = values::name(draw, swarm, true);
        if !matches!(name, "error" | "stats") {
            meta.insert(name, values::value(draw, swarm));
        }
    }
    meta
}

/// A value that a defined member of the metadata may have.
pub(super) fn common(draw: &mut Draw<'_>, swarm: &Swarm, name: &str) -> Value {
    match name {
        _ if draw.chance(1, 4) => Value::Null,
        "error" => error(draw, swarm).into(),
        "stats" => values::object(draw, swarm, swarm.depth).into(),
        // Runs have few tasks, and several models are of one of them.
        _ if draw.chance(1, 2) => "t".into(),
        _ => values::text(draw, swarm).into(),
    }
}

/// An error object.
pub(super) fn error(draw: &mut Draw<'_>, swarm: &Swarm) -> Object {
    let code = *draw.pick(&["c", "d", "timeout", ""]);
    let mut error = Object::from_iter([("code", code), ("message", "m")]);
    for name in ["detail", "trace_id"] {
        if draw.chance(1, 3) {
            error.insert(name, values::text(draw, swarm));
        }
    }
    while draw.chance(swarm.extras + 1, 24) {
        let name = values::name(draw, swarm, true);
        error.insert(name, values::value(draw, swarm));
    }
    error
}

/// A complete inline block.
pub(super) fn inline(draw: &mut Draw<'_>, swarm: &Swarm, id: &JsonString) -> Value {
    let mut block = Object::from_iter([
        ("id", Value::from(id)),
        ("type", (*draw.pick(&swarm.types)).into()),
    ]);
    if block.get("type").and_then(Value::as_str) == Some("frame") && draw.chance(3, 4) {
        framed(draw, &mut block);
    }
    if draw.chance(3, 4) {
        block.insert("content", values::content(draw, swarm));
    }
    for name in ["parent_id", "group_id"] {
        if draw.chance(1, 8) {
            block.insert(name, relative(draw, swarm));
        }
    }
    while draw.chance(swarm.extras + 4, 24) {
        let name = values::name(draw, swarm, false);
        let name = if draw.chance(1, 8) {
            *draw.pick(&["", "a.b", "content.x"])
        } else {
            name
        };
        block.insert(name, values::value(draw, swarm));
    }
    block.into()
}

/// What a block may name as its parent or group.
pub(super) fn relative(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    match draw.below(4) {
        0 => Value::Null,
        1 => "g".into(),
        _ => draw.pick(&swarm.ids).into(),
    }
}

/// A reference.
pub(super) fn reference(draw: &mut Draw<'_>, swarm: &Swarm, id: &JsonString) -> Value {
    Object::from_iter([
        ("id", Value::from(id)),
        ("ref", (*draw.pick(&swarm.keys)).into()),
    ])
    .into()
}

/// The members of a frame: of a group of one or two, or not quite all of them.
fn framed(draw: &mut Draw<'_>, block: &mut Object) {
    let total = draw.between(1, 2);
    let members = [
        ("block_id", Value::from("whole")),
        ("seq", draw.below(total + 1).into()),
        ("total", total.into()),
        ("data", r#"{"id":"whole","type":"text"}"#.into()),
    ];
    for (name, value) in members {
        if !draw.chance(1, 16) {
            block.insert(name, value);
        }
    }
}
