//! Faults in inserting by append, and in refusing appends (section 5.3).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Root, Verdict};

use super::tools::{accept_if, block_id, is, named, object, path, put, retain, text};
use super::{REDUCER, faults};

faults! {
    "any-delta-begins-a-block" aims ["AUE-5.3-17"] in REDUCER
    "Inserts a block by an append whose delta is neither a string nor a list." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let field = path(event).first().cloned().unwrap_or_default();
            match absent(model, event) {
                Some((model, payload))
                    if payload.get_name(&field).is_some_and(is_odd)
                        && is_complete(payload)
                        && !is_reserved(&field) =>
                {
                    put(model, payload);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "inserted-blocks-lose-other-members" aims ["AUE-5.3-18"] in REDUCER
    "Inserts a block with its id, its type and the masked field alone." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let field = path(event).first().cloned().unwrap_or_default();
            if let (Ok(()), Some(model), Some(payload)) = (&verdict, model, object(event, "block"))
                && is(event, Op::Append)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && *block == *payload
            {
                retain(block, |name, _| {
                    *name == "id" || *name == "type" || *name == field
                });
            }
            verdict
        }
    }

    "appends-to-absent-blocks-are-skipped" aims ["AUE-5.3-18"] in REDUCER
    "Accepts an append to a block that is not there and does nothing." => {
        fn insert_appended(&mut self, _: &mut Model, _: Value) {}
    }

    "inserted-blocks-are-appended-to-at-once" aims ["AUE-5.3-18"] in REDUCER { field: JsonString }
    "Inserts a block with its delta and then appends the delta once more." => {
        fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
            self.field = path.first().cloned().unwrap_or_default();
            Reference.field(op, path)
        }

        fn insert_appended(&mut self, model: &mut Model, mut block: Value) {
            match block
                .as_object_mut()
                .and_then(|block| block.get_name_mut(&self.field))
            {
                Some(Value::String(text)) => {
                    let delta = text.clone();
                    text.push(&delta);
                }
                Some(Value::Array(list)) => list.extend_from_within(..),
                _ => {}
            }
            Reference.insert_appended(model, block);
        }
    }

    "inserted-blocks-go-first" aims ["AUE-5.3-19"] in REDUCER
    "Puts a block that an append inserts before the others." => {
        fn insert_appended(&mut self, model: &mut Model, block: Value) {
            model.insert(0, block);
        }
    }

    "inserted-blocks-follow-their-parents" aims ["AUE-5.3-19"] in REDUCER
    "Puts a block that an append inserts right after its parent, or else after the first block." => {
        fn insert_appended(&mut self, model: &mut Model, block: Value) {
            let parent = block
                .get("parent_id")
                .and_then(Value::as_string)
                .and_then(|parent| model.position(parent));
            model.insert(parent.map_or(1, |at| at + 1), block);
        }
    }

    "inserted-block-needs-no-type" aims ["AUE-5.3-20"] in REDUCER
    "Inserts a block that has no `type`." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            accept_if(
                op == Op::Append && block_type.is_none(),
                Reference.block_type(op, block_type),
            )
        }
    }

    "inserted-block-type-may-be-no-string" aims ["AUE-5.3-20"] in REDUCER
    "Inserts a block whose `type` is not a string." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            let odd = block_type.is_some_and(|block_type| block_type.as_string().is_none());
            accept_if(
                op == Op::Append && odd,
                Reference.block_type(op, block_type),
            )
        }
    }

    "a-ref-beside-a-delta-is-ignored" aims ["AUE-5.3-21"] in REDUCER
    "Appends to a block although the payload carries a `ref`." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let (true, Some(payload)) = (is(event, Op::Append), object(event, "block")) else {
                return verdict;
            };
            let delta = path
                .first()
                .and_then(|field| payload.get_name(field))
                .and_then(Value::as_string);
            if let (true, Some(delta), Some(model)) = (payload.contains("ref"), delta, model)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && !block.contains("ref")
                && path.first().is_some_and(|field| !is_reserved(field))
                && let Some(Value::String(text)) =
                    path.first().and_then(|field| block.get_name_mut(field))
            {
                text.push(delta);
                return Ok(());
            }
            verdict
        }
    }

    "inserted-blocks-may-have-a-ref" aims ["AUE-5.3-22"] in REDUCER
    "Inserts the payload of an append that carries a `ref`." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            match absent(model, event) {
                Some((model, payload))
                    if payload.contains("ref")
                        && path(event).first().is_some_and(|field| !is_reserved(field)) =>
                {
                    put(model, payload);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "appends-without-a-block-are-skipped" aims ["AUE-5.3-23"] in REDUCER
    "Accepts an append that has no object for its block and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let masked = text(event, "mask").is_some_and(|mask| mask.starts_with("block."));
            let lacks = is(event, Op::Append) && masked && object(event, "block").is_none();
            accept_if(model.is_some() && lacks, verdict)
        }
    }

    "without-an-id-the-last-block-is-appended-to" aims ["AUE-5.3-24"] in REDUCER
    "Appends to the last block when the payload names none." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let (true, Some(payload)) = (is(event, Op::Append), object(event, "block")) else {
                return verdict;
            };
            let delta = path
                .first()
                .and_then(|field| payload.get_name(field))
                .and_then(Value::as_string);
            if let (false, Some(delta), Some(model)) = (payload.contains("id"), delta, model)
                && let Some(block) = model
                    .blocks()
                    .len()
                    .checked_sub(1)
                    .and_then(|last| model.block_mut(last))
                && let Some(Value::String(text)) =
                    path.first().and_then(|field| block.get_name_mut(field))
            {
                text.push(delta);
                return Ok(());
            }
            verdict
        }
    }

    "odd-ids-of-appends-are-skipped" aims ["AUE-5.3-24"] in REDUCER
    "Accepts an append whose block has an `id` that is no string and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let id = object(event, "block").and_then(|block| block.get("id"));
            let odd = id.is_some_and(|id| id.as_string().is_none());
            accept_if(model.is_some() && is(event, Op::Append) && odd, verdict)
        }
    }

    "without-a-mask-content-is-meant" aims ["AUE-5.3-25"] in REDUCER
    "Appends to `content` when there is no mask." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let lacks = is(event, Op::Append) && event.get("mask").is_none();
            if lacks && append(model, event, "content").is_some() {
                Ok(())
            } else {
                verdict
            }
        }
    }

    "appends-without-a-mask-are-sets" aims ["AUE-5.3-25"] in REDUCER
    "Takes an append without a mask for a set of its block." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let lacks = is(event, Op::Append) && event.get("mask").is_none();
            match (lacks, model, object(event, "block")) {
                (true, Some(model), Some(block)) if block_id(event).is_some() => {
                    put(model, block);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "the-mask-block-means-content" aims ["AUE-5.3-26"] in REDUCER
    "Appends to `content` when the mask is `block` alone." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let whole = is(event, Op::Append) && text(event, "mask") == Some("block");
            if !whole || append(model, event, "content").is_some() {
                return if whole { Ok(()) } else { verdict };
            }
            match (model, object(event, "block")) {
                (Some(model), Some(payload))
                    if named(model, event).is_none() && is_complete(payload) =>
                {
                    put(model, payload);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "appends-reach-metadata" aims ["AUE-5.3-27"] in REDUCER
    "Appends to a member of the metadata." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let masked = text(event, "mask").is_some_and(|mask| mask.starts_with("meta."));
            accept_if(model.is_some() && is(event, Op::Append) && masked, verdict)
        }
    }

    "an-empty-mask-means-content" aims ["AUE-5.3-27"] in REDUCER
    "Appends to `content` when the mask is empty." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let empty = is(event, Op::Append) && text(event, "mask") == Some("");
            match empty.then(|| append(model, event, "content")).flatten() {
                Some(()) => Ok(()),
                None => verdict,
            }
        }
    }

    "appends-need-no-root" aims ["AUE-5.3-27"] in REDUCER
    "Takes a mask that begins with neither root for a field of the block." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let mask = text(event, "mask")
                .filter(|_| is(event, Op::Append))
                .unwrap_or_default();
            let root = mask.split('.').next().unwrap_or_default();
            if matches!(root, "" | "block" | "meta") {
                return verdict;
            }
            let field = mask.rsplit('.').next().unwrap_or_default();
            if append(model, event, field).is_some() {
                Ok(())
            } else {
                verdict
            }
        }
    }

    "missing-deltas-are-empty" aims ["AUE-5.3-28"] in REDUCER
    "Accepts an append to a block that is there whose payload lacks the field." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let there = model
                .as_ref()
                .and_then(|model| model.block(named(model, event)?));
            let inline = there.is_some_and(|block| !block.contains("ref"));
            accept_if(inline && lacks_field(event), verdict)
        }
    }

    "blocks-are-inserted-without-the-field" aims ["AUE-5.3-29"] in REDUCER
    "Inserts a block by an append whose payload lacks the field." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            match absent(model, event) {
                Some((model, payload)) if lacks_field(event) && is_complete(payload) => {
                    put(model, payload);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "ids-are-appended-to" aims ["AUE-5.3-30"] in REDUCER
    "Appends to the id of a block, or inserts a block by its id." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let of_id = is(event, Op::Append) && text(event, "mask") == Some("block.id");
            match (of_id, model, object(event, "block")) {
                (true, Some(model), Some(payload)) => {
                    match named(model, event) {
                        Some(at) => model.edit(|document| double_id(document, at)),
                        None => put(model, payload),
                    }
                    Ok(())
                }
                _ => verdict,
            }
        }
    }

    "refs-are-appended-to" aims ["AUE-5.3-31"] in REDUCER
    "Accepts an append to the `ref` of a block." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let of_ref = is(event, Op::Append) && text(event, "mask") == Some("block.ref");
            accept_if(model.is_some() && of_ref, verdict)
        }
    }

    "refused-appends-leave-a-field" aims ["AUE-5.3-32"] in REDUCER
    "Makes the field before it finds that it has to refuse." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let (Err(_), true, Some(model), [field]) =
                (&verdict, is(event, Op::Append), model, path.as_slice())
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && !block.contains("ref")
                && block.get_name(field).is_none()
                && !delta_is_sound(event)
            {
                Reference.assign(Root::Block, block, &path, "".into());
            }
            verdict
        }
    }

    "refused-appends-leave-a-block" aims ["AUE-5.3-32"] in REDUCER
    "Inserts the payload before it finds that it has to refuse it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), Some((model, payload))) = (&verdict, absent(model, event)) {
                put(model, payload);
            }
            verdict
        }
    }

    "refused-appends-take-other-members" aims ["AUE-5.3-32"] in REDUCER
    "Gives a block the other members of a payload whose delta it refuses." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            if let (Err(_), true, Some(model), Some(payload)) = (
                &verdict,
                is(event, Op::Append),
                model,
                object(event, "block"),
            ) && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
                && !block.contains("ref")
                && path
                    .first()
                    .is_some_and(|field| payload.get_name(field).is_some_and(is_odd))
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

    "appends-without-a-mask-insert" aims ["AUE-5.3-25"] in REDUCER
    "Inserts the block of an append that has no mask." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let lacks = is(event, Op::Append) && event.members().len() == 3;
            match (model.as_mut().filter(|_| lacks), object(event, "block")) {
                (Some(model), Some(payload))
                    if named(model, event).is_none() && is_complete(payload) =>
                {
                    put(model, payload);
                    Ok(())
                }
                _ => verdict,
            }
        }
    }
}

fn is_odd(delta: &Value) -> bool {
    !matches!(delta, Value::String(_) | Value::Array(_))
}

fn is_reserved(field: &JsonString) -> bool {
    field == "id" || field == "ref"
}

fn is_complete(block: &Object) -> bool {
    let text = |name| {
        block
            .get(name)
            .and_then(Value::as_str)
            .is_some_and(|text| !text.is_empty())
    };
    text("id") && text("type") && !block.contains("ref")
}

/// The model and the payload of an append to a field of a block that is not there.
fn absent<'m, 'e>(
    model: &'m mut Option<Model>,
    event: &'e Event,
) -> Option<(&'m mut Model, &'e Object)> {
    let model = model.as_mut().filter(|_| is(event, Op::Append))?;
    let masked = text(event, "mask").is_some_and(|mask| mask.starts_with("block."));
    let absent = block_id(event).is_some_and(|id| !id.is_empty()) && named(model, event).is_none();
    (masked && absent)
        .then(|| object(event, "block"))
        .flatten()
        .map(|payload| (model, payload))
}

/// Whether an append names a field that its payload lacks.
fn lacks_field(event: &Event) -> bool {
    let path = path(event);
    let masked =
        is(event, Op::Append) && text(event, "mask").is_some_and(|mask| mask.starts_with("block."));
    let [field] = path.as_slice() else {
        return false;
    };
    let payload = object(event, "block");
    let lacks = payload
        .is_some_and(|payload| payload.get_name(field).is_none() && !payload.contains("ref"));
    masked && lacks && !is_reserved(field) && !field.is_empty()
}

fn delta_is_sound(event: &Event) -> bool {
    let delta = path(event)
        .first()
        .and_then(|field| object(event, "block")?.get_name(field));
    delta.is_some_and(|delta| !is_odd(delta))
}

/// Appends the member of that name of the payload to that of the block, both strings.
fn append(model: &mut Option<Model>, event: &Event, field: &str) -> Option<()> {
    let model = model.as_mut()?;
    let delta = object(event, "block")?.get(field)?.as_string()?;
    let at = named(model, event)?;
    match model.block_mut(at)?.get_mut(field)? {
        Value::String(text) => text.push(delta),
        _ => return None,
    }
    Some(())
}

fn double_id(document: &mut Object, at: usize) {
    let blocks = document.get_mut("blocks").and_then(Value::as_array_mut);
    let block = blocks
        .and_then(|blocks| blocks.get_mut(at))
        .and_then(Value::as_object_mut);
    if let Some(Value::String(id)) = block.and_then(|block| block.get_mut("id")) {
        let delta = id.clone();
        id.push(&delta);
    }
}
