//! Faults in appending to what is there (section 5.3).

use uiconform_json::{Array, JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Root, Verdict};

use super::tools::{
    INHERITED, accept_if, composed, edit_blocks, find_alike, is, named, object, path, refuse_if,
};
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
            match (target.as_str().map(str::parse::<u32>), delta.as_str().map(str::parse::<u32>)) {
                (Some(Ok(there)), Some(Ok(more))) => *target = there.saturating_add(more).to_string().into(),
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
            let there = target.to_string_lossy().ends_with(&*delta.to_string_lossy());
            if !there {
                target.push(delta);
            }
        }
    }

    "overlapping-deltas-are-cut" aims ["AUE-5.3-03"] in REDUCER
    "Cuts from a string what the text ends with already." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let (Some(there), Some(more)) = (target.as_str(), delta.as_str()) else { return target.push(delta) };
            let overlap = more.char_indices().map(|(at, _)| at).rev().find(|at| there.ends_with(&more[..*at]));
            let rest = &more[overlap.unwrap_or(0)..];
            target.push(&rest.into());
        }
    }

    "deltas-are-snapshots" aims ["AUE-5.3-03"] in REDUCER
    "Takes a string that begins with the whole text for its next state." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let longer = delta.len() > target.len() && !target.is_empty();
            if longer && delta.to_string_lossy().starts_with(&*target.to_string_lossy()) {
                *target = JsonString::new();
            }
            target.push(delta);
        }
    }

    "deltas-are-trimmed" aims ["AUE-5.3-03"] in REDUCER
    "Removes the white space at the ends of a string." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            target.push(&super::tools::mapped(delta, |delta| delta.trim().to_owned()));
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
            let ends_in_word = target.as_str().is_some_and(|text| text.ends_with(char::is_alphanumeric));
            if ends_in_word && delta.as_str().is_some_and(|delta| delta.starts_with(char::is_alphanumeric)) {
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
                match target.iter().position(|there| id.is_some() && there.get("id") == id) {
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            if let (Ok(()), Some(model), Some(delta), [field]) = (&verdict, model, delta(event), path.as_slice())
                && is(event, Op::Append)
                && let Some(at) = named(model, event)
            {
                let block_type = model.block(at).and_then(|block| block.get("type")).cloned();
                for other in (0..model.blocks().len()).filter(|other| *other != at) {
                    if let Some(block) = model.block_mut(other).filter(|block| block.get("type") == block_type.as_ref())
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, object(event, "block"))
                && is(event, Op::Append)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for (name, value) in payload.iter().filter(|(name, _)| path.first() != Some(name)) {
                    block.insert(name, value.clone());
                }
            }
            verdict
        }
    }

    "appends-take-other-deltas-along" aims ["AUE-5.3-10"] in REDUCER
    "Appends every string of the payload, not that of the mask alone." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            let keeps = |name: &JsonString| path.first() == Some(name) || *name == "id" || *name == "type";
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, object(event, "block"))
                && is(event, Op::Append)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for (name, more) in payload.iter().filter(|(name, _)| !keeps(name)) {
                    if let (Some(Value::String(text)), Some(more)) = (block.get_name_mut(name), more.as_string())
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
            *target = super::tools::mapped(target, composed);
        }
    }

    "joiners-are-dropped" aims ["AUE-5.3-11"] in REDUCER
    "Drops a delta that no one can see by itself, such as a joiner." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if delta.as_str().is_none_or(|delta| !matches!(delta, "\u{200d}" | "\u{fe0f}" | "\u{301}")) {
                target.push(delta);
            }
        }
    }

    "strings-are-pushed-onto-lists" aims ["AUE-5.3-12"] in REDUCER
    "Adds a string to a list as an element." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            match (target, delta) {
                (Value::Array(list), Value::String(text)) if !text.is_empty() => {
                    list.push(text.into());
                    Ok(())
                }
                (target, delta) => Reference.join_other(target, delta),
            }
        }
    }

    "characters-are-pushed-onto-lists" aims ["AUE-5.3-12"] in REDUCER
    "Adds the characters of a string to a list, also none of an empty one." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            match (target, delta) {
                (Value::Array(list), Value::String(text)) => {
                    list.extend(text.to_string_lossy().chars().map(|letter| letter.to_string().into()));
                    Ok(())
                }
                (target, delta) => Reference.join_other(target, delta),
            }
        }
    }

    "lists-are-joined-to-strings" aims ["AUE-5.3-13"] in REDUCER
    "Appends the elements of a list to a string, also none of an empty one." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            match (target, delta) {
                (Value::String(text), Value::Array(list)) => {
                    list.iter().filter_map(Value::as_string).for_each(|element| text.push(element));
                    Ok(())
                }
                (target, delta) => Reference.join_other(target, delta),
            }
        }
    }

    "lists-replace-strings" aims ["AUE-5.3-13"] in REDUCER
    "Puts a list in the place of a string." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            match (&*target, delta) {
                (Value::String(_), Value::Array(_)) => {
                    *target = delta.clone();
                    Ok(())
                }
                (_, delta) => Reference.join_other(target, delta),
            }
        }
    }

    "strings-are-joined-to-numbers" aims ["AUE-5.3-14"] in REDUCER
    "Makes a string of a number and a string." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            match (&*target, delta) {
                (Value::Number(number), Value::String(text)) => {
                    *target = format!("{number}{text}").into();
                    Ok(())
                }
                (_, delta) => Reference.join_other(target, delta),
            }
        }
    }

    "false-and-zero-give-way-to-deltas" aims ["AUE-5.3-14"] in REDUCER
    "Puts a delta in the place of false or zero, which the language takes for none." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            let none = match &*target {
                Value::Bool(truth) => !truth,
                Value::Number(number) => number.to_f64() == 0.0,
                _ => false,
            };
            if none {
                *target = delta.clone();
                return Ok(());
            }
            Reference.join_other(target, delta)
        }
    }

    "booleans-give-way-to-deltas" aims ["AUE-5.3-14"] in REDUCER
    "Puts a delta in the place of a boolean." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            if let Value::Bool(_) = target {
                *target = delta.clone();
                return Ok(());
            }
            Reference.join_other(target, delta)
        }
    }

    "objects-swallow-deltas" aims ["AUE-5.3-14"] in REDUCER
    "Accepts an append to an object and does nothing." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            accept_if(target.as_object().is_some(), Reference.join_other(target, delta))
        }
    }

    "numbers-are-appended-as-text" aims ["AUE-5.3-15"] in REDUCER
    "Makes a string of a number or boolean that is to be appended to one." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let odd = |value: &Value| value.as_number().is_some() || value.as_bool().is_some();
            match target(model, event, odd) {
                Some((Value::String(text), delta)) => {
                    text.push(&delta.to_text().into());
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "anything-is-pushed-onto-lists" aims ["AUE-5.3-15"] in REDUCER
    "Adds a value that is no list to a list as an element." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let odd = |value: &Value| !matches!(value, Value::Null | Value::String(_) | Value::Array(_));
            match target(model, event, odd) {
                Some((Value::Array(list), delta)) => {
                    list.push(delta.clone());
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "objects-are-merged-by-append" aims ["AUE-5.3-15"] in REDUCER
    "Merges an object that is to be appended to one." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            match target(model, event, |value| value.as_object().is_some()) {
                Some((Value::Object(members), Value::Object(more))) => {
                    super::tools::merge(members, more);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "numbers-are-added-up-by-append" aims ["AUE-5.3-15"] in REDUCER
    "Adds a number that is to be appended to one." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            match target(model, event, |value| value.as_number().is_some()) {
                Some((Value::Number(there), Value::Number(more))) => {
                    let sum = there.to_i64().unwrap_or_default() + more.to_i64().unwrap_or_default();
                    *there = Number::from(sum);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "null-is-appended-as-nothing" aims ["AUE-5.3-16"] in REDUCER
    "Accepts null for an empty delta." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            accept_if(target(model, event, Value::is_null).is_some(), verdict)
        }
    }

    "null-is-appended-as-text" aims ["AUE-5.3-16"] in REDUCER
    "Appends null as the text that the language makes of it." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            match target(model, event, Value::is_null) {
                Some((Value::String(text), _)) => {
                    text.push(&"null".into());
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "appends-to-inherited-members" aims ["AUE-5.3-36"] in REDUCER
    "Appends to what every JavaScript object inherits under the name of a field that the block does not have." => {
        fn join_absent(&mut self, block: &mut Object, field: &JsonString, delta: &Value) -> Verdict {
            let (true, Value::String(text)) = (INHERITED.iter().any(|name| field == name), delta) else {
                return Reference.join_absent(block, field, delta);
            };
            let mut inherited = JsonString::from("function () { [native code] }");
            inherited.push(text);
            block.insert(field, inherited);
            Ok(())
        }
    }

    "inherited-members-hide-own-ones" aims ["AUE-5.3-36"] in REDUCER
    "Refuses to append to a field that every JavaScript object inherits, even if the block has it." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            let inherited = path.first().is_some_and(|field| INHERITED.iter().any(|name| field == name));
            refuse_if(op == Op::Append && inherited)?;
            Reference.field(op, path)
        }
    }

    "inherited-deltas-are-selected" aims ["AUE-5.3-28"] in REDUCER
    "Takes a member that every JavaScript object inherits for a delta that the payload does not have." => {
        fn select<'e>(&mut self, op: Op, payload: &'e Object, path: &[JsonString]) -> Result<&'e Value, Rejection> {
            Reference.select(op, payload, path)
        }

        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            let inherited = path.first().is_some_and(|field| INHERITED.iter().any(|name| field == name));
            let lacks = object(event, "block").is_some_and(|payload| path.first().is_some_and(|field| payload.get_name(field).is_none()));
            let there = model.as_ref().is_some_and(|model| named(model, event).is_some());
            accept_if(is(event, Op::Append) && inherited && lacks && there, verdict)
        }
    }

    "ids-lose-lone-surrogates" aims ["AUE-5.3-39"] in REDUCER
    "Finds a block whose id differs in a lone surrogate alone." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            let lossy = id.to_string_lossy();
            let alike = |block: &Value| block.get("id").and_then(Value::as_string).is_some_and(|id| id.to_string_lossy() == lossy);
            find_alike(model, id, str::to_owned).or_else(|| model.blocks().iter().position(alike))
        }
    }

    "longer-masks-are-appended-to" aims ["AUE-5.3-33"] in REDUCER
    "Appends to a field within an object of the block." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            if path.len() < 2 || path.iter().any(JsonString::is_empty) || path[0] == "id" || path[0] == "ref" {
                return verdict;
            }
            if let (true, Some(model), Some(payload)) = (is(event, Op::Append), model, object(event, "block"))
                && let Ok(Value::String(delta)) = Reference.select(Op::Append, payload, &path)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && let Ok(Value::String(there)) = Reference.select(Op::Append, block, &path)
            {
                let mut joined = there.clone();
                joined.push(delta);
                Reference.assign(Root::Block, block, &path, joined.into());
                return Ok(());
            }
            verdict
        }
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_string().is_some_and(JsonString::is_empty) || value.as_array().is_some_and(|list| list.is_empty())
}

/// The string that an append carries in the masked field.
fn delta(event: &Event) -> Option<&JsonString> {
    object(event, "block")?.get_name(path(event).first()?)?.as_string()
}

/// The field of a block that is there, and what an append has for it, if that is of an odd kind.
fn target<'m, 'e>(
    model: &'m mut Option<Model>,
    event: &'e Event,
    odd: impl Fn(&Value) -> bool,
) -> Option<(&'m mut Value, &'e Value)> {
    let model = model.as_mut().filter(|_| is(event, Op::Append))?;
    let path = path(event);
    let field = path.first().filter(|_| path.len() == 1)?;
    let delta = object(event, "block")?.get_name(field).filter(|delta| odd(delta))?;
    let at = named(model, event)?;
    Some((model.block_mut(at)?.get_name_mut(field)?, delta))
}
