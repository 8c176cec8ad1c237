//! The semantic model (section 3), held as the JSON object that it is.

use hashbrown::HashMap;
use uiconform_json::{Array, JsonString, Object, Value};

/// A model: its JSON object, whole, and where each block stands in it.
///
/// Nothing of the object is taken apart, so that no member which the text does not name can get lost (3.2, 7). Two models are
/// equal if their JSON values are.
#[derive(Clone, Debug)]
pub struct Model {
    document: Object,
    positions: HashMap<JsonString, usize>,
}

impl Model {
    /// A model of that object, which nobody checks here.
    ///
    /// A block without an identifier is in the model and cannot be found; of blocks that share one, the last is found.
    pub fn new(document: Object) -> Self {
        let mut model = Self {
            document,
            positions: HashMap::new(),
        };
        model.find_blocks();
        model
    }

    /// The whole model as JSON.
    pub fn document(&self) -> &Object {
        &self.document
    }

    /// Changes the model in any way, at the cost of finding all its blocks again.
    pub fn edit(&mut self, change: impl FnOnce(&mut Object)) {
        change(&mut self.document);
        self.find_blocks();
    }

    /// The version that it says to be of (3.5).
    pub fn version(&self) -> Option<&JsonString> {
        self.document.get("version")?.as_string()
    }

    /// The metadata (3.2).
    pub fn meta(&self) -> Option<&Object> {
        self.document.get("meta")?.as_object()
    }

    /// The metadata, to change.
    pub fn meta_mut(&mut self) -> Option<&mut Object> {
        self.document.get_mut("meta")?.as_object_mut()
    }

    /// The blocks in order (3.3).
    pub fn blocks(&self) -> &[Value] {
        self.document
            .get("blocks")
            .and_then(Value::as_array)
            .map_or(&[], |blocks| blocks.as_slice())
    }

    /// Where the block of exactly that identifier stands.
    pub fn position(&self, id: &JsonString) -> Option<usize> {
        self.positions.get(id).copied()
    }

    /// The block at a position.
    pub fn block(&self, at: usize) -> Option<&Object> {
        self.blocks().get(at)?.as_object()
    }

    /// The block at a position, to change in anything but its identifier.
    pub fn block_mut(&mut self, at: usize) -> Option<&mut Object> {
        self.blocks_mut()?.get_mut(at)?.as_object_mut()
    }

    /// Puts a block in the place of the one at a position, which has the same identifier.
    pub fn replace(&mut self, at: usize, block: Value) {
        if let Some(place) = self.blocks_mut().and_then(|blocks| blocks.get_mut(at)) {
            *place = block;
        }
    }

    /// Puts a new block after all others.
    pub fn push(&mut self, block: Value) {
        self.insert(self.blocks().len(), block);
    }

    /// Puts a new block before the one at a position, at the cost of passing over all blocks unless it is the last.
    pub fn insert(&mut self, at: usize, block: Value) {
        let id = block.get("id").and_then(Value::as_string).cloned();
        let Some(blocks) = self.blocks_mut() else {
            return;
        };
        let at = at.min(blocks.len());
        if at < blocks.len() {
            blocks.insert(at, block);
            for position in self
                .positions
                .values_mut()
                .filter(|position| **position >= at)
            {
                *position += 1;
            }
        } else {
            blocks.push(block);
        }
        if let Some(id) = id {
            self.positions.insert(id, at);
        }
    }

    fn blocks_mut(&mut self) -> Option<&mut Array> {
        self.document.get_mut("blocks")?.as_array_mut()
    }

    fn find_blocks(&mut self) {
        self.positions = self
            .blocks()
            .iter()
            .enumerate()
            .filter_map(|(at, block)| Some((block.get("id")?.as_string()?.clone(), at)))
            .collect();
    }
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.document == other.document
    }
}
