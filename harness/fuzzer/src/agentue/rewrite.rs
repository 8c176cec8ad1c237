//! Smaller sequences by what is known of the protocol.

use std::collections::BTreeSet;

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Reducer, Reference};

use super::sequence::{Input, Method, Sequence};
use super::world::stream_of;
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
    variants.extend(alone(sequence));
    variants.extend((1..count).filter_map(|at| merged(sequence, at)));
    if sequence.method == Method::Reduce {
        variants.extend((1..count).rev().filter_map(|at| begun_at(sequence, at)));
        for (trace, replay) in [
            (false, false),
            (sequence.trace, false),
            (false, sequence.replay),
        ] {
            variants.push(Sequence {
                trace,
                replay,
                ..sequence.clone()
            });
        }
    }
    if let Some(inputs) = as_events(&sequence.inputs) {
        variants.push(Sequence {
            inputs,
            ..sequence.clone()
        });
    }
    if let Some(inputs) = compact(&sequence.inputs) {
        variants.push(Sequence {
            inputs,
            ..sequence.clone()
        });
    }
    variants.push(renumbered(sequence));
    variants
}

/// The streams of a router, each for a reducer.
fn alone(sequence: &Sequence) -> Vec<Sequence> {
    if sequence.method != Method::Route {
        return Vec::new();
    }
    let stream = |input: &Input| stream_of(&Event::parse(&input.text()).ok()?);
    let streams: BTreeSet<JsonString> = sequence.inputs.iter().filter_map(stream).collect();
    let of = |wanted: JsonString| Sequence {
        method: Method::Reduce,
        inputs: sequence
            .inputs
            .iter()
            .filter(|input| stream(input).is_none_or(|name| name == wanted))
            .cloned()
            .collect(),
        ..sequence.clone()
    };
    streams.into_iter().map(of).collect()
}

/// The same without an event, what it does being in the model of the `start` right before it in its stream.
fn merged(sequence: &Sequence, at: usize) -> Option<Sequence> {
    let event = Event::parse(&sequence.inputs[at].text()).ok()?;
    let stream = stream_of(&event)?;
    let (start, earlier) =
        sequence.inputs[..at]
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, input)| {
                let earlier = Event::parse(&input.text()).ok()?;
                (stream_of(&earlier)? == stream).then_some((at, earlier))
            })?;
    let mut reducer = Reducer::new();
    reducer.apply(&mut Reference, &earlier).ok()?;
    reducer.model()?;
    reducer.apply(&mut Reference, &event).ok()?;
    let mut members = earlier.members().clone();
    members.insert("model", reducer.model()?.document().clone());
    let mut inputs = sequence.inputs.clone();
    inputs[start] = match &inputs[start] {
        Input::Event(_) => Input::Event(members.into()),
        Input::Wire(_) => Input::Wire(members.to_text()),
    };
    inputs.remove(at);
    Some(Sequence {
        inputs,
        ..sequence.clone()
    })
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
            && event
                .get("seq")
                .and_then(Value::as_number)
                .is_some_and(|seq| seq.to_u64().is_some())
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
    rename(ids, &["a", "b", "c"])
        .chain(rename(names, &["x", "y"]))
        .collect()
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

fn collect(
    value: Option<&Value>,
    ids: &mut BTreeSet<JsonString>,
    names: &mut BTreeSet<JsonString>,
) {
    match value {
        Some(Value::Array(list)) => list
            .iter()
            .for_each(|inner| collect(Some(inner), ids, names)),
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
    "event",
    "wire",
    "op",
    "seq",
    "ts",
    "event_type",
    "stream_id",
    "mask",
    "model",
    "meta",
    "block",
    "version",
    "biz",
    "blocks",
    "id",
    "type",
    "ref",
    "parent_id",
    "group_id",
    "error",
    "code",
    "message",
    "stats",
    "task_id",
    "trace_id",
    "detail",
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
        Value::Array(list) => list
            .iter()
            .map(|inner| renamed(inner, old, new))
            .collect::<Vec<_>>()
            .into(),
        Value::Object(object) => object
            .iter()
            .map(|(name, inner)| {
                let name = if name == old {
                    JsonString::from(new)
                } else {
                    name.clone()
                };
                (name, renamed(inner, old, new))
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}
