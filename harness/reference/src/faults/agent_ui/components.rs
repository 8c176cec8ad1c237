//! Faults in components, their names, props and data (Envelope Types, Registry).

use uiconform_json::{Array, JsonString, Number, Object, Value};
use uiconform_protocols::agent_ui::{Call, Entry, Kind, Reference, Refusal, Steps as _};

use super::tools::{INHERITED, folded, is_no_string, refusal, refuse_if, retain, with_texts};
use super::{ANY, faults};

/// The component that most of them are.
const PANEL: &str = "fixture_panel";

/// The name, or the one of which it is a spelling.
fn name_by(
    kind: Kind,
    envelope: &Object,
    alike: impl Fn(&str) -> bool,
) -> Result<JsonString, Refusal> {
    let name = Reference.name(kind, envelope)?;
    Ok(match name.as_str() {
        Some(text) if kind == Kind::Component && alike(text) => PANEL.into(),
        _ => name,
    })
}

/// Refuses some props of components.
fn props_unless(
    kind: Kind,
    envelope: &Object,
    refused: impl Fn(&Value) -> bool,
) -> Result<Value, Refusal> {
    let props = Reference.payload(kind, envelope)?;
    refuse_if(kind == Kind::Component && refused(&props))?;
    Ok(props)
}

/// Refuses some data of components; `None` is none.
fn data_unless(
    kind: Kind,
    envelope: &Object,
    refused: impl Fn(Option<&Value>) -> bool,
) -> Result<Option<Value>, Refusal> {
    let data = Reference.data(kind, envelope)?;
    refuse_if(kind == Kind::Component && refused(data.as_ref()))?;
    Ok(data)
}

/// What is handed to components, changed.
fn handed(call: Call, change: impl Fn(&mut Value)) -> Vec<Call> {
    let mut call = call;
    if call.kind == Kind::Component {
        change(&mut call.value);
        if let Some(data) = &mut call.data {
            change(data);
        }
    }
    vec![call]
}

/// Every value within a value. Those of cases are not deep where this is used.
fn each(value: &mut Value, change: &dyn Fn(&mut Value)) {
    change(value);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|element| each(element, change)),
        Value::Object(object) => object
            .iter_mut()
            .for_each(|(_, member)| each(member, change)),
        _ => {}
    }
}

/// A value down to so many levels.
fn cut(value: &Value, levels: usize) -> Value {
    match (value, levels) {
        (Value::Array(_) | Value::Object(_), 0) => Value::Null,
        (Value::Array(list), levels) => list
            .iter()
            .map(|element| cut(element, levels - 1))
            .collect::<Array>()
            .into(),
        (Value::Object(object), levels) => {
            let members = object
                .iter()
                .map(|(name, member)| (name, cut(member, levels - 1)));
            Object::from_iter(members).into()
        }
        (scalar, _) => scalar.clone(),
    }
}

faults! {
    "components-without-a-name-are-panels" aims ["AUI-3-09"] in ANY
    "Takes a component that is no string for a panel." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match kind == Kind::Component && is_no_string(envelope, "component") {
                true => Ok(PANEL.into()),
                false => Reference.name(kind, envelope),
            }
        }
    }

    "components-may-be-missing" aims ["AUI-3-09", "AUI-3-22"] in ANY
    "Takes a component that is missing for a panel." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match kind == Kind::Component && !envelope.contains("component") {
                true => Ok(PANEL.into()),
                false => Reference.name(kind, envelope),
            }
        }
    }

    "components-in-every-writing" aims ["AUI-4-06"] in ANY
    "Compares the letters of components alone, in any case." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| folded(&name.into()) == folded(&PANEL.into()))
        }
    }

    "components-by-their-beginning" aims ["AUI-4-06"] in ANY
    "Finds components by the beginning of their names." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| name.len() > 3 && PANEL.starts_with(name))
        }
    }

    "components-with-more-behind-them" aims ["AUI-4-06"] in ANY
    "Finds components whose names have more behind them." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| name.starts_with(PANEL))
        }
    }

    "components-by-their-paths" aims ["AUI-4-06"] in ANY
    "Finds components by the last part of a path." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| name.rsplit('/').next() == Some(PANEL))
        }
    }

    "components-by-their-looks" aims ["AUI-4-06"] in ANY
    "Compares components without regard to accents and foreign letters." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| !name.is_ascii())
        }
    }

    "inherited-components" aims ["AUI-4-06"] in ANY
    "Finds components in an object that inherits some." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| INHERITED.contains(&name))
        }
    }

    "components-from-templates" aims ["AUI-4-06"] in ANY
    "Computes the name of a component that is a template." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| name.contains("${"))
        }
    }

    "props-may-be-missing" aims ["AUI-3-11"] in ANY
    "Gives a component without props an empty object." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match kind {
                Kind::Component => Ok(Reference.payload(kind, envelope).unwrap_or_else(|_| Object::new().into())),
                _ => Reference.payload(kind, envelope),
            }
        }
    }

    "props-are-objects" aims ["AUI-3-15"] in ANY
    "Refuses props that are no object." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            props_unless(kind, envelope, |props| props.as_object().is_none())
        }
    }

    "props-are-not-false" aims ["AUI-3-15"] in ANY
    "Refuses props that are false, zero or an empty string." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            props_unless(kind, envelope, is_falsy)
        }
    }

    "props-have-members" aims ["AUI-3-15"] in ANY
    "Refuses props that are an object without members." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            props_unless(kind, envelope, |props| props.as_object().is_some_and(Object::is_empty))
        }
    }

    "props-are-flat" aims ["AUI-3-15"] in ANY
    "Refuses props with objects in them." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            props_unless(kind, envelope, |props| {
                props.as_object().is_some_and(|props| props.iter().any(|(_, member)| member.as_object().is_some()))
            })
        }
    }

    "props-have-no-texts" aims ["AUI-3-15"] in ANY
    "Loses the texts of props." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            match call.kind {
                Kind::Component => {
                    let data = call.data.clone();
                    let calls = with_texts(call, |_| String::new());
                    calls.into_iter().map(|call| Call { data: data.clone(), ..call }).collect()
                }
                _ => vec![call],
            }
        }
    }

    "members-of-inherited-names-are-dropped" aims ["AUI-3-15", "AUI-3-16"] in ANY
    "Drops members of inherited names from what a component gets." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            let odd = ["hasOwnProperty", "toJSON", "then", ""];
            handed(call, |value| each(value, &|value| {
                if let Some(object) = value.as_object_mut() {
                    retain(object, |name, _| {
                        !INHERITED.iter().chain(&odd).any(|dropped| *name == *dropped)
                    });
                }
            }))
        }
    }

    "a-prototype-stays" aims ["AUI-1-06"] in ANY { inherited: Option<Value> }
    "Gives the members of a `__proto__` to all props after it." => {
        fn begin(&mut self) {
            self.inherited = None;
        }
        fn handed(&mut self, mut call: Call, _envelope: &Value) -> Vec<Call> {
            let Some(props) = call.value.as_object_mut() else {
                return vec![call];
            };
            let inherited = self.inherited.as_ref().and_then(Value::as_object);
            for (name, value) in inherited.into_iter().flat_map(Object::iter) {
                if props.get_name(name).is_none() {
                    props.insert(name, value.clone());
                }
            }
            self.inherited = props.get("__proto__").cloned().or(self.inherited.take());
            vec![call]
        }
    }

    "values-are-shallow" aims ["AUI-3-15", "AUI-3-16"] in ANY
    "Cuts what a component gets at twenty levels." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |value| *value = cut(value, 20))
        }
    }

    "texts-are-short" aims ["AUI-3-15", "AUI-3-16"] in ANY
    "Cuts texts that a component gets at a thousand characters." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            match call.kind {
                Kind::Component => with_texts(call, |text| text.chars().take(1000).collect()),
                _ => vec![call],
            }
        }
    }

    "lists-are-short" aims ["AUI-3-15", "AUI-3-16"] in ANY
    "Cuts lists that a component gets at fifty elements." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |value| each(value, &|value| {
                if let Some(list) = value.as_array_mut() {
                    list.truncate(50);
                }
            }))
        }
    }

    "data-is-needed" aims ["AUI-3-16"] in ANY
    "Refuses a component without data." => {
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            data_unless(kind, envelope, |data| data.is_none())
        }
    }

    "data-is-a-list" aims ["AUI-3-16"] in ANY
    "Refuses data of a component that is no list." => {
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            data_unless(kind, envelope, |data| data.is_some_and(|data| data.as_array().is_none()))
        }
    }

    "data-is-not-false" aims ["AUI-3-16"] in ANY
    "Loses data of a component that is false, zero or an empty string." => {
        fn handed(&mut self, mut call: Call, _envelope: &Value) -> Vec<Call> {
            if call.kind == Kind::Component {
                call.data = call.data.filter(|data| !is_falsy(data));
            }
            vec![call]
        }
    }

    "data-is-an-object" aims ["AUI-3-16"] in ANY
    "Refuses data of a component that is no object." => {
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            data_unless(kind, envelope, |data| data.is_some_and(|data| data.as_object().is_none()))
        }
    }

    "props-against-the-schema" aims ["AUI-4-19"] in ANY
    "Renders a component whatever its props are." => {
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            match kind {
                Kind::Component => Ok(()),
                _ => Reference.fits(kind, entry, value),
            }
        }
    }

    "components-with-a-schema-are-refused" aims ["AUI-4-19"] in ANY
    "Refuses components that have a schema." => {
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            match kind == Kind::Component && (entry.fits)(&Value::Null).is_err() {
                true => Err(refusal()),
                false => Reference.fits(kind, entry, value),
            }
        }
    }
}

fn is_falsy(value: &Value) -> bool {
    match value {
        Value::Bool(truth) => !truth,
        Value::Number(number) => *number == Number::from(0_u64),
        Value::String(text) => text.is_empty(),
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}
