//! Faults in what a block must look like and what of it is kept (section 3.3).

use std::collections::HashMap;

use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Root, Verdict};

use super::tools::{
    LOOKED_AT, accept_if, composed, each_block, each_object, edit_blocks, is_reference, mapped,
    refuse_if, rename, retain,
};
use super::{REDUCER, faults};

faults! {
    "started-block-needs-no-id" aims ["AUE-3.3-01"] in REDUCER
    "Starts with a block that has no `id`." => {
        fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            accept_if(op == Op::Start && id.is_none(), Reference.block_id(op, id))
        }
    }

    "started-block-id-may-be-no-string" aims ["AUE-3.3-01"] in REDUCER
    "Starts with a block whose `id` is a number or another value that is no string." => {
        fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            let odd = id.is_some_and(|id| id.as_string().is_none());
            accept_if(op == Op::Start && odd, Reference.block_id(op, id))
        }
    }

    "started-block-may-be-no-object" aims ["AUE-3.3-01"] in REDUCER
    "Starts with a block that is not an object." => {
        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            accept_if(op == Op::Start, Reference.block(op, block))
        }
    }

    "started-block-needs-no-type" aims ["AUE-3.3-02"] in REDUCER
    "Starts with a block that has no `type`." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            accept_if(
                op == Op::Start && block_type.is_none(),
                Reference.block_type(op, block_type),
            )
        }
    }

    "started-block-type-may-be-no-string" aims ["AUE-3.3-02"] in REDUCER
    "Starts with a block whose `type` is not a string." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            let odd = block_type.is_some_and(|block_type| block_type.as_string().is_none());
            accept_if(op == Op::Start && odd, Reference.block_type(op, block_type))
        }
    }

    "started-inline-ids-may-repeat" aims ["AUE-3.3-03"] in REDUCER
    "Starts with two inline blocks of one id and keeps both." => {
        fn repeated_id(&mut self, earlier: &Value, block: &Value) -> Verdict {
            accept_if(
                !is_reference(earlier) && !is_reference(block),
                Reference.repeated_id(earlier, block),
            )
        }
    }

    "of-repeated-inline-ids-the-last-wins" aims ["AUE-3.3-03"] in REDUCER
    "Starts with the last of two inline blocks of one id, as a map gives it." => {
        fn repeated_id(&mut self, earlier: &Value, block: &Value) -> Verdict {
            accept_if(
                !is_reference(earlier) && !is_reference(block),
                Reference.repeated_id(earlier, block),
            )
        }

        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            let mut model = Model::new(document);
            edit_blocks(&mut model, |blocks| {
                let mut positions: HashMap<JsonString, usize> = HashMap::new();
                for block in std::mem::take(blocks) {
                    let id = block
                        .get("id")
                        .and_then(Value::as_string)
                        .cloned()
                        .unwrap_or_default();
                    match positions.get(&id) {
                        Some(at) => blocks[*at] = block,
                        None => {
                            positions.insert(id, blocks.len());
                            blocks.push(block);
                        }
                    }
                }
            });
            model
        }
    }

    "inline-id-may-be-empty" aims ["AUE-3.3-04"] in REDUCER
    "Accepts an inline block with an empty `id`." => {
        fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            accept_if(
                id.and_then(Value::as_str) == Some(""),
                Reference.block_id(op, id),
            )
        }

        fn named_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            let inserting = op == Op::Append && id.and_then(Value::as_str) == Some("");
            accept_if(inserting, Reference.named_id(op, id))
        }
    }

    "type-may-be-empty" aims ["AUE-3.3-05"] in REDUCER
    "Accepts an inline block with an empty `type`." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            accept_if(
                block_type.and_then(Value::as_str) == Some(""),
                Reference.block_type(op, block_type),
            )
        }
    }

    "parent-or-group-of-null-is-dropped" aims ["AUE-3.3-06"] in REDUCER
    "Drops a `parent_id` or `group_id` that is null." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                retain(block, |name, value| !(is_relation(name) && value.is_null()))
            })
        }
    }

    "group-follows-the-parent" aims ["AUE-3.3-06"] in REDUCER
    "Gives a block that has a parent and no group the parent for its group." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                if let (Some(parent), false) =
                    (block.get("parent_id").cloned(), block.contains("group_id"))
                {
                    block.insert("group_id", parent);
                }
            })
        }
    }

    "parent-excludes-a-group" aims ["AUE-3.3-06"] in REDUCER
    "Drops the group of a block that has a parent." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                if block.contains("parent_id") {
                    block.remove("group_id");
                }
            })
        }
    }

    "patched-parent-clears-the-group" aims ["AUE-3.3-07"] in REDUCER
    "Removes the group of a block whose parent is patched." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Block && path[0] == "parent_id" {
                target.remove("group_id");
            }
            Reference.assign(root, target, path, value);
        }
    }

    "patched-group-becomes-the-parent" aims ["AUE-3.3-07"] in REDUCER
    "Gives a block whose group is patched that group for its parent." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Block && path[0] == "group_id" && target.contains("parent_id") {
                target.insert("parent_id", value.clone());
            }
            Reference.assign(root, target, path, value);
        }
    }

    "parents-must-be-there" aims ["AUE-3.3-08"] in REDUCER
    "Drops the `parent_id` of a block whose parent the model does not have." => {
        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(model)) = (&verdict, model)
                && model
                    .blocks()
                    .iter()
                    .take(LOOKED_AT)
                    .any(|block| is_orphan(model, block))
            {
                let orphans: Vec<bool> = model
                    .blocks()
                    .iter()
                    .map(|block| is_orphan(model, block))
                    .collect();
                edit_blocks(model, |blocks| {
                    for (block, _) in blocks.iter_mut().zip(orphans).filter(|(_, orphan)| *orphan) {
                        block.as_object_mut().map(|block| block.remove("parent_id"));
                    }
                });
            }
            verdict
        }
    }

    "parent-or-group-may-be-anything" aims ["AUE-3.3-10"] in REDUCER
    "Accepts a `parent_id` or `group_id` that is neither a string nor null." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            let relation = root == Root::Block && is_relation(&path[0]);
            accept_if(relation, Reference.common_member(op, root, path, value))
        }
    }

    "unknown-members-of-started-blocks-are-dropped" aims ["AUE-3.3-11"] in REDUCER
    "Keeps the members of a started block that it knows and no other." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op != Op::Start {
                return value.clone();
            }
            let known = ["id", "type", "ref", "parent_id", "group_id", "content"];
            each_block(op, value, |block| {
                retain(block, |name, _| known.iter().any(|known| name == known))
            })
        }
    }

    "deep-members-of-started-blocks-are-dropped" aims ["AUE-3.3-11"] in REDUCER
    "Keeps nothing of a started block that lies in an object in one of its members." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op != Op::Start {
                return value.clone();
            }
            each_block(op, value, |block| {
                for inner in block
                    .iter_mut()
                    .filter_map(|(_, value)| value.as_object_mut())
                {
                    retain(inner, |_, value| value.as_object().is_none());
                }
            })
        }
    }

    "members-of-null-are-dropped" aims ["AUE-3.3-12"] in REDUCER
    "Drops the members of started blocks that are null, at any depth." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op != Op::Start {
                return value.clone();
            }
            each_block(op, value, |block| {
                each_object(block, |object| {
                    retain(object, |name, value| is_relation(name) || !value.is_null())
                });
            })
        }
    }

    "empty-members-are-dropped" aims ["AUE-3.3-12"] in REDUCER
    "Drops the members of started blocks that are empty lists, objects or strings." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op != Op::Start {
                return value.clone();
            }
            each_block(op, value, |block| {
                each_object(block, |object| retain(object, |_, value| !is_empty(value)))
            })
        }
    }

    "blocks-lose-proto" aims ["AUE-3.3-13"] in REDUCER
    "Loses the members `__proto__` of blocks, which it assigned to JavaScript objects." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                each_object(block, |object| {
                    retain(object, |name, _| name != "__proto__")
                })
            })
        }
    }

    "blocks-lose-constructors" aims ["AUE-3.3-13"] in REDUCER
    "Removes the members `constructor` and `prototype` of blocks for safety." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            let unsafe_name = |name: &JsonString| name == "constructor" || name == "prototype";
            each_block(op, value, |block| {
                each_object(block, |object| retain(object, |name, _| !unsafe_name(name)))
            })
        }
    }

    "dotted-names-become-paths" aims ["AUE-3.3-14"] in REDUCER
    "Takes a dot in the name of a block's member for a path." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                let members = std::mem::take(block);
                for (name, value) in members {
                    let path: Vec<JsonString> = name
                        .to_string_lossy()
                        .split('.')
                        .map(JsonString::from)
                        .collect();
                    Reference.assign(Root::Block, block, &path, value);
                }
            })
        }
    }

    "empty-names-are-dropped" aims ["AUE-3.3-14"] in REDUCER
    "Drops the members of blocks whose name is empty." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                each_object(block, |object| retain(object, |name, _| !name.is_empty()))
            })
        }
    }

    "names-are-made-ascii" aims ["AUE-3.3-14"] in REDUCER
    "Removes letters beyond ASCII from the names of members." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            let ascii = |name: &str| name.chars().filter(char::is_ascii).collect();
            each_block(op, value, |block| {
                each_object(block, |object| rename(object, |name| mapped(name, ascii)))
            })
        }
    }

    "names-are-composed" aims ["AUE-3.3-14"] in REDUCER
    "Brings the names of members into a normal form." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            each_block(op, value, |block| {
                each_object(block, |object| {
                    rename(object, |name| mapped(name, composed))
                })
            })
        }
    }

    "frames-must-be-complete" aims ["AUE-3.3-17"] in REDUCER
    "Refuses a block of type `frame` that lacks a member of frames." => {
        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            refuse_if(
                is_frame(block)
                    && ["block_id", "seq", "total", "data"]
                        .iter()
                        .any(|name| block.get(name).is_none()),
            )?;
            Reference.block(op, block)
        }
    }

    "frames-are-sealed" aims ["AUE-3.3-17"] in REDUCER
    "Refuses field patches of blocks of type `frame`." => {
        fn changeable(&mut self, op: Op, block: &Object) -> Verdict {
            refuse_if(block.get("type").and_then(Value::as_str) == Some("frame"))?;
            Reference.changeable(op, block)
        }
    }

    "frames-are-sorted" aims ["AUE-3.3-17"] in REDUCER
    "Sorts the frames of a model by their `seq`." => {
        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(model)) = (&verdict, model)
                && model
                    .blocks()
                    .iter()
                    .take(LOOKED_AT)
                    .filter(|block| is_frame(block))
                    .count()
                    > 1
            {
                edit_blocks(model, |blocks| {
                    let places: Vec<usize> = (0..blocks.len())
                        .filter(|at| is_frame(&blocks[*at]))
                        .collect();
                    let mut frames: Vec<Value> = places
                        .iter()
                        .map(|at| std::mem::take(&mut blocks[*at]))
                        .collect();
                    frames.sort_by_key(fragment);
                    for (at, frame) in places.into_iter().zip(frames) {
                        blocks[at] = frame;
                    }
                });
            }
            verdict
        }
    }

    "frames-are-reassembled" aims ["AUE-3.3-18"] in REDUCER
    "Puts the original block in the place of a complete group of frames." => {
        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(model)) = (&verdict, model)
                && let Some((original, id)) = reassembled(model.blocks())
            {
                edit_blocks(model, |blocks| {
                    blocks.retain(|block| !(is_frame(block) && block.get("block_id") == Some(&id)));
                    blocks.push(original);
                });
            }
            verdict
        }
    }
}

fn is_relation(name: &JsonString) -> bool {
    name == "parent_id" || name == "group_id"
}

/// Whether a block names a parent that the model does not have.
fn is_orphan(model: &Model, block: &Value) -> bool {
    block
        .get("parent_id")
        .and_then(Value::as_string)
        .is_some_and(|parent| model.position(parent).is_none())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn is_frame(block: &Value) -> bool {
    block.get("type").and_then(Value::as_str) == Some("frame")
}

fn fragment(frame: &Value) -> Option<u64> {
    frame.get("seq")?.as_number()?.to_u64()
}

/// The original block of the first complete group of frames, and its identifier.
fn reassembled(blocks: &[Value]) -> Option<(Value, Value)> {
    let id = blocks
        .iter()
        .take(LOOKED_AT)
        .find(|block| is_frame(block) && block.get("block_id").is_some())?
        .get("block_id")?;
    let mut group: Vec<&Value> = blocks
        .iter()
        .filter(|block| is_frame(block) && block.get("block_id") == Some(id))
        .collect();
    group.sort_by_key(|frame| fragment(frame));
    let total = group.first()?.get("total")?.as_number()?.to_u64()?;
    let complete = total == group.len() as u64
        && group
            .iter()
            .zip(0..)
            .all(|(frame, at)| fragment(frame) == Some(at));
    let data: String = group
        .iter()
        .filter_map(|frame| frame.get("data")?.as_str())
        .collect();
    let original = parse(&data).ok()?;
    (complete && original.get("id") == Some(id)).then(|| (original, id.clone()))
}
