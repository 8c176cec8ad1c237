//! Faults in what a resolver takes for content, and in what it does without any (section 3.4).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::resolver::{Resolution, ResolveSteps};
use uiconform_protocols::agentue::{Model, Reference, Rejection, Verdict};

use super::tools::{accept_if, composed, edit_blocks, is_reference, mapped, refusal};
use super::{RESOLVER, faults};

faults! {
    impl ResolveSteps, over [] => super::resolving;

    "content-of-another-id-is-taken" aims ["AUE-3.4-20"] in RESOLVER
    "Takes content of another id as it is." => {
        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            accept_if(
                content.get("id").and_then(Value::as_string).is_some(),
                Reference.same_block(block_id, content),
            )
        }

        fn complete_content(&mut self, content: &Value) -> Verdict {
            let nameless = content.get("id").and_then(Value::as_str) == Some("");
            accept_if(nameless, Reference.complete_content(content))
        }
    }

    "content-of-another-id-is-renamed" aims ["AUE-3.4-20"] in RESOLVER
    "Gives content of another id the one of the reference." => {
        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            accept_if(
                content.get("id").and_then(Value::as_string).is_some(),
                Reference.same_block(block_id, content),
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

    "ids-are-compared-loosely" aims ["AUE-3.4-20"] in RESOLVER
    "Compares the id of the content without regard to case, blanks and normal form." => {
        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            let plain = |id: &str| composed(&id.trim().to_lowercase());
            let id = content.get("id").and_then(Value::as_str).map(plain);
            accept_if(
                id == block_id.as_str().map(plain),
                Reference.same_block(block_id, content),
            )
        }
    }

    "references-may-lead-to-references" aims ["AUE-3.4-21"] in RESOLVER
    "Takes another reference for the content." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("type").is_none(),
                Reference.final_content(content),
            )
        }

        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(is_reference(content), Reference.complete_content(content))
        }

        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            if let Some(content) = content.as_object_mut()
                && content.contains("ref")
            {
                content.insert("ref", "next");
            }
            model.replace(at, content);
        }
    }

    "a-ref-beside-content-is-kept" aims ["AUE-3.4-21"] in RESOLVER
    "Takes content that has a `ref` beside its body." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("type").is_some(),
                Reference.final_content(content),
            )
        }

        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                is_reference(content) && content.get("type").is_some(),
                Reference.complete_content(content),
            )
        }
    }

    "a-ref-beside-content-is-dropped" aims ["AUE-3.4-21"] in RESOLVER
    "Takes content that has a `ref` beside its body, without the `ref`." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("type").is_some(),
                Reference.final_content(content),
            )
        }

        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                is_reference(content) && content.get("type").is_some(),
                Reference.complete_content(content),
            )
        }

        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            if let Some(content) = content.as_object_mut() {
                content.remove("ref");
            }
            model.replace(at, content);
        }
    }

    "any-content-will-do" aims ["AUE-3.4-22"] in RESOLVER
    "Takes whatever was loaded for the content, where it names no other block." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                !is_reference(content) && content.get("type").and_then(Value::as_str) != Some(""),
                Reference.complete_content(content),
            )
        }

        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            accept_if(
                content.get("id").and_then(Value::as_string).is_none(),
                Reference.same_block(block_id, content),
            )
        }
    }

    "no-content-is-an-empty-block" aims ["AUE-3.4-22"] in RESOLVER
    "Takes a null, an empty string, an empty object or an empty list for a block without a body." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(is_empty(content), Reference.complete_content(content))
        }

        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            accept_if(is_empty(content), Reference.same_block(block_id, content))
        }

        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            let content = if is_empty(&content) {
                empty(model, at)
            } else {
                content
            };
            model.replace(at, content);
        }
    }

    "content-needs-no-id" aims ["AUE-3.4-22"] in RESOLVER
    "Gives content without an id, or with one that is no string, that of the reference." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            let typed = content.get("type").is_some()
                && content.get("id").and_then(Value::as_string).is_none();
            accept_if(
                typed && !is_reference(content),
                Reference.complete_content(content),
            )
        }

        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            accept_if(
                content.get("id").and_then(Value::as_string).is_none(),
                Reference.same_block(block_id, content),
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

    "content-ids-are-compared-as-text" aims ["AUE-3.4-22"] in RESOLVER
    "Compares the id of the content after making a string of it, so that a number will do." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            let numbered = content.get("id").and_then(Value::as_number).is_some();
            accept_if(numbered, Reference.complete_content(content))
        }

        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            let number = content.get("id").and_then(Value::as_number);
            let same = number.is_some_and(|number| *block_id == number.lexeme());
            accept_if(same, Reference.same_block(block_id, content))
        }
    }

    "content-members-in-any-case" aims ["AUE-3.4-22"] in RESOLVER
    "Finds the id and the type of the content without regard to the case of their names." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("ref").is_none() && Reference.complete_content(&lowered(content)).is_ok(),
                Reference.complete_content(content),
            )
        }

        fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Verdict {
            Reference.same_block(block_id, &lowered(content))
        }
    }

    "content-with-a-ref-to-nothing-is-taken" aims ["AUE-3.4-60"] in RESOLVER
    "Takes content whose `ref` is null or empty." => {
        fn final_content(&mut self, content: &Value) -> Verdict {
            accept_if(refers_to_nothing(content), Reference.final_content(content))
        }

        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(refers_to_nothing(content), Reference.complete_content(content))
        }
    }

    "content-has-parents-of-any-kind" aims ["AUE-3.4-45"] in RESOLVER
    "Takes content whatever its parent and its group are." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            let mut bare = content.clone();
            if let Some(members) = bare.as_object_mut() {
                members.remove("parent_id");
                members.remove("group_id");
            }
            Reference.complete_content(&bare)
        }
    }

    "content-may-have-an-empty-type" aims ["AUE-3.4-42"] in RESOLVER
    "Takes content whose type is empty." => {
        fn complete_content(&mut self, content: &Value) -> Verdict {
            accept_if(
                content.get("type").and_then(Value::as_str) == Some(""),
                Reference.complete_content(content),
            )
        }
    }

    "a-failure-is-an-empty-body" aims ["AUE-3.4-23"] in RESOLVER
    "Puts a block without a body in the place of a reference that could not be loaded." => {
        fn failed(&mut self, model: &mut Model, at: usize, _: &str) -> Verdict {
            let block = empty(model, at);
            model.replace(at, block);
            Ok(())
        }
    }

    "a-failure-is-content" aims ["AUE-3.4-23"] in RESOLVER
    "Puts the text of a failure in the place of the reference." => {
        fn failed(&mut self, model: &mut Model, at: usize, why: &str) -> Verdict {
            let mut block = empty(model, at);
            if let Some(block) = block.as_object_mut() {
                block.insert("content", why);
            }
            model.replace(at, block);
            Ok(())
        }
    }

    "a-reference-beside-content-is-emptied" aims ["AUE-3.4-20", "AUE-3.4-23"] in RESOLVER
        { failed: Vec<JsonString>, applied: bool }
    "Puts a block without a body in the place of a reference that was not resolved, if another one was." => {
        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            self.applied = true;
            model.replace(at, content);
        }

        fn left(&mut self, _: &mut Model, resolution: &Resolution, _: &Rejection) {
            self.failed.push(resolution.block_id.clone());
        }

        fn conclude(&mut self, model: &mut Model) {
            let failed = std::mem::take(&mut self.failed);
            if !std::mem::take(&mut self.applied) {
                return;
            }
            for at in failed.iter().filter_map(|id| model.position(id)).collect::<Vec<_>>() {
                if model.block(at).is_some_and(|block| block.contains("ref")) {
                    let block = empty(model, at);
                    model.replace(at, block);
                }
            }
        }
    }

    "a-failure-removes-the-block" aims ["AUE-3.4-23"] in RESOLVER
    "Removes a reference that could not be loaded." => {
        fn failed(&mut self, model: &mut Model, at: usize, _: &str) -> Verdict {
            edit_blocks(model, |blocks| {
                blocks.remove(at);
            });
            Ok(())
        }
    }

    "a-failure-is-noted-in-the-metadata" aims ["AUE-3.4-23"] in RESOLVER
    "Sets `meta.error` for a reference that could not be loaded." => {
        fn failed(&mut self, model: &mut Model, _: usize, why: &str) -> Verdict {
            if let Some(meta) = model.meta_mut() {
                meta.insert(
                    "error",
                    Object::from_iter([("code", "load_failed"), ("message", why)]),
                );
            }
            Err(refusal())
        }
    }

    "references-without-content-are-removed" aims ["AUE-3.4-24"] in RESOLVER { failed: bool }
    "Removes references for which nothing was loaded." => {
        fn left(&mut self, _: &mut Model, _: &Resolution, _: &Rejection) {
            self.failed = true;
        }

        fn conclude(&mut self, model: &mut Model) {
            if !std::mem::take(&mut self.failed) {
                edit_blocks(model, |blocks| blocks.retain(|block| !is_reference(block)));
            }
        }
    }

    "references-without-content-are-emptied" aims ["AUE-3.4-24"] in RESOLVER { failed: bool }
    "Makes blocks without a body of references for which nothing was loaded." => {
        fn left(&mut self, _: &mut Model, _: &Resolution, _: &Rejection) {
            self.failed = true;
        }

        fn conclude(&mut self, model: &mut Model) {
            if std::mem::take(&mut self.failed) {
                return;
            }
            for at in 0..model.blocks().len() {
                if model.block(at).is_some_and(|block| block.contains("ref")) {
                    let block = empty(model, at);
                    model.replace(at, block);
                }
            }
        }
    }

    "content-of-another-key-is-taken" aims ["AUE-3.4-25"] in RESOLVER
    "Takes content that was loaded for another key." => {
        fn same_key(&mut self, _: &Object, _: &JsonString) -> Verdict {
            Ok(())
        }
    }

    "a-bad-resolution-takes-the-good-ones-along" aims ["AUE-3.4-41"] in RESOLVER { first: Option<Model>, failed: bool }
    "Applies no resolution of a request if one may not be applied, and answers with the model as it was." => {
        fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
            self.first.get_or_insert_with(|| model.clone());
            Reference.locate(model, resolution)
        }

        fn left(&mut self, _: &mut Model, _: &Resolution, _: &Rejection) {
            self.failed = true;
        }

        fn conclude(&mut self, model: &mut Model) {
            let first = self.first.take();
            if std::mem::take(&mut self.failed)
                && let Some(first) = first
            {
                *model = first;
            }
        }
    }
}

/// A block without a body under the id of the one at that place.
fn empty(model: &Model, at: usize) -> Value {
    let id = model.block(at).and_then(|block| block.get("id")).cloned();
    Object::from_iter([
        ("id", id.unwrap_or_default()),
        ("type", "text".into()),
        ("content", "".into()),
    ])
    .into()
}

/// The value with its own member names in lower case.
fn lowered(content: &Value) -> Value {
    let mut content = content.clone();
    if let Some(members) = content.as_object_mut() {
        super::tools::rename(members, |name| mapped(name, str::to_lowercase));
    }
    content
}

fn refers_to_nothing(content: &Value) -> bool {
    let key = content.get("ref");
    key.is_some_and(|key| key.is_null() || key.as_str() == Some(""))
}

fn is_empty(content: &Value) -> bool {
    match content {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
