//! Reasoning, which is kept beside the conversation.

use hashbrown::HashMap;
use uiconform_json::JsonString;

use super::Id;

/// Reasoning under one id.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// Its identifier, which a message may have too.
    pub id: Id,
    /// The text so far.
    pub text: JsonString,
    /// The subagent that opened it; none if it is the agent's own.
    pub owner: Option<Id>,
    /// What the provider wants back, as it came.
    pub encrypted: Option<JsonString>,
}

/// All reasoning of a session, in the order in which it began.
#[derive(Clone, Debug, Default)]
pub struct Reasoning {
    thoughts: Vec<Thought>,
    places: HashMap<Id, usize>,
}

impl Reasoning {
    /// All of it.
    pub fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }

    /// Where the one of that id stands.
    pub fn place(&self, id: &Id) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The one of that id.
    pub fn get(&self, id: &Id) -> Option<&Thought> {
        self.place(id).map(|place| &self.thoughts[place])
    }

    /// The one at that place, to change.
    pub fn at_mut(&mut self, place: usize) -> Option<&mut Thought> {
        self.thoughts.get_mut(place)
    }

    /// Where the one of that id stands, which is made if it is not there.
    pub fn open(&mut self, id: &Id, owner: Option<&Id>) -> usize {
        if let Some(place) = self.place(id) {
            return place;
        }
        let place = self.thoughts.len();
        self.thoughts.push(Thought {
            id: id.clone(),
            text: JsonString::new(),
            owner: owner.cloned(),
            encrypted: None,
        });
        self.places.insert(id.clone(), place);
        place
    }
}
