//! Which event brought each block of a model, for findings that are made when the model is looked at as a whole.

use hashbrown::HashMap;
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
        match op {
            Op::Start => {
                let ids = model.blocks().iter().filter_map(id);
                self.blocks = ids.map(|id| (id.clone(), origin)).collect();
            }
            // What is added to a block does not make it another, and none has come.
            Op::Append if self.blocks.len() == model.blocks().len() => {}
            Op::Set | Op::Append => {
                let Some(id) = event.get("block").and_then(id) else {
                    return;
                };
                match self.blocks.get_mut(id) {
                    Some(known) if op == Op::Set => *known = origin,
                    Some(_) => {}
                    None => {
                        self.blocks.insert(id.clone(), origin);
                    }
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

fn id(block: &Value) -> Option<&JsonString> {
    block.get("id").and_then(Value::as_string)
}
