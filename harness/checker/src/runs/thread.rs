//! A thread, as far as a recording tells of it.

use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::ag_ui::{Id, Message, Options, Session};

/// What is known of the state of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Knowledge {
    /// Nothing: no snapshot has come, or what came since may have changed it.
    #[default]
    Unknown,
    /// All of it, from an earlier run; the application may have changed it since.
    Earlier,
    /// All of it, unless a patch that was refused was to do what a later one builds on.
    Doubtful,
    /// All of it.
    Known,
}

/// How the agent ended a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RunEnd {
    /// It did not: nothing more came, or the next run began.
    #[default]
    Open,
    /// As a success.
    Success {
        /// What the run returned, if it said so.
        result: Option<Value>,
    },
    /// To wait for a person.
    Interrupted,
    /// As cancelled (protocol 1.0).
    Cancelled,
    /// As failed.
    Failed {
        /// What went wrong.
        message: JsonString,
        /// The same for machines, if it said so.
        code: Option<JsonString>,
    },
    /// By an event that cannot be read.
    Unreadable,
}

impl RunEnd {
    /// Its name in what is written of a recording.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Success { .. } => "success",
            Self::Interrupted => "interrupted",
            Self::Cancelled => "cancelled",
            Self::Failed { .. } => "failed",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A run of a recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedRun {
    /// Its identifier; empty if it began without one.
    pub id: Id,
    /// How the agent ended it.
    pub end: RunEnd,
    /// Its events that a client refuses.
    pub refused: usize,
}

/// What the events of one thread add up to.
#[derive(Clone, Debug)]
pub struct RecordedThread {
    /// All that a client has of it.
    pub session: Session,
    /// Its runs, in order.
    pub runs: Vec<RecordedRun>,
    pub(super) knowledge: Knowledge,
    /// Whether it is known which messages there were before the recording.
    pub(super) knows_messages: bool,
}

impl RecordedThread {
    pub(super) fn new(id: Id) -> Self {
        Self {
            session: Session::new(id, Options::default(), Vec::new(), Value::Null),
            runs: Vec::new(),
            knowledge: Knowledge::Unknown,
            knows_messages: false,
        }
    }

    /// The state, if it is known.
    pub fn state(&self) -> Option<&Value> {
        (self.knowledge != Knowledge::Unknown).then_some(&self.session.state)
    }

    /// Begins a run, whose start may say with what it was asked for.
    pub(super) fn begin(&mut self, run: Id, input: Option<&Object>) {
        self.runs.push(RecordedRun {
            id: run,
            ..RecordedRun::default()
        });
        if self.knowledge == Knowledge::Known {
            self.knowledge = Knowledge::Earlier;
        }
        let Some(input) = input else { return };
        if let Some(state) = input.get("state").filter(|state| !state.is_null()) {
            self.session.state = state.clone();
            self.knowledge = Knowledge::Known;
        }
        if let Some(messages) = input.get("messages").and_then(Value::as_array) {
            self.fill(messages);
        }
    }

    /// Adds the messages that the agent was sent and that no event has brought, such as those of the user.
    fn fill(&mut self, messages: &Array) {
        self.knows_messages = true;
        for message in messages.iter() {
            if let Ok(message) = Message::read(message.clone())
                && self.session.conversation.place(message.id()).is_none()
            {
                self.session.conversation.push(message);
            }
        }
    }

    /// Whether the call is in a message.
    pub(super) fn has_call(&self, id: &Id) -> bool {
        self.session.conversation.call(id).is_some()
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self, id: &Id) -> Option<&JsonString> {
        let (index, place) = self.session.conversation.call(id)?;
        let message = self.session.conversation.at(index)?;
        let call = message
            .document()
            .get("toolCalls")?
            .as_array()?
            .get(place)?;
        call.get("function")?.get("arguments")?.as_string()
    }
}
