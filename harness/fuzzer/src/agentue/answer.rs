//! Reading what was answered to events.

use uiconform_json::{JsonString, Object, Value};

use super::sequence::{Method, Sequence};
use crate::target::{Answer, Breakage, Cause, Reply};

/// The answer to a sequence.
#[derive(Clone, Debug)]
pub(super) struct Answered<'a> {
    /// Whether each event was accepted.
    pub(super) accepted: Vec<bool>,
    /// The model, or an object from stream identifier to model.
    pub(super) result: std::borrow::Cow<'a, Value>,
    /// The model after each event, if that was asked for.
    pub(super) trace: Option<Vec<&'a Value>>,
    /// Verdicts and model of the second run, if that was asked for.
    pub(super) replayed: Option<(Vec<bool>, &'a Value)>,
}

/// Reads an answer.
///
/// # Errors
///
/// If there is none, or one of the wrong shape.
pub(super) fn read<'a>(sequence: &Sequence, answer: &'a Answer) -> Result<Answered<'a>, Breakage> {
    read_reply(sequence, answer.as_ref().map_err(Clone::clone)?)
}

/// Reads what was answered.
///
/// # Errors
///
/// If it is of the wrong shape.
pub(super) fn read_reply<'a>(
    sequence: &Sequence,
    reply: &'a Reply,
) -> Result<Answered<'a>, Breakage> {
    let bad = |why: String| Breakage::new(Cause::BadAnswer(why));
    let value = reply
        .value()
        .map_err(|why| bad(format!("no JSON: {why}")))?;
    shape(sequence, value).map_err(|why| bad(why.to_owned()))
}

impl Answered<'_> {
    /// Whether another answer says the same.
    pub(super) fn is_same(&self, other: &Answered<'_>) -> bool {
        let same =
            |one: &Value, other: &Value| uiconform_json::compare(one, other).difference.is_none();
        let traces = match (&self.trace, &other.trace) {
            (None, None) => true,
            (Some(one), Some(other)) => one.iter().zip(other).all(|(one, other)| same(one, other)),
            _ => false,
        };
        let replays = match (&self.replayed, &other.replayed) {
            (None, None) => true,
            (Some(one), Some(other)) => one.0 == other.0 && same(one.1, other.1),
            _ => false,
        };
        traces && replays && self.accepted == other.accepted && same(&self.result, &other.result)
    }
}

fn shape<'a>(sequence: &Sequence, value: &'a Value) -> Result<Answered<'a>, &'static str> {
    let count = sequence.inputs.len();
    let accepted = steps(value, count)?;
    let result = match sequence.method {
        Method::Reduce => std::borrow::Cow::Borrowed(model(value.get("model"))?),
        Method::Route => std::borrow::Cow::Owned(streams(value.get("models"))?.into()),
    };
    let reduces = sequence.method == Method::Reduce;
    let trace = if sequence.trace && reduces {
        let list = value
            .get("trace")
            .and_then(Value::as_array)
            .ok_or("there is no `trace`, which was asked for")?;
        if list.len() != count {
            return Err("the trace has not one model for each event");
        }
        let models: Result<Vec<_>, _> = list.iter().map(|entry| model(Some(entry))).collect();
        Some(models?)
    } else {
        None
    };
    let replayed = if sequence.replay && reduces {
        let second = value
            .get("replayed")
            .ok_or("there is no `replayed`, which was asked for")?;
        Some((steps(second, count)?, model(second.get("model"))?))
    } else {
        None
    };
    Ok(Answered {
        accepted,
        result,
        trace,
        replayed,
    })
}

fn steps(value: &Value, count: usize) -> Result<Vec<bool>, &'static str> {
    let steps = value
        .get("steps")
        .and_then(Value::as_array)
        .ok_or("there is no list `steps`")?;
    if steps.len() != count {
        return Err("`steps` has not one verdict for each event");
    }
    steps
        .iter()
        .map(|step| {
            step.get("ok")
                .and_then(Value::as_bool)
                .ok_or("a step has no boolean `ok`")
        })
        .collect()
}

fn model(value: Option<&Value>) -> Result<&Value, &'static str> {
    match value {
        Some(model @ (Value::Null | Value::Object(_))) => Ok(model),
        Some(_) => Err("a model is an object, or null for none"),
        None => Err("there is no `model`"),
    }
}

fn streams(value: Option<&Value>) -> Result<Object, &'static str> {
    let list = value
        .and_then(Value::as_array)
        .ok_or("there is no list `models`")?;
    let mut streams = Object::new();
    for entry in list {
        let name: &JsonString = entry
            .get("stream_id")
            .and_then(Value::as_string)
            .ok_or("a stream has no `stream_id` that is a string")?;
        if streams.get_name(name).is_some() {
            return Err("a stream is listed twice");
        }
        streams.push(name.clone(), model(entry.get("model"))?.clone());
    }
    Ok(streams)
}
