//! Faults in setting the field that a mask names (section 5.2).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Root, Steps, Verdict};

use super::tools::{
    INHERITED, accept_if, edit_meta, is, merge, merge_deeply, named, object, path, put, refuse_if, retain, text,
};
use super::{REDUCER, faults};

/// What a variant takes a value for that is not there.
static NULL: Value = Value::Null;

faults! {
    "set-of-metadata-replaces-all-of-it" aims ["AUE-5.2-17"] in REDUCER
    "Drops all other metadata when one member is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Meta && path.len() == 1 {
                *target = Object::new();
            }
            Reference.assign(root, target, path, value);
        }
    }

    "set-of-metadata-clears-the-error" aims ["AUE-5.2-17"] in REDUCER
    "Removes the error when other metadata is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Meta && path[0] != "error" {
                target.remove("error");
            }
            Reference.assign(root, target, path, value);
        }
    }

    "set-of-a-member-replaces-the-block" aims ["AUE-5.2-18"] in REDUCER
    "Drops all other members of a block but `id` and `type` when one is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Block && path.len() == 1 {
                retain(target, |name, _| name == "id" || name == "type");
            }
            Reference.assign(root, target, path, value);
        }
    }

    "set-of-a-path-drops-siblings-in-blocks" aims ["AUE-5.2-19"] in REDUCER
    "Replaces the object that holds the field at the end of a longer path in a block." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            assign_alone(root, Root::Block, target, path, value);
        }
    }

    "set-of-a-path-drops-siblings-in-metadata" aims ["AUE-5.2-19"] in REDUCER
    "Replaces the object that holds the field at the end of a longer path in the metadata." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            assign_alone(root, Root::Meta, target, path, value);
        }
    }

    "set-of-a-path-looks-at-its-end-alone" aims ["AUE-5.2-19"] in REDUCER
    "Assigns the value of a longer path to a member of the name at its end." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let last = path.len().saturating_sub(1);
            Reference.assign(root, target, &path[last..], value);
        }
    }

    "set-objects-are-merged" aims ["AUE-5.2-20"] in REDUCER
    "Merges an object that is set into the one that is there." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let merged = match there(target, path) {
                Some(old @ Value::Object(_)) if value.as_object().is_some() && !is_error(root, path) => {
                    let mut merged = old.clone();
                    merge_deeply(&mut merged, &value);
                    Some(merged)
                }
                _ => None,
            };
            Reference.assign(root, target, path, merged.unwrap_or(value));
        }
    }

    "set-lists-are-joined" aims ["AUE-5.2-20"] in REDUCER
    "Puts the elements of a list that is set after those that are there." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let joined = match (there(target, path), value) {
                (Some(Value::Array(old)), Value::Array(new)) => {
                    let elements: Vec<Value> = old.iter().chain(new.iter()).cloned().collect();
                    elements.into()
                }
                (_, value) => value,
            };
            Reference.assign(root, target, path, joined);
        }
    }

    "set-to-null-is-skipped" aims ["AUE-5.2-21"] in REDUCER
    "Does nothing when a field is set to null." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if !value.is_null() || is_error(root, path) {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "set-to-null-removes" aims ["AUE-5.2-21"] in REDUCER
    "Removes a field that is set to null, as a merge patch does." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let removes = value.is_null() && !is_error(root, path);
            Reference.assign(root, target, path, value);
            if removes {
                remove(target, path);
            }
        }
    }

    "field-sets-take-the-whole-payload" aims ["AUE-5.2-22"] in REDUCER
    "Gives a block every member of the payload, whatever the mask says." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, masked(event, "block."))
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for (name, value) in payload.iter().filter(|(name, _)| path(event).first() != Some(name)) {
                    block.insert(name, value.clone());
                }
            }
            verdict
        }
    }

    "metadata-sets-take-the-whole-payload" aims ["AUE-5.2-22"] in REDUCER
    "Gives the metadata every member of the payload, whatever the mask says." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(payload)) = (&verdict, masked(event, "meta.")) {
                edit_meta(model, |meta| {
                    for (name, value) in payload.iter().filter(|(name, _)| path(event).first() != Some(name)) {
                        meta.insert(name, value.clone());
                    }
                });
            }
            verdict
        }
    }

    "field-sets-reach-all-blocks-of-the-type" aims ["AUE-5.2-23"] in REDUCER
    "Sets the field in every block of the type of the one that is named." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, masked(event, "block."))
                && let Some(at) = named(model, event)
            {
                let path = path(event);
                let block_type = model.block(at).and_then(|block| block.get("type")).cloned();
                let value = Reference.select(Op::Set, payload, &path).cloned().unwrap_or_default();
                for other in (0..model.blocks().len()).filter(|other| *other != at) {
                    if let Some(block) = model.block_mut(other)
                        && block.get("type") == block_type.as_ref()
                    {
                        Reference.assign(Root::Block, block, &path, value.clone());
                    }
                }
            }
            verdict
        }
    }

    "fields-must-be-there" aims ["AUE-5.2-24"] in REDUCER
    "Refuses to set a member that is not there yet." => {
        fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
            refuse_if(path.len() == 1 && target.get_name(&path[0]).is_none())?;
            Reference.reach(target, path)
        }
    }

    "fields-that-are-not-there-are-skipped" aims ["AUE-5.2-24"] in REDUCER
    "Does nothing when a member is set that is not there yet." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if path.len() > 1 || target.get_name(&path[0]).is_some() || is_error(root, path) {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "false-and-zero-are-skipped" aims ["AUE-5.2-25"] in REDUCER
    "Does nothing when a field is set to false, zero or the empty string, which the language takes for none." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let none = match &value {
                Value::Bool(truth) => !truth,
                Value::Number(number) => number.to_f64() == 0.0,
                Value::String(text) => text.is_empty(),
                _ => false,
            };
            if !none {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "empty-lists-and-objects-are-skipped" aims ["AUE-5.2-25"] in REDUCER
    "Does nothing when a field is set to an empty list or object." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let empty = value.as_array().is_some_and(|list| list.is_empty())
                || value.as_object().is_some_and(Object::is_empty);
            if !empty {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "proto-in-a-mask-is-lost" aims ["AUE-5.2-26"] in REDUCER
    "Loses a value at a path with `__proto__`, which it assigned to the prototype." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if path.iter().all(|name| *name != "__proto__") {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "inherited-names-in-a-mask-are-refused" aims ["AUE-5.2-26"] in REDUCER
    "Refuses a mask with a name that a JavaScript object has for a member." => {
        fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
            refuse_if(path.iter().any(|name| INHERITED.iter().any(|inherited| name == inherited)))?;
            Reference.reach(target, path)
        }
    }

    "objects-on-the-path-must-be-there" aims ["AUE-5.2-27"] in REDUCER
    "Refuses a path on which an object is missing." => {
        fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
            let reached = Reference.reach(target, path)?;
            refuse_if(reached + 1 < path.len()).map(|()| reached)
        }
    }

    "refused-sets-leave-the-path-behind" aims ["AUE-5.2-28"] in REDUCER
    "Makes the objects on the path before it finds that it has to refuse." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            if let (Err(_), Some(model), Some((_, parents @ [_, ..]))) = (&verdict, model, path.split_last()) {
                let named = named(model, event);
                let target = if masked(event, "meta.").is_some() {
                    model.meta_mut()
                } else if masked(event, "block.").is_some() {
                    named.and_then(|at| model.block_mut(at))
                } else {
                    None
                };
                if let Some(target) = target
                    && !(1..=parents.len()).any(|depth| there(target, &parents[..depth]).is_some_and(is_scalar))
                    && there(target, parents).is_none()
                {
                    Reference.assign(Root::Block, target, parents, Object::new().into());
                }
            }
            verdict
        }
    }

    "the-mask-meta-merges" aims ["AUE-5.2-29"] in REDUCER
    "Merges the payload of a set masked `meta` alone." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            match (text(event, "mask"), object(event, "meta")) {
                (Some("meta"), Some(payload)) if is(event, Op::Set) && model.is_some() => {
                    edit_meta(model, |meta| merge(meta, payload));
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "the-mask-block-sets-a-whole-block" aims ["AUE-5.2-29"] in REDUCER
    "Takes a set masked `block` alone for one without a mask." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            match (text(event, "mask"), object(event, "block"), model) {
                (Some("block"), Some(block), Some(model)) if is(event, Op::Set) => {
                    put(model, block);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "unknown-roots-are-skipped" aims ["AUE-5.2-30"] in REDUCER
    "Accepts a set whose mask begins with neither `meta` nor `block` and does nothing." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            accept_if(model.is_some() && is(event, Op::Set) && unknown_root(event).is_some(), verdict)
        }
    }

    "masks-need-no-root" aims ["AUE-5.2-30"] in REDUCER
    "Takes a mask that begins with another name for a path in the block." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let Some(mask) = unknown_root(event).filter(|_| is(event, Op::Set)) else { return verdict };
            let path: Vec<JsonString> = mask.split('.').map(JsonString::from).collect();
            let value = object(event, "block").map(|payload| Reference.select(Op::Set, payload, &path));
            if let (Some(Ok(value)), Some(model)) = (value, model)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                Reference.assign(Root::Block, block, &path, value.clone());
                return Ok(());
            }
            verdict
        }
    }

    "the-other-slot-will-do" aims ["AUE-5.2-31"] in REDUCER
    "Reads the payload of a masked set from whichever slot is there." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            let of_meta = text(event, "mask").is_some_and(|mask| mask.starts_with("meta."));
            let other = if of_meta { object(event, "block") } else { object(event, "meta") };
            let own_is_there = event.get(if of_meta { "meta" } else { "block" }).is_some();
            if let (false, true, Some(model), Some(payload)) = (own_is_there, is_masked(event), model, other) {
                let value = Reference.select(Op::Set, payload, &path).cloned();
                if let (true, Ok(value), Some(meta)) = (of_meta, value, model.meta_mut()) {
                    Reference.assign(Root::Meta, meta, &path, value);
                }
                return Ok(());
            }
            verdict
        }
    }

    "a-missing-slot-is-skipped" aims ["AUE-5.2-31"] in REDUCER
    "Accepts a masked set without its slot and does nothing." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let root = text(event, "mask").and_then(|mask| mask.split('.').next());
            let missing = matches!(root, Some("meta" | "block")) && root.is_some_and(|root| event.get(root).is_none());
            accept_if(model.is_some() && is_masked(event) && missing, verdict)
        }
    }

    "missing-values-are-null" aims ["AUE-5.2-32"] in REDUCER
    "Assigns null when the payload has no value for the path." => {
        fn select<'e>(&mut self, op: Op, payload: &'e Object, path: &[JsonString]) -> Result<&'e Value, Rejection> {
            Reference.select(op, payload, path).or_else(|refusal| if op == Op::Set { Ok(&NULL) } else { Err(refusal) })
        }
    }

    "missing-values-are-skipped" aims ["AUE-5.2-32"] in REDUCER
    "Accepts a masked set whose payload has no value for the path and does nothing." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            accept_if(lacks_value(model, event), verdict)
        }
    }

    "missing-values-remove" aims ["AUE-5.2-32"] in REDUCER
    "Removes the field when the payload has no value for its path." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if !lacks_value(model, event) {
                return verdict;
            }
            let path = path(event);
            if let Some(model) = model {
                let at = named(model, event);
                let of_meta = masked(event, "meta.").is_some();
                let target = if of_meta { model.meta_mut() } else { at.and_then(|at| model.block_mut(at)) };
                target.into_iter().for_each(|target| remove(target, &path));
            }
            Ok(())
        }
    }

    "inherited-values-are-selected" aims ["AUE-5.2-32"] in REDUCER
    "Takes a member that every JavaScript object inherits for a value of the payload." => {
        fn select<'e>(&mut self, op: Op, payload: &'e Object, path: &[JsonString]) -> Result<&'e Value, Rejection> {
            let inherited = path.last().is_some_and(|last| INHERITED.iter().any(|name| last == name));
            match Reference.select(op, payload, path) {
                Err(_) if inherited && op == Op::Set => Ok(&NULL),
                selected => selected,
            }
        }
    }

    "without-an-id-the-last-block-is-meant" aims ["AUE-5.2-33"] in REDUCER
    "Sets a field of the last block when the payload names none." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            if let (Some(payload), Some(model)) = (masked(event, "block."), model)
                && !payload.contains("id")
                && let Ok(value) = Reference.select(Op::Set, payload, &path)
                && let Some(block) = model.blocks().len().checked_sub(1).and_then(|last| model.block_mut(last))
            {
                Reference.assign(Root::Block, block, &path, value.clone());
                return Ok(());
            }
            verdict
        }
    }

    "odd-ids-are-skipped" aims ["AUE-5.2-33"] in REDUCER
    "Accepts a masked set whose block has an `id` that is no string and does nothing." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let id = masked(event, "block.").and_then(|payload| payload.get("id"));
            accept_if(model.is_some() && id.is_some_and(|id| id.as_string().is_none()), verdict)
        }
    }

    "incomplete-payloads-make-blocks" aims ["AUE-5.2-34"] in REDUCER
    "Adds the payload of a masked set as a block when there is none, even if it lacks a type." => {
        fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
            if is_complete(payload) {
                return Reference.absent_block(model, payload);
            }
            model.push(payload.clone().into());
            Ok(())
        }
    }

    "sets-of-absent-blocks-are-skipped" aims ["AUE-5.2-34"] in REDUCER
    "Accepts a masked set of a block that is not there and does nothing." => {
        fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
            accept_if(!is_complete(payload), Reference.absent_block(model, payload))
        }
    }

    "complete-payloads-make-blocks" aims ["AUE-5.2-35"] in REDUCER
    "Adds the payload of a masked set as a block when there is none and it is a whole one." => {
        fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
            if !is_complete(payload) {
                return Reference.absent_block(model, payload);
            }
            model.push(payload.clone().into());
            Ok(())
        }
    }

    "ref-of-an-inline-block-may-be-set" aims ["AUE-5.2-36"] in REDUCER
    "Sets `ref` of an inline block by a mask." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            set_ref(model, event, false).map_or(verdict, Ok)
        }
    }

    "a-path-under-ref-may-be-set" aims ["AUE-5.2-37"] in REDUCER
    "Accepts a mask that leads into `ref`." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            let under = path.len() > 1 && path[0] == "ref" && masked(event, "block.").is_some();
            accept_if(model.is_some() && under, verdict)
        }
    }

    "ref-of-a-reference-may-be-set" aims ["AUE-5.2-38"] in REDUCER
    "Sets `ref` of a reference by a mask." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            set_ref(model, event, true).map_or(verdict, Ok)
        }
    }

    "a-mask-of-the-id-leaves-nothing-else" aims ["AUE-5.2-39"] in REDUCER
    "Replaces the block by the payload of a set masked `block.id`." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Some("block.id"), Some(payload), Some(model)) =
                (text(event, "mask"), masked(event, "block."), model)
                && let Some(at) = named(model, event)
            {
                model.replace(at, payload.clone().into());
                return Ok(());
            }
            verdict
        }
    }

    "a-mask-below-the-id-renames" aims ["AUE-5.2-39"] in REDUCER
    "Gives a block the value of a set masked with a path under `block.id` for its id." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let path = path(event);
            if let ([id, .., last], Some(payload), Some(model)) = (path.as_slice(), masked(event, "block."), model)
                && *id == "id"
                && let (Some(name), Some(at)) = (payload.get_name(last), named(model, event))
                && let Some(block) = model.block_mut(at)
            {
                block.insert("id", name.clone());
                return Ok(());
            }
            verdict
        }
    }

    "masks-of-the-id-are-skipped" aims ["AUE-5.2-40"] in REDUCER
    "Accepts a mask of the id and does nothing." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let of_id = path(event).first().is_some_and(|first| *first == "id") && masked(event, "block.").is_some();
            accept_if(model.is_some() && of_id, verdict)
        }
    }

    "id-and-ref-are-reserved-at-any-depth" aims ["AUE-5.2-41"] in REDUCER
    "Refuses a mask that names `id` or `ref` anywhere in a block." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            refuse_if(op == Op::Set && path.iter().any(is_reserved))?;
            Reference.field(op, path)
        }
    }

    "id-and-ref-are-reserved-in-metadata" aims ["AUE-5.2-41"] in REDUCER
    "Refuses a mask that names `id` or `ref` in the metadata." => {
        fn common_member(&mut self, op: Op, root: Root, path: &[JsonString], value: &Value) -> Verdict {
            refuse_if(op == Op::Set && root == Root::Meta && path.iter().any(is_reserved))?;
            Reference.common_member(op, root, path, value)
        }
    }

    "a-stray-ref-is-taken-along" aims ["AUE-5.2-42"] in REDUCER
    "Gives a block the `ref` that the payload of a masked set carries beside the value." => {
        fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
            accept_if(op == Op::Set, Reference.stray_ref(op, payload))
        }

        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, masked(event, "block."))
                && let (Some(key), Some(at)) = (payload.get("ref"), named(model, event))
                && let Some(block) = model.block_mut(at)
            {
                block.insert("ref", key.clone());
            }
            verdict
        }
    }

    "a-stray-ref-is-ignored" aims ["AUE-5.2-43"] in REDUCER
    "Accepts a masked set whose payload carries a `ref` that the mask does not name." => {
        fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
            accept_if(op == Op::Set, Reference.stray_ref(op, payload))
        }
    }
}

/// Whether the event is a set with a mask.
fn is_masked(event: &Event) -> bool {
    is(event, Op::Set) && text(event, "mask").is_some()
}

/// The payload of a set whose mask begins so.
fn masked<'e>(event: &'e Event, root: &str) -> Option<&'e Object> {
    let mask = text(event, "mask").filter(|mask| mask.starts_with(root))?;
    is(event, Op::Set).then(|| object(event, mask.split('.').next()?)).flatten()
}

/// The mask, if it begins with neither of the two roots.
fn unknown_root(event: &Event) -> Option<&str> {
    text(event, "mask").filter(|mask| !matches!(mask.split('.').next(), Some("" | "meta" | "block")))
}

/// `meta.error` has rules and cases of its own.
fn is_error(root: Root, path: &[JsonString]) -> bool {
    root == Root::Meta && path[0] == "error"
}

fn is_reserved(name: &JsonString) -> bool {
    name == "id" || name == "ref"
}

fn is_complete(block: &Object) -> bool {
    block.get("type").is_some_and(|block_type| block_type.as_string().is_some()) && !block.contains("ref")
}

fn is_scalar(value: &Value) -> bool {
    value.as_object().is_none()
}

fn there<'m>(target: &'m Object, path: &[JsonString]) -> Option<&'m Value> {
    Reference.select(Op::Set, target, path).ok()
}

/// Assigns, in one of the parts of a model, to an object that holds nothing else.
fn assign_alone(root: Root, faulty: Root, target: &mut Object, path: &[JsonString], value: Value) {
    match path.split_last() {
        Some((last, parents @ [_, ..])) if root == faulty => {
            Reference.assign(root, target, parents, Object::from_iter([(last, value)]).into());
        }
        _ => Reference.assign(root, target, path, value),
    }
}

fn remove(target: &mut Object, path: &[JsonString]) {
    let Some((last, parents)) = path.split_last() else { return };
    let mut object = target;
    for name in parents {
        let Some(Value::Object(inner)) = object.get_name_mut(name) else { return };
        object = inner;
    }
    retain(object, |name, _| name != last);
}

/// Whether a masked set has everything but a value for its path.
fn lacks_value(model: &Option<Model>, event: &Event) -> bool {
    let path = path(event);
    let reserved = path.first().is_some_and(is_reserved);
    let (Some(model), false) = (model, path.iter().any(JsonString::is_empty) || path.is_empty()) else { return false };
    let lacks = |payload: Option<&Object>| payload.is_some_and(|payload| there(payload, &path).is_none());
    lacks(masked(event, "meta."))
        || (!reserved && lacks(masked(event, "block.")) && named(model, event).is_some_and(|at| !has_ref(model, at)))
}

fn has_ref(model: &Model, at: usize) -> bool {
    model.block(at).is_some_and(|block| block.contains("ref"))
}

/// Sets the `ref` of a block of that form by a mask, if the event asks for it.
fn set_ref(model: &mut Option<Model>, event: &Event, of_reference: bool) -> Option<()> {
    let payload = masked(event, "block.").filter(|_| text(event, "mask") == Some("block.ref"))?;
    let model = model.as_mut()?;
    let at = named(model, event).filter(|at| has_ref(model, *at) == of_reference)?;
    model.block_mut(at)?.insert("ref", payload.get("ref")?.clone());
    Some(())
}
