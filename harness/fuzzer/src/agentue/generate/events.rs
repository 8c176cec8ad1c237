//! Valid events, against the model that they meet.

use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::agentue::Model;

use super::model;
use super::swarm::Swarm;
use super::values;
use crate::Draw;

/// An event without its `seq`, which the model that it meets accepts for the most part. Without a model, a start.
pub(super) fn event(draw: &mut Draw<'_>, swarm: &Swarm, before: Option<&Model>) -> Object {
    let Some(before) = before else {
        return start(draw, swarm);
    };
    match draw.weighted(&swarm.kinds) {
        0 => start(draw, swarm),
        1 => set_block(draw, swarm, before),
        2 => set_field(draw, swarm, before),
        3 => set_meta(draw, swarm, before),
        4 => append(draw, swarm, before),
        5 => insert(draw, swarm, before),
        6 => error(draw, swarm, before),
        7 => of("ping"),
        _ => of("end"),
    }
}

fn of(op: &str) -> Object {
    Object::from_iter([("op", op)])
}

/// A `start` with a model of its own.
pub(super) fn start(draw: &mut Draw<'_>, swarm: &Swarm) -> Object {
    let mut event = of("start");
    event.insert("model", model::model(draw, swarm, true));
    event
}

/// The identifier of a block that is there, if there is one, or else any.
fn known(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> JsonString {
    let ids: Vec<&JsonString> = before
        .blocks()
        .iter()
        .filter_map(|block| block.get("id")?.as_string())
        .collect();
    if ids.is_empty() || draw.chance(1, 12) {
        draw.pick(&swarm.ids).clone()
    } else {
        (*draw.pick(&ids)).clone()
    }
}

fn block_of<'m>(before: &'m Model, id: &JsonString) -> Option<&'m Object> {
    before.block(before.position(id)?)
}

fn set_block(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> Object {
    let id = match draw.below(8) {
        0..=3 => draw.pick(&swarm.ids).clone(),
        4 => format!("n{}", before.blocks().len()).into(),
        _ => known(draw, swarm, before),
    };
    // In a model of version 1.0 a reference is wrong.
    let version =
        before.version().is_some_and(|version| *version == "1.1") || draw.chance(swarm.spoilt, 32);
    let block = if version && draw.chance(swarm.references + 1, 16) {
        model::reference(draw, swarm, &id)
    } else {
        match block_of(before, &id) {
            // Little changes, or nothing.
            Some(there) if !there.contains("ref") && draw.chance(1, 3) => {
                altered(draw, swarm, there).into()
            }
            _ => model::inline(draw, swarm, &id),
        }
    };
    let mut event = of("set");
    event.insert("block", block);
    event
}

/// A block with one member more, less or different.
fn altered(draw: &mut Draw<'_>, swarm: &Swarm, block: &Object) -> Object {
    let mut block = block.clone();
    match draw.below(4) {
        0 => {}
        1 => {
            let names: Vec<JsonString> = block
                .names()
                .filter(|name| **name != "id" && **name != "type")
                .cloned()
                .collect();
            if !names.is_empty() {
                let gone = draw.pick(&names).clone();
                block = block
                    .into_iter()
                    .filter(|(name, _)| *name != gone)
                    .collect();
            }
        }
        2 => {
            block.insert("type", *draw.pick(&swarm.types));
        }
        _ => {
            let name = values::name(draw, swarm, false);
            block.insert(name, values::value(draw, swarm));
        }
    }
    block
}

/// A path into an object: along what is there for the most part.
fn path(draw: &mut Draw<'_>, swarm: &Swarm, root: &Object) -> Vec<JsonString> {
    let mut path: Vec<JsonString> = Vec::new();
    let mut object = Some(root);
    loop {
        let names: Vec<&JsonString> = object
            .map(|object| {
                object
                    .names()
                    .filter(|name| can_be_masked(name, path.is_empty()))
                    .collect()
            })
            .unwrap_or_default();
        let polluting = path.last().and_then(JsonString::as_str);
        let name = if polluting.is_some_and(|name| values::INHERITED.contains(&name))
            && draw.chance(1, 2)
        {
            JsonString::from(*draw.pick(&values::POLLUTING))
        } else if names.is_empty() || draw.chance(1, 3) {
            JsonString::from(*draw.pick(&swarm.names))
        } else {
            (*draw.pick(&names)).clone()
        };
        let next = object.and_then(|object| object.get_name(&name));
        let leads_on = matches!(next, Some(Value::Object(_)));
        object = next.and_then(Value::as_object);
        path.push(name);
        let inherited = path
            .last()
            .and_then(JsonString::as_str)
            .is_some_and(|name| values::INHERITED.contains(&name));
        let deeper = if leads_on || inherited {
            draw.chance(2, 3)
        } else {
            draw.chance(1, 10)
        };
        // A path leads through objects, or through what is not there yet.
        if path.len() >= 4 || !deeper || (next.is_some() && !leads_on) {
            return path;
        }
    }
}

fn can_be_masked(name: &JsonString, first: bool) -> bool {
    let Some(text) = name.as_str() else {
        return false;
    };
    let is_fixed = first && matches!(text, "id" | "ref" | "type");
    !text.is_empty() && !text.contains('.') && !is_fixed
}

/// The mask of a path.
pub(super) fn mask(root: &str, path: &[JsonString]) -> JsonString {
    let mut mask = JsonString::from(root);
    for name in path {
        mask.push(&".".into());
        mask.push(name);
    }
    mask
}

/// An object with a value at a path, and other members around it that the mask does not select.
fn payload(draw: &mut Draw<'_>, swarm: &Swarm, path: &[JsonString], value: Value) -> Object {
    let mut inner = value;
    for name in path.iter().skip(1).rev() {
        let mut object = extras(draw, swarm, 24);
        object.insert(name, inner);
        inner = object.into();
    }
    let mut payload = extras(draw, swarm, 24);
    if let Some(first) = path.first() {
        payload.insert(first, inner);
    }
    payload
}

/// Some members that are not asked for.
fn extras(draw: &mut Draw<'_>, swarm: &Swarm, times: usize) -> Object {
    let mut object = Object::new();
    while draw.chance(swarm.extras, times) {
        let name = values::name(draw, swarm, false);
        object.insert(name, values::value(draw, swarm));
    }
    object
}

/// A value to assign, sometimes the one that is there, or one that nearly is.
fn assigned(draw: &mut Draw<'_>, swarm: &Swarm, there: Option<&Value>) -> Value {
    match there {
        Some(there) if draw.chance(1, 8) => there.clone(),
        Some(Value::Object(_)) if draw.chance(1, 2) => values::object(draw, swarm, 2).into(),
        Some(Value::Array(_)) if draw.chance(1, 2) => values::list(draw, swarm, 2),
        _ => {
            if draw.chance(1, 6) {
                values::odd_kind(draw)
            } else {
                values::value(draw, swarm)
            }
        }
    }
}

fn at<'v>(object: &'v Object, path: &[JsonString]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    let value = object.get_name(first)?;
    if rest.is_empty() {
        Some(value)
    } else {
        at(value.as_object()?, rest)
    }
}

fn set_field(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> Object {
    let id = known(draw, swarm, before);
    let nothing = Object::new();
    let there = block_of(before, &id).unwrap_or(&nothing);
    let path = path(draw, swarm, there);
    let value = match path[0].as_str() {
        Some("parent_id" | "group_id") if path.len() == 1 => model::relative(draw, swarm),
        _ => assigned(draw, swarm, at(there, &path)),
    };
    let mut block = payload(draw, swarm, &path, value);
    block.insert("id", &id);
    if draw.chance(swarm.extras, 32) {
        block.insert("type", *draw.pick(&swarm.types));
    }
    let mut event = of("set");
    event.insert("mask", mask("block", &path));
    event.insert("block", block);
    event
}

fn set_meta(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> Object {
    let nothing = Object::new();
    let there = before.meta().unwrap_or(&nothing);
    let path = if draw.chance(1, 4) {
        vec![JsonString::from(*draw.pick(&[
            "error", "task_id", "trace_id", "stats", "id", "ref",
        ]))]
    } else {
        path(draw, swarm, there)
    };
    let value = match path[0].as_str() {
        Some(name @ ("error" | "task_id" | "trace_id" | "stats")) if path.len() == 1 => {
            model::common(draw, swarm, name)
        }
        _ => assigned(draw, swarm, at(there, &path)),
    };
    let mut event = of("set");
    event.insert("mask", mask("meta", &path));
    event.insert("meta", payload(draw, swarm, &path, value));
    event
}

fn append(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> Object {
    let id = known(draw, swarm, before);
    let there = block_of(before, &id);
    let fields: Vec<(&JsonString, &Value)> = there
        .into_iter()
        .flatten()
        .filter(|(name, value)| {
            can_be_masked(name, true) && matches!(value, Value::String(_) | Value::Array(_))
        })
        .collect();
    let (field, delta) = if fields.is_empty() || draw.chance(1, 8) {
        // Whatever else is there, or nothing.
        let names: Vec<JsonString> = there
            .into_iter()
            .flat_map(Object::names)
            .filter(|name| can_be_masked(name, true))
            .cloned()
            .collect();
        let field = if names.is_empty() || draw.chance(1, 3) {
            JsonString::from(*draw.pick(&swarm.names))
        } else {
            draw.pick(&names).clone()
        };
        (field, values::content(draw, swarm))
    } else {
        let (field, value) = *draw.pick(&fields);
        (field.clone(), delta(draw, swarm, value))
    };
    let mut block = extras(draw, swarm, 24);
    if draw.chance(1, 12) {
        block.insert("type", *draw.pick(&swarm.types));
    }
    block.insert("id", &id);
    block.insert(field.clone(), delta);
    let mut event = of("append");
    event.insert("mask", mask("block", &[field]));
    event.insert("block", block);
    event
}

/// A delta for a value, often one that a clever reducer would take for something that it has.
fn delta(draw: &mut Draw<'_>, swarm: &Swarm, there: &Value) -> Value {
    match there {
        Value::String(text) if text.as_str().is_some() => {
            text_delta(draw, swarm, text.as_str().unwrap_or_default()).into()
        }
        Value::Array(list) => list_delta(draw, swarm, list),
        _ => values::content(draw, swarm),
    }
}

fn text_delta(draw: &mut Draw<'_>, swarm: &Swarm, there: &str) -> String {
    let fresh = values::text(draw, swarm);
    let characters: Vec<char> = there.chars().collect();
    match draw.below(12) {
        0 => there.to_owned(),
        1 => format!("{there}{fresh}"),
        2 => {
            let from = draw.below(characters.len() + 1);
            let tail: String = characters[from..].iter().collect();
            tail + &fresh
        }
        3 => {
            let words: Vec<&str> = there.split_inclusive(' ').collect();
            if words.is_empty() {
                fresh
            } else {
                words[draw.below(words.len())..].concat() + &fresh
            }
        }
        4 => String::new(),
        5 => {
            let from = draw.below(characters.len() + 1);
            let to = draw.between(from, characters.len());
            characters[from..to].iter().collect()
        }
        _ => fresh,
    }
}

fn list_delta(draw: &mut Draw<'_>, swarm: &Swarm, there: &Array) -> Value {
    let fresh = values::list(draw, swarm, 2);
    let mut delta = Array::new();
    match draw.below(10) {
        0 => delta.extend(there.iter().cloned()),
        1 => {
            let from = draw.below(there.len() + 1);
            delta.extend(there[from..].iter().cloned());
        }
        2 => delta.push(fresh.clone()),
        3 => {
            let id = Value::from(*draw.pick(&["i", "j"]));
            let mut element = values::object(draw, swarm, 1);
            element.insert("id", id);
            delta.push(element.into());
        }
        4 => return delta.into(),
        _ => {}
    }
    delta.extend(fresh.as_array().into_iter().flatten().cloned());
    delta.into()
}

fn insert(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> Object {
    let absent: Vec<&JsonString> = swarm
        .ids
        .iter()
        .filter(|id| before.position(id).is_none())
        .collect();
    let id = if absent.is_empty() {
        format!("n{}", before.blocks().len()).into()
    } else {
        (*draw.pick(&absent)).clone()
    };
    let mut block = model::inline(draw, swarm, &id);
    let field = JsonString::from(*draw.pick(&swarm.names));
    if let Some(block) = block.as_object_mut() {
        block.insert(&field, values::content(draw, swarm));
    }
    let mut event = of("append");
    event.insert("mask", mask("block", &[field]));
    event.insert("block", block);
    event
}

fn error(draw: &mut Draw<'_>, swarm: &Swarm, before: &Model) -> Object {
    let there = before
        .meta()
        .and_then(|meta| meta.get("error"))
        .and_then(Value::as_object);
    let error = match there {
        Some(there) if draw.chance(1, 6) => there.clone(),
        _ => model::error(draw, swarm),
    };
    let mut meta = extras(draw, swarm, 24);
    meta.insert("error", error);
    let mut event = of("error");
    event.insert("mask", "meta.error");
    event.insert("meta", meta);
    event
}
