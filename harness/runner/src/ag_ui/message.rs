//! Messages as a case writes them, and as they came.

use uiconform_json::{Array, Object, Value};

use super::mark;

/// The members by which messages are compared, whether the case writes them or not.
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

/// The role of a message.
pub(super) fn role(message: &Value) -> Option<&str> {
    message.get("role").and_then(Value::as_str)
}

/// A list of messages in the words of the case, without reasoning, and without activities unless they are asked for.
pub(super) fn list_seen(expected: &Value, got: Option<&Value>, activities: bool) -> Value {
    let got = got.and_then(Value::as_array);
    let got = got.into_iter().flat_map(|list| list.iter());
    let got = got.filter(|message| match role(message) {
        Some("reasoning") => false,
        Some("activity") => activities,
        _ => true,
    });
    zipped(expected, got, |expected, got| seen(expected, got, true))
}

/// A message in the words of the case; if it is compared as a whole, with the members that the case leaves out.
pub(super) fn seen(expected: &Value, got: &Value, whole: bool) -> Value {
    let nothing = Object::new();
    let expected = expected.as_object().unwrap_or(&nothing);
    let mut seen = Object::new();
    for (name, expected) in expected {
        let name_text = name.as_str().unwrap_or_default();
        let got = got.get(name_text);
        let member = match name_text {
            "toolCalls" => Some(calls_seen(expected, got)),
            _ if MAY_BE_EMPTY.contains(&name_text) && is_empty(Some(expected)) && is_empty(got) => {
                Some(expected.clone())
            }
            _ => mark::seen(Some(expected), got),
        };
        if let Some(member) = member {
            seen.push(name, member);
        }
    }
    for name in COMPARED.into_iter().filter(|_| whole) {
        let got = got.get(name).filter(|got| !got.is_null());
        let may_be_empty = MAY_BE_EMPTY.contains(&name);
        if let Some(got) = got.filter(|got| !(may_be_empty && is_empty(Some(got))))
            && !expected.contains(name)
        {
            seen.push(name, got.clone());
        }
    }
    seen.into()
}

/// The members of an object that the case writes, and no others.
pub(super) fn members_seen(expected: &Value, got: &Value) -> Value {
    let members = expected.as_object().into_iter().flatten();
    let members = members.filter_map(|(name, expected)| {
        let got = got.as_object().and_then(|got| got.get_name(name));
        Some((name.clone(), mark::seen(Some(expected), got)?))
    });
    Object::from_iter(members).into()
}

/// A list of objects of which each is seen beside the one that is expected at its place.
pub(super) fn zipped<'v>(
    expected: &Value,
    got: impl Iterator<Item = &'v Value>,
    seen: impl Fn(&Value, &Value) -> Value,
) -> Value {
    let nothing = Value::from(Object::new());
    let expected = expected.as_array();
    let seen = got.enumerate().map(|(index, got)| {
        let expected = expected.and_then(|list| list.get(index));
        seen(expected.unwrap_or(&nothing), got)
    });
    seen.collect::<Array>().into()
}

fn calls_seen(expected: &Value, got: Option<&Value>) -> Value {
    if is_empty(got) && is_empty(Some(expected)) {
        return expected.clone();
    }
    let calls = got.and_then(Value::as_array);
    let calls = calls.into_iter().flat_map(|calls| calls.iter());
    zipped(expected, calls, |expected, got| {
        let mut seen = Object::new();
        for (name, expected) in expected.as_object().into_iter().flatten() {
            let name_text = name.as_str().unwrap_or_default();
            let got = got.get(name_text);
            let member = match (name_text, got) {
                // There is but one type, and not every client names it.
                ("type", _) => Some(expected.clone()),
                ("function", Some(got)) => Some(members_seen(expected, got)),
                _ => mark::seen(Some(expected), got),
            };
            if let Some(member) = member {
                seen.push(name, member);
            }
        }
        if seen.is_empty() {
            return got.clone();
        }
        seen.into()
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
