//! Events with something wrong, and events with something unusual that changes nothing.

use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::agentue::Model;

use super::events::mask;
use super::swarm::Swarm;
use super::{model, values};
use crate::Draw;

/// Adds to an event what changes nothing: a time, a type of event, and for a reducer the name of a stream.
pub(super) fn adorn(draw: &mut Draw<'_>, event: &mut Object) {
    match draw.below(3) {
        0 => event.insert("ts", *draw.pick(&[1_700_000_000_000_u64, 0, 1, 5])),
        1 => event.insert(
            "event_type",
            *draw.pick(&["x", "set", "append", "start", "", "end", "ping", "error"]),
        ),
        _ => event.insert("ts", draw.below(100)),
    };
}

/// Makes something of an event wrong or odd.
pub(super) fn spoil(
    draw: &mut Draw<'_>,
    swarm: &Swarm,
    event: &mut Object,
    before: Option<&Model>,
) {
    let begins = event.get("op").and_then(Value::as_str) == Some("start");
    let is_masked = event.contains("mask") && event.contains("block");
    match draw.below(11) {
        // There is much that can be wrong with a model, and starts are few.
        2.. if begins && draw.chance(4, 5) => started(draw, swarm, event),
        // So there is with masks.
        3.. if is_masked && draw.chance(1, 4) => masked(draw, swarm, event),
        0 => envelope(draw, event),
        1 => seq(draw, event),
        2 => surplus(draw, swarm, event),
        3 => odd_member(draw, event),
        4 => masked(draw, swarm, event),
        5 => slot(draw, swarm, event),
        6 | 7 => match event.get("op").and_then(Value::as_str) {
            Some("start") => started(draw, swarm, event),
            Some("error") => errored(draw, event),
            _ => block(draw, swarm, event, before),
        },
        8 => patched(draw, swarm, event, before),
        _ => anywhere(draw, event),
    }
}

/// The mandatory members, and names that are nearly those of members.
fn envelope(draw: &mut Draw<'_>, event: &mut Object) {
    let name = *draw.pick(&["op", "seq", "mask", "block", "meta", "model", "op"]);
    match draw.below(5) {
        0 => drop(event.remove(name)),
        1 => drop(event.insert(name, values::odd_kind(draw))),
        2 | 3 => {
            let other = misspelt(draw, name);
            if let Some(value) = event.remove(name) {
                if draw.chance(1, 4) {
                    event.insert(name, value.clone());
                }
                event.insert(other, value);
            }
        }
        _ => {
            let op = *draw.pick(&[
                "Start", "SET", "update", "", "delete", "Append", "Ping", "end ", "Error",
                "start.x",
            ]);
            event.insert("op", op);
        }
    }
}

/// A name in another case, with white space, or with a letter that looks alike.
fn misspelt(draw: &mut Draw<'_>, name: &str) -> String {
    match draw.below(5) {
        0 => name.to_uppercase(),
        1 => {
            let mut letters = name.chars();
            letters
                .next()
                .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
                .unwrap_or_default()
        }
        2 => format!("{name} "),
        3 => name
            .replace('s', "ſ")
            .replace('o', "ο")
            .replace('e', "е")
            .replace('k', "K"),
        _ => format!(" {name}"),
    }
}

fn seq(draw: &mut Draw<'_>, event: &mut Object) {
    let seq = event.get("seq").cloned().unwrap_or_default();
    let odd = match draw.below(11) {
        0 => seq.to_text().into(),
        1 => "x".into(),
        2 => Value::Bool(draw.chance(1, 2)),
        3 => Value::Null,
        4 => Value::from(vec![seq]),
        5 => Object::new().into(),
        6 => Value::from(-1),
        7 => uiconform_json::parse(&format!("{}.5", seq.to_text())).unwrap_or_default(),
        8 => Array::new().into(),
        _ => {
            event.remove("seq");
            return;
        }
    };
    event.insert("seq", odd);
}

/// What the operation does not use.
fn surplus(draw: &mut Draw<'_>, swarm: &Swarm, event: &mut Object) {
    match draw.below(5) {
        0 => {
            event.insert("model", model::model(draw, swarm, true));
        }
        1 => {
            let mut meta = model::meta(draw, swarm);
            meta.insert(*draw.pick(&swarm.names), values::value(draw, swarm));
            event.insert("meta", meta);
        }
        2 => {
            let id = draw.pick(&swarm.ids).clone();
            event.insert("block", model::inline(draw, swarm, &id));
        }
        3 => {
            event.insert(
                "mask",
                *draw.pick(&["block.content", "meta.x", "block", "meta"]),
            );
            let id = draw.pick(&swarm.ids).clone();
            event.insert("block", model::inline(draw, swarm, &id));
        }
        _ => {
            let name = *draw.pick(&["path", "value", "id", "blocks", "version", "x", "content"]);
            event.insert(name, values::value(draw, swarm));
        }
    }
}

fn odd_member(draw: &mut Draw<'_>, event: &mut Object) {
    let name = *draw.pick(&["ts", "event_type", "stream_id", "mask"]);
    let value = match (name, draw.below(3)) {
        ("ts", 0) => Value::from(-5),
        ("ts", 1) => uiconform_json::parse("1.5").unwrap_or_default(),
        _ => values::odd_kind(draw),
    };
    event.insert(name, value);
}

/// Masks that are none, or of what no mask may change.
fn masked(draw: &mut Draw<'_>, swarm: &Swarm, event: &mut Object) {
    let name = *draw.pick(&swarm.names);
    let old = event
        .get("mask")
        .and_then(Value::as_str)
        .unwrap_or("block.content")
        .to_owned();
    let root = old.split('.').next().unwrap_or("block").to_owned();
    let field = old.split('.').nth(1).unwrap_or("content").to_owned();
    let new = match draw.below(22) {
        0 => root,
        1 => "block".to_owned(),
        2 => "meta".to_owned(),
        3 => format!("model.{name}"),
        4 => format!("blocks.{name}"),
        5 => String::new(),
        6 => format!("{old}."),
        7 => format!("{root}..{field}"),
        8 => "block.id".to_owned(),
        9 => "block.ref".to_owned(),
        10 => format!("block.id.{name}"),
        11 => format!("block.ref.{name}"),
        12 => field,
        13 => format!("/{root}/{field}"),
        14 => format!("{old} "),
        15 => format!(" {old}"),
        16 => format!("{old}.{name}"),
        17 => format!("{root}.{name}"),
        18 => format!("meta.{field}"),
        19 => format!("{old}.0"),
        20 => old.replace('.', ". "),
        _ => {
            event.remove("mask");
            return;
        }
    };
    let path: Vec<JsonString> = new.split('.').skip(1).map(JsonString::from).collect();
    // Sometimes the payload has something there all the same.
    if draw.chance(1, 2)
        && let Some(slot) = event.get_mut("block").and_then(Value::as_object_mut)
    {
        match path.as_slice() {
            [first] => {
                if *first != "id" {
                    slot.insert(first, values::content(draw, swarm));
                }
            }
            [first, second, ..] => {
                let inner = Object::from_iter([(second, values::content(draw, swarm))]);
                if *first != "id" {
                    slot.insert(first, inner);
                } else {
                    slot.insert(second, values::content(draw, swarm));
                }
            }
            [] => {}
        }
    }
    event.insert("mask", new);
}

/// The slot of the operation: missing, of another kind, or the other one.
fn slot(draw: &mut Draw<'_>, swarm: &Swarm, event: &mut Object) {
    let name = ["model", "block", "meta"]
        .into_iter()
        .find(|name| event.contains(name))
        .unwrap_or("block");
    match draw.below(4) {
        0 => drop(event.remove(name)),
        1 => drop(event.insert(name, values::odd_kind(draw))),
        2 => {
            let other = if name == "block" { "meta" } else { "block" };
            if let Some(value) = event.remove(name) {
                event.insert(other, value);
            }
        }
        _ => {
            // The masked value is missing, or stands elsewhere.
            let mask = event
                .get("mask")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let path: Vec<String> = mask.split('.').skip(1).map(str::to_owned).collect();
            let Some(slot) = event.get_mut(name).and_then(Value::as_object_mut) else {
                return;
            };
            if let (Some(first), Some(last)) = (path.first(), path.last()) {
                slot.remove(first);
                if draw.chance(1, 2) {
                    let other = *draw.pick(&swarm.names);
                    slot.insert(other, values::value(draw, swarm));
                }
                if path.len() > 1 && draw.chance(1, 3) {
                    slot.insert(last.as_str(), values::content(draw, swarm));
                }
            }
        }
    }
}

/// A block that is none, or a payload that is not what the operation wants.
fn block(draw: &mut Draw<'_>, swarm: &Swarm, event: &mut Object, before: Option<&Model>) {
    let field = event
        .get("mask")
        .and_then(Value::as_str)
        .and_then(|mask| mask.split('.').nth(1))
        .map(str::to_owned);
    let Some(Value::Object(block)) = event.get_mut("block") else {
        return;
    };
    match draw.below(9) {
        0 => drop(block.remove("id")),
        1 => drop(block.insert("id", values::odd_kind(draw))),
        2 => drop(block.remove("type")),
        3 => drop(block.insert("type", values::odd_kind(draw))),
        4 => drop(block.insert("ref", *draw.pick(&["key", "", "other"]))),
        5 => drop(block.insert("ref", values::odd_kind(draw))),
        6 => {
            // A reference that takes a patch, or has more than its key.
            let id = before
                .and_then(|model| {
                    model.blocks().iter().find_map(|block| {
                        block.get("ref")?;
                        block.get("id")?.as_string().cloned()
                    })
                })
                .unwrap_or_else(|| draw.pick(&swarm.ids).clone());
            block.insert("id", id);
        }
        7 => {
            if let Some(field) = field {
                block.insert(field, values::odd_kind(draw));
            } else {
                let name = *draw.pick(&["parent_id", "group_id"]);
                block.insert(name, values::odd_kind(draw));
            }
        }
        _ => {
            let id = draw.pick(&swarm.ids).clone();
            *block = Object::from_iter([("id", Value::from(id)), ("ref", "key".into())]);
            let name = *draw.pick(&["content", "type", "parent_id", "x", "id", "ref"]);
            match draw.below(7) {
                0 => {}
                6 => drop(block.insert("type", Value::Null)),
                4 => drop(block.insert("ref", "")),
                5 => drop(block.insert("ref", values::odd_kind(draw))),
                1 => drop(block.insert(name, values::odd_kind(draw))),
                2 => drop(block.insert(name, "")),
                _ => drop(block.insert(name, "text")),
            }
        }
    }
}

/// A patch with a delta or value of a kind that does not fit what is there.
fn patched(draw: &mut Draw<'_>, swarm: &Swarm, event: &mut Object, before: Option<&Model>) {
    let Some(before) = before else { return };
    let fields: Vec<(&JsonString, &JsonString)> = before
        .blocks()
        .iter()
        .filter_map(|block| Some((block.get("id")?.as_string()?, block.as_object()?)))
        .flat_map(|(id, block)| block.names().map(move |name| (id, name)))
        .filter(|(_, name)| {
            name.as_str()
                .is_some_and(|name| !name.is_empty() && !name.contains('.'))
        })
        .collect();
    if fields.is_empty() {
        return;
    }
    let (id, name) = *draw.pick(&fields);
    let there = before
        .position(id)
        .and_then(|at| before.block(at)?.get_name(name));
    let delta = if draw.chance(1, 3) {
        there.cloned().unwrap_or_default()
    } else if draw.chance(2, 3) {
        (*draw.pick(&[
            Value::from(""),
            Array::new().into(),
            "x".into(),
            Value::from(vec![Value::from("y")]),
        ]))
        .clone()
    } else {
        values::odd_kind(draw)
    };
    let mut payload = Object::from_iter([("id", Value::from(id))]);
    if *name != "id" {
        payload.insert(name, delta);
    }
    if draw.chance(1, 2) {
        let other = *draw.pick(&swarm.names);
        if *name != other {
            payload.insert(other, values::value(draw, swarm));
        }
    }
    event.insert("op", if draw.chance(3, 4) { "append" } else { "set" });
    // Below an object, a mask may lead to something that could be appended to.
    let inner = there
        .and_then(Value::as_object)
        .and_then(|inner| inner.iter().next())
        .filter(|_| draw.chance(1, 2));
    let mut path = vec![name.clone()];
    if let Some((below, value)) = inner {
        path.push(below.clone());
        payload.insert(name, Object::from_iter([(below, value.clone())]));
    }
    event.insert("mask", mask("block", &path));
    event.insert("block", payload);
    event.remove("model");
    event.remove("meta");
}

/// A model that no start may have.
fn started(draw: &mut Draw<'_>, swarm: &Swarm, event: &mut Object) {
    let id = draw.pick(&swarm.ids).clone();
    let more = match draw.below(6) {
        0 | 1 => model::inline(draw, swarm, &id),
        2 | 3 => model::reference(draw, swarm, &id),
        _ => values::odd_kind(draw),
    };
    let Some(Value::Object(model)) = event.get_mut("model") else {
        return;
    };
    let name = *draw.pick(&["version", "biz", "meta", "blocks"]);
    match draw.below(14) {
        0 => drop(model.remove(name)),
        1 | 12 => drop(model.insert(name, values::odd_kind(draw))),
        2 => drop(model.insert("version", *draw.pick(&["1.0", "9.0", "1", "1.2", ""]))),
        3 => drop(model.insert(name, "")),
        4 => {
            let other = misspelt(draw, name);
            if let Some(value) = model.remove(name) {
                model.insert(other, value);
            }
        }
        5 => {
            let Some(Value::Object(meta)) = model.get_mut("meta") else {
                return;
            };
            let name = *draw.pick(&["error", "task_id", "trace_id", "stats"]);
            meta.insert(name, values::odd_kind(draw));
        }
        6 => {
            let Some(Value::Object(meta)) = model.get_mut("meta") else {
                return;
            };
            let error = Object::from_iter([(*draw.pick(&["code", "message", "x"]), "c")]);
            meta.insert("error", error);
        }
        7 | 8 => {
            let Some(Value::Array(blocks)) = model.get_mut("blocks") else {
                return;
            };
            blocks.push(more.clone());
            if draw.chance(1, 2) {
                blocks.push(more);
            }
        }
        _ => {
            let Some(Value::Array(blocks)) = model.get_mut("blocks") else {
                return;
            };
            if blocks.is_empty() {
                blocks.push(more);
            }
            let at = draw.below(blocks.len());
            let mut wrap = Object::from_iter([("block", std::mem::take(&mut blocks[at]))]);
            block(draw, swarm, &mut wrap, None);
            if draw.chance(1, 8)
                && let Some(Value::Object(block)) = wrap.get_mut("block")
            {
                let name = *draw.pick(&["id", "type"]);
                let other = misspelt(draw, name);
                if let Some(value) = block.remove(name) {
                    block.insert(other, value);
                }
            }
            if let Some(Value::Array(blocks)) = model.get_mut("blocks") {
                blocks[at] = wrap.remove("block").unwrap_or_default();
            }
        }
    }
}

fn errored(draw: &mut Draw<'_>, event: &mut Object) {
    match draw.below(5) {
        0 => drop(event.remove("mask")),
        1 => {
            let mask = *draw.pick(&[
                "error",
                "meta.errors",
                "meta",
                "block.error",
                "meta.error.",
                " meta.error",
                "meta.error.code",
                "",
            ]);
            event.insert("mask", mask);
        }
        2 => {
            let Some(Value::Object(meta)) = event.get_mut("meta") else {
                return;
            };
            match draw.below(4) {
                0 => drop(meta.remove("error")),
                1 => drop(meta.insert("error", Value::Null)),
                _ => drop(meta.insert("error", values::odd_kind(draw))),
            }
        }
        3 => {
            let name = *draw.pick(&["code", "message"]);
            let Some(Value::Object(error)) = event
                .get_mut("meta")
                .and_then(|meta| meta.as_object_mut()?.get_mut("error"))
            else {
                return;
            };
            match draw.below(2) {
                0 => drop(error.remove(name)),
                _ => drop(error.insert(name, values::odd_kind(draw))),
            }
        }
        _ => {
            // Its members one level higher.
            let Some(Value::Object(meta)) = event.get_mut("meta") else {
                return;
            };
            if let Some(Value::Object(error)) = meta.remove("error") {
                *meta = error;
            }
        }
    }
}

/// Replaces, removes or renames something anywhere in an event.
fn anywhere(draw: &mut Draw<'_>, object: &mut Object) {
    if object.is_empty() {
        return;
    }
    let names: Vec<JsonString> = object.names().cloned().collect();
    let name = draw.pick(&names).clone();
    if let Some(Value::Object(inner)) = object.get_name_mut(&name)
        && draw.chance(3, 4)
    {
        return anywhere(draw, inner);
    }
    let old = object.get_name(&name).cloned().unwrap_or_default();
    let take_out = |object: &mut Object| {
        *object = std::mem::take(object)
            .into_iter()
            .filter(|(other, _)| *other != name)
            .collect();
    };
    match draw.below(4) {
        0 => take_out(object),
        1 => {
            take_out(object);
            object.insert(misspelt(draw, &name.to_string_lossy()), old);
        }
        2 => drop(object.insert(&name, Value::from(vec![old]))),
        _ => drop(object.insert(&name, values::odd_kind(draw))),
    }
}

/// What is sent in place of an event that is no object.
pub(super) fn no_object(draw: &mut Draw<'_>, event: &Object) -> Value {
    match draw.below(4) {
        0 => Value::from(vec![event.clone().into()]),
        1 => Value::Null,
        2 => Array::new().into(),
        _ => (*draw.pick(&[
            Value::from("x"),
            Value::from(1),
            Value::Bool(true),
            "null".into(),
        ]))
        .clone(),
    }
}
