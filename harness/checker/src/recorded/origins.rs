//! Which event brought each block of a model, for findings that are made when the model is looked at as a whole.

use std::collections::HashMap;

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::{Event, Model, Op};

use crate::Mark;

/// An event of the recording.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) event: usize,
    pub(super) mark: Option<Mark>,
}

/// The blocks of one stream, by their identifiers.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    blocks: HashMap<JsonString, Origin>,
}

impl Origins {
    /// Takes in an event that was applied, after which there is that model.
    pub(super) fn note(&mut self, op: Op, event: &Event, model: &Model, origin: Origin) {
        let id = |block: &Value| block.get("id").and_then(Value::as_string).cloned();
        match op {
            Op::Start => {
                let ids = model.blocks().iter().filter_map(id);
                self.blocks = ids.map(|id| (id, origin)).collect();
            }
            Op::Set => {
                if let Some(id) = event.get("block").and_then(id) {
                    self.blocks.insert(id, origin);
                }
            }
            // What is added to a block does not make it another.
            Op::Append => {
                if let Some(id) = event.get("block").and_then(id) {
                    self.blocks.entry(id).or_insert(origin);
                }
            }
            Op::Error | Op::Ping | Op::End => {}
        }
    }

    /// The event that brought a block, or changed it last other than by adding to it.
    pub(super) fn of(&self, block: &JsonString) -> Option<Origin> {
        self.blocks.get(block).copied()
    }
}
