//! Limits that cut what is accepted instead of refusing it (section 8).

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::{Model, Op, Reference};

use super::tools::{map_values, mapped, throughout};
use super::{REDUCER, ROUTER, faults};

faults! {
    "deep-values-are-cut" aims ["AUE-8-12"] in REDUCER
    "Puts null in the place of lists and objects that nest deeper than eight levels in a block." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            // A block stands three levels deep in a model.
            cut(value.clone(), if op == Op::Start { 11 } else { 8 })
        }
    }

    "long-texts-are-cut" aims ["AUE-8-12"] in REDUCER
    "Keeps the first 40,000 characters of a string of more than 64 KiB." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                if text.len() < 1 << 16 {
                    text.to_owned()
                } else {
                    text.chars().take(40_000).collect()
                }
            })
        }
    }

    "long-lists-are-cut" aims ["AUE-8-12"] in REDUCER
    "Keeps the first thousand elements of a list, of the blocks also." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            throughout(value.clone(), |value| {
                if let Value::Array(elements) = value {
                    elements.truncate(1_000);
                }
            })
        }
    }

    "blocks-beyond-1000-are-dropped" aims ["AUE-8-12"] in REDUCER
    "Accepts a new block where there are a thousand, and drops it." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            if model.blocks().len() < 1_000 {
                Reference.insert(model, block);
            }
        }

        fn insert_appended(&mut self, model: &mut Model, block: Value) {
            if model.blocks().len() < 1_000 {
                Reference.insert_appended(model, block);
            }
        }
    }

    "long-stream-ids-are-cut" aims ["AUE-8-12"] in ROUTER
    "Keeps the first 64 characters of a stream id." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let whole = Reference.stream(stream_id);
            mapped(&whole, |id| id.chars().take(64).collect())
        }
    }
}

/// Leaves so many levels of a value, without recursion.
fn cut(mut value: Value, levels: usize) -> Value {
    let mut open = vec![(&mut value, levels)];
    while let Some((value, left)) = open.pop() {
        if left == 0 && matches!(value, Value::Array(_) | Value::Object(_)) {
            *value = Value::Null;
        }
        match value {
            Value::Array(elements) => {
                open.extend(elements.iter_mut().map(|element| (element, left - 1)));
            }
            Value::Object(members) => {
                open.extend(members.iter_mut().map(|(_, member)| (member, left - 1)));
            }
            _ => {}
        }
    }
    value
}
