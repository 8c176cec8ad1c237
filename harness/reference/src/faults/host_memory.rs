//! Faults of hosts that remember what was loaded, and should not (section 3.4).

use std::collections::{HashMap, HashSet};

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::host::HostSteps;
use uiconform_protocols::agentue::resolver::{Resolution, ResolveSteps};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Steps, Verdict};

use super::tools::{accept_if, block_id, edit_blocks, is, refuse_if};
use super::{HOST, faults};

faults! {
    impl ResolveSteps, and Steps, over [HostSteps] => super::hosting;

    "late-content-overwrites" aims ["AUE-3.4-33"] in HOST { loaded: HashSet<JsonString> }
    "Puts content in the place of the block that has replaced its reference." => {
        fn waiting(&mut self, block: &Object) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            accept_if(
                id.is_some_and(|id| !self.loaded.contains(id)),
                Reference.waiting(block),
            )
        }

        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            accept_if(!block.contains("ref"), Reference.same_key(block, key))
        }

        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            self.loaded
                .extend(content.get("id").and_then(Value::as_string).cloned());
            model.replace(at, content);
        }
    } and {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.loaded.clear();
        }
    }

    "loads-outlive-a-start" aims ["AUE-3.4-33"] in HOST { asked: HashMap<JsonString, JsonString>, started: bool }
    "Puts in what was asked for before a start, whatever the start has brought in its place, if anything." => {
        fn nowhere(&mut self, model: &mut Model, resolution: &Resolution) -> Verdict {
            match &resolution.content {
                Ok(content) if self.started && self.asked.get(&resolution.block_id) == Some(&resolution.key) => {
                    edit_blocks(model, |blocks| blocks.push(content.clone()));
                    Ok(())
                }
                _ => Reference.nowhere(model, resolution),
            }
        }

        fn waiting(&mut self, block: &Object) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            accept_if(
                self.started && id.is_some_and(|id| self.asked.contains_key(id)),
                Reference.waiting(block),
            )
        }

        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            accept_if(
                !block.contains("ref") && self.started && id.is_some_and(|id| self.asked.get(id) == Some(key)),
                Reference.same_key(block, key),
            )
        }
    } and {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.started = false;
            self.asked = model
                .into_iter()
                .flat_map(Model::blocks)
                .filter_map(|block| {
                    let text = |name| block.get(name).and_then(Value::as_string).cloned();
                    Some((text("id")?, text("ref")?))
                })
                .collect();
        }

        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if verdict.is_ok() {
                self.started |= is(event, Op::Start);
                if let Some(id) = block_id(event).filter(|_| event.get("mask").is_none()) {
                    self.asked.remove(id);
                }
            }
            verdict
        }
    }

    "content-is-laid-over-the-block-before" aims ["AUE-3.4-46"] in HOST { before: HashMap<JsonString, Object> }
    "Keeps members of the inline block that a reference replaced when the content arrives." => {
        fn materialize(&mut self, model: &mut Model, at: usize, mut content: Value) {
            let id = content.get("id").and_then(Value::as_string);
            let before = id.and_then(|id| self.before.get(id)).cloned();
            if let Some(content) = content.as_object_mut() {
                for (name, member) in before.unwrap_or_default() {
                    if content.get_name(&name).is_none() {
                        content.insert(&name, member);
                    }
                }
            }
            model.replace(at, content);
        }
    } and {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.before = inline_blocks(model);
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.before.extend(inline_blocks(model.as_ref()));
            verdict
        }
    }

    "a-failed-load-is-final" aims ["AUE-3.4-34"] in HOST { failed: HashSet<JsonString> }
    "Takes no content for a block of which a load has failed." => {
        fn failed(&mut self, model: &mut Model, at: usize, why: &str) -> Verdict {
            self.failed.extend(
                model
                    .block(at)
                    .and_then(|block| block.get("id"))
                    .and_then(Value::as_string)
                    .cloned(),
            );
            Reference.failed(model, at, why)
        }

        fn waiting(&mut self, block: &Object) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            refuse_if(id.is_some_and(|id| self.failed.contains(id)))?;
            Reference.waiting(block)
        }
    } and {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.failed.clear();
        }
    }

    "content-comes-from-the-reference-that-was-first" aims ["AUE-3.4-46"] in HOST { seen: HashSet<JsonString> }
    "Takes content of a block only for the first key that was loaded for it." => {
        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            let id = block
                .get("id")
                .and_then(Value::as_string)
                .cloned()
                .unwrap_or_default();
            Reference.same_key(block, key)?;
            refuse_if(!self.seen.insert(id))
        }
    } and {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.seen.clear();
        }
    }

    "content-is-loaded-again" aims ["AUE-3.4-49"] in HOST { loaded: HashSet<JsonString> }
    "Puts content that arrives once more in the place of the block." => {
        fn waiting(&mut self, block: &Object) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            accept_if(
                id.is_some_and(|id| self.loaded.contains(id)),
                Reference.waiting(block),
            )
        }

        fn same_key(&mut self, block: &Object, key: &JsonString) -> Verdict {
            accept_if(!block.contains("ref"), Reference.same_key(block, key))
        }

        fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
            self.loaded
                .extend(content.get("id").and_then(Value::as_string).cloned());
            model.replace(at, content);
        }
    } and {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.loaded.clear();
        }
    }
}

/// The blocks of a model that are inline, by their ids.
fn inline_blocks(model: Option<&Model>) -> HashMap<JsonString, Object> {
    model
        .into_iter()
        .flat_map(Model::blocks)
        .filter_map(Value::as_object)
        .filter(|block| !block.contains("ref"))
        .filter_map(|block| Some((block.get("id")?.as_string()?.clone(), block.clone())))
        .collect()
}
