//! The list of messages.

use hashbrown::HashMap;

use super::{Id, Message};

/// The messages of a session in order, and where each of them and each of their calls stands.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    messages: Vec<Message>,
    /// The last message of each id.
    places: HashMap<Id, usize>,
    /// The message that holds the call, and its place among the calls there.
    calls: HashMap<Id, (usize, usize)>,
}

impl Conversation {
    /// A conversation of these messages.
    pub fn new(messages: Vec<Message>) -> Self {
        let mut conversation = Self {
            messages,
            ..Self::default()
        };
        for index in 0..conversation.messages.len() {
            conversation.note(index);
        }
        conversation
    }

    /// The messages.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The message at that place.
    pub fn at(&self, index: usize) -> Option<&Message> {
        self.messages.get(index)
    }

    /// The same, to change.
    pub fn at_mut(&mut self, index: usize) -> Option<&mut Message> {
        self.messages.get_mut(index)
    }

    /// Where the message of that id stands.
    pub fn place(&self, id: &Id) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The message of that id.
    pub fn message(&self, id: &Id) -> Option<&Message> {
        self.place(id).and_then(|index| self.at(index))
    }

    /// Where the call stands: the place of its message, and its own among the calls of that.
    pub fn call(&self, id: &Id) -> Option<(usize, usize)> {
        self.calls.get(id).copied()
    }

    /// Adds a message at the end and says where that is.
    pub fn push(&mut self, message: Message) -> usize {
        let index = self.messages.len();
        self.messages.push(message);
        self.note(index);
        index
    }

    /// Puts a message before the one at that place; later ones move.
    pub fn insert(&mut self, index: usize, message: Message) {
        let mut messages = std::mem::take(&mut self.messages);
        messages.insert(index.min(messages.len()), message);
        *self = Self::new(messages);
    }

    /// Adds a call to the message at that place.
    pub fn push_call(&mut self, index: usize, id: &Id, name: &uiconform_json::JsonString) {
        if let Some(message) = self.messages.get_mut(index) {
            let place = message.push_call(id, name);
            self.calls.insert(id.clone(), (index, place));
        }
    }

    /// Takes the messages out.
    pub fn take(&mut self) -> Vec<Message> {
        std::mem::take(self).messages
    }

    fn note(&mut self, index: usize) {
        let message = &self.messages[index];
        self.places.insert(message.id().clone(), index);
        for (place, call) in message.calls().enumerate() {
            self.calls.insert(call.clone(), (index, place));
        }
    }
}
