//! Floors of the profiles that are about whole deliveries: `delivery`, `resume` and `emitter`.

use uiconform_json::{Array, Object, Value};

use super::{Answers, empty_model, events, started};

/// `agentue/deliver`: no stream is complete, or that of the latest `start`.
pub(super) fn deliver(params: &Value, answers: Answers, steps: impl Fn(usize) -> Value) -> Object {
    let events = events(params);
    let latest = events.iter().rev().find(|event| started(event).is_some());
    let complete: Array = match (answers, latest) {
        (Answers::Latest, Some(start)) => {
            let stream = start.get("stream_id").and_then(Value::as_string);
            Array::from_iter([Value::from(stream.cloned().unwrap_or_default())])
        }
        _ => Array::new(),
    };
    Object::from_iter([
        ("steps", steps(events.len())),
        ("complete", complete.into()),
    ])
}

/// `agentue/resume`: the log as it is, or a delivery of nothing but a model. What rejects everything rejects the log.
pub(super) fn resume(params: &Value, answers: Answers, accepts: bool) -> Object {
    if !accepts {
        return Object::from_iter([("error", "no")]);
    }
    let log = params.get("log").and_then(Value::as_array);
    let seq = params.get("cursor").cloned().unwrap_or_default();
    let model = match answers {
        Answers::Given => {
            return Object::from_iter([("events", log.cloned().unwrap_or_default())]);
        }
        Answers::Latest => log
            .into_iter()
            .flatten()
            .rev()
            .find_map(started)
            .cloned()
            .unwrap_or_default(),
        Answers::Empty => empty_model(),
    };
    Object::from_iter([("events", delivery(model, &seq))])
}

/// `agentue/emit`: nothing, or a delivery of nothing but a model.
pub(super) fn emit(params: &Value, answers: Answers, steps: impl Fn(usize) -> Value) -> Object {
    let actions = params.get("actions").and_then(Value::as_array);
    let model = match answers {
        Answers::Given => None,
        Answers::Latest => actions
            .into_iter()
            .flatten()
            .rev()
            .find_map(|action| action.get("model"))
            .cloned(),
        Answers::Empty => Some(empty_model()),
    };
    let events = model.map_or_else(Array::new, |model| delivery(model, &1_u64.into()));
    let count = actions.map_or(0, |actions| actions.len());
    Object::from_iter([("steps", steps(count)), ("events", events.into())])
}

/// A `start` at a position, and an `end`.
fn delivery(model: Value, seq: &Value) -> Array {
    let start = [
        ("op", "start".into()),
        ("seq", seq.clone()),
        ("model", model),
    ];
    let next = seq
        .as_number()
        .and_then(|seq| seq.to_u64())
        .unwrap_or(0)
        .saturating_add(1);
    let end: [(&str, Value); 2] = [("op", "end".into()), ("seq", next.into())];
    Array::from_iter([Object::from_iter(start), Object::from_iter(end)])
}
