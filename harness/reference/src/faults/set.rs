//! Faults in setting blocks as a whole (section 5.2).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Verdict};

use super::tools::{
    INHERITED, LOOKED_AT, accept_if, composed, each_block, edit_blocks, find_alike, is, is_digits,
    is_reference, merge, merge_deeply, named, object, refuse_if, retain, without_leading_zeros,
};
use super::{REDUCER, faults};

faults! {
    "new-blocks-go-first" aims ["AUE-5.2-01"] in REDUCER
    "Puts a block that a set adds before the others." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            model.insert(0, block);
        }
    }

    "new-blocks-are-sorted-in" aims ["AUE-5.2-01"] in REDUCER
    "Puts a block that a set adds where its identifier has its place in the alphabet." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            let id = block.get("id").and_then(Value::as_string);
            let later = |other: &Value| other.get("id").and_then(Value::as_string) > id;
            let at = model
                .blocks()
                .iter()
                .position(later)
                .unwrap_or(model.blocks().len());
            model.insert(at, block);
        }
    }

    "new-blocks-follow-their-parents" aims ["AUE-5.2-01"] in REDUCER
    "Puts a block that a set adds right after its parent." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            let parent = block
                .get("parent_id")
                .and_then(Value::as_string)
                .and_then(|parent| model.position(parent));
            model.insert(parent.map_or(model.blocks().len(), |at| at + 1), block);
        }
    }

    "whole-blocks-are-merged" aims ["AUE-5.2-02"] in REDUCER
    "Keeps the members of a replaced block that the new one does not have." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            let merged = match (inline(model, at), &block) {
                (Some(old), Value::Object(new)) if !new.contains("ref") => {
                    let mut merged = old.clone();
                    merge(&mut merged, new);
                    merged.into()
                }
                _ => block,
            };
            Reference.replace(model, at, merged);
        }
    }

    "whole-blocks-are-merged-deeply" aims ["AUE-5.2-02"] in REDUCER
    "Merges a block that replaces another into it at every level." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            let merged = inline(model, at)
                .filter(|_| !is_reference(&block))
                .map(|old| {
                    let mut merged = Value::from(old.clone());
                    merge_deeply(&mut merged, &block);
                    merged
                });
            Reference.replace(model, at, merged.unwrap_or(block));
        }
    }

    "replaced-blocks-keep-their-type" aims ["AUE-5.2-02"] in REDUCER
    "Keeps the type of an inline block that is replaced by another." => {
        fn replace(&mut self, model: &mut Model, at: usize, mut block: Value) {
            if let (Some(old), Some(new)) = (
                inline(model, at).and_then(|old| old.get("type")),
                block.as_object_mut(),
            ) && !new.contains("ref")
            {
                new.insert("type", old.clone());
            }
            Reference.replace(model, at, block);
        }
    }

    "replaced-blocks-go-last" aims ["AUE-5.2-03"] in REDUCER
    "Moves a replaced block to the end." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            edit_blocks(model, |blocks| {
                blocks.remove(at);
                blocks.push(block);
            });
        }
    }

    "blocks-of-a-new-form-go-last" aims ["AUE-5.2-03"] in REDUCER
    "Moves a block to the end when a set makes it inline or a reference." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            let other_form = inline(model, at).is_some() == is_reference(&block);
            Reference.replace(model, at, block);
            if other_form {
                edit_blocks(model, |blocks| {
                    let block = blocks.remove(at);
                    blocks.push(block);
                });
            }
        }
    }

    "unknown-members-of-set-blocks-are-dropped" aims ["AUE-5.2-04"] in REDUCER
    "Keeps the members of a block in a set that it knows and no other." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op != Op::Set {
                return value.clone();
            }
            let known = ["id", "type", "ref", "parent_id", "group_id", "content"];
            each_block(op, value, |block| {
                retain(block, |name, _| known.iter().any(|known| name == known))
            })
        }
    }

    "members-of-null-of-set-blocks-are-dropped" aims ["AUE-5.2-04"] in REDUCER
    "Drops the members of a block in a set that are null." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op != Op::Set {
                return value.clone();
            }
            each_block(op, value, |block| {
                retain(block, |_, value| !value.is_null())
            })
        }
    }

    "new-references-keep-inline-members" aims ["AUE-5.2-05"] in REDUCER
    "Keeps the inline members of a block that becomes a reference." => {
        fn replace(&mut self, model: &mut Model, at: usize, mut block: Value) {
            if let (true, Some(old), Some(new)) = (
                is_reference(&block),
                inline(model, at),
                block.as_object_mut(),
            ) {
                for (name, value) in old.iter().filter(|(name, _)| **name != "id") {
                    new.insert(name, value.clone());
                }
            }
            Reference.replace(model, at, block);
        }
    }

    "inline-blocks-stay-inline" aims ["AUE-5.2-05"] in REDUCER
    "Does nothing when a set would make an inline block a reference." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            if !(is_reference(&block) && inline(model, at).is_some()) {
                Reference.replace(model, at, block);
            }
        }
    }

    "blocks-made-inline-keep-their-ref" aims ["AUE-5.2-06"] in REDUCER
    "Keeps the `ref` of a reference that becomes an inline block." => {
        fn replace(&mut self, model: &mut Model, at: usize, mut block: Value) {
            let key = model.block(at).and_then(|old| old.get("ref")).cloned();
            if let (Some(key), Some(new)) = (key, block.as_object_mut())
                && !new.contains("ref")
            {
                new.insert("ref", key);
            }
            Reference.replace(model, at, block);
        }
    }

    "references-stay-references" aims ["AUE-5.2-06"] in REDUCER
    "Does nothing when a set would make a reference an inline block." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            if inline(model, at).is_some() || is_reference(&block) {
                Reference.replace(model, at, block);
            }
        }
    }

    "refs-never-change" aims ["AUE-5.2-07"] in REDUCER
    "Does nothing when a set would give a reference another `ref`." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            if inline(model, at).is_some() || !is_reference(&block) {
                Reference.replace(model, at, block);
            }
        }
    }

    "empty-sets-are-skipped" aims ["AUE-5.2-08"] in REDUCER
    "Accepts a set that has neither mask nor block and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let empty = event.get("mask").is_none() && event.get("block").is_none();
            accept_if(model.is_some() && is(event, Op::Set) && empty, verdict)
        }
    }

    "set-block-needs-no-id" aims ["AUE-5.2-09"] in REDUCER
    "Sets a block that has no `id`." => {
        fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            accept_if(op == Op::Set && id.is_none(), Reference.block_id(op, id))
        }
    }

    "set-block-id-may-be-no-string" aims ["AUE-5.2-09"] in REDUCER
    "Sets a block whose `id` is a number or another value that is no string." => {
        fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            let odd = id.is_some_and(|id| id.as_string().is_none());
            accept_if(op == Op::Set && odd, Reference.block_id(op, id))
        }
    }

    "set-block-may-be-no-object" aims ["AUE-5.2-09"] in REDUCER
    "Accepts a set whose `block` is no object and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let odd = event
                .get("block")
                .is_some_and(|block| block.as_object().is_none());
            let whole = event.get("mask").is_none() && is(event, Op::Set);
            accept_if(model.is_some() && whole && odd, verdict)
        }
    }

    "set-block-needs-no-type" aims ["AUE-5.2-10"] in REDUCER
    "Sets a block that has no `type`." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            accept_if(
                op == Op::Set && block_type.is_none(),
                Reference.block_type(op, block_type),
            )
        }
    }

    "set-block-type-may-be-no-string" aims ["AUE-5.2-10"] in REDUCER
    "Sets a block whose `type` is not a string." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            let odd = block_type.is_some_and(|block_type| block_type.as_string().is_none());
            accept_if(op == Op::Set && odd, Reference.block_type(op, block_type))
        }
    }

    "set-ref-may-be-empty" aims ["AUE-5.2-11"] in REDUCER
    "Sets a reference whose `ref` is empty or not a string." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let odd = block.len() == 2
                && block
                    .get("ref")
                    .and_then(Value::as_str)
                    .is_none_or(str::is_empty);
            accept_if(
                op == Op::Set && odd && block.contains("id"),
                Reference.reference(op, block),
            )
        }
    }

    "set-reference-may-have-more" aims ["AUE-5.2-11"] in REDUCER
    "Sets a reference that has further members." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let key = block
                .get("ref")
                .and_then(Value::as_str)
                .is_some_and(|key| !key.is_empty());
            let id = block
                .get("id")
                .and_then(Value::as_str)
                .is_some_and(|id| !id.is_empty());
            accept_if(op == Op::Set && key && id, Reference.reference(op, block))
        }
    }

    "refused-set-removes-the-block" aims ["AUE-5.2-12"] in REDUCER
    "Takes the old block out before it looks at the new one." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), true, Some(model)) = (&verdict, is_whole(event), model)
                && let Some(at) = named(model, event)
            {
                edit_blocks(model, |blocks| {
                    blocks.remove(at);
                });
            }
            verdict
        }
    }

    "refused-set-is-stored" aims ["AUE-5.2-12"] in REDUCER
    "Replaces the old block before it looks at the new one." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), true, Some(model), Some(block)) =
                (&verdict, is_whole(event), model, object(event, "block"))
                && let Some(at) = named(model, event)
            {
                model.replace(at, block.clone().into());
            }
            verdict
        }
    }

    "block-ids-ignore-case" aims ["AUE-5.2-13"] in REDUCER
    "Finds a block whose id differs in case." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            find_alike(model, id, str::to_lowercase)
        }
    }

    "block-ids-are-trimmed" aims ["AUE-5.2-13"] in REDUCER
    "Finds a block whose id differs in white space." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            find_alike(model, id, |id| id.split_whitespace().collect())
        }
    }

    "block-ids-are-composed" aims ["AUE-5.2-14"] in REDUCER
    "Finds a block whose id differs in its Unicode normal form." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            find_alike(model, id, composed)
        }
    }

    "block-ids-are-numbers" aims ["AUE-5.2-15"] in REDUCER
    "Finds a block whose id is the same number." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            let number = |id: &JsonString| {
                id.as_str()
                    .filter(|id| is_digits(id))
                    .map(without_leading_zeros)
            };
            let alike = |block: &Value| {
                block.get("id").and_then(Value::as_string).and_then(number) == number(id)
            };
            let first =
                number(id).and_then(|_| model.blocks().iter().take(LOOKED_AT).position(alike));
            first.or_else(|| model.position(id))
        }
    }

    "block-ids-are-paths" aims ["AUE-5.2-15"] in REDUCER
    "Finds a block by the part of an id before its first dot." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            let (first, _) = id.as_str()?.split_once('.').unwrap_or((id.as_str()?, ""));
            model.position(&first.into())
        }
    }

    "inherited-ids-are-never-found" aims ["AUE-5.2-16"] in REDUCER
    "Does not find a block whose id a JavaScript object has for a member." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            let inherited = INHERITED.iter().any(|name| id == name);
            model.position(id).filter(|_| !inherited)
        }
    }

    "inherited-ids-count-as-there" aims ["AUE-5.2-16"] in REDUCER
    "Loses a new block whose id a JavaScript object has for a member, for it seems to be there." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            let id = block.get("id").and_then(Value::as_string);
            if !id.is_some_and(|id| INHERITED.iter().any(|name| id == name)) {
                Reference.insert(model, block);
            }
        }
    }

    "refused-reference-removes-the-body" aims ["AUE-5.2-12"] in REDUCER
    "Takes the body of an inline block out before it looks at the `ref` that a set gives it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let to_reference = is_whole(event)
                && object(event, "block").is_some_and(|block| block.contains("ref"));
            if let (Err(_), true, Some(model)) = (&verdict, to_reference, model)
                && let Some(block) = named(model, event).and_then(|at| model.block_mut(at))
            {
                retain(block, |name, _| {
                    *name == "id" || *name == "type" || *name == "ref"
                });
            }
            verdict
        }
    }

    "new-blocks-are-skipped" aims ["AUE-5.2-01"] in REDUCER
    "Does nothing when a set brings an inline block of a new id." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            if is_reference(&block) {
                Reference.insert(model, block);
            }
        }
    }

    "blocks-are-set-once" aims ["AUE-5.2-02"] in REDUCER
    "Keeps an inline block when a set brings another of its id." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            if is_reference(&block) || inline(model, at).is_none() {
                Reference.replace(model, at, block);
            }
        }
    }

    "text-of-replaced-blocks-is-joined" aims ["AUE-5.2-02"] in REDUCER
    "Puts the text of a block after that of the block which it replaces." => {
        fn replace(&mut self, model: &mut Model, at: usize, mut block: Value) {
            let old = inline(model, at)
                .and_then(|old| old.get("content"))
                .and_then(Value::as_string)
                .cloned();
            let new = block
                .as_object_mut()
                .and_then(|block| block.get_mut("content"));
            if let (Some(mut joined), Some(Value::String(text))) = (old, new) {
                joined.push(text);
                *text = joined;
            }
            Reference.replace(model, at, block);
        }
    }

    "block-sets-without-a-change-are-refused" aims ["AUE-5.2-02", "AUE-5.2-03"] in REDUCER { same: bool }
    "Refuses a whole block that equals the one that is there." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            self.same = model.blocks().get(at) == Some(&block);
            Reference.replace(model, at, block);
        }

        fn settle(&mut self, _: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            refuse_if(std::mem::take(&mut self.same))?;
            verdict
        }
    }

    "set-reference-id-may-be-anything" aims ["AUE-5.2-09", "AUE-5.2-11"] in REDUCER
    "Sets a reference whose `id` is missing, empty or not a string." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let odd = block
                .get("id")
                .and_then(Value::as_str)
                .is_none_or(str::is_empty);
            accept_if(op == Op::Set && odd, Reference.reference(op, block))
        }
    }
}

/// The block at a position, unless it is a reference.
fn inline(model: &Model, at: usize) -> Option<&Object> {
    model.block(at).filter(|block| !block.contains("ref"))
}

/// Whether the event is a set of a whole block and carries nothing else.
fn is_whole(event: &Event) -> bool {
    is(event, Op::Set)
        && event.members().len() == 3
        && event.get("seq").is_some()
        && event.get("block").is_some()
}
