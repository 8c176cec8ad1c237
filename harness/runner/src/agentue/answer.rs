//! Reading what a driver answered. What is of the wrong shape is an error that names the place.

use std::borrow::Cow;

use uiconform_catalogue::Answer;
use uiconform_json::{Located, Node, Object, Value};

use super::{Method, delivery};

/// The answer to `agentue/reduce`, `agentue/route` or `agentue/deliver`.
#[derive(Debug)]
pub(super) struct Reduced<'a> {
    pub(super) steps: Vec<Verdict>,
    /// The model, an object from stream identifier to model, or the set of the complete streams.
    pub(super) result: Cow<'a, Value>,
}

/// The verdict on one event.
#[derive(Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) accepted: bool,
    /// What the implementation says of a rejection.
    pub(super) reason: Option<String>,
}

pub(super) fn read(answer: &Answer, method: Method, inputs: usize) -> Result<Reduced<'_>, Located> {
    read_from(&answer.result(), method, inputs)
}

/// The second run that `replay` asks for.
pub(super) fn read_replayed(answer: &Answer, inputs: usize) -> Result<Reduced<'_>, Located> {
    let replayed = answer.result().object()?.required("replayed")?;
    read_from(&replayed, Method::Reduce, inputs)
}

/// The models that `trace` asks for, one for each event.
pub(super) fn read_trace(answer: &Answer, inputs: usize) -> Result<Vec<&Value>, Located> {
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

fn read_from<'a>(node: &Node<'a>, method: Method, inputs: usize) -> Result<Reduced<'a>, Located> {
    let mut members = node.object()?;
    let steps = members.required("steps")?;
    let verdicts = read_steps(&steps)?;
    if verdicts.len() != inputs {
        return Err(steps.error(format!(
            "{} verdicts for {inputs} events; `steps` has one for each, an unreadable one included",
            verdicts.len()
        )));
    }
    let result = match method {
        Method::Reduce => Cow::Borrowed(read_model(&members.required("model")?)?),
        Method::Route => Cow::Owned(read_streams(&members.required("models")?)?),
        Method::Deliver => Cow::Owned(delivery::read_answered(&members.required("complete")?)?),
    };
    Ok(Reduced {
        steps: verdicts,
        result,
    })
}

pub(super) fn read_steps(node: &Node<'_>) -> Result<Vec<Verdict>, Located> {
    // Most steps are `{"ok":true}`, and there may be very many of them.
    let plain = |value: &Value| match value.as_object() {
        Some(step) if step.len() == 1 => step.get("ok").and_then(Value::as_bool),
        _ => None,
    };
    let verdicts: Option<Vec<Verdict>> = node.value().as_array().and_then(|steps| {
        let verdict = |step| {
            let accepted = plain(step)?;
            let reason = None;
            Some(Verdict { accepted, reason })
        };
        steps.iter().map(verdict).collect()
    });
    match verdicts {
        Some(verdicts) => Ok(verdicts),
        None => node.list()?.iter().map(read_step).collect(),
    }
}

fn read_step(node: &Node<'_>) -> Result<Verdict, Located> {
    let mut members = node.object()?;
    let accepted = members.required("ok")?.boolean()?;
    let reason = members
        .optional("error")
        .map(|error| match error.value().as_string() {
            Some(text) => text.to_string_lossy().into_owned(),
            None => error.value().to_text(),
        });
    Ok(Verdict { accepted, reason })
}

fn read_model<'a>(node: &Node<'a>) -> Result<&'a Value, Located> {
    match node.value() {
        model @ (Value::Null | Value::Object(_)) => Ok(model),
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
        if streams.get_name(name).is_some() {
            return Err(id.error("this stream is listed twice; each has one model"));
        }
        let model = read_model(&members.required("model")?)?;
        streams.push(name.clone(), model.clone());
    }
    Ok(Value::Object(streams))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn answer(result: &str) -> Answer {
        Answer::read(
            &format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#),
            1,
        )
        .unwrap()
    }

    #[test]
    fn steps_are_read_whatever_else_stands_in_them() {
        let steps =
            r#"[{"ok":true},{"ok":false},{"error":"no","ok":false},{"ok":false,"error":3}]"#;
        let text = format!(r#"{{"steps":{steps},"model":null}}"#);
        let answer = answer(&text);
        let reduced = read(&answer, Method::Reduce, 4).unwrap();
        let told: Vec<_> = reduced
            .steps
            .iter()
            .map(|step| (step.accepted, step.reason.as_deref()))
            .collect();
        assert_eq!(
            told,
            [
                (true, None),
                (false, None),
                (false, Some("no")),
                (false, Some("3"))
            ]
        );
    }

    #[test]
    fn a_step_of_another_form_is_told_with_its_place() {
        for (steps, told) in [
            (
                r#"[{"ok":true},{}]"#,
                "missing member `ok` (at /result/steps/1)",
            ),
            (
                r#"[{"ok":true},{"ok":1}]"#,
                "expected a boolean, found a number",
            ),
            (
                r#"[{"ok":true},true]"#,
                "expected an object, found a boolean",
            ),
            (r#"[{"ok":true}]"#, "1 verdicts for 2 events"),
        ] {
            let answer = answer(&format!(r#"{{"steps":{steps},"model":null}}"#));
            let error = read(&answer, Method::Reduce, 2).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    #[test]
    fn a_stream_that_is_listed_twice_is_no_answer() {
        let streams = r#"[{"stream_id":"s","model":{}},{"stream_id":"s","model":{}}]"#;
        let answer = answer(&format!(r#"{{"steps":[],"models":{streams}}}"#));
        let error = read(&answer, Method::Route, 0).unwrap_err().to_string();
        assert!(error.contains("listed twice"), "{error}");
        assert!(error.contains("/result/models/1/stream_id"), "{error}");
    }
}
