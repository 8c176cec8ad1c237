//! What outlives a run.

use uiconform_json::{JsonString, Object, Value};

use super::{Conversation, Id, Message, Reasoning, Subagents};

/// What a client does where texts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// The seed text: a broken ordering rule is reported and the run goes on without the event; an unknown event ends it.
    #[default]
    Seed,
    /// Protocol 1.0: a broken ordering rule ends the run, which is the one that was asked for; an unknown event is passed over.
    V1,
}

/// Whether a state fits the type that an application chose; the reason if not.
pub type StateType = fn(&Value) -> Result<(), String>;

/// What a session is made with.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Which text is followed.
    pub policy: Policy,
    /// Whether the order of events is checked.
    pub verify: bool,
    /// The type of the state; none takes any JSON.
    pub state_type: Option<StateType>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            policy: Policy::Seed,
            verify: true,
            state_type: None,
        }
    }
}

/// A thread as a client has it: what all its runs so far add up to.
#[derive(Clone, Debug)]
pub struct Session {
    /// What it was made with.
    pub options: Options,
    /// Its identifier.
    pub thread: Id,
    /// The messages.
    pub conversation: Conversation,
    /// The raw state.
    pub state: Value,
    /// The reasoning.
    pub reasoning: Reasoning,
    /// The interrupts that wait since the last run.
    pub interrupts: Vec<Object>,
    /// The subagents.
    pub subagents: Subagents,
}

impl Session {
    /// A session that begins with these messages and this state.
    pub fn new(thread: Id, options: Options, messages: Vec<Message>, state: Value) -> Self {
        Self {
            options,
            thread,
            conversation: Conversation::new(messages),
            state,
            reasoning: Reasoning::default(),
            interrupts: Vec::new(),
            subagents: Subagents::default(),
        }
    }

    /// The messages.
    pub fn messages(&self) -> &[Message] {
        self.conversation.messages()
    }

    /// Adds the user's own turn, which the next run answers.
    pub fn say(&mut self, id: &Id, text: &JsonString) {
        self.conversation.push(Message::of_user(id, text));
    }
}
