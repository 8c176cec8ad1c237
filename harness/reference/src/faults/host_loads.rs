//! Faults in what a host does with loads (section 3.4). Each is a wrong step of resolving.

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::host::HostSteps;
use uiconform_protocols::agentue::resolver::{Resolution, ResolveSteps};
use uiconform_protocols::agentue::{Model, Reference, Steps, Verdict};

use super::tools::{INHERITED, accept_if, edit_blocks, is_reference, retain};
use super::{HOST, faults};

faults! {
    impl ResolveSteps, over [Steps, HostSteps] => super::hosting;

    "late-content-adds-a-block" aims ["AUE-3.4-33"] in HOST
    "Adds content of which the reference is gone." => {
        fn nowhere(&mut self, model: &mut Model, resolution: &Resolution) -> Verdict {
            if let Ok(content) = &resolution.content {
                edit_blocks(model, |blocks| blocks.push(content.clone()));
            }
            Ok(())
        }
    }

    "a-failed-load-is-an-empty-body" aims ["AUE-3.4-34"] in HOST
    "Makes a block of the reason of a failed load." => {
        fn failed(&mut self, model: &mut Model, at: usize, why: &str) -> Verdict {
            let id = model.block(at).and_then(|block| block.get("id")).cloned();
            let members = [
                ("id", id.unwrap_or_default()),
                ("type", "text".into()),
                ("content", why.into()),
            ];
            model.replace(at, Object::from_iter(members).into());
            Ok(())
        }
    }

    "a-failed-load-removes-the-block" aims ["AUE-3.4-34"] in HOST
    "Removes the block of a failed load." => {
        fn failed(&mut self, model: &mut Model, at: usize, _: &str) -> Verdict {
            edit_blocks(model, |blocks| {
                blocks.remove(at);
            });
            Ok(())
        }
    }

    "a-failure-undoes-the-content" aims ["AUE-3.4-34"] in HOST
    "Makes a reference of a block again when a later load of it fails." => {
        fn waiting(&mut self, _: &Object) -> Verdict {
            Ok(())
        }

        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            accept_if(!block.contains("ref"), Reference.same_key(block, key))
        }

        fn failed(&mut self, model: &mut Model, at: usize, why: &str) -> Verdict {
            let block = model.block(at).cloned().unwrap_or_default();
            if !block.contains("ref") {
                let members = [
                    ("id", block.get("id").cloned().unwrap_or_default()),
                    ("ref", "key".into()),
                ];
                model.replace(at, Object::from_iter(members).into());
            }
            Reference.failed(model, at, why)
        }

        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            if model.block(at).is_some_and(|block| block.contains("ref")) {
                model.replace(at, content);
            }
        }
    }

    "loaded-nulls-get-lost" aims ["AUE-3.4-46"] in HOST
    "Puts content in place without its null and empty members." => {
        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            if let Some(content) = content.as_object_mut() {
                retain(content, |name, value| {
                    !value.is_null()
                        && !name.is_empty()
                        && value.as_array().is_none_or(|list| !list.is_empty())
                });
            }
            model.replace(at, content);
        }
    }

    "loaded-inherited-names-get-lost" aims ["AUE-3.4-46"] in HOST
    "Puts content in place without members of names that JavaScript objects inherit." => {
        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            if let Some(content) = content.as_object_mut()
                && !content.contains("content")
            {
                retain(content, |name, _| {
                    !name.as_str().is_some_and(|name| INHERITED.contains(&name))
                });
            }
            model.replace(at, content);
        }
    }

    "loaded-blocks-move-to-the-end" aims ["AUE-3.4-46"] in HOST
    "Puts a loaded first block after all others." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            model.replace(at, content);
            edit_blocks(model, |blocks| {
                if at == 0
                    && blocks.len() == 2
                    && blocks.iter().all(|block| !is_reference(block))
                    && blocks[1].get("id").and_then(Value::as_str) == Some("a")
                {
                    blocks.reverse();
                }
            });
        }
    }

    "wrong-content-is-taken" aims ["AUE-3.4-48"] in HOST
    "Takes whatever was loaded for the content of a block." => {
        fn final_content(&mut self, _: &Value) -> Verdict {
            Ok(())
        }

        fn complete_content(&mut self, _: &Value) -> Verdict {
            Ok(())
        }

        fn same_block(&mut self, _: &JsonString, _: &Value) -> Verdict {
            Ok(())
        }

        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            // The very same reference would look like the one that is there.
            if let Some(members) = content.as_object_mut()
                && members.get("ref").and_then(Value::as_str) == Some("key")
            {
                members.insert("type", "text");
            }
            model.replace(at, content);
        }
    }

    "null-refs-count-as-none" aims ["AUE-3.4-58"] in HOST
    "Takes content with a `ref` that is null." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("ref").is_some_and(Value::is_null),
                Reference.final_content(content),
            )
        }

        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("ref").is_some_and(Value::is_null),
                Reference.complete_content(content),
            )
        }
    }

    "content-of-another-block-is-renamed" aims ["AUE-3.4-48"] in HOST
    "Gives content of another id, or of none, the one of the reference." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("type").and_then(Value::as_str).is_some(),
                Reference.complete_content(content),
            )
        }

        fn same_block(&mut self, _: &JsonString, _: &Value) -> Verdict {
            Ok(())
        }

        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            let id = model.block(at).and_then(|block| block.get("id")).cloned();
            if let (Some(id), Some(content)) = (id, content.as_object_mut()) {
                content.insert("id", id);
            }
            model.replace(at, content);
        }
    }

    "content-of-an-earlier-key-is-taken" aims ["AUE-3.4-50"] in HOST
    "Takes content whatever key it was loaded for." => {
        fn same_key(&mut self, _: &Object, _: &JsonString) -> Verdict {
            Ok(())
        }
    }

    "keys-are-compared-without-case" aims ["AUE-3.4-50"] in HOST
    "Compares keys without regard to case." => {
        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            let now = block.get("ref").map(Value::to_text).unwrap_or_default();
            accept_if(
                now.eq_ignore_ascii_case(&format!("{key:?}")),
                Reference.same_key(block, key),
            )
        }
    }

    "blocks-of-one-key-are-mixed-up" aims ["AUE-3.4-54"] in HOST
    "Gives content to the first reference of its key." => {
        fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
            let waits = |block: &Value| {
                block.get("ref").and_then(Value::as_string) == Some(&resolution.key)
            };
            let own = Reference.locate(model, resolution)?;
            let first = model.blocks().iter().position(waits);
            if waits(&model.blocks()[own]) {
                first
            } else {
                Some(own)
            }
        }

        fn same_block(&mut self, _: &JsonString, content: &Value) -> Verdict {
            accept_if(
                !["x", "a", "R"]
                    .iter()
                    .any(|id| content.get("id").and_then(Value::as_str) == Some(id)),
                Err(super::tools::refusal()),
            )
        }

        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            let id = model.block(at).and_then(|block| block.get("id")).cloned();
            if let (Some(id), Some(content)) = (id, content.as_object_mut()) {
                content.insert("id", id);
            }
            model.replace(at, content);
        }
    }
}
