//! Faults in setting the field that a mask names (section 5.2).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Root, Steps, Verdict};

use super::tools::{
    INHERITED, edit_meta, masked, merge_deeply, named, path, refuse_if, remove, retain, there,
};
use super::{REDUCER, faults};

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

    "set-of-a-member-replaces-the-block" aims ["AUE-5.2-18"] in REDUCER
    "Drops all other members of a block but `id` and `type` when one is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Block && path.len() == 1 {
                retain(target, |name, _| name == "id" || name == "type");
            }
            Reference.assign(root, target, path, value);
        }
    }

    "a-set-status-clears-the-content" aims ["AUE-5.2-18"] in REDUCER
    "Removes the content of a block whose status is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Block && matches!(path, [field] if *field == "status") {
                target.remove("content");
            }
            Reference.assign(root, target, path, value);
        }
    }

    "fields-are-set-once" aims ["AUE-5.2-18"] in REDUCER
    "Keeps a member of a block that is there when it is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root != Root::Block || path.len() > 1 || target.get_name(&path[0]).is_none() {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "metadata-is-set-once" aims ["AUE-5.2-17"] in REDUCER
    "Keeps a member of the metadata that is there when it is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root != Root::Meta || path.len() > 1 || target.get_name(&path[0]).is_none() {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "a-member-of-an-error-is-checked-as-the-whole" aims ["AUE-5.2-19"] in REDUCER
    "Wants a code and a message in the payload when one member of an error is set." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            if let (Root::Meta, [error, member]) = (root, path)
                && *error == "error"
            {
                let whole = Object::from_iter([(member, value.clone())]);
                return Reference.error_object(&whole.into());
            }
            Reference.common_member(op, root, path, value)
        }
    }

    "a-set-of-metadata-clears-the-error" aims ["AUE-5.2-17"] in REDUCER
    "Removes the error when another member of the metadata is set." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            Reference.assign(root, target, path, value);
            if root == Root::Meta && path.first().is_some_and(|name| *name != "error") {
                target.remove("error");
            }
        }
    }

    "metadata-goes-to-all-blocks" aims ["AUE-5.2-17"] in REDUCER
    "Sets a member of the metadata in the blocks that have one of its name too." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let (Ok(()), Some(model), Some(payload), [field]) =
                (&verdict, model, masked(event, "meta."), path.as_slice())
                && let Some(value) = payload.get_name(field)
            {
                for at in 0..model.blocks().len() {
                    if let Some(member) = model
                        .block_mut(at)
                        .and_then(|block| block.get_name_mut(field))
                    {
                        *member = value.clone();
                    }
                }
            }
            verdict
        }
    }

    "metadata-sets-drop-unknown-model-members" aims ["AUE-3.1-08"] in REDUCER
    "Rebuilds the model from its four members when metadata is set." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let known = ["version", "biz", "meta", "blocks"];
            if let (Ok(()), Some(model), Some(_)) = (&verdict, model, masked(event, "meta."))
                && model.document().len() > known.len()
            {
                model.edit(|document| {
                    retain(document, |name, _| known.iter().any(|known| name == known))
                });
            }
            verdict
        }
    }

    "nulls-in-set-values-are-dropped" aims ["AUE-7-06"] in REDUCER
    "Drops the members of an object that is set which are null." => {
        fn assign(
            &mut self,
            root: Root,
            target: &mut Object,
            path: &[JsonString],
            mut value: Value,
        ) {
            value
                .as_object_mut()
                .into_iter()
                .for_each(|object| retain(object, |_, value| !value.is_null()));
            Reference.assign(root, target, path, value);
        }
    }

    "groups-cannot-be-joined-later" aims ["AUE-5.2-24"] in REDUCER
    "Refuses to set the group of a block that has none." => {
        fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
            let joins =
                matches!(path, [field] if *field == "group_id") && !target.contains("group_id");
            refuse_if(joins)?;
            Reference.reach(target, path)
        }
    }

    "field-sets-reach-the-children" aims ["AUE-5.2-23"] in REDUCER
    "Sets the field in the blocks whose parent is the one that is named, too." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            set_in_relatives(model, event, &verdict, |block, named| {
                named
                    .get("id")
                    .is_some_and(|id| block.get("parent_id") == Some(id))
            });
            verdict
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
                Some(old @ Value::Object(_))
                    if value.as_object().is_some() && !is_error(root, path) =>
                {
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, masked(event, "block."))
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                for (name, value) in payload
                    .iter()
                    .filter(|(name, _)| path(event).first() != Some(name))
                {
                    block.insert(name, value.clone());
                }
            }
            verdict
        }
    }

    "gaps-are-filled-with-the-payload" aims ["AUE-5.2-22"] in REDUCER { gap: bool }
    "Takes all that the payload has where an object is missing on the path of a set." => {
        fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
            let reached = Reference.reach(target, path)?;
            self.gap = reached + 1 < path.len();
            Ok(reached)
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let gap = std::mem::take(&mut self.gap);
            if let (Ok(()), true, Some(model), Some(payload)) =
                (&verdict, gap, model, masked(event, "block."))
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && let Some(name) = path(event).first()
                && let Some(value) = payload.get_name(name)
            {
                block.insert(name, value.clone());
            }
            verdict
        }
    }

    "field-sets-without-a-change-are-refused" aims ["AUE-5.2-18"] in REDUCER { same: bool }
    "Refuses a masked set of a block that assigns the value which is there." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            self.same = root == Root::Block && there(target, path) == Some(&value);
            Reference.assign(root, target, path, value);
        }

        fn settle(&mut self, _: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            refuse_if(std::mem::take(&mut self.same))?;
            verdict
        }
    }

    "metadata-sets-take-the-whole-payload" aims ["AUE-5.2-22"] in REDUCER
    "Gives the metadata every member of the payload, whatever the mask says." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), Some(payload)) = (&verdict, masked(event, "meta.")) {
                edit_meta(model, |meta| {
                    for (name, value) in payload
                        .iter()
                        .filter(|(name, _)| path(event).first() != Some(name))
                    {
                        meta.insert(name, value.clone());
                    }
                });
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
            refuse_if(
                path.iter()
                    .any(|name| INHERITED.iter().any(|inherited| name == inherited)),
            )?;
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let payload = masked(event, "meta.").or(masked(event, "block."));
            let ordinary = path
                .first()
                .is_some_and(|first| *first != "ref" && *first != "id");
            let incomplete =
                ordinary && payload.is_some_and(|payload| there(payload, &path).is_none());
            if let (Err(_), true, Some(model), Some((_, parents @ [_, ..]))) =
                (&verdict, incomplete, model, path.split_last())
            {
                let named = named(model, event);
                let target = if masked(event, "meta.").is_some() {
                    model.meta_mut()
                } else if masked(event, "block.").is_some() {
                    named.and_then(|at| model.block_mut(at))
                } else {
                    None
                };
                if let Some(target) = target
                    && !(1..=parents.len())
                        .any(|depth| there(target, &parents[..depth]).is_some_and(is_scalar))
                    && there(target, parents).is_none()
                {
                    Reference.assign(Root::Block, target, parents, Object::new().into());
                }
            }
            verdict
        }
    }

    "field-sets-reach-all-blocks-of-the-type" aims ["AUE-5.2-23"] in REDUCER
    "Sets the field in every block of the type of the one that is named." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            set_in_relatives(model, event, &verdict, |block, named| {
                block.get("type") == named.get("type")
            });
            verdict
        }
    }
}

/// `meta.error` has rules and cases of its own.
fn is_error(root: Root, path: &[JsonString]) -> bool {
    root == Root::Meta && path[0] == "error"
}

fn is_scalar(value: &Value) -> bool {
    value.as_object().is_none()
}

/// Assigns, in one of the parts of a model, to an object that holds nothing else.
fn assign_alone(root: Root, faulty: Root, target: &mut Object, path: &[JsonString], value: Value) {
    match path.split_last() {
        Some((last, parents @ [_, ..])) if root == faulty => {
            Reference.assign(
                root,
                target,
                parents,
                Object::from_iter([(last, value)]).into(),
            );
        }
        _ => Reference.assign(root, target, path, value),
    }
}

/// Sets the field of an accepted masked set in other inline blocks that relate to the one that is named.
fn set_in_relatives(
    model: &mut Option<Model>,
    event: &Event,
    verdict: &Verdict,
    related: impl Fn(&Object, &Object) -> bool,
) {
    let path = path(event);
    let (Ok(()), Some(model), Some(payload)) = (verdict, model, masked(event, "block.")) else {
        return;
    };
    let Some(at) = named(model, event) else {
        return;
    };
    let (Some(value), Some(named)) = (there(payload, &path), model.block(at).cloned()) else {
        return;
    };
    for other in (0..model.blocks().len()).filter(|other| *other != at) {
        if let Some(block) = model.block_mut(other)
            && !block.contains("ref")
            && related(block, &named)
        {
            Reference.assign(Root::Block, block, &path, value.clone());
        }
    }
}
