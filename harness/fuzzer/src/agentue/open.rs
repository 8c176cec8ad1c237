//! What the text leaves open in an event that the reference accepts: what others may refuse, or take otherwise.

use std::collections::HashMap;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op};

use super::world::{Order, Time};

/// How binding it is that an event is accepted, and that the model after it is that of the reference. `Informative` is not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    pub(super) verdict: Level,
    pub(super) model: Level,
}

impl Binding {
    pub(super) const FULL: Self = Self {
        verdict: Level::Required,
        model: Level::Required,
    };
    pub(super) const NONE: Self = Self {
        verdict: Level::Informative,
        model: Level::Informative,
    };

    fn verdict(level: Level) -> Self {
        Self {
            verdict: level,
            model: Level::Required,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            verdict: self.verdict.min(other.verdict),
            model: self.model.min(other.model),
        }
    }
}

/// Levels of nesting that every reader should take (8).
const DEPTH: usize = 64;
/// Bytes of an event that every reader should take (8): a delta of 1 MiB and something around it.
const BYTES: usize = 1 << 20;

/// Whether an event holds something that readers of JSON lawfully understand differently, so that nothing can be said of it.
pub(super) fn is_read_differently(event: &Value) -> bool {
    let odd_name = |name: &JsonString| name.has_lone_surrogates();
    let mut open = vec![(event, 1)];
    while let Some((value, depth)) = open.pop() {
        match value {
            Value::Number(number) if !is_interoperable(number) => return true,
            Value::String(text) if text.has_lone_surrogates() => return true,
            Value::Array(elements) => {
                open.extend(elements.iter().map(|element| (element, depth + 1)));
            }
            Value::Object(members) => {
                if members.names().any(odd_name) {
                    return true;
                }
                open.extend(members.iter().map(|(_, member)| (member, depth + 1)));
            }
            _ => {}
        }
        if depth > DEPTH {
            return true;
        }
    }
    false
}

/// Whether a text is longer than every reader should take.
pub(super) fn is_too_long(text: &str) -> bool {
    text.len() > BYTES
}

/// Whether every reader keeps the value: an integer within 2^53, or a decimal of at most 15 digits that is neither huge nor tiny.
fn is_interoperable(number: &Number) -> bool {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    let lexeme = number.lexeme();
    let mantissa = lexeme.split(['e', 'E']).next().unwrap_or(lexeme);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let value = number.to_f64().abs();
    let significant = digits.trim_start_matches('0');
    if value == 0.0 {
        return significant.is_empty();
    }
    if number.is_integer() {
        return value < SAFE || (value == SAFE && significant.len() <= 16);
    }
    significant.trim_end_matches('0').len() <= 15 && value > 1e-300 && value < SAFE
}

/// Whether a `seq` or `ts` is written as every reader writes integers.
fn is_plain(value: &Value) -> bool {
    value.as_number().is_none_or(|number| {
        number.lexeme().bytes().all(|byte| byte.is_ascii_digit()) && is_interoperable(number)
    })
}

/// How binding the acceptance of an event is; `before` is the model that it meets.
pub(super) fn binding(event: &Event, op: Op, before: Option<&Model>, time: &Time) -> Binding {
    let plain = ["seq", "ts"]
        .iter()
        .all(|name| event.get(name).is_none_or(is_plain));
    if !plain {
        return Binding::NONE;
    }
    let order = time.order(Some(op), event);
    if matches!(op, Op::Ping | Op::End) {
        // Whatever becomes of it, the model stays.
        let verdict = if order == Order::Forward && before.is_some() {
            Level::Required
        } else {
            Level::Informative
        };
        return Binding::verdict(verdict);
    }
    let place = match order {
        Order::Forward => Binding::FULL,
        Order::BelowPing => Binding {
            verdict: Level::Recommended,
            model: Level::Recommended,
        },
        Order::Odd => return Binding::NONE,
    };
    place.and(content(event, op, before))
}

fn content(event: &Event, op: Op, before: Option<&Model>) -> Binding {
    let mask = event.get("mask").and_then(Value::as_str);
    let path: Vec<&str> = mask
        .map(|mask| mask.split('.').collect())
        .unwrap_or_default();
    let block = event.get("block").and_then(Value::as_object);
    match op {
        Op::Start => {
            let blocks = event
                .get("model")
                .and_then(|model| model.get("blocks"))
                .and_then(Value::as_array);
            of_parents(&blocks.into_iter().flatten().collect::<Vec<_>>())
        }
        Op::Set if mask.is_none() => of_block(before, event.get("block")),
        Op::Set | Op::Append if path[..] == ["block", "type"] => Binding::NONE,
        Op::Append if path[..] == ["block", "parent_id"] => Binding::NONE,
        Op::Append => {
            let id = block
                .and_then(|block| block.get("id"))
                .and_then(Value::as_string);
            let known = id.and_then(|id| before?.position(id)).is_some();
            if known {
                Binding::FULL
            } else {
                of_block(before, event.get("block"))
            }
        }
        Op::Set if path[..] == ["block", "parent_id"] => {
            let mut patched = before
                .zip(block)
                .and_then(|(model, block)| {
                    model.block(model.position(block.get("id")?.as_string()?)?)
                })
                .cloned()
                .unwrap_or_default();
            if let Some(parent) = block.and_then(|block| block.get("parent_id")) {
                patched.insert("parent_id", parent.clone());
            }
            of_block(before, Some(&patched.into()))
        }
        Op::Set => of_path(target(event, before), &path),
        Op::Error | Op::Ping | Op::End => Binding::FULL,
    }
}

/// The object that a masked set leads into.
fn target<'m>(event: &Event, before: Option<&'m Model>) -> Option<&'m Object> {
    let model = before?;
    match event.get("block") {
        Some(block) => model.block(model.position(block.get("id")?.as_string()?)?),
        None => model.meta(),
    }
}

/// Objects that are missing on a path are created: recommended.
fn of_path(target: Option<&Object>, path: &[&str]) -> Binding {
    let mut object = target;
    let between = path
        .get(1..path.len().saturating_sub(1))
        .unwrap_or_default();
    for name in between {
        match object.and_then(|object| object.get(name)) {
            Some(value) => object = value.as_object(),
            None => {
                return Binding {
                    verdict: Level::Recommended,
                    model: Level::Recommended,
                };
            }
        }
    }
    Binding::FULL
}

/// The hierarchy with one block new or replaced.
fn of_block(before: Option<&Model>, block: Option<&Value>) -> Binding {
    let Some(block) = block else {
        return Binding::FULL;
    };
    let id = block.get("id");
    let mut blocks: Vec<&Value> = before
        .map(Model::blocks)
        .unwrap_or_default()
        .iter()
        .filter(|other| other.get("id") != id)
        .collect();
    if block.get("parent_id").is_none_or(Value::is_null) && !closes(&blocks, id) {
        return Binding::FULL;
    }
    blocks.push(block);
    of_parents(&blocks)
}

/// Whether a block is the parent of one, so that its own parent can close a cycle.
fn closes(blocks: &[&Value], id: Option<&Value>) -> bool {
    blocks.iter().any(|block| block.get("parent_id") == id)
}

/// A parent that is not there is no reason to refuse a block; what becomes of cycles is open.
fn of_parents(blocks: &[&Value]) -> Binding {
    let parents: HashMap<&JsonString, &JsonString> = blocks
        .iter()
        .filter_map(|block| {
            Some((
                block.get("id")?.as_string()?,
                block.get("parent_id")?.as_string()?,
            ))
        })
        .collect();
    if parents.is_empty() {
        return Binding::FULL;
    }
    let runs_in_a_circle = |start: &JsonString| {
        let mut at = start;
        for _ in 0..=parents.len() {
            match parents.get(at) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        true
    };
    if parents.keys().any(|id| runs_in_a_circle(id)) {
        return Binding::NONE;
    }
    let mut earlier = std::collections::HashSet::new();
    for block in blocks {
        if let Some(Value::String(parent)) = block.get("parent_id")
            && !earlier.contains(parent)
        {
            return Binding::verdict(Level::Recommended);
        }
        earlier.extend(block.get("id").and_then(Value::as_string));
    }
    Binding::FULL
}
