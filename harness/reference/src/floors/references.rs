//! Loaded contents by drivers without an implementation.

use uiconform_json::{Array, Object, Value};

use super::{Answers, Blind, empty_model, started};

impl Blind {
    /// Refuses, or answers the given model, the given one with the last content added, or an empty one.
    pub(super) fn resolve(&self, params: &Value) -> Object {
        let given = params.get("model").cloned().unwrap_or_default();
        let resolutions = params.get("resolutions").and_then(Value::as_array);
        let last = resolutions.and_then(|resolutions| resolutions.iter().last());
        let model = match self.answers {
            Answers::Empty => empty_model(),
            Answers::Given => given,
            Answers::Latest => with_block(given, last.and_then(|last| last.get("block"))),
        };
        self.or_refused("model", model)
    }

    /// Answers every input alike, and the given model, the latest one that an event started, or an empty one.
    pub(super) fn host(&self, params: &Value) -> Object {
        let given = params.get("model").cloned().unwrap_or_default();
        let inputs = params.get("inputs").and_then(Value::as_array);
        let inputs = || inputs.into_iter().flatten();
        let model = match self.answers {
            Answers::Empty => empty_model(),
            Answers::Given => given,
            Answers::Latest => {
                let events = inputs().filter_map(|input| input.get("event"));
                let model = events.rev().find_map(started).cloned().unwrap_or(given);
                let mut loads = inputs().rev();
                with_block(
                    model,
                    loads.find_map(|input| input.get("loaded")?.get("block")),
                )
            }
        };
        let word = if self.accepts { "applied" } else { "refused" };
        let steps: Array = inputs().map(|_| word).collect();
        Object::from_iter([("steps", Value::from(steps)), ("model", model)])
    }
}

/// The model with one more block.
fn with_block(mut model: Value, block: Option<&Value>) -> Value {
    let blocks = model
        .as_object_mut()
        .and_then(|model| model.get_mut("blocks"))
        .and_then(Value::as_array_mut);
    if let (Some(blocks), Some(block)) = (blocks, block) {
        blocks.push(block.clone());
    }
    model
}
