//! Faults in appending to what is there (section 5.3).

use uiconform_json::{Array, JsonString, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Verdict};

use super::tools::{composed, edit_blocks, is, named, object, path, refuse_if};
use super::{REDUCER, faults};

faults! {
    "deltas-go-first" aims ["AUE-5.3-01"] in REDUCER
    "Puts a string before the one that is there." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let tail = std::mem::replace(target, delta.clone());
            target.push(&tail);
        }
    }

    "deltas-replace" aims ["AUE-5.3-01"] in REDUCER
    "Puts a string in the place of the one that is there." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            *target = delta.clone();
        }
    }

    "deltas-of-digits-are-added-up" aims ["AUE-5.3-01"] in REDUCER
    "Adds a string of digits to one of digits as numbers." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            match (
                target.as_str().map(str::parse::<u32>),
                delta.as_str().map(str::parse::<u32>),
            ) {
                (Some(Ok(there)), Some(Ok(more))) => {
                    *target = there.saturating_add(more).to_string().into()
                }
                _ => target.push(delta),
            }
        }
    }

    "repeated-deltas-are-skipped" aims ["AUE-5.3-02"] in REDUCER { latest: Option<JsonString> }
    "Skips a string that is equal to the one before, as if it had been sent twice." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest = None;
        }

        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if self.latest.as_ref() != Some(delta) {
                target.push(delta);
            }
            self.latest = Some(delta.clone());
        }
    }

    "deltas-equal-to-the-text-are-skipped" aims ["AUE-5.3-02"] in REDUCER
    "Skips a string that is equal to the text that is there." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if target != delta {
                target.push(delta);
            }
        }
    }

    "deltas-that-end-the-text-are-skipped" aims ["AUE-5.3-02"] in REDUCER
    "Skips a string that the text ends with already." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let there = target
                .to_string_lossy()
                .ends_with(&*delta.to_string_lossy());
            if !there {
                target.push(delta);
            }
        }
    }

    "overlapping-deltas-are-cut" aims ["AUE-5.3-03"] in REDUCER
    "Cuts from a string what the text ends with already." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let (Some(there), Some(more)) = (target.as_str(), delta.as_str()) else {
                return target.push(delta);
            };
            let overlap = more
                .char_indices()
                .map(|(at, _)| at)
                .rev()
                .find(|at| there.ends_with(&more[..*at]));
            let rest = &more[overlap.unwrap_or(0)..];
            target.push(&rest.into());
        }
    }

    "deltas-are-snapshots" aims ["AUE-5.3-03"] in REDUCER
    "Takes a string that begins with the whole text for its next state." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let longer = delta.len() > target.len() && !target.is_empty();
            if longer
                && delta
                    .to_string_lossy()
                    .starts_with(&*target.to_string_lossy())
            {
                *target = JsonString::new();
            }
            target.push(delta);
        }
    }

    "deltas-are-trimmed" aims ["AUE-5.3-03"] in REDUCER
    "Removes the white space at the ends of a string." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            target.push(&super::tools::mapped(delta, |delta| {
                delta.trim().to_owned()
            }));
        }
    }

    "deltas-of-white-space-are-skipped" aims ["AUE-5.3-03"] in REDUCER
    "Skips a string that is white space alone." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if delta.as_str().is_none_or(|delta| !delta.trim().is_empty()) {
                target.push(delta);
            }
        }
    }

    "deltas-are-joined-by-a-space" aims ["AUE-5.3-03"] in REDUCER
    "Puts a space between two words." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let ends_in_word = target
                .as_str()
                .is_some_and(|text| text.ends_with(char::is_alphanumeric));
            if ends_in_word
                && delta
                    .as_str()
                    .is_some_and(|delta| delta.starts_with(char::is_alphanumeric))
            {
                target.push(&" ".into());
            }
            target.push(delta);
        }
    }

    "deltas-are-joined-by-a-line-end" aims ["AUE-5.3-03"] in REDUCER
    "Begins a new line with every string." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if !target.is_empty() && !delta.is_empty() {
                target.push(&"\n".into());
            }
            target.push(delta);
        }
    }

    "list-deltas-go-first" aims ["AUE-5.3-04"] in REDUCER
    "Puts the elements of a list before those that are there." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            let tail = std::mem::replace(target, delta);
            target.extend(tail);
        }
    }

    "list-deltas-are-reversed" aims ["AUE-5.3-04"] in REDUCER
    "Adds the elements of a list in the opposite order." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            target.extend(delta.into_iter().rev());
        }
    }

    "list-deltas-replace" aims ["AUE-5.3-04"] in REDUCER
    "Puts a list in the place of the one that is there." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            *target = delta;
        }
    }

    "list-deltas-are-one-element" aims ["AUE-5.3-04"] in REDUCER
    "Adds a list as one element." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            if !delta.is_empty() {
                target.push(delta.into());
            }
        }
    }

    "list-deltas-are-flattened" aims ["AUE-5.3-05"] in REDUCER
    "Adds the elements of a list within the list instead of that list." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            for element in delta {
                match element {
                    Value::Array(inner) => target.extend(inner),
                    other => target.push(other),
                }
            }
        }
    }

    "repeated-elements-are-skipped" aims ["AUE-5.3-06"] in REDUCER
    "Adds no element that is there already." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            for element in delta {
                if !target.contains(&element) {
                    target.push(element);
                }
            }
        }
    }

    "elements-of-one-id-are-replaced" aims ["AUE-5.3-06"] in REDUCER
    "Puts an element with the `id` of an earlier one in its place." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            for element in delta {
                let id = element.get("id");
                match target
                    .iter()
                    .position(|there| id.is_some() && there.get("id") == id)
                {
                    Some(at) => target[at] = element,
                    None => target.push(element),
                }
            }
        }
    }

    "empty-deltas-are-refused" aims ["AUE-5.3-07"] in REDUCER
    "Refuses an empty string or list, which the language takes for none." => {
        fn delta(&mut self, delta: &Value) -> Verdict {
            refuse_if(is_empty(delta))?;
            Reference.delta(delta)
        }
    }

    "empty-deltas-clear" aims ["AUE-5.3-07"] in REDUCER
    "Takes an empty string or list for a wish to begin anew." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if delta.is_empty() {
                *target = JsonString::new();
            }
            target.push(delta);
        }

        fn join_list(&mut self, target: &mut Array, delta: Array) {
            if delta.is_empty() {
                target.clear();
            }
            target.extend(delta);
        }
    }

    "only-content-is-appended-to" aims ["AUE-5.3-08"] in REDUCER
    "Refuses an append to another field than `content`." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            refuse_if(op == Op::Append && path.first().is_some_and(|field| *field != "content"))?;
            Reference.field(op, path)
        }
    }

    "every-append-goes-to-content" aims ["AUE-5.3-08"] in REDUCER
    "Appends to `content` where the block has one, whatever the mask says." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), Some(model), Some(delta)) = (&verdict, model, delta(event))
                && is(event, Op::Append)
                && path(event).first().is_some_and(|field| *field != "content")
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && let Some(Value::String(content)) = block.get_mut("content")
            {
                content.push(delta);
            }
            verdict
        }
    }

    "appends-reach-all-blocks-of-the-type" aims ["AUE-5.3-09"] in REDUCER
    "Appends to every block of the type of the one that is named." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let (Ok(()), Some(model), Some(delta), [field]) =
                (&verdict, model, delta(event), path.as_slice())
                && is(event, Op::Append)
                && let Some(at) = named(model, event)
            {
                let block_type = model.block(at).and_then(|block| block.get("type")).cloned();
                for other in (0..model.blocks().len()).filter(|other| *other != at) {
                    if let Some(block) = model
                        .block_mut(other)
                        .filter(|block| block.get("type") == block_type.as_ref())
                        && let Some(Value::String(text)) = block.get_name_mut(field)
                    {
                        text.push(delta);
                    }
                }
            }
            verdict
        }
    }

    "appends-move-the-block-last" aims ["AUE-5.3-09"] in REDUCER
    "Moves a block to the end when something is appended to it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(model)) = (&verdict, is(event, Op::Append), model)
                && let Some(at) = named(model, event)
            {
                edit_blocks(model, |blocks| {
                    let block = blocks.remove(at);
                    blocks.push(block);
                });
            }
            verdict
        }
    }

    "appends-take-other-members-along" aims ["AUE-5.3-10"] in REDUCER
    "Gives a block the other members of the payload." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, object(event, "block"))
                && is(event, Op::Append)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for (name, value) in payload
                    .iter()
                    .filter(|(name, _)| path.first() != Some(name))
                {
                    block.insert(name, value.clone());
                }
            }
            verdict
        }
    }

    "appends-take-other-deltas-along" aims ["AUE-5.3-10"] in REDUCER
    "Appends every string of the payload, not that of the mask alone." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let keeps =
                |name: &JsonString| path.first() == Some(name) || *name == "id" || *name == "type";
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, object(event, "block"))
                && is(event, Op::Append)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for (name, more) in payload.iter().filter(|(name, _)| !keeps(name)) {
                    if let (Some(Value::String(text)), Some(more)) =
                        (block.get_name_mut(name), more.as_string())
                        && text != more
                    {
                        text.push(more);
                    }
                }
            }
            verdict
        }
    }

    "joined-text-is-composed" aims ["AUE-5.3-11"] in REDUCER
    "Brings a text into a normal form when a delta joins letters to it." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            target.push(delta);
            // What begins with ASCII composes with nothing before it.
            if !delta
                .as_str()
                .is_some_and(|delta| delta.starts_with(|first: char| first.is_ascii()))
            {
                *target = super::tools::mapped(target, composed);
            }
        }
    }

    "joiners-are-dropped" aims ["AUE-5.3-11"] in REDUCER
    "Drops a delta that no one can see by itself, such as a joiner." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if delta
                .as_str()
                .is_none_or(|delta| !matches!(delta, "\u{200d}" | "\u{fe0f}" | "\u{301}"))
            {
                target.push(delta);
            }
        }
    }

    "appends-fill-empty-fields" aims ["AUE-5.3-09"] in REDUCER
    "Appends to every field of the block that is still empty." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(model), Some(delta)) =
                (&verdict, is(event, Op::Append), model, delta(event))
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for text in block
                    .iter_mut()
                    .filter_map(|(_, value)| as_text(value))
                    .filter(|text| text.is_empty())
                {
                    *text = delta.clone();
                }
            }
            verdict
        }
    }

    "appends-drop-nested-objects" aims ["AUE-7-03"] in REDUCER
    "Drops the members of a block that is appended to which nest objects in objects." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let inserted = object(event, "block");
            if let (Ok(()), true, Some(model)) = (&verdict, is(event, Op::Append), model)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && inserted.is_none_or(|inserted| inserted != block)
            {
                let nests = |value: &Value| {
                    value.as_object().is_some_and(|object| {
                        object.iter().any(|(_, inner)| inner.as_object().is_some())
                    })
                };
                super::tools::retain(block, |_, value| !nests(value));
            }
            verdict
        }
    }

    "appends-drop-members-that-the-payload-lacks" aims ["AUE-5.3-10"] in REDUCER
    "Drops the members of a block that a complete payload of an append does not have." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(model), Some(payload)) = (
                &verdict,
                is(event, Op::Append),
                model,
                object(event, "block"),
            ) && payload.contains("type")
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                super::tools::retain(block, |name, _| payload.get_name(name).is_some());
            }
            verdict
        }
    }

    "empty-text-stays-empty" aims ["AUE-5.3-01"] in REDUCER
    "Does nothing when a string is appended to the empty one, which the language takes for none." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if !target.is_empty() {
                target.push(delta);
            }
        }
    }

    "appends-to-one-text-at-a-time" aims ["AUE-5.3-01"] in REDUCER { latest: JsonString, first: Option<JsonString> }
    "Does nothing for a block that comes back after another was appended to." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            *self = Self::default();
        }

        fn named_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            self.latest = id.and_then(Value::as_string).cloned().unwrap_or_default();
            Reference.named_id(op, id)
        }

        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let first = self.first.get_or_insert_with(|| self.latest.clone());
            if *first == self.latest || target.is_empty() {
                target.push(delta);
            }
        }
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_string().is_some_and(JsonString::is_empty)
        || value.as_array().is_some_and(|list| list.is_empty())
}

/// The string that an append carries in the masked field.
fn delta(event: &Event) -> Option<&JsonString> {
    object(event, "block")?
        .get_name(path(event).first()?)?
        .as_string()
}

fn as_text(value: &mut Value) -> Option<&mut JsonString> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}
