//! Blocks that there would be if the events that were to make them had not been refused.

use std::collections::{HashMap, HashSet};

use uiconform_json::JsonString;

/// Blocks that are kept in mind: what is refused may be of any number.
const MOST: usize = 10_000;

/// The identifiers of such blocks, by stream. That they are not there has been told, and what patches them is told of other
/// faults alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lost {
    streams: HashMap<JsonString, HashSet<JsonString>>,
    /// Streams that may lack blocks of any identifier.
    open: HashSet<JsonString>,
    count: usize,
}

impl Lost {
    /// Takes in that an event was refused that names a block which is not there.
    pub(crate) fn note(&mut self, stream: &JsonString, id: &JsonString) {
        if self.count < MOST {
            let ids = self.streams.entry(stream.clone()).or_default();
            self.count += usize::from(ids.insert(id.clone()));
        }
    }

    /// Takes in that an event of a stream was refused that may have been to make any block.
    pub(crate) fn note_any(&mut self, stream: &JsonString) {
        self.open.insert(stream.clone());
    }

    /// Whether a block is such a one, unless it has been made since.
    pub(crate) fn has(&self, stream: &JsonString, id: &JsonString) -> bool {
        if self.open.contains(stream) {
            return true;
        }
        self.streams.get(stream).is_some_and(|ids| ids.contains(id))
    }

    /// Takes in that a stream has a new model.
    pub(crate) fn forget(&mut self, stream: &JsonString) {
        self.open.remove(stream);
        let ids = self.streams.remove(stream).unwrap_or_default();
        self.count -= ids.len();
    }
}
