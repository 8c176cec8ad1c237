//! The published schemas: well-formed themselves, and in step with the files, messages and records that they describe.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod ag_ui;
mod agent_ui;
mod baseline;
mod case;
mod deliveries;
mod driver;
mod requests;
mod result;

use jsonschema::{Registry, Validator};
use serde_json::{Map, Value, json};
use uiconform_catalogue::schemas::{AG_UI_CASE, AGENT_UI_CASE, BASELINE, CASE, DRIVER, RESULT};

const ALL: [&str; 6] = [AG_UI_CASE, AGENT_UI_CASE, BASELINE, CASE, DRIVER, RESULT];

/// A validator for a part of a schema; the pointer is that of the part, empty for the whole.
fn validator(schema: &str, pointer: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let id = schema["$id"].as_str().unwrap().to_owned();
    let part = json!({ "$ref": format!("{id}#{pointer}") });
    let registry = Registry::new().add(&id, schema).unwrap();
    let registry = registry.prepare().unwrap();
    jsonschema::draft202012::options()
        .offline()
        .with_registry(&registry)
        .build(&part)
        .unwrap()
}

/// What a schema says against a value, one complaint a line; empty if nothing.
fn complaints(validator: &Validator, value: &Value) -> String {
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("at `{}`: {error:.200}\n", error.instance_path()))
        .collect()
}

#[track_caller]
fn assert_fits(validator: &Validator, value: &Value, what: &str) {
    let complaints = complaints(validator, value);
    assert!(complaints.is_empty(), "{what}:\n{complaints}{value:#}");
}

#[track_caller]
fn assert_refused(validator: &Validator, value: &Value, what: &str) {
    assert!(!validator.is_valid(value), "{what} is taken:\n{value:#}");
}

/// The value with the place of a pointer set, be it there before or not; `None` removes it.
fn edited(base: &Value, pointer: &str, new: Option<Value>) -> Value {
    let mut value = base.clone();
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    match (value.pointer_mut(parent).unwrap(), new) {
        (Value::Object(members), Some(new)) => {
            members.insert(last.to_owned(), new);
        }
        (Value::Object(members), None) => {
            members.remove(last).unwrap();
        }
        (Value::Array(elements), Some(new)) => {
            let index: usize = last.parse().unwrap();
            elements.splice(index..elements.len().min(index + 1), [new]);
        }
        (parent, _) => panic!("{pointer} leads into {parent}"),
    }
    value
}

/// Visits every schema within a schema, with its pointer.
fn walk(schema: &Value, pointer: &str, visit: &mut dyn FnMut(&str, &Map<String, Value>)) {
    let Value::Object(members) = schema else {
        return;
    };
    visit(pointer, members);
    for (keyword, value) in members {
        let at = format!("{pointer}/{keyword}");
        match keyword.as_str() {
            "properties" | "$defs" => {
                for (name, part) in value.as_object().unwrap() {
                    walk(part, &format!("{at}/{name}"), visit);
                }
            }
            "allOf" | "anyOf" | "oneOf" => {
                for (index, part) in value.as_array().unwrap().iter().enumerate() {
                    walk(part, &format!("{at}/{index}"), visit);
                }
            }
            "if"
            | "then"
            | "else"
            | "not"
            | "items"
            | "contains"
            | "additionalProperties"
            | "propertyNames" => walk(value, &at, visit),
            _ => {}
        }
    }
}

#[test]
fn schemas_fit_their_meta_schema() {
    for text in ALL {
        let schema: Value = serde_json::from_str(text).unwrap();
        jsonschema::draft202012::meta::validate(&schema).unwrap();
    }
}

#[test]
fn examples_fit_the_schemas_beside_them() {
    let mut examples = 0;
    for text in ALL {
        let schema = serde_json::from_str(text).unwrap();
        walk(&schema, "", &mut |pointer, part| {
            let Some(Value::Array(list)) = part.get("examples") else {
                return;
            };
            let validator = validator(text, pointer);
            for example in list {
                assert_fits(&validator, example, &format!("an example at {pointer}"));
                examples += 1;
            }
        });
    }
    assert!(examples > 40, "{examples} examples");
}

#[test]
fn every_member_is_explained() {
    for text in ALL {
        let schema: Value = serde_json::from_str(text).unwrap();
        walk(&schema, "", &mut |pointer, part| {
            // A refinement of what is described elsewhere has no type of its own.
            if part.get("type").is_none() {
                return;
            }
            let members = part.get("properties").and_then(Value::as_object);
            for (name, member) in members.into_iter().flatten() {
                let other = member.get("$ref").and_then(Value::as_str);
                let other = other.and_then(|other| schema.pointer(other.strip_prefix('#')?));
                for keyword in ["title", "description"] {
                    let explained = *member == json!(false)
                        || member.get(keyword).is_some()
                        || other.is_some_and(|other| other.get(keyword).is_some());
                    assert!(explained, "{pointer}/properties/{name} has no {keyword}");
                }
            }
        });
    }
}
