//! What several faults need.

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{Call, Kind, Refusal};

pub(super) use crate::faults::tools::{INHERITED, map_values, mapped, retain, throughout};

/// The refusal of a variant that refuses too much.
pub(super) fn refusal() -> Refusal {
    Refusal::new("AUI-0", "refused by a fault")
}

/// Refuses if so.
pub(super) fn refuse_if(so: bool) -> Result<(), Refusal> {
    if so { Err(refusal()) } else { Ok(()) }
}

/// A member of an envelope that is a string.
pub(super) fn text<'e>(envelope: &'e Object, name: &str) -> Option<&'e str> {
    envelope.get(name)?.as_str()
}

/// The kind whose member an envelope has, be its own kind what it may.
pub(super) fn kind_by_members(envelope: &Object) -> Option<Kind> {
    let kinds = [Kind::Component, Kind::Chart, Kind::MapAction];
    kinds
        .into_iter()
        .find(|kind| envelope.contains(kind.called()))
}

/// An envelope that shows a value on the panel of the fixtures.
pub(super) fn panel(value: &Value) -> Object {
    Object::from_iter([
        ("kind", Value::from("registered_component")),
        ("schemaVersion", "agent-ui@1".into()),
        ("component", "fixture_panel".into()),
        ("surface", "canvas".into()),
        ("props", value.clone()),
    ])
}

/// The data of an event with such an envelope.
pub(super) fn panel_data(value: &Value) -> Object {
    Object::from_iter([
        ("session_id", Value::from("s")),
        ("envelope_id", "shown-as-it-is".into()),
        ("created_at", 0_u64.into()),
        ("envelope", panel(value).into()),
    ])
}

/// The call with every text in its value and its data changed.
pub(super) fn with_texts(call: Call, change: impl Fn(&str) -> String) -> Vec<Call> {
    vec![Call {
        value: map_values(&call.value, &change),
        data: call.data.map(|data| map_values(&data, &change)),
        ..call
    }]
}

/// Whether a value is there and no string.
pub(super) fn is_no_string(object: &Object, name: &str) -> bool {
    object
        .get(name)
        .is_some_and(|value| value.as_string().is_none())
}

/// A string without the signs by which machines write names differently.
pub(super) fn folded(name: &JsonString) -> JsonString {
    mapped(name, |name| {
        name.chars()
            .filter(|sign| sign.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    })
}
