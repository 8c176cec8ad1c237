//! Reading what a driver answered. What is of the wrong shape is an error that names the place.

use uiconform_catalogue::Answer;
use uiconform_json::{Located, Node, Object, Value};

use super::Method;

/// The answer to `agentue/reduce` or `agentue/route`.
#[derive(Debug)]
pub(super) struct Reduced {
    pub(super) steps: Vec<Verdict>,
    /// The model, or an object from stream identifier to model.
    pub(super) result: Value,
}

/// The verdict on one event.
#[derive(Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) accepted: bool,
    /// What the implementation says of a rejection.
    pub(super) reason: Option<String>,
}

pub(super) fn read(answer: &Answer, method: Method, inputs: usize) -> Result<Reduced, Located> {
    read_from(&answer.result(), method, inputs)
}

/// The second run that `replay` asks for.
pub(super) fn read_replayed(answer: &Answer, inputs: usize) -> Result<Reduced, Located> {
    let replayed = answer.result().object()?.required("replayed")?;
    read_from(&replayed, Method::Reduce, inputs)
}

/// The models that `trace` asks for, one for each event.
pub(super) fn read_trace(answer: &Answer, inputs: usize) -> Result<Vec<Value>, Located> {
    let node = answer.result().object()?.required("trace")?;
    let trace = node.list()?;
    if trace.len() != inputs {
        return Err(node.error(format!(
            "{} models for {inputs} events; the trace has one for each",
            trace.len()
        )));
    }
    trace.iter().map(read_model).collect()
}

fn read_from(node: &Node<'_>, method: Method, inputs: usize) -> Result<Reduced, Located> {
    let mut members = node.object()?;
    let steps = members.required("steps")?;
    let verdicts: Vec<Verdict> = steps
        .list()?
        .iter()
        .map(|node| {
            let mut members = node.object()?;
            let accepted = members.required("ok")?.boolean()?;
            let reason = members
                .optional("error")
                .map(|error| match error.value().as_string() {
                    Some(text) => text.to_string_lossy().into_owned(),
                    None => error.value().to_text(),
                });
            Ok(Verdict { accepted, reason })
        })
        .collect::<Result<_, Located>>()?;
    if verdicts.len() != inputs {
        return Err(steps.error(format!(
            "{} verdicts for {inputs} events; `steps` has one for each, an unreadable one included",
            verdicts.len()
        )));
    }
    let result = match method {
        Method::Reduce => read_model(&members.required("model")?)?,
        Method::Route => read_streams(&members.required("models")?)?,
    };
    Ok(Reduced {
        steps: verdicts,
        result,
    })
}

fn read_model(node: &Node<'_>) -> Result<Value, Located> {
    match node.value() {
        Value::Null | Value::Object(_) => Ok(node.value().clone()),
        _ => Err(node.error(format!(
            "expected a model (an object, or null for none), found a {}",
            node.kind()
        ))),
    }
}

fn read_streams(node: &Node<'_>) -> Result<Value, Located> {
    let mut streams = Object::new();
    for node in node.list()? {
        let mut members = node.object()?;
        let id = members.required("stream_id")?;
        let Value::String(name) = id.value() else {
            return Err(id.error(format!("expected a string, found a {}", id.kind())));
        };
        let model = members.required("model")?.value().clone();
        // A stream that is listed twice stays twice: no expectation matches it.
        streams.push(name.clone(), model);
    }
    Ok(Value::Object(streams))
}
