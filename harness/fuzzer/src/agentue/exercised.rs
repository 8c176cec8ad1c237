//! What a sequence exercises: each event by what it does, what it meets, what it brings, and what came of it.

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op};

use super::answer::Answered;
use super::expect::Read;
use super::sequence::Sequence;
use super::streams::Streams;
use super::world::op_of;
use crate::Kind;

/// The kinds of all events of a sequence; `answered` is nothing if there was no answer.
pub(super) fn kinds(sequence: &Sequence, answered: Option<&Answered<'_>>) -> Vec<Kind> {
    // What the implementation made of earlier events is not asked for: this is about what was sent.
    let Some(mut streams) = Streams::new(sequence) else {
        return Vec::new();
    };
    let inputs = sequence.inputs.iter().enumerate();
    inputs
        .map(|(at, input)| {
            let read = super::expect::read(&input.text());
            let (operation, target, value) = match &read {
                Read::Event(event) => of_event(event, streams.of(&read).reducer.model()),
                Read::Refused(_) => ("no event", "nothing", "nothing"),
                Read::Open(_) => ("odd text", "nothing", "nothing"),
            };
            streams.apply(&read);
            Kind {
                operation,
                target,
                value,
                verdict: match answered.map(|answered| answered.accepted[at]) {
                    Some(true) => "accept",
                    Some(false) => "reject",
                    None => "no answer",
                },
            }
        })
        .collect()
}

type Words = (&'static str, &'static str, &'static str);

fn of_event(event: &Event, model: Option<&Model>) -> Words {
    let Some(op) = op_of(event) else {
        return ("no operation", "nothing", "nothing");
    };
    let mask = event.get("mask").and_then(Value::as_str);
    match op {
        Op::Start => ("start", of_model(model), kind(event.get("model"))),
        Op::Set => {
            let (target, value) = patched(event, mask, model);
            ("set", target, value)
        }
        Op::Append => {
            let (target, value) = patched(event, mask, model);
            ("append", target, value)
        }
        Op::Error => {
            let error = event.get("meta").and_then(|meta| meta.get("error"));
            ("error", of_model(model), kind(error))
        }
        Op::Ping => ("ping", of_model(model), "nothing"),
        Op::End => ("end", of_model(model), "nothing"),
    }
}

fn of_model(model: Option<&Model>) -> &'static str {
    match model {
        Some(_) => "model",
        None => "no model",
    }
}

/// What a set or an append leads to, and the value that it brings there.
fn patched(
    event: &Event,
    mask: Option<&str>,
    model: Option<&Model>,
) -> (&'static str, &'static str) {
    let Some(model) = model else {
        return ("no model", "nothing");
    };
    let payload = event.get("block").or_else(|| event.get("meta"));
    let block = event
        .get("block")
        .and_then(|block| block.get("id")?.as_string())
        .map(|id| model.position(id).and_then(|at| model.block(at)));
    let Some(mask) = mask else {
        let target = match block {
            None => "no block",
            Some(None) => "block that is not there",
            Some(Some(block)) if block.contains("ref") => "reference",
            Some(Some(_)) => "block",
        };
        let value = match payload {
            Some(block) if block.get("ref").is_some() => "reference",
            payload => kind(payload),
        };
        return (target, value);
    };
    let mut segments = mask.split('.');
    let root = segments.next().unwrap_or_default();
    let path: Vec<&str> = segments.collect();
    let value = kind(payload.and_then(|payload| at(payload.as_object()?, &path)));
    let target = match (root, block) {
        ("meta", _) => field(
            model.meta(),
            &path,
            ["metadata", "metadata that are not there"],
        ),
        ("block", Some(Some(block))) if block.contains("ref") => "field of a reference",
        ("block", Some(Some(block))) => match path[..] {
            ["id" | "ref" | "type"] => "fixed field",
            _ => field(Some(block), &path, ["field", "field that is not there"]),
        },
        ("block", Some(None)) => "field of no block",
        _ => "odd mask",
    };
    (target, value)
}

/// A path into an object: something that is there, or not; deeper ones are told apart.
fn field(
    object: Option<&Object>,
    path: &[&str],
    [there, absent]: [&'static str; 2],
) -> &'static str {
    let found = object.and_then(|object| at(object, path));
    match (path.len(), found.is_some()) {
        (0, _) => "whole root",
        (1, true) => there,
        (1, false) => absent,
        (_, true) => "path into an object",
        (_, false) => "path that is not there",
    }
}

fn at<'v>(object: &'v Object, path: &[&str]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    let value = object.get_name(&JsonString::from(*first))?;
    if rest.is_empty() {
        Some(value)
    } else {
        at(value.as_object()?, rest)
    }
}

fn kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::Array(_)) => "list",
        Some(Value::Object(_)) => "object",
    }
}
