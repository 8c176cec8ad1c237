//! The registry of subagents, which outlives the runs.

use hashbrown::HashMap;
use uiconform_json::{JsonString, Value};

use super::{Announcement, Id};

/// One invocation of a subagent.
#[derive(Clone, Debug, PartialEq)]
pub struct Subagent {
    /// What was said when it was announced last.
    pub announcement: Announcement,
    /// What has become of it.
    pub status: Status,
}

/// What has become of a subagent.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// It is at work.
    Running,
    /// It is done.
    Finished {
        /// What it returned, if it said so.
        result: Option<Value>,
    },
    /// It waits.
    Suspended {
        /// The interrupts that it waits for.
        interrupts: Vec<Id>,
    },
    /// It gave up.
    Failed {
        /// What went wrong.
        message: JsonString,
        /// The same for machines.
        code: Option<JsonString>,
    },
}

/// All subagents of a session, in the order in which they were announced first.
#[derive(Clone, Debug, Default)]
pub struct Subagents {
    entries: Vec<Subagent>,
    places: HashMap<Id, usize>,
}

impl Subagents {
    /// All of them.
    pub fn entries(&self) -> &[Subagent] {
        &self.entries
    }

    /// Where the one of that id stands.
    pub fn place(&self, id: &Id) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The one of that id.
    pub fn get(&self, id: &Id) -> Option<&Subagent> {
        self.place(id).map(|place| &self.entries[place])
    }

    /// The one at that place, to change.
    pub fn at_mut(&mut self, place: usize) -> Option<&mut Subagent> {
        self.entries.get_mut(place)
    }

    /// Adds one at the end and says where that is.
    pub fn push(&mut self, subagent: Subagent) -> usize {
        let place = self.entries.len();
        self.places.insert(subagent.announcement.id.clone(), place);
        self.entries.push(subagent);
        place
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Announcement {
    /// What is known of a subagent that was never announced: its id.
    pub(super) fn of(id: &Id) -> Self {
        Self {
            id: id.clone(),
            name: id.clone(),
            description: None,
            parent: None,
            parent_call: None,
            parent_message: None,
        }
    }
}

impl Status {
    /// Its name on the wire of drivers.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished { .. } => "finished",
            Self::Suspended { .. } => "suspended",
            Self::Failed { .. } => "failed",
        }
    }
}
