//! Faults in the names of members (Envelope Types).

use uiconform_json::{Object, Value};
use uiconform_protocols::agent_ui::{Reference, Refusal, Steps as _};

use super::tools::folded;
use super::{ANY, faults};

/// The members that an envelope may have.
const MEMBERS: [&str; 11] = [
    "kind",
    "schemaVersion",
    "surface",
    "component",
    "grammar",
    "action",
    "props",
    "spec",
    "params",
    "data",
    "fallbackText",
];

/// The envelope with members under names of which others are spellings.
fn renamed(
    envelope: &Value,
    other: impl Fn(&Object, &str) -> Option<Value>,
) -> Result<Object, Refusal> {
    let mut object = Reference.object(envelope)?;
    for name in MEMBERS {
        if !object.contains(name)
            && let Some(value) = other(&object, name)
        {
            object.insert(name, value);
        }
    }
    Ok(object)
}

faults! {
    "members-in-every-writing" aims ["AUI-3-22"] in ANY
    "Finds members by the letters of their names, in any case." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            renamed(envelope, |object, name| {
                let mut members = object.iter();
                let (_, value) = members.find(|(other, _)| folded(other) == folded(&name.into()))?;
                Some(value.clone())
            })
        }
    }

    "members-by-other-names" aims ["AUI-3-22"] in ANY
    "Takes `type` for the kind and `name` for the component." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            renamed(envelope, |object, name| match name {
                "kind" => object.get("type").cloned(),
                "component" => object.get("name").cloned(),
                _ => None,
            })
        }
    }

    "members-of-a-prototype" aims ["AUI-3-22", "AUI-3-12"] in ANY
    "Finds members of an envelope under `__proto__` too." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            renamed(envelope, |object, name| object.get("__proto__")?.get(name).cloned())
        }
    }

    "surfaces-in-a-list" aims ["AUI-3-05"] in ANY
    "Takes the first of `surfaces` for the surface." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            let mut object = Reference.object(envelope)?;
            let first = object.get("surfaces").and_then(Value::as_array).and_then(|list| list.first());
            if let Some(first) = first.cloned() {
                object.insert("surface", first);
            }
            Ok(object)
        }
    }
}
