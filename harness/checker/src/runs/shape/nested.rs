//! The forms of values that have parts: messages, patches, outcomes.

use uiconform_json::{Array, Object, Pointer, Value};

use super::{BAD_PATCH, Form, Found, LENIENT, NEWER, PATCH, STRICT, kind_of, one_of};
use crate::{Level, Objection};

/// Adds what is wrong with a value of that form.
pub(super) fn check(form: Form, value: &Value, at: &Pointer, found: &mut Found) {
    if !form.fits(value) {
        return found.wrong("AGU-EVENT-05", at.clone(), form.words(), kind_of(value));
    }
    match (form, value) {
        (Form::Word(words), Value::String(text)) if !words.iter().any(|word| *text == **word) => {
            found.wrong(
                "AGU-EVENT-10",
                at.clone(),
                one_of(words),
                format!("{text:?}"),
            );
        }
        (Form::Content, Value::Array(_)) => found.light(
            "AGU-EVENT-05",
            at.clone(),
            "a string",
            "a list of parts".to_owned(),
            NEWER,
        ),
        (Form::Messages, Value::Array(list)) => messages(list, at, found),
        (Form::Patch, Value::Array(list)) => patch(list, at, found),
        (Form::RunOutcome, Value::Object(outcome)) => run_outcome(outcome, at, found),
        (Form::SubagentOutcome, Value::Object(outcome)) => subagent_outcome(outcome, at, found),
        _ => {}
    }
}

/// A member of an object that has to be a string; adds what is wrong if it is none.
fn text<'o>(object: &'o Object, name: &str, at: &Pointer, found: &mut Found) -> Option<&'o str> {
    match object.get(name) {
        Some(Value::String(text)) => return Some(text.as_str().unwrap_or_default()),
        Some(other) => found.wrong("AGU-EVENT-05", at.join(name), "a string", kind_of(other)),
        None => found.wrong(
            "AGU-EVENT-06",
            at.clone(),
            format!("`{name}`, which is a string"),
            "none".to_owned(),
        ),
    }
    None
}

fn messages(list: &Array, at: &Pointer, found: &mut Found) {
    let mut ids = hashbrown::HashMap::new();
    for (index, message) in list.iter().enumerate() {
        let at = at.join(index);
        let Value::Object(object) = message else {
            found.wrong(
                "AGU-EVENT-05",
                at,
                "a message, which is an object",
                kind_of(message),
            );
            continue;
        };
        check_message(object, &at, found);
        if let Some(id) = object.get("id").and_then(Value::as_string)
            && let Some(first) = ids.insert(id, index)
        {
            let mut objection = Objection::new(
                "AGU-SNAP-09",
                Level::Informative,
                "an id of its own",
                format!("that of message {first} of the list"),
                "The text leaves open what becomes of two messages of one id.",
            );
            objection.pointer = at.join("id");
            found.add(objection.bearable());
        }
    }
}

fn check_message(message: &Object, at: &Pointer, found: &mut Found) {
    const ROLES: [&str; 7] = [
        "developer",
        "system",
        "assistant",
        "user",
        "tool",
        "activity",
        "reasoning",
    ];
    text(message, "id", at, found);
    let role = text(message, "role", at, found);
    if let Some(role) = role.filter(|role| !ROLES.contains(role)) {
        let got = format!("{role:?}");
        found.light("AGU-EVENT-10", at.join("role"), one_of(&ROLES), got, STRICT);
    }
    if role == Some("tool") && !message.contains("toolCallId") {
        let expected = "the `toolCallId` of the call that it is the result of";
        found.light(
            "AGU-EVENT-06",
            at.clone(),
            expected,
            "none".to_owned(),
            LENIENT,
        );
    }
    if message.contains("subagentRunId") {
        text(message, "subagentRunId", at, found);
    }
    match message.get("toolCalls") {
        None => {}
        Some(Value::Null) => {
            let expected = "a list, or no such member";
            let got = "null".to_owned();
            found.light(
                "AGU-EVENT-05",
                at.join("toolCalls"),
                expected,
                got,
                super::NULL,
            );
        }
        Some(Value::Array(calls)) => {
            for (index, call) in calls.iter().enumerate() {
                check_call(call, &at.join("toolCalls").join(index), found);
            }
        }
        Some(other) => {
            found.wrong(
                "AGU-EVENT-05",
                at.join("toolCalls"),
                "a list",
                kind_of(other),
            );
        }
    }
}

fn check_call(call: &Value, at: &Pointer, found: &mut Found) {
    let Value::Object(object) = call else {
        return found.wrong("AGU-EVENT-05", at.clone(), "an object", kind_of(call));
    };
    text(object, "id", at, found);
    match object.get("function") {
        Some(Value::Object(function)) => {
            let at = at.join("function");
            text(function, "name", &at, found);
            text(function, "arguments", &at, found);
        }
        Some(other) => found.wrong(
            "AGU-EVENT-05",
            at.join("function"),
            "an object",
            kind_of(other),
        ),
        None => found.wrong(
            "AGU-EVENT-06",
            at.clone(),
            "`function`, which is an object",
            "none".to_owned(),
        ),
    }
}

/// Operations of RFC 6902, as far as that can be said without what they are applied to.
fn patch(list: &Array, at: &Pointer, found: &mut Found) {
    for (index, operation) in list.iter().enumerate() {
        check_operation(operation, &at.join(index), found);
    }
}

fn check_operation(operation: &Value, at: &Pointer, found: &mut Found) {
    const OPERATIONS: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];
    let mut wrong = |at: Pointer, expected: String, got: String| {
        let mut objection = Objection::new(BAD_PATCH, Level::Required, expected, got, PATCH);
        objection.pointer = at;
        found.add(objection);
    };
    let Value::Object(object) = operation else {
        return wrong(
            at.clone(),
            "an operation, which is an object".to_owned(),
            kind_of(operation),
        );
    };
    let op = match object.get("op") {
        Some(Value::String(op)) => op.as_str().filter(|op| OPERATIONS.contains(op)),
        _ => None,
    };
    let Some(op) = op else {
        let got = object.get("op").map_or_else(|| "none".to_owned(), kind_of);
        return wrong(at.join("op"), one_of(&OPERATIONS), got);
    };
    let pointers: &[&str] = match op {
        "move" | "copy" => &["from", "path"],
        _ => &["path"],
    };
    for name in pointers {
        match object.get(name) {
            Some(Value::String(text)) if Pointer::try_from(text.clone()).is_ok() => {}
            other => {
                let got = other.map_or_else(|| "none".to_owned(), kind_of);
                let place = if other.is_some() {
                    at.join(*name)
                } else {
                    at.clone()
                };
                wrong(
                    place,
                    format!("`{name}`, which is a JSON Pointer (RFC 6901)"),
                    got,
                );
            }
        }
    }
    if matches!(op, "add" | "replace" | "test") && !object.contains("value") {
        wrong(
            at.clone(),
            format!("the `value` of `{op}`"),
            "none".to_owned(),
        );
    }
}

/// The word by which an outcome says what it is.
fn word<'o>(outcome: &'o Object, at: &Pointer, found: &mut Found) -> Option<&'o str> {
    text(outcome, "type", at, found)
}

fn run_outcome(outcome: &Object, at: &Pointer, found: &mut Found) {
    match word(outcome, at, found) {
        None | Some("success") => {}
        Some("interrupt") => interrupts(outcome, at, found),
        Some("cancelled") => found.light(
            "AGU-END-18",
            at.join("type"),
            "`success` or `interrupt`",
            "\"cancelled\"".to_owned(),
            NEWER,
        ),
        Some(other) => found.wrong(
            "AGU-END-18",
            at.join("type"),
            "`success` or `interrupt`",
            format!("{other:?}"),
        ),
    }
}

fn interrupts(outcome: &Object, at: &Pointer, found: &mut Found) {
    let at = at.join("interrupts");
    let list = match outcome.get("interrupts") {
        Some(Value::Array(list)) => list,
        Some(other) => return found.wrong("AGU-EVENT-05", at, "a list", kind_of(other)),
        None => {
            let expected = "`interrupts`, which is a list";
            let at = at.parent().unwrap_or_default();
            return found.wrong("AGU-EVENT-06", at, expected, "none".to_owned());
        }
    };
    let mut ids = hashbrown::HashMap::new();
    for (index, interrupt) in list.iter().enumerate() {
        let at = at.join(index);
        let Value::Object(object) = interrupt else {
            found.wrong(
                "AGU-EVENT-05",
                at,
                "an interrupt, which is an object",
                kind_of(interrupt),
            );
            continue;
        };
        text(object, "id", &at, found);
        if let Some(id) = object.get("id").and_then(Value::as_string)
            && let Some(first) = ids.insert(id, index)
        {
            let got = format!("that of interrupt {first} of the list");
            let why = "Nobody can answer one of two interrupts of one id; clients of protocol 1.0 end the run.";
            found.light("AGU-INT-10", at.join("id"), "an id of its own", got, why);
        }
    }
}

fn subagent_outcome(outcome: &Object, at: &Pointer, found: &mut Found) {
    match word(outcome, at, found) {
        None | Some("success") => {}
        Some("suspended") => match outcome.get("interruptIds") {
            None => {}
            Some(Value::Array(ids)) => {
                for (index, id) in ids.iter().enumerate() {
                    if id.as_string().is_none() {
                        let at = at.join("interruptIds").join(index);
                        found.wrong("AGU-EVENT-05", at, "a string", kind_of(id));
                    }
                }
            }
            Some(other) => {
                found.wrong(
                    "AGU-EVENT-05",
                    at.join("interruptIds"),
                    "a list",
                    kind_of(other),
                );
            }
        },
        Some(other) => found.wrong(
            "AGU-END-18",
            at.join("type"),
            "`success` or `suspended`",
            format!("{other:?}"),
        ),
    }
}
