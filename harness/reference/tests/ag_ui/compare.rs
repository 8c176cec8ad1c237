//! Whether values are those that a case writes.

use uiconform_json::{Object, Value};

use crate::cases::list;

/// The members of a message by which messages are compared, if the case writes them or not.
const COMPARED: [&str; 7] = [
    "id",
    "role",
    "content",
    "toolCalls",
    "toolCallId",
    "subagentRunId",
    "metadata",
];
/// Those of them that may as well be empty as absent.
const MAY_BE_EMPTY: [&str; 3] = ["content", "toolCalls", "metadata"];

/// Whether a value is the one that is written, which may stand for several.
pub(crate) fn is(expected: Option<&Value>, got: Option<&Value>) -> bool {
    let got = got.filter(|got| !got.is_null());
    match expected.filter(|expected| !expected.is_null()) {
        None => got.is_none(),
        Some(expected) => {
            if expected.get("$any").is_some() {
                return true;
            }
            if expected.get("$absent").is_some() {
                return got.is_none();
            }
            if let Some(part) = expected.get("$contains").and_then(Value::as_str) {
                return got
                    .and_then(Value::as_str)
                    .is_some_and(|got| got.contains(part));
            }
            got.is_some_and(|got| got == expected)
        }
    }
}

/// Whether all members that are written are so.
pub(crate) fn has(expected: &Object, got: &Value) -> bool {
    expected
        .iter()
        .all(|(name, expected)| is(Some(expected), name.as_str().and_then(|name| got.get(name))))
}

/// Whether a message is the one that is written; with `whole`, also in the members that the case leaves out.
pub(crate) fn is_message(expected: &Value, got: &Value, whole: bool) -> bool {
    let Some(expected) = expected.as_object() else {
        return false;
    };
    let written = expected.names().filter_map(|name| name.as_str());
    let compared = COMPARED
        .into_iter()
        .filter(|name| whole && !expected.contains(name));
    written.chain(compared).all(|name| {
        let (expected, got) = (expected.get(name), got.get(name));
        match name {
            "toolCalls" => are_calls(expected, got),
            _ if MAY_BE_EMPTY.contains(&name) => {
                is(expected, got) || (is_empty(expected) && is_empty(got))
            }
            _ => is(expected, got),
        }
    })
}

fn are_calls(expected: Option<&Value>, got: Option<&Value>) -> bool {
    let (expected, got) = (list(expected), list(got));
    expected.len() == got.len()
        && expected.iter().zip(&got).all(|(expected, got)| {
            expected
                .as_object()
                .unwrap()
                .iter()
                .all(|(name, value)| match name.as_str() {
                    Some("type") => true,
                    Some("function") => has(
                        value.as_object().unwrap(),
                        got.get("function").unwrap_or(&Value::Null),
                    ),
                    Some(name) => is(Some(value), got.get(name)),
                    None => false,
                })
        })
}

fn is_empty(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(array)) => array.is_empty(),
        Some(Value::Object(object)) => object.is_empty(),
        Some(_) => false,
    }
}

/// Whether messages are those that are written, reasoning aside, and activities too unless they are asked for.
pub(crate) fn are_messages(expected: &Value, got: Option<&Value>, activities: bool) -> bool {
    let got: Vec<Value> = list(got)
        .into_iter()
        .filter(
            |message| match message.get("role").and_then(Value::as_str) {
                Some("reasoning") => false,
                Some("activity") => activities,
                _ => true,
            },
        )
        .collect();
    let expected = list(Some(expected));
    expected.len() == got.len()
        && expected
            .iter()
            .zip(&got)
            .all(|(expected, got)| is_message(expected, got, true))
}

/// Whether each element of the one list has one of its own in the other that fits.
pub(crate) fn match_in_any_order(
    expected: &[Value],
    got: &[Value],
    fits: &dyn Fn(&Value, &Value) -> bool,
) -> bool {
    match expected.split_first() {
        None => got.is_empty(),
        Some((first, rest)) => (0..got.len()).any(|place| {
            let mut others = got.to_vec();
            let one = others.remove(place);
            fits(first, &one) && match_in_any_order(rest, &others, fits)
        }),
    }
}
