//! Faults in what is taken for the `id` or the `ref` of a block (sections 3.3, 3.4, 5.2 and 5.3).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Model, Op, Reference, Rejection, Verdict};

use super::tools::refuse_if;
use super::{REDUCER, faults};

faults! {
    "started-blocks-with-a-ref-within-are-refused" aims ["AUE-3.3-11"] in REDUCER
    "Looks for a `ref` at any depth of the blocks of a start." => {
        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            refuse_if(op == Op::Start && has_ref_within(block))?;
            Reference.block(op, block)
        }
    }

    "set-blocks-with-a-ref-within-are-refused" aims ["AUE-5.2-04"] in REDUCER
    "Looks for a `ref` at any depth of a whole block that is set." => {
        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            refuse_if(op == Op::Set && has_ref_within(block))?;
            Reference.block(op, block)
        }
    }

    "inserted-blocks-with-a-ref-within-are-refused" aims ["AUE-5.3-18"] in REDUCER
    "Looks for a `ref` at any depth of a block that an append inserts." => {
        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            refuse_if(op == Op::Append && has_ref_within(block))?;
            Reference.block(op, block)
        }
    }

    "deltas-with-a-ref-within-are-refused" aims ["AUE-5.3-04"] in REDUCER
    "Looks for a `ref` in the elements of an array delta." => {
        fn delta(&mut self, delta: &Value) -> Verdict {
            refuse_if(has_ref_within(delta))?;
            Reference.delta(delta)
        }
    }

    "set-values-with-a-ref-within-are-refused" aims ["AUE-5.2-41"] in REDUCER
    "Looks for a `ref` in the value that a masked set assigns." => {
        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            let value = Reference.select(op, payload, path)?;
            refuse_if(op == Op::Set && (value.get("ref").is_some() || has_ref_within(value)))?;
            Ok(value)
        }
    }

    "started-inline-blocks-may-have-an-odd-ref" aims ["AUE-3.4-06"] in REDUCER
    "Takes a started block for inline if its `ref` is no string, or an empty one." => {
        fn is_reference(&mut self, op: Op, block: &Object) -> bool {
            Reference.is_reference(op, block) && !(op == Op::Start && is_odd(block))
        }
    }

    "set-inline-blocks-may-have-an-odd-ref" aims ["AUE-5.2-11", "AUE-5.2-12"] in REDUCER
    "Takes a set block for inline if its `ref` is no string, or an empty one." => {
        fn is_reference(&mut self, op: Op, block: &Object) -> bool {
            Reference.is_reference(op, block) && !(op == Op::Set && is_odd(block))
        }
    }

    "appends-may-have-an-odd-ref" aims ["AUE-5.3-21", "AUE-5.3-22"] in REDUCER
    "Takes no notice of a `ref` in the payload of an append if it is no string, or an empty one." => {
        fn is_reference(&mut self, op: Op, block: &Object) -> bool {
            Reference.is_reference(op, block) && !(op == Op::Append && is_odd(block))
        }

        fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
            if op == Op::Append && is_odd(payload) {
                return Ok(());
            }
            Reference.stray_ref(op, payload)
        }
    }

    "a-ref-stands-for-the-type-in-appends" aims ["AUE-5.3-21", "AUE-5.3-22"] in REDUCER
    "Takes a payload with a `ref` and a delta as if the `ref` stood for the type." => {
        fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
            if op == Op::Append && !payload.contains("type") {
                return Ok(());
            }
            Reference.stray_ref(op, payload)
        }

        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            if op == Op::Append && !block.contains("type") {
                return Ok(());
            }
            Reference.reference(op, block)
        }
    }

    "fields-that-begin-like-id-or-ref-are-not-appended-to" aims ["AUE-5.3-08"] in REDUCER
    "Refuses an append to a field whose name begins with `id` or `ref`." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            let name = path.first().and_then(JsonString::as_str).unwrap_or_default();
            refuse_if(op == Op::Append && (name.starts_with("id") || name.starts_with("ref")))?;
            Reference.field(op, path)
        }
    }

    "a-mask-of-the-id-makes-blocks" aims ["AUE-5.2-39"] in REDUCER { by_id: bool }
    "Adds a complete payload as a new block when the mask of a set is its id." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            self.by_id = op == Op::Set && matches!(path, [name] if *name == "id");
            if self.by_id {
                return Ok(());
            }
            Reference.field(op, path)
        }

        fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
            if self.by_id && payload.get("type").and_then(Value::as_string).is_some() {
                model.push(payload.clone().into());
                return Ok(());
            }
            Reference.absent_block(model, payload)
        }
    }
}

/// Whether something within a value has a member `ref`; the value itself does not count.
fn has_ref_within(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        let inner: Vec<&Value> = match value {
            Value::Array(elements) => elements.iter().collect(),
            Value::Object(members) => members.iter().map(|(_, value)| value).collect(),
            _ => continue,
        };
        if inner.iter().any(|value| value.get("ref").is_some()) {
            return true;
        }
        open.extend(inner);
    }
    false
}

/// Whether a `ref` that is there is none that a reference may have.
fn is_odd(block: &Object) -> bool {
    block
        .get("ref")
        .is_some_and(|key| key.as_str().is_none_or(str::is_empty))
}
