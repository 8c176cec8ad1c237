//! Faults in what a masked set must be (section 5.2).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Root, Verdict};

use super::tools::{
    INHERITED, accept_if, edit_meta, is, masked, merge, named, object, path, put, refuse_if,
    remove, text, there,
};
use super::{REDUCER, faults};

/// What a variant takes a value for that is not there.
static NULL: Value = Value::Null;

faults! {
    "the-mask-meta-merges" aims ["AUE-5.2-29"] in REDUCER
    "Merges the payload of a set masked `meta` alone." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            accept_if(
                model.is_some() && is(event, Op::Set) && unknown_root(event).is_some(),
                verdict,
            )
        }
    }

    "masks-need-no-root" aims ["AUE-5.2-30"] in REDUCER
    "Takes a mask that begins with another name for a path in the block." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let Some(mask) = unknown_root(event).filter(|_| is(event, Op::Set)) else {
                return verdict;
            };
            let path: Vec<JsonString> = mask.split('.').map(JsonString::from).collect();
            let value =
                object(event, "block").map(|payload| Reference.select(Op::Set, payload, &path));
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let of_meta = text(event, "mask").is_some_and(|mask| mask.starts_with("meta."));
            let other = if of_meta {
                object(event, "block")
            } else {
                object(event, "meta")
            };
            let own_is_there = event.get(if of_meta { "meta" } else { "block" }).is_some();
            if let (false, true, Some(model), Some(payload)) =
                (own_is_there, is_masked(event), model, other)
            {
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let root = text(event, "mask").and_then(|mask| mask.split('.').next());
            let missing = matches!(root, Some("meta" | "block"))
                && root.is_some_and(|root| event.get(root).is_none());
            accept_if(model.is_some() && is_masked(event) && missing, verdict)
        }
    }

    "missing-values-are-null" aims ["AUE-5.2-32"] in REDUCER
    "Assigns null when the payload has no value for the path." => {
        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            Reference.select(op, payload, path).or_else(|refusal| {
                if op == Op::Set {
                    Ok(&NULL)
                } else {
                    Err(refusal)
                }
            })
        }
    }

    "missing-values-are-skipped" aims ["AUE-5.2-32"] in REDUCER
    "Accepts a masked set whose payload has no value for the path and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            accept_if(lacks_value(model, event), verdict)
        }
    }

    "missing-values-remove" aims ["AUE-5.2-32"] in REDUCER
    "Removes the field when the payload has no value for its path." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if !lacks_value(model, event) {
                return verdict;
            }
            let path = path(event);
            if let Some(model) = model {
                let at = named(model, event);
                let of_meta = masked(event, "meta.").is_some();
                let target = if of_meta {
                    model.meta_mut()
                } else {
                    at.and_then(|at| model.block_mut(at))
                };
                target.into_iter().for_each(|target| remove(target, &path));
            }
            Ok(())
        }
    }

    "inherited-values-are-selected" aims ["AUE-5.2-32"] in REDUCER
    "Takes a member that every JavaScript object inherits for a value of the payload." => {
        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            let inherited = path
                .last()
                .is_some_and(|last| INHERITED.iter().any(|name| last == name));
            match Reference.select(op, payload, path) {
                Err(_) if inherited && op == Op::Set => Ok(&NULL),
                selected => selected,
            }
        }
    }

    "without-an-id-the-last-block-is-meant" aims ["AUE-5.2-33"] in REDUCER
    "Sets a field of the last block when the payload names none." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let (Some(payload), Some(model)) = (masked(event, "block."), model)
                && !payload.contains("id")
                && let Ok(value) = Reference.select(Op::Set, payload, &path)
                && let Some(block) = model
                    .blocks()
                    .len()
                    .checked_sub(1)
                    .and_then(|last| model.block_mut(last))
            {
                Reference.assign(Root::Block, block, &path, value.clone());
                return Ok(());
            }
            verdict
        }
    }

    "odd-ids-are-skipped" aims ["AUE-5.2-33"] in REDUCER
    "Accepts a masked set whose block has an `id` that is no string and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let id = masked(event, "block.").and_then(|payload| payload.get("id"));
            accept_if(
                model.is_some() && id.is_some_and(|id| id.as_string().is_none()),
                verdict,
            )
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
            accept_if(
                !is_complete(payload),
                Reference.absent_block(model, payload),
            )
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            set_ref(model, event, false).map_or(verdict, Ok)
        }
    }

    "a-mask-of-ref-adds-a-reference" aims ["AUE-5.2-36"] in REDUCER
    "Adds a reference for a set masked `block.ref` of a block that is not there." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Some("block.ref"), Some(payload), Some(model)) =
                (text(event, "mask"), masked(event, "block."), model)
                && named(model, event).is_none()
            {
                put(model, payload);
                return Ok(());
            }
            verdict
        }
    }

    "a-path-under-ref-may-be-set" aims ["AUE-5.2-37"] in REDUCER
    "Accepts a mask that leads into `ref`." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let under = path.len() > 1 && path[0] == "ref" && masked(event, "block.").is_some();
            accept_if(model.is_some() && under, verdict)
        }
    }

    "ref-of-a-reference-may-be-set" aims ["AUE-5.2-38"] in REDUCER
    "Sets `ref` of a reference by a mask." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            set_ref(model, event, true).map_or(verdict, Ok)
        }
    }

    "a-mask-of-the-id-leaves-nothing-else" aims ["AUE-5.2-39"] in REDUCER
    "Replaces the block by the payload of a set masked `block.id`." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Some("block.id"), Some(payload), Some(model)) =
                (text(event, "mask"), masked(event, "block."), model)
                && let Some(at) = named(model, event)
                && !has_ref(model, at)
            {
                model.replace(at, payload.clone().into());
                return Ok(());
            }
            verdict
        }
    }

    "a-mask-below-the-id-renames" aims ["AUE-5.2-39"] in REDUCER
    "Gives a block the value of a set masked with a path under `block.id` for its id." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let ([id, .., last], Some(payload), Some(model)) =
                (path.as_slice(), masked(event, "block."), model)
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
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let of_id = path(event).first().is_some_and(|first| *first == "id")
                && masked(event, "block.").is_some();
            let inline = model.as_ref().is_some_and(|model| {
                named(model, event).is_none_or(|at| !has_ref(model, at))
            });
            accept_if(inline && of_id, verdict)
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
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            refuse_if(op == Op::Set && root == Root::Meta && path.iter().any(is_reserved))?;
            Reference.common_member(op, root, path, value)
        }
    }

    "a-stray-ref-is-taken-along" aims ["AUE-5.2-42"] in REDUCER
    "Gives a block the `ref` that the payload of a masked set carries beside the value." => {
        fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
            accept_if(op == Op::Set, Reference.stray_ref(op, payload))
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
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

    "an-odd-slot-is-skipped" aims ["AUE-5.2-31"] in REDUCER
    "Accepts a masked set whose slot is no object and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let root = text(event, "mask").and_then(|mask| mask.split('.').next());
            let slot = root
                .filter(|root| matches!(*root, "meta" | "block"))
                .and_then(|root| event.get(root));
            accept_if(
                model.is_some()
                    && is_masked(event)
                    && slot.is_some_and(|slot| slot.as_object().is_none()),
                verdict,
            )
        }
    }


    "payloads-with-any-type-make-blocks" aims ["AUE-5.2-34"] in REDUCER
    "Adds the payload of a masked set as a block when there is none and the type is there, whatever it is." => {
        fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
            if !payload.contains("type") || is_complete(payload) {
                return Reference.absent_block(model, payload);
            }
            model.push(payload.clone().into());
            Ok(())
        }
    }
}

/// Whether the event is a set with a mask.
fn is_masked(event: &Event) -> bool {
    is(event, Op::Set) && text(event, "mask").is_some()
}

/// The mask, if it begins with neither of the two roots.
fn unknown_root(event: &Event) -> Option<&str> {
    text(event, "mask")
        .filter(|mask| !matches!(mask.split('.').next(), Some("" | "meta" | "block")))
}

fn is_reserved(name: &JsonString) -> bool {
    name == "id" || name == "ref"
}

fn is_complete(block: &Object) -> bool {
    block
        .get("type")
        .is_some_and(|block_type| block_type.as_string().is_some())
        && !block.contains("ref")
}

/// Whether a masked set has everything but a value for its path.
fn lacks_value(model: &Option<Model>, event: &Event) -> bool {
    let path = path(event);
    let reserved = path.first().is_some_and(is_reserved);
    let (Some(model), false) = (
        model,
        path.iter().any(JsonString::is_empty) || path.is_empty(),
    ) else {
        return false;
    };
    let lacks =
        |payload: Option<&Object>| payload.is_some_and(|payload| there(payload, &path).is_none());
    lacks(masked(event, "meta."))
        || (!reserved
            && lacks(masked(event, "block."))
            && named(model, event).is_some_and(|at| !has_ref(model, at)))
}

fn has_ref(model: &Model, at: usize) -> bool {
    model.block(at).is_some_and(|block| block.contains("ref"))
}

/// Sets the `ref` of a block of that form by a mask, if the event asks for it.
fn set_ref(model: &mut Option<Model>, event: &Event, of_reference: bool) -> Option<()> {
    let payload = masked(event, "block.").filter(|_| text(event, "mask") == Some("block.ref"))?;
    let model = model.as_mut()?;
    let at = named(model, event).filter(|at| has_ref(model, *at) == of_reference)?;
    model
        .block_mut(at)?
        .insert("ref", payload.get("ref")?.clone());
    Some(())
}
