//! Smaller sequences by what is known of the protocol.

use std::collections::BTreeSet;

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Reducer, Reference};

use super::sequence::{Input, Method, Sequence};
use crate::Finding;

/// Smaller variants of a sequence in which something was found, the boldest first.
pub(super) fn sequences(sequence: &Sequence, finding: &Finding) -> Vec<Sequence> {
    let mut variants = Vec::new();
    let count = sequence.inputs.len();
    if let Some(last) = finding.event
        && last + 1 < count
    {
        variants.push(Sequence {
            inputs: sequence.inputs[..=last].to_vec(),
            ..sequence.clone()
        });
    }
    if sequence.method == Method::Reduce {
        variants.extend((1..count).rev().filter_map(|at| begun_at(sequence, at)));
        for (trace, replay) in [(false, false), (sequence.trace, false), (false, sequence.replay)] {
            variants.push(Sequence { trace, replay, ..sequence.clone() });
        }
    }
    if let Some(inputs) = as_events(&sequence.inputs) {
        variants.push(Sequence { inputs, ..sequence.clone() });
    }
    if let Some(inputs) = compact(&sequence.inputs) {
        variants.push(Sequence { inputs, ..sequence.clone() });
    }
    variants.push(renumbered(sequence));
    variants
}

/// The rest of a sequence, from the model that its beginning makes.
fn begun_at(sequence: &Sequence, at: usize) -> Option<Sequence> {
    let mut reducer = if sequence.model.is_null() {
        Reducer::new()
    } else {
        Reducer::resume(&mut Reference, &sequence.model, sequence.model_seq).ok()?
    };
    let mut seq = sequence.model_seq;
    for input in &sequence.inputs[..at] {
        let Ok(event) = Event::parse(&input.text()) else {
            continue;
        };
        let _ = reducer.apply(&mut Reference, &event);
        let number = event.get("seq").and_then(Value::as_number);
        seq = seq.max(number.and_then(|number| number.to_u64()).unwrap_or(0));
    }
    Some(Sequence {
        model: reducer.model()?.document().clone().into(),
        model_seq: seq,
        inputs: sequence.inputs[at..].to_vec(),
        ..sequence.clone()
    })
}

/// The texts as the events that they are, if all of them are.
fn as_events(inputs: &[Input]) -> Option<Vec<Input>> {
    inputs
        .iter()
        .map(|input| match input {
            Input::Event(event) => Some(Input::Event(event.clone())),
            Input::Wire(text) => Event::parse(text)
                .ok()
                .map(|event| Input::Event(event.members().clone().into())),
        })
        .collect()
}

/// The texts without white space and needless escapes, if all of them are JSON.
fn compact(inputs: &[Input]) -> Option<Vec<Input>> {
    inputs
        .iter()
        .map(|input| match input {
            Input::Event(event) => Some(Input::Event(event.clone())),
            Input::Wire(text) => uiconform_json::parse(text)
                .ok()
                .map(|value| Input::Wire(value.to_text())),
        })
        .collect()
}

/// The same with small numbers in order, where they are plain.
fn renumbered(sequence: &Sequence) -> Sequence {
    let mut next = 1;
    let mut renumbered = sequence.clone();
    renumbered.model_seq = 1;
    for input in &mut renumbered.inputs {
        if let Input::Event(Value::Object(event)) = input
            && event.get("seq").and_then(Value::as_number).is_some_and(|seq| seq.to_u64().is_some())
        {
            next += 1;
            event.insert("seq", next);
        }
    }
    renumbered
}

/// Identifiers and names of members that the text does not give, each replaced by a plain one throughout the case.
pub(super) fn renames(case: &Value) -> Vec<Value> {
    let (mut ids, mut names) = (BTreeSet::new(), BTreeSet::new());
    for part in ["model", "steps"] {
        collect(case.get(part), &mut ids, &mut names);
    }
    let rename = |olds: BTreeSet<JsonString>, plain: &'static [&'static str]| {
        olds.into_iter().flat_map(move |old| {
            let at = plain.iter().position(|new| old == *new);
            let before = plain.iter().take(at.unwrap_or(plain.len()));
            let renamed: Vec<Value> = before.map(|new| in_case(case, &old, new)).collect();
            renamed
        })
    };
    rename(ids, &["a", "b", "c"]).chain(rename(names, &["x", "y"])).collect()
}

fn in_case(case: &Value, old: &JsonString, new: &str) -> Value {
    let mut case = case.as_object().cloned().unwrap_or_default();
    for part in ["model", "steps"] {
        if let Some(value) = case.get_mut(part) {
            *value = renamed(value, old, new);
        }
    }
    case.into()
}

fn collect(value: Option<&Value>, ids: &mut BTreeSet<JsonString>, names: &mut BTreeSet<JsonString>) {
    match value {
        Some(Value::Array(list)) => list.iter().for_each(|inner| collect(Some(inner), ids, names)),
        Some(Value::Object(object)) => {
            for (name, inner) in object {
                match (name.as_str(), inner) {
                    (Some("id"), Value::String(id)) => drop(ids.insert(id.clone())),
                    (Some(known), _) if PROTOCOL_NAMES.contains(&known) => {}
                    _ => drop(names.insert(name.clone())),
                }
                collect(Some(inner), ids, names);
            }
        }
        _ => {}
    }
}

/// Names of members that mean something to the protocol or to the case.
const PROTOCOL_NAMES: [&str; 26] = [
    "event", "wire", "op", "seq", "ts", "event_type", "stream_id", "mask", "model", "meta", "block", "version",
    "biz", "blocks", "id", "type", "ref", "parent_id", "group_id", "error", "code", "message", "stats", "task_id",
    "trace_id", "detail",
];

/// Every string and name of a case that is `old`, also as a segment of a mask, replaced.
fn renamed(value: &Value, old: &JsonString, new: &str) -> Value {
    match value {
        Value::String(text) if text == old => new.into(),
        Value::String(text) => match (text.as_str(), old.as_str()) {
            (Some(text), Some(old)) if text.starts_with("block.") || text.starts_with("meta.") => {
                let segments: Vec<&str> = text
                    .split('.')
                    .map(|segment| if segment == old { new } else { segment })
                    .collect();
                segments.join(".").into()
            }
            _ => text.into(),
        },
        Value::Array(list) => list.iter().map(|inner| renamed(inner, old, new)).collect::<Vec<_>>().into(),
        Value::Object(object) => object
            .iter()
            .map(|(name, inner)| {
                let name = if name == old { JsonString::from(new) } else { name.clone() };
                (name, renamed(inner, old, new))
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}
