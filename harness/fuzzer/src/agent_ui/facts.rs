//! What of two answers has to be the same where they are to come to the same: texts of errors, and how they are reported, may vary.

use uiconform_json::{Array, JsonString, Object, Value};

use crate::target::Reply;

/// What an answer says: of all identifiers, or of those alone that are to be looked at. `None` if it has not the shape of an answer.
pub(super) fn of(reply: &Reply, looks_at: &dyn Fn(&JsonString) -> bool) -> Option<Value> {
    let phases = reply.value().ok()?.get("phases")?.as_array()?;
    let phases: Option<Array> = phases
        .iter()
        .map(|phase| of_phase(phase, looks_at))
        .collect();
    Some(phases?.into())
}

fn of_phase(phase: &Value, looks_at: &dyn Fn(&JsonString) -> bool) -> Option<Value> {
    let list = |name: &str, id: &str, members: &[&str]| -> Option<Array> {
        let elements = phase.get(name)?.as_array()?.iter();
        let own = elements.filter(|element| match element.get(id).and_then(Value::as_string) {
            Some(id) => looks_at(id),
            None => true,
        });
        let facts = own.map(|element| {
            let mut facts = Object::new();
            for name in members {
                if let Some(value) = element.get(name).filter(|value| !value.is_null()) {
                    facts.insert(*name, value.clone());
                }
            }
            facts.insert("error", error(element));
            Value::from(facts)
        });
        Some(facts.collect())
    };
    let mut facts = Object::from_iter([
        (
            "outcomes",
            list("outcomes", "id", &["id", "outcome", "text"])?,
        ),
        (
            "calls",
            list("calls", "id", &["id", "name", "surface", "value", "data"])?,
        ),
    ]);
    if phase.get("records").is_some() {
        let members = ["envelopeId", "createdAt", "envelope", "renderStatus"];
        facts.insert("records", list("records", "envelopeId", &members)?);
    }
    Some(facts.into())
}

/// What there is to an error beside its words: whether it has any.
fn error(element: &Value) -> &'static str {
    let has_failed = element.get("outcome").and_then(Value::as_str) == Some("error");
    match element.get("error") {
        None | Some(Value::Null) if has_failed => "missing",
        Some(Value::String(text)) if has_failed && text.is_empty() => "empty",
        None | Some(Value::Null | Value::String(_)) => "fine",
        Some(_) => "no text",
    }
}

/// How many errors an answer reports.
pub(super) fn errors(reply: &Reply) -> usize {
    let phases = reply
        .value()
        .ok()
        .and_then(|value| value.get("phases")?.as_array());
    let errors = |phase: &Value| phase.get("errors")?.as_array().map(|errors| errors.len());
    phases.into_iter().flatten().filter_map(errors).sum()
}

/// Whether two answers say the same.
pub(super) fn are_same(one: &Reply, other: &Reply) -> bool {
    let all = |_: &JsonString| true;
    match (of(one, &all), of(other, &all)) {
        (Some(first), Some(second)) => {
            errors(one) == errors(other)
                && uiconform_json::compare(&first, &second)
                    .difference
                    .is_none()
        }
        _ => false,
    }
}
