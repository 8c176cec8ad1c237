//! Faults in what a resolver puts in the place of references, and in what it leaves as it is (section 3.4).

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::resolver::{Resolution, ResolveSteps};
use uiconform_protocols::agentue::{Model, Reference, Verdict};

use super::tools::{
    INHERITED, composed, edit_blocks, map_values, mapped, merge, refuse_if, retain, throughout,
};
use super::{RESOLVER, faults};

faults! {
    impl ResolveSteps, over [] => super::resolving;

    "content-is-laid-over-the-reference" aims ["AUE-3.4-17"] in RESOLVER
    "Gives the reference the members of the content, and leaves it its `ref`." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            let mut block = model.block(at).cloned().unwrap_or_default();
            if let Some(content) = content.as_object() {
                merge(&mut block, content);
            }
            model.replace(at, block.into());
        }
    }

    "content-keeps-its-key" aims ["AUE-3.4-17"] in RESOLVER
    "Notes the key in a member of the content." => {
        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            let key = model.block(at).and_then(|block| block.get("ref")).cloned();
            if let (Some(key), Some(content)) = (key, content.as_object_mut()) {
                content.insert("resolved_from", key);
            }
            model.replace(at, content);
        }
    }

    "content-of-known-members" aims ["AUE-3.4-17"] in RESOLVER
    "Takes of the content only `id`, `type`, `content` and `items`." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            put(model, at, content, |name, _| {
                ["content", "items"].iter().any(|known| name == known)
            });
        }
    }

    "content-without-nulls" aims ["AUE-3.4-17"] in RESOLVER
    "Takes the content without its null members." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            put(model, at, content, |_, value| !value.is_null());
        }
    }

    "content-without-empty-values" aims ["AUE-3.4-17"] in RESOLVER
    "Takes the content without members that are empty, zero or false." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            put(model, at, content, |_, value| match value {
                Value::Bool(truth) => *truth,
                Value::Number(number) => *number != Number::from(0_u64),
                Value::String(text) => !text.is_empty(),
                Value::Array(list) => !list.is_empty(),
                Value::Object(members) => !members.is_empty(),
                Value::Null => true,
            });
        }
    }

    "content-without-inherited-names" aims ["AUE-3.4-17"] in RESOLVER
    "Takes the content without members of names that JavaScript objects inherit." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            put(model, at, content, |name, _| {
                !name.as_str().is_some_and(|name| INHERITED.contains(&name))
            });
        }
    }

    "content-without-odd-names" aims ["AUE-3.4-17"] in RESOLVER
    "Takes the content without members whose names are no lower-case identifiers." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            let plain = |name: &str| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            };
            put(model, at, content, |name, _| {
                name.as_str().is_some_and(plain)
            });
        }
    }

    "content-without-hierarchy" aims ["AUE-3.4-17"] in RESOLVER
    "Takes the content without its parent and group." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            put(model, at, content, |name, _| {
                *name != "parent_id" && *name != "group_id"
            });
        }
    }

    "content-is-sanitized" aims ["AUE-3.4-17"] in RESOLVER
    "Escapes markup in the content." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            model.replace(at, map_values(&content, |text| text.replace('<', "&lt;")));
        }
    }

    "content-is-normalized" aims ["AUE-3.4-17"] in RESOLVER
    "Brings the text of the content into a normal form." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            model.replace(at, map_values(&content, composed));
        }
    }

    "content-has-small-numbers" aims ["AUE-3.4-17"] in RESOLVER
    "Takes integers of the content as 32 bits hold them." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            let small = |value: &mut Value| {
                if let Value::Number(number) = value
                    && let Some(large) = number.to_i64()
                {
                    *number = Number::from(large.clamp(i32::MIN.into(), i32::MAX.into()));
                }
            };
            model.replace(at, throughout(content, small));
        }
    }

    "content-is-short" aims ["AUE-3.4-17"] in RESOLVER
    "Refuses content of more than ten thousand bytes." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            refuse_if(content.to_text().len() > 10_000)?;
            Reference.complete_content(content)
        }
    }

    "content-is-shallow" aims ["AUE-3.4-17"] in RESOLVER
    "Refuses content that nests more than ten levels deep." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            refuse_if(content.to_text().contains("[[[[[[[[[["))?;
            Reference.complete_content(content)
        }
    }

    "content-has-a-body" aims ["AUE-3.4-17"] in RESOLVER
    "Refuses content that has nothing but an id and a type." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            refuse_if(
                content
                    .as_object()
                    .is_some_and(|content| content.len() == 2 && content.contains("type")),
            )?;
            Reference.complete_content(content)
        }
    }

    "content-has-no-ref-within" aims ["AUE-3.4-17"] in RESOLVER
    "Refuses content with a `ref` at any depth." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            refuse_if(content.get("ref").is_none() && content.to_text().contains("\"ref\":\"y\""))?;
            Reference.final_content(content)
        }
    }

    "content-does-not-mention-its-key" aims ["AUE-3.4-17"] in RESOLVER
    "Takes content in which the key occurs for one that is not resolved." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            refuse_if(content.get("content").and_then(Value::as_str) == Some("key"))?;
            Reference.final_content(content)
        }
    }

    "keys-are-addresses" aims ["AUE-3.4-17", "AUE-3.4-61"] in RESOLVER
    "Refuses keys that look like addresses, paths or JSON." => {
        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            let odd = |key: &str| key.contains(['/', '{', '_']) || key.trim().is_empty();
            refuse_if(key.as_str().is_some_and(odd))?;
            Reference.same_key(block, key)
        }
    }

    "keys-are-short-ascii" aims ["AUE-3.4-61"] in RESOLVER
    "Refuses keys that are not ASCII, or longer than fifty bytes." => {
        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            let odd = |key: &str| !key.is_ascii() || key.len() > 50;
            refuse_if(key.as_str().is_some_and(odd))?;
            Reference.same_key(block, key)
        }
    }

    "keys-are-no-ids" aims ["AUE-3.4-61"] in RESOLVER
    "Refuses a key that is the id of a block." => {
        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            refuse_if(block.get("id").and_then(Value::as_string) == Some(key) || *key == "a")?;
            Reference.same_key(block, key)
        }
    }

    "blocks-are-kept-in-an-object" aims ["AUE-3.4-17"] in RESOLVER
    "Looks blocks up in a JavaScript object, which knows some ids from the beginning." => {
        fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
            let inherited = resolution
                .block_id
                .as_str()
                .is_some_and(|id| INHERITED.contains(&id));
            if inherited {
                None
            } else {
                Reference.locate(model, resolution)
            }
        }
    }

    "ids-are-words" aims ["AUE-3.4-61"] in RESOLVER
    "Resolves only blocks whose ids are ASCII letters and digits." => {
        fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
            let plain = resolution
                .block_id
                .as_str()
                .is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            if plain {
                Reference.locate(model, resolution)
            } else {
                None
            }
        }
    }

    "resolved-blocks-move-to-the-end" aims ["AUE-3.4-18"] in RESOLVER
    "Removes the reference and adds the content after all other blocks." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            edit_blocks(model, |blocks| {
                blocks.remove(at);
                blocks.push(content);
            });
        }
    }

    "resolved-blocks-move-to-the-front" aims ["AUE-3.4-18"] in RESOLVER
    "Puts the content before all other blocks." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            edit_blocks(model, |blocks| {
                blocks.remove(at);
                blocks.insert(0, content);
            });
        }
    }

    "resolution-is-noted-in-the-metadata" aims ["AUE-3.4-18"] in RESOLVER
    "Notes in the metadata that there is an error no more." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            model.replace(at, content);
            if let Some(meta) = model.meta_mut()
                && meta.contains("error")
            {
                meta.insert("error", Value::Null);
            }
        }
    }

    "resolution-tidies-other-blocks" aims ["AUE-3.4-18"] in RESOLVER
    "Drops the null members of other blocks." => {
        fn conclude(&mut self, model: &mut Model) {
            edit_blocks(model, |blocks| {
                for block in blocks.iter_mut().filter_map(Value::as_object_mut) {
                    if block.get("type").and_then(Value::as_str) == Some("note") {
                        retain(block, |_, value| !value.is_null());
                    }
                }
            });
        }
    }

    "children-of-references-are-dropped" aims ["AUE-3.4-18"] in RESOLVER
    "Drops the blocks that name the reference as their parent." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            let id = content.get("id").cloned();
            model.replace(at, content);
            edit_blocks(model, |blocks| {
                blocks.retain(|block| {
                    block.get("parent_id").is_none() || block.get("parent_id") != id.as_ref()
                })
            });
        }
    }

    "equal-blocks-are-merged" aims ["AUE-3.4-18"] in RESOLVER
    "Drops other blocks of the same text as the content." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            let text = content.get("content").cloned();
            let id = content.get("id").cloned();
            model.replace(at, content);
            edit_blocks(model, |blocks| {
                blocks.retain(|block| {
                    block.get("content").is_none()
                        || block.get("content") != text.as_ref()
                        || block.get("id") == id.as_ref()
                });
            });
        }
    }

    "frames-are-dropped-with-a-resolution" aims ["AUE-3.4-18"] in RESOLVER
    "Drops the frames of the block that it resolves." => {
        fn conclude(&mut self, model: &mut Model) {
            edit_blocks(model, |blocks| {
                blocks.retain(|block| block.get("type").and_then(Value::as_str) != Some("frame"))
            });
        }
    }

    "the-block-named-like-the-key-goes" aims ["AUE-3.4-18"] in RESOLVER
    "Drops the block whose id is the key." => {
        fn conclude(&mut self, model: &mut Model) {
            edit_blocks(model, |blocks| {
                blocks.retain(|block| block.get("id").and_then(Value::as_str) != Some("key"))
            });
        }
    }

    "resolved-models-are-chats" aims ["AUE-3.4-18"] in RESOLVER
    "Gives the resolved model the domain `chat`." => {
        fn conclude(&mut self, model: &mut Model) {
            let mut document = model.document().clone();
            document.insert("biz", "chat");
            *model = Model::new(document);
        }
    }

    "resolved-models-lose-unknown-members" aims ["AUE-3.4-62"] in RESOLVER
    "Makes the resolved model of the members that the protocol names." => {
        fn conclude(&mut self, model: &mut Model) {
            let mut document = model.document().clone();
            let known = ["version", "biz", "meta", "blocks"];
            retain(&mut document, |name, _| known.iter().any(|known| name == known));
            *model = Model::new(document);
        }
    }

    "one-content-for-a-key" aims ["AUE-3.4-19"] in RESOLVER { first: Vec<(JsonString, Value)> }
    "Keeps the first content of a key and gives it to every block that has the key." => {
        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            let key = model
                .block(at)
                .and_then(|block| block.get("ref"))
                .and_then(Value::as_string)
                .cloned()
                .unwrap_or_default();
            let id = content.get("id").cloned().unwrap_or_default();
            match self.first.iter().find(|(known, _)| *known == key) {
                Some((_, first)) => content = first.clone(),
                None => self.first.push((key, content.clone())),
            }
            if let Some(content) = content.as_object_mut() {
                content.insert("id", id);
            }
            model.replace(at, content);
        }

        fn conclude(&mut self, _: &mut Model) {
            self.first.clear();
        }
    }

    "blocks-are-found-by-their-keys" aims ["AUE-3.4-19", "AUE-3.4-24"] in RESOLVER
    "Looks for the first reference with the key, whatever its id." => {
        fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
            model.blocks().iter().position(|block| {
                block.get("ref").and_then(Value::as_string) == Some(&resolution.key)
            })
        }
    }

    "ids-are-found-without-case" aims ["AUE-3.4-19"] in RESOLVER
    "Looks for the block without regard to the case, the form and the leading zeros of its id." => {
        fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
            let plain = |id: &JsonString| {
                mapped(id, |id| composed(id.trim_start_matches('0')).to_lowercase())
            };
            let wanted = plain(&resolution.block_id);
            model.blocks().iter().position(|block| {
                block
                    .get("id")
                    .and_then(Value::as_string)
                    .is_some_and(|id| plain(id) == wanted)
            })
        }
    }

    "at-most-a-hundred-resolutions" aims ["AUE-3.4-19"] in RESOLVER { count: u32 }
    "Applies a hundred resolutions and passes over the rest." => {
        fn waiting(&mut self, block: &Object) -> Verdict {
            self.count += 1;
            refuse_if(self.count > 100)?;
            Reference.waiting(block)
        }

        fn conclude(&mut self, _: &mut Model) {
            self.count = 0;
        }
    }
}

/// Puts some members of the content in place, at any depth; `id` and `type` among them.
fn put(model: &mut Model, at: usize, content: Value, keeps: impl Fn(&JsonString, &Value) -> bool) {
    let content = throughout(content, |value| {
        if let Value::Object(members) = value {
            retain(members, |name, value| {
                *name == "id" || *name == "type" || keeps(name, value)
            });
        }
    });
    model.replace(at, content);
}
