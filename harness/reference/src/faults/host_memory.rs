//! Faults of hosts that remember what was loaded, and should not (section 3.4).

use std::collections::HashSet;

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::host::HostSteps;
use uiconform_protocols::agentue::resolver::ResolveSteps;
use uiconform_protocols::agentue::{Model, Reference, Steps, Verdict};

use super::tools::{accept_if, refuse_if};
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
