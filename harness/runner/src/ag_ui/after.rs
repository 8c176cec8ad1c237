//! Whether what stands after a run is as expected.

use uiconform_catalogue::Described;
use uiconform_json::{Array, Object, Pointer, Value};

use super::answer::RunAnswer;
use super::expected::After;
use super::update::Kind;
use super::{mark, message};
use crate::values::{matches, repeated_name};
use crate::wrong::Wrong;

/// Checks what stands after a run. Gives places where numbers agree only as binary64.
pub(super) fn check(
    after: &After,
    run: &RunAnswer<'_>,
    activities: bool,
) -> Result<Vec<Pointer>, Wrong> {
    let mut lossy = Vec::new();
    if let Some(done) = &after.done {
        let last = run.updates.last().copied();
        let seen = |expected: &Value| last.map_or(Value::Null, |last| done_seen(expected, last));
        lossy.extend(same("done", "ended otherwise", done, seen)?);
    }
    if let Some(errors) = after.errors {
        let is_error = |update: &&&Value| Kind::of(update) == Some(Kind::Error);
        let count = run.updates.iter().filter(is_error).count();
        if !errors.fit(count) {
            return Err(Wrong::new(format!(
                "{count} errors were reported; {} expected",
                match errors.text() {
                    "none" => "none is",
                    "one" => "exactly one is",
                    _ => "at least one is",
                }
            )));
        }
    }
    if let Some(messages) = &after.messages {
        let seen = |expected: &Value| message::list_seen(expected, Some(run.messages), activities);
        lossy.extend(same(
            "messages",
            "the list of messages is another",
            messages,
            seen,
        )?);
    }
    if let Some(state) = &after.state {
        let seen = |_: &Value| run.state.clone();
        lossy.extend(same("state", "the state is another", state, seen)?);
    }
    if let Some(reasoning) = &after.reasoning {
        let seen = |expected: &Value| reasoning_seen(expected, run);
        lossy.extend(same(
            "reasoning",
            "the reasoning is another",
            reasoning,
            seen,
        )?);
    }
    if let Some(subagents) = &after.subagents {
        let seen = |expected: &Value| {
            let got = run.subagents.iter().copied();
            message::zipped(expected, got, message::members_seen)
        };
        lossy.extend(same(
            "subagents",
            "the subagents are others",
            subagents,
            seen,
        )?);
    }
    if let Some(interrupts) = &after.interrupts {
        let seen = |expected: &Value| in_order_of(expected, run.interrupts.iter().copied());
        lossy.extend(same(
            "interrupts",
            "the interrupts that wait are others",
            interrupts,
            seen,
        )?);
    }
    Ok(lossy)
}

/// Whether what is seen is what is expected.
fn same(
    name: &str,
    otherwise: &str,
    expected: &Described,
    seen: impl Fn(&Value) -> Value,
) -> Result<Vec<Pointer>, Wrong> {
    let expected = expected.get();
    let seen = seen(&expected);
    match matches(&expected, &seen) {
        Some(lossy) => Ok(within(&Pointer::root().join(name), lossy)),
        None => Err(match repeated_name(&seen) {
            Some(repeated) => Wrong::bad_answer(format!("in `{name}`, {repeated}")),
            None => Wrong::new(otherwise).between(&expected, &seen),
        }),
    }
}

/// Places within a value, as places of what is around it.
pub(super) fn within(outer: &Pointer, places: Vec<Pointer>) -> Vec<Pointer> {
    let join = |place: Pointer| {
        let mut whole = outer.clone();
        for token in place.tokens() {
            whole.push(token);
        }
        whole
    };
    places.into_iter().map(join).collect()
}

/// How a run ended, in the words of the case.
pub(super) fn done_seen(expected: &Value, done: &Value) -> Value {
    let end = || done.get("end").cloned().unwrap_or_default();
    if mark::is_any(expected) {
        return expected.clone();
    }
    let Some(expected) = expected.as_object() else {
        return end();
    };
    let members = expected.iter().filter_map(|(name, expected)| {
        let got = done.as_object().and_then(|done| done.get_name(name));
        let seen = match name.as_str() {
            // A result of null is a result.
            Some("result") if expected.is_null() => got.cloned(),
            Some("interrupts") => {
                let got = got.and_then(Value::as_array);
                let got = got.into_iter().flat_map(|list| list.iter());
                Some(in_order_of(expected, got))
            }
            _ => mark::seen(Some(expected), got),
        };
        Some((name.clone(), seen?))
    });
    Object::from_iter(members).into()
}

/// What came, each at the place at which an equal one is expected; what is not expected stands at the end.
fn in_order_of<'v>(expected: &Value, got: impl Iterator<Item = &'v Value>) -> Value {
    let mut rest: Vec<&Value> = got.collect();
    let mut found = Array::new();
    for expected in expected.as_array().into_iter().flat_map(|list| list.iter()) {
        if let Some(at) = rest.iter().position(|got| *got == expected) {
            found.push(rest.remove(at).clone());
        }
    }
    found.extend(rest.into_iter().cloned());
    found.into()
}

/// The reasoning that stands in the list of messages and beside it, in the words of the case.
fn reasoning_seen(expected: &Value, run: &RunAnswer<'_>) -> Value {
    let messages = run.messages.as_array();
    let messages = messages.into_iter().flat_map(|messages| messages.iter());
    let thoughts = messages
        .filter(|message| message::role(message) == Some("reasoning"))
        .chain(run.reasoning.iter().copied());
    message::zipped(expected, thoughts, |expected, got| {
        let mut seen = message::members_seen(expected, got);
        let owner = got.get("subagentRunId").filter(|owner| !owner.is_null());
        if let (Some(owner), None, Some(seen)) =
            (owner, expected.get("subagentRunId"), seen.as_object_mut())
        {
            seen.push("subagentRunId", owner.clone());
        }
        seen
    })
}
