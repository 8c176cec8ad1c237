//! Faults in what can be appended to what (section 5.3).

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Root, Verdict};

use super::tools::{INHERITED, LOOKED_AT, accept_if, is, named, object, path, refuse_if};
use super::{REDUCER, faults};

faults! {
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
                    list.extend(
                        text.to_string_lossy()
                            .chars()
                            .map(|letter| letter.to_string().into()),
                    );
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
                    list.iter()
                        .filter_map(Value::as_string)
                        .for_each(|element| text.push(element));
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
            accept_if(
                target.as_object().is_some(),
                Reference.join_other(target, delta),
            )
        }
    }

    "numbers-are-appended-as-text" aims ["AUE-5.3-15"] in REDUCER
    "Makes a string of a number or boolean that is to be appended to one." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let odd =
                |value: &Value| !matches!(value, Value::Null | Value::String(_) | Value::Array(_));
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            match target(model, event, |value| value.as_number().is_some()) {
                Some((Value::Number(there), Value::Number(more))) => {
                    let sum =
                        there.to_i64().unwrap_or_default() + more.to_i64().unwrap_or_default();
                    *there = Number::from(sum);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "null-is-appended-as-nothing" aims ["AUE-5.3-16"] in REDUCER
    "Accepts null for an empty delta." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            accept_if(target(model, event, Value::is_null).is_some(), verdict)
        }
    }

    "null-is-appended-as-text" aims ["AUE-5.3-16"] in REDUCER
    "Appends null as the text that the language makes of it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            match target(model, event, Value::is_null) {
                Some((Value::String(text), _)) => {
                    text.push(&"null".into());
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "inherited-deltas-are-appended" aims ["AUE-5.3-36"] in REDUCER
    "Appends what every JavaScript object inherits under the name of a field that the payload does not have." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let inherited = inherited_delta(event);
            if let (Some(field), Some(model)) = (inherited, model)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && let Some(Value::String(text)) = block.get_name_mut(&field)
            {
                text.push(&"function () { [native code] }".into());
                return Ok(());
            }
            verdict
        }
    }

    "inherited-members-hide-own-ones" aims ["AUE-3.3-13"] in REDUCER
    "Refuses to append to a field that every JavaScript object inherits, even if the block has it." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            let inherited = path
                .first()
                .is_some_and(|field| INHERITED.iter().any(|name| field == name));
            refuse_if(op == Op::Append && inherited)?;
            Reference.field(op, path)
        }
    }

    "inherited-deltas-are-selected" aims ["AUE-5.3-36"] in REDUCER
    "Takes a member that every JavaScript object inherits for a delta that the payload does not have." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            accept_if(model.is_some() && inherited_delta(event).is_some(), verdict)
        }
    }

    "ids-lose-lone-surrogates" aims ["AUE-5.3-39"] in REDUCER
    "Finds a block whose id differs in a lone surrogate alone." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            let lossy = id.to_string_lossy();
            let alike = |block: &Value| {
                block
                    .get("id")
                    .and_then(Value::as_string)
                    .is_some_and(|id| id.to_string_lossy() == lossy)
            };
            model
                .position(id)
                .or_else(|| model.blocks().iter().take(LOOKED_AT).position(alike))
        }
    }

    "longer-masks-are-appended-to" aims ["AUE-5.3-33"] in REDUCER
    "Appends to a field within an object of the block." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if path.len() < 2
                || path.iter().any(JsonString::is_empty)
                || path[0] == "id"
                || path[0] == "ref"
            {
                return verdict;
            }
            if let (true, Some(model), Some(payload)) =
                (is(event, Op::Append), model, object(event, "block"))
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

    "objects-are-appended-as-text" aims ["AUE-5.3-15"] in REDUCER
    "Appends an object to a string as the text that the language makes of it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            match target(model, event, |value| value.as_object().is_some()) {
                Some((Value::String(text), _)) => {
                    text.push(&"[object Object]".into());
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "numbers-give-way-to-lists" aims ["AUE-5.3-14"] in REDUCER
    "Puts a list in the place of a number." => {
        fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
            match (&*target, delta) {
                (Value::Number(_), Value::Array(_)) => {
                    *target = delta.clone();
                    Ok(())
                }
                (_, delta) => Reference.join_other(target, delta),
            }
        }
    }

    "longer-masks-are-read-at-their-end" aims ["AUE-5.3-33"] in REDUCER
    "Accepts an append whose payload has the last segment of a longer mask for a member." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let flat = path.len() > 1
                && object(event, "block").is_some_and(|payload| {
                    path.last()
                        .is_some_and(|last| payload.get_name(last).is_some())
                });
            accept_if(
                is(event, Op::Append)
                    && flat
                    && model
                        .as_ref()
                        .is_some_and(|model| named(model, event).is_some()),
                verdict,
            )
        }
    }

    "masks-below-id-or-ref-are-cut" aims ["AUE-5.3-30", "AUE-5.3-31"] in REDUCER
    "Appends to `id` or `ref` what the payload has for a path below it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let ([first, .., last], Some(model)) = (path.as_slice(), model)
                && is(event, Op::Append)
                && (*first == "id" || *first == "ref")
                && let Some(payload) = object(event, "block")
                && let Some(delta) = payload.get_name(last)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                match (block.get_name_mut(first), delta.as_string()) {
                    (Some(Value::String(text)), Some(delta)) => text.push(delta),
                    _ => {
                        block.insert(first, delta.clone());
                    }
                }
                return Ok(());
            }
            verdict
        }
    }

    "inherited-values-are-appended-to" aims ["AUE-5.3-43"] in REDUCER
    "Appends to what a JavaScript object inherits when the block has no such field." => {
        fn join_absent(&mut self, block: &mut Object, field: &JsonString, delta: &Value) -> Verdict {
            if !INHERITED.iter().any(|inherited| field == inherited) {
                return Reference.join_absent(block, field, delta);
            }
            let inherited = "function () { [native code] }".to_owned();
            match delta {
                Value::Array(elements) => {
                    let mut joined = vec![Value::from(inherited)];
                    joined.extend(elements.iter().cloned());
                    block.insert(field, joined);
                }
                delta => {
                    block.insert(field, inherited + delta.as_str().unwrap_or_default());
                }
            }
            Ok(())
        }
    }

    "absent-fields-are-created-unless-inherited" aims ["AUE-5.3-43"] in REDUCER
    "Lets an append create a field, but not one whose name a JavaScript object has anyway." => {
        fn join_absent(&mut self, block: &mut Object, field: &JsonString, delta: &Value) -> Verdict {
            refuse_if(INHERITED.iter().any(|inherited| field == inherited))?;
            block.insert(field, delta.clone());
            Ok(())
        }
    }

    "longer-masks-lead-into-lists" aims ["AUE-5.3-33"] in REDUCER
    "Accepts an append whose mask ends with the index of a list." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let index = path.len() > 1
                && path
                    .last()
                    .and_then(JsonString::as_str)
                    .is_some_and(super::tools::is_digits);
            accept_if(
                is(event, Op::Append)
                    && index
                    && model
                        .as_ref()
                        .is_some_and(|model| named(model, event).is_some()),
                verdict,
            )
        }
    }
}

/// The field of an append that its payload lacks, and that every JavaScript object inherits.
fn inherited_delta(event: &Event) -> Option<JsonString> {
    let [field] = <[JsonString; 1]>::try_from(path(event)).ok()?;
    let inherited = INHERITED.iter().any(|name| field == *name);
    let lacks = object(event, "block")?.get_name(&field).is_none();
    (is(event, Op::Append) && inherited && lacks).then_some(field)
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
    let delta = object(event, "block")?
        .get_name(field)
        .filter(|delta| odd(delta))?;
    let at = named(model, event)?;
    Some((model.block_mut(at)?.get_name_mut(field)?, delta))
}
