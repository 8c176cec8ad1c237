//! Faults in what a refused patch leaves of its payload (sections 3.4 and 5.2 to 5.4).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Verdict};

use super::tools::{
    block_id, edit_blocks, edit_meta, is, masked, merge, named, object, path, retain, text, there,
};
use super::{REDUCER, faults};

faults! {
    "deltas-of-another-kind-leave-other-members" aims ["AUE-5.3-32"] in REDUCER
    "Gives a block the other members of a payload before it finds that the field does not take the delta." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() && is(event, Op::Append) && is_of_another_kind(model, event) {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "a-ref-beside-a-delta-leaves-other-members" aims ["AUE-5.3-32", "AUE-5.3-21"] in REDUCER
    "Gives a block the other members of a payload before it finds a `ref` among them." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() && is(event, Op::Append) && has_ref(event) {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "appends-without-a-delta-leave-other-members" aims ["AUE-5.3-32", "AUE-5.3-28"] in REDUCER
    "Gives a block the other members of a payload before it finds that the delta is missing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() && is(event, Op::Append) && lacks_value(event, "block") {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "appends-by-another-mask-leave-other-members" aims ["AUE-5.3-32"] in REDUCER
    "Gives a block the other members of a payload before it looks at the mask of the append." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let reserved = path(event).first().is_some_and(is_reserved);
            let of_a_field = text(event, "mask").is_some_and(|mask| mask.starts_with("block."));
            if verdict.is_err() && is(event, Op::Append) && (reserved || !of_a_field) {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "refused-patches-give-references-other-members" aims ["AUE-3.4-12", "AUE-3.4-13"] in REDUCER
    "Gives a reference the other members of a patch before it finds that it takes none." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let patches = is(event, Op::Append) || masked(event, "block.").is_some();
            if verdict.is_err() && patches {
                leave(model, event, |block| !is_inline(block));
            }
            verdict
        }
    }

    "sets-without-a-value-leave-other-members" aims ["AUE-5.2-28"] in REDUCER
    "Gives a block the other members of a payload before it finds that the value is missing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() && masked(event, "block.").is_some() && lacks_value(event, "block") {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "sets-without-a-value-leave-other-metadata" aims ["AUE-5.2-28"] in REDUCER
    "Takes the other metadata of a payload before it finds that the value is missing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), Some(payload), true) =
                (&verdict, masked(event, "meta."), lacks_value(event, "meta"))
            {
                let others = others(event, payload);
                edit_meta(model, |meta| merge(meta, &others));
            }
            verdict
        }
    }

    "sets-that-name-no-block-leave-members-in-the-first" aims ["AUE-5.2-28", "AUE-5.2-33"] in REDUCER
    "Gives the first block the other members of a payload before it finds that it names none." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), None, Some(payload), Some(model)) =
                (&verdict, block_id(event), masked(event, "block."), model)
                && let Some(first) = model.block_mut(0).filter(|block| is_inline(block))
            {
                merge(first, &others(event, payload));
            }
            verdict
        }
    }

    "refused-sets-leave-a-block" aims ["AUE-5.2-28", "AUE-5.2-34"] in REDUCER
    "Adds the payload of a masked set before it finds that it is no block." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), Some(payload), Some(model)) =
                (&verdict, masked(event, "block."), model)
                && block_id(event).is_some()
                && named(model, event).is_none()
                && !payload.contains("type")
            {
                edit_blocks(model, |blocks| blocks.push(payload.clone().into()));
            }
            verdict
        }
    }

    "sets-of-id-or-ref-leave-other-members" aims ["AUE-5.2-28", "AUE-5.2-39"] in REDUCER
    "Gives a block the other members of a payload before it finds that the mask is of the id or the key." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let reserved = path(event).first().is_some_and(is_reserved);
            if verdict.is_err() && masked(event, "block.").is_some() && reserved {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "a-ref-beside-a-value-leaves-other-members" aims ["AUE-5.2-28", "AUE-5.2-42"] in REDUCER
    "Gives a block the other members of the payload of a set before it finds a `ref` among them." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let reserved = path(event).first().is_some_and(is_reserved);
            let beside = masked(event, "block.").is_some() && has_ref(event) && !reserved;
            if verdict.is_err() && beside {
                leave(model, event, is_inline);
            }
            verdict
        }
    }

    "refused-errors-leave-other-metadata" aims ["AUE-5.4-04"] in REDUCER
    "Takes what an error's `meta` has beside the error before it looks at the error." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), true, Some(payload)) =
                (&verdict, is(event, Op::Error), object(event, "meta"))
            {
                let mut others = payload.clone();
                retain(&mut others, |name, _| *name != "error");
                edit_meta(model, |meta| merge(meta, &others));
            }
            verdict
        }
    }
}

/// Gives the block that an event names what its payload has beside the masked field, if the block is of the wanted form.
fn leave(model: &mut Option<Model>, event: &Event, wanted: impl Fn(&Object) -> bool) {
    if let (Some(model), Some(payload)) = (model, object(event, "block"))
        && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
        && wanted(block)
    {
        merge(block, &others(event, payload));
    }
}

/// What a payload has beside the masked field, and beside what says which block or content is meant.
fn others(event: &Event, payload: &Object) -> Object {
    let path = path(event);
    let mut others = payload.clone();
    retain(&mut others, |name, _| {
        !is_reserved(name) && path.first() != Some(name)
    });
    others
}

/// Whether an append brings a string or a list for a field that holds something else.
fn is_of_another_kind(model: &Option<Model>, event: &Event) -> bool {
    let path = path(event);
    let ([field], Some(model), Some(payload)) = (path.as_slice(), model, object(event, "block"))
    else {
        return false;
    };
    let delta = payload
        .get_name(field)
        .filter(|delta| matches!(delta, Value::String(_) | Value::Array(_)));
    let target = named(model, event)
        .and_then(|at| model.block(at))
        .and_then(|block| block.get_name(field));
    let differ = delta
        .zip(target)
        .is_some_and(|(delta, target)| delta.kind() != target.kind());
    differ && !is_reserved(field) && !has_ref(event)
}

/// Whether the payload of a field patch has nothing at the path of the mask, which is an ordinary one.
fn lacks_value(event: &Event, slot: &str) -> bool {
    let path = path(event);
    let of_the_slot = text(event, "mask").is_some_and(|mask| mask.split('.').next() == Some(slot));
    let ordinary = path.first().is_some_and(|first| !is_reserved(first))
        && !path.iter().any(JsonString::is_empty);
    let lacks = object(event, slot).is_some_and(|payload| there(payload, &path).is_none());
    of_the_slot && ordinary && lacks && !has_ref(event)
}

fn has_ref(event: &Event) -> bool {
    object(event, "block").is_some_and(|block| block.contains("ref"))
}

fn is_inline(block: &Object) -> bool {
    !block.contains("ref")
}

fn is_reserved(name: &JsonString) -> bool {
    name == "id" || name == "ref"
}
