//! Faults in what emitted events say: blocks, fields, metadata, deltas and errors (sections 5.2 to 5.4 and 8).

use uiconform_json::{Array, JsonString, Number, Object, Value};
use uiconform_protocols::agentue::emitter::EmitSteps;
use uiconform_protocols::agentue::{Event, Op, Reducer, Reference, Root, Verdict};

use super::tools::{INHERITED, composed, is, mapped, merge, refuse_if, retain, throughout};
use super::{EMITTER, emitting, faults};

faults! {
    impl EmitSteps, over [] => emitting;

    // Blocks, fields and metadata (5.2).

    "emitted-masks-name-the-first-field" aims ["AUE-5.2-51"] in EMITTER
    "Names the first field of a path, and replaces all of it by what is within." => {
        fn spell(&mut self, root: Root, path: &[JsonString]) -> Option<JsonString> {
            Reference.spell(root, path.get(..1).unwrap_or(path))
        }
    }

    "emitted-masks-keep-dots" aims ["AUE-5.2-51"] in EMITTER
    "Writes a name with a dot into a mask as if it were two." => {
        fn spell(&mut self, root: Root, path: &[JsonString]) -> Option<JsonString> {
            let mut mask = root.to_string();
            for name in path {
                mask.push('.');
                mask.push_str(&name.to_string_lossy());
            }
            (!path.is_empty()).then(|| mask.into())
        }

        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            // It does not look at its own events.
            let _ = reducer.apply(&mut Reference, event);
            Ok(())
        }
    }

    "emitted-masks-are-lower-case" aims ["AUE-5.2-51"] in EMITTER
    "Writes masks in lower case, by its convention for names." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let lower = event.get("mask").and_then(Value::as_str).map(str::to_lowercase);
            let mut members = event.members().clone();
            if let Some(mask) = lower {
                members.insert("mask", mask);
            }
            sent.push(members.into());
        }
    }

    "emitted-metadata-has-no-block-names" aims ["AUE-5.2-51"] in EMITTER
    "Refuses to set metadata whose names it knows from blocks." => {
        fn spell(&mut self, root: Root, path: &[JsonString]) -> Option<JsonString> {
            let known = ["id", "ref", "type"];
            let block = path.iter().any(|name| known.iter().any(|known| name == known));
            if root == Root::Meta && block {
                return None;
            }
            Reference.spell(root, path)
        }
    }

    "emitted-metadata-has-no-inherited-names" aims ["AUE-5.2-51"] in EMITTER
    "Refuses to set metadata whose name a JavaScript object has for a member." => {
        fn spell(&mut self, root: Root, path: &[JsonString]) -> Option<JsonString> {
            if root == Root::Meta && path.iter().any(is_inherited) {
                return None;
            }
            Reference.spell(root, path)
        }
    }

    "emitted-blocks-are-merged" aims ["AUE-5.2-51"] in EMITTER
    "Sends of a whole block that is there already the content alone." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if !(is(&event, Op::Set) && event.get("mask").is_none()) {
                sent.push(event);
                return;
            }
            let mut members = event.members().clone();
            if let Some(block) = members.get_mut("block").and_then(Value::as_object_mut) {
                block.remove("content");
            }
            sent.push(members.into());
        }
    }

    "emitted-false-values-are-defaults" aims ["AUE-5.2-51"] in EMITTER
    "Takes a value that counts as false for one that was not given, and sends another." => {
        fn value(&mut self, op: Op, value: &Value) -> Value {
            let _ = op;
            match value {
                Value::Bool(false) => Value::Bool(true),
                Value::String(text) if text.is_empty() => "-".into(),
                other => other.clone(),
            }
        }
    }

    "emitted-numbers-are-floats" aims ["AUE-5.2-51"] in EMITTER
    "Keeps the values of fields in numbers of too few digits." => {
        fn value(&mut self, op: Op, value: &Value) -> Value {
            let _ = op;
            match value.as_number().and_then(|number| number.to_u64()) {
                Some(number) => ((number as f32) as u64).into(),
                None => value.clone(),
            }
        }
    }

    "emitted-text-is-composed" aims ["AUE-5.2-51"] in EMITTER
    "Brings the text of fields into a Unicode normal form." => {
        fn value(&mut self, op: Op, value: &Value) -> Value {
            let _ = op;
            match value {
                Value::String(text) => mapped(text, composed).into(),
                other => other.clone(),
            }
        }
    }

    "members-named-ref-are-references" aims ["AUE-5.2-51"] in EMITTER
    "Takes whatever is named `ref` for a reference, and refuses it within other blocks." => {
        fn value(&mut self, op: Op, value: &Value) -> Value {
            let _ = op;
            throughout(value.clone(), |value| {
                if let Value::Object(members) = value
                    && (members.len() != 2 || !members.contains("id"))
                {
                    members.remove("ref");
                } else if let Value::Array(elements) = value {
                    elements.retain(|element| element.get("ref").is_none());
                }
            })
        }
    }

    "blocks-with-inner-refs-are-refused" aims ["AUE-5.2-51"] in EMITTER
    "Looks for references within blocks, and refuses a block that has a member named `ref` anywhere." => {
        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            let blocks = event.get("model").and_then(|model| model.get("blocks"));
            let blocks = blocks.and_then(Value::as_array).into_iter().flatten();
            let inner = blocks
                .chain(event.get("block"))
                .filter_map(Value::as_object)
                .flat_map(|block| block.iter().map(|(_, member)| member));
            refuse_if(inner.into_iter().any(has_ref))?;
            reducer.apply(&mut Reference, event)
        }
    }

    "emitted-references-are-made-inline" aims ["AUE-5.2-51"] in EMITTER
    "Sends a block with no body where a reference is set." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let mut members = event.members().clone();
            if let Some(block) = members.get_mut("block").and_then(Value::as_object_mut)
                && block.remove("ref").is_some()
            {
                block.insert("type", "text");
            }
            sent.push(members.into());
        }
    }

    // Null (5.2).

    "emitted-nulls-are-left-out" aims ["AUE-5.2-52"] in EMITTER
    "Sends no member that is null." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let event = throughout(event.members().clone().into(), |value| {
                if let Value::Object(members) = value {
                    retain(members, |_, member| !member.is_null());
                }
            });
            if let Value::Object(members) = event {
                sent.push(members.into());
            }
        }
    }

    "emitted-null-elements-are-left-out" aims ["AUE-5.2-52"] in EMITTER
    "Leaves null out of lists." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let event = throughout(event.members().clone().into(), |value| {
                if let Value::Array(elements) = value {
                    elements.retain(|element| !element.is_null());
                }
            });
            if let Value::Object(members) = event {
                sent.push(members.into());
            }
        }
    }

    "setting-null-is-not-emitted" aims ["AUE-5.2-52"] in EMITTER
    "Takes a field that is set to null for one that is not set." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let payload = event.get("block").or(event.get("meta"));
            let null = payload
                .and_then(Value::as_object)
                .is_some_and(|payload| payload.iter().any(|(_, member)| member.is_null()));
            if !(is(&event, Op::Set) && event.get("mask").is_some() && null) {
                sent.push(event);
            }
        }
    }

    // Deltas (5.3, 8).

    "emitted-deltas-are-trimmed" aims ["AUE-5.3-40"] in EMITTER
    "Removes white space around the text of a delta." => {
        fn pieces(&mut self, delta: &Value) -> Vec<Value> {
            match delta {
                Value::String(text) => vec![mapped(text, |text| text.trim().to_owned()).into()],
                other => vec![other.clone()],
            }
        }
    }

    "emitted-lists-are-flat" aims ["AUE-5.3-40"] in EMITTER
    "Sends the elements of lists within a list of elements one by one." => {
        fn pieces(&mut self, delta: &Value) -> Vec<Value> {
            let Value::Array(elements) = delta else {
                return vec![delta.clone()];
            };
            let flat = elements.iter().flat_map(|element| match element {
                Value::Array(inner) => inner.iter().cloned().collect::<Vec<_>>(),
                other => vec![other.clone()],
            });
            vec![Value::from(flat.collect::<Array>())]
        }
    }

    "emitted-elements-are-unique" aims ["AUE-5.3-40"] in EMITTER
    "Sends of equal elements of a delta the first." => {
        fn pieces(&mut self, delta: &Value) -> Vec<Value> {
            let mut delta = delta.clone();
            if let Value::Array(elements) = &mut delta {
                elements.dedup();
            }
            vec![delta]
        }
    }

    "equal-deltas-are-emitted-once" aims ["AUE-5.3-40"] in EMITTER { last: Value }
    "Takes a delta that is equal to the one before for a repetition." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let block = event.get("block").filter(|_| is(&event, Op::Append));
            let again = block.is_some_and(|block| *block == self.last);
            self.last = block.cloned().unwrap_or_default();
            if !again {
                sent.push(event);
            }
        }
    }

    "emitted-pieces-are-cut-in-bytes" aims ["AUE-5.3-40"] in EMITTER
    "Cuts a large text at a number of bytes, and loses the character that is there." => {
        fn pieces(&mut self, delta: &Value) -> Vec<Value> {
            match delta.as_str() {
                Some(text) if text.len() > 60_000 => vec![text
                    .as_bytes()
                    .chunks(50_000)
                    .map(|piece| String::from_utf8_lossy(piece))
                    .collect::<String>()
                    .into()],
                _ => vec![delta.clone()],
            }
        }
    }

    "emitted-lists-are-cut-short" aims ["AUE-5.3-40"] in EMITTER
    "Sends the first thousand elements of a large list." => {
        fn pieces(&mut self, delta: &Value) -> Vec<Value> {
            let mut delta = delta.clone();
            if let Value::Array(elements) = &mut delta {
                elements.truncate(1000);
            }
            vec![delta]
        }
    }

    "later-pieces-are-lost" aims ["AUE-5.3-40"] in EMITTER
    "Sends the first part of a large delta and forgets the others." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if sent.is_empty() || !is(&event, Op::Append) {
                sent.push(event);
            }
        }
    }

    "late-appends-are-lost" aims ["AUE-5.3-40"] in EMITTER
    "Has room for five hundred events, and loses the appends after them." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let seq = event.get("seq").and_then(Value::as_number);
            let late = seq.and_then(Number::to_u64).is_some_and(|seq| seq > 500);
            if !(late && is(&event, Op::Append)) {
                sent.push(event);
            }
        }
    }

    "large-deltas-are-not-split" aims ["AUE-8-04"] in EMITTER
    "Sends every delta in one event." => {
        fn pieces(&mut self, delta: &Value) -> Vec<Value> {
            vec![delta.clone()]
        }
    }

    "appended-blocks-lose-members" aims ["AUE-5.3-40"] in EMITTER
    "Sends of a block that an append makes the type and the field." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let mut members = event.members().clone();
            let block = members.get_mut("block").and_then(Value::as_object_mut);
            if let (true, Some(block)) = (is(&event, Op::Append), block)
                && block.contains("type")
                && !block.iter().any(|(_, member)| member.is_null())
            {
                retain(block, |name, member| {
                    let known = name == "id" || name == "type";
                    known || matches!(member, Value::String(_) | Value::Array(_)) && name != "parent_id"
                });
            }
            sent.push(members.into());
        }
    }

    "appends-to-inherited-names-are-refused" aims ["AUE-5.3-40"] in EMITTER
    "Refuses to append to a field whose name a JavaScript object has for a member." => {
        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            let mask = event.get("mask").and_then(Value::as_str).unwrap_or_default();
            let inherited = INHERITED.iter().any(|name| mask.ends_with(name));
            refuse_if(is(event, Op::Append) && inherited)?;
            Reference.reduce(reducer, event)
        }
    }

    // Errors (5.4).

    "emitted-errors-are-bare" aims ["AUE-5.4-16"] in EMITTER
    "Sends of an error its code and its message, and what is null." => {
        fn error(&mut self, error: &Value) -> Value {
            let mut error = error.clone();
            if let Value::Object(members) = &mut error {
                retain(members, |name, member| {
                    name == "code" || name == "message" || member.is_null()
                });
            }
            error
        }
    }

    "emitted-errors-are-tidy" aims ["AUE-5.4-16"] in EMITTER
    "Makes the message of an error fit for a page." => {
        fn error(&mut self, error: &Value) -> Value {
            let mut error = error.clone();
            if let Some(Value::String(message)) =
                error.as_object_mut().and_then(|error| error.get_mut("message"))
            {
                *message = mapped(message, |message| message.replace('<', "&lt;"));
            }
            error
        }
    }

    "emitted-errors-lose-inherited-names" aims ["AUE-5.4-16"] in EMITTER
    "Loses members of an error that a JavaScript object has by itself." => {
        fn error(&mut self, error: &Value) -> Value {
            let mut error = error.clone();
            if let Value::Object(members) = &mut error {
                retain(members, |name, _| !is_inherited(name));
            }
            error
        }
    }

    "emitted-errors-are-merged" aims ["AUE-5.4-16"] in EMITTER { earlier: Object }
    "Keeps the members of an earlier error that a later one does not have." => {
        fn new_model(&mut self, model: &Value) -> Value {
            let error = model.get("meta").and_then(|meta| meta.get("error"));
            self.earlier = error.and_then(Value::as_object).cloned().unwrap_or_default();
            Reference.new_model(model)
        }

        fn error(&mut self, error: &Value) -> Value {
            if let Some(error) = error.as_object() {
                merge(&mut self.earlier, error);
            }
            self.earlier.clone().into()
        }
    }
}

/// Whether an object in a value has a member named `ref`.
fn has_ref(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(elements) => open.extend(elements),
            Value::Object(members) if members.contains("ref") => return true,
            Value::Object(members) => open.extend(members.iter().map(|(_, member)| member)),
            _ => {}
        }
    }
    false
}

fn is_inherited(name: &JsonString) -> bool {
    INHERITED.iter().any(|known| name == known)
}
