//! Events as the rest of the reference sees them.

use uiconform_json::{Array, JsonString, Object, Value};

use super::decode::decode;
use super::{Message, Policy, Reference, Result, Status};

/// An identifier: of a message, a call, a subagent, a run.
pub type Id = JsonString;

/// An event that could be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The subagent that it is tagged with, if it is one that can be tagged.
    pub owner: Option<Id>,
    /// What it says besides; empty if there is nothing.
    pub metadata: Object,
    /// What it is.
    pub body: Body,
}

/// What runs of events build piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// The text of a message.
    Text,
    /// The arguments of a tool call.
    Call,
    /// The text of reasoning.
    Reasoning,
}

/// What an event is. The 36 types come down to fewer: a stream is started, continued and ended alike, whatever it is of.
///
/// Most events are contents; what is larger than these is boxed, so that they are moved cheaply.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// `RUN_STARTED`
    RunStarted {
        /// The thread that the agent names.
        thread: Id,
        /// The run that the agent names.
        run: Id,
    },
    /// `RUN_FINISHED`
    RunFinished(Box<Finish>),
    /// `RUN_ERROR`
    RunError {
        /// What went wrong.
        message: JsonString,
        /// The same for machines.
        code: Option<JsonString>,
    },
    /// `STEP_STARTED`, by the name of the step.
    StepStarted(JsonString),
    /// `STEP_FINISHED`, by the name of the step.
    StepFinished(JsonString),
    /// `TEXT_MESSAGE_START`, `TOOL_CALL_START`, `REASONING_MESSAGE_START`
    Start(Box<Start>),
    /// `TEXT_MESSAGE_CONTENT`, `TOOL_CALL_ARGS`, `REASONING_MESSAGE_CONTENT`
    Content {
        /// Of what.
        stream: Stream,
        /// Of which.
        id: Id,
        /// What comes to the end.
        delta: JsonString,
    },
    /// `TEXT_MESSAGE_END`, `TOOL_CALL_END`, `REASONING_MESSAGE_END`
    End {
        /// Of what.
        stream: Stream,
        /// Of which.
        id: Id,
    },
    /// `TEXT_MESSAGE_CHUNK`, `TOOL_CALL_CHUNK`, `REASONING_MESSAGE_CHUNK`
    Chunk(Box<Chunk>),
    /// `TOOL_CALL_RESULT`
    ToolCallResult(Box<ToolCallResult>),
    /// `STATE_SNAPSHOT`
    StateSnapshot(Value),
    /// `STATE_DELTA`
    StateDelta(Array),
    /// `MESSAGES_SNAPSHOT`
    MessagesSnapshot(Vec<Message>),
    /// `ACTIVITY_SNAPSHOT`
    ActivitySnapshot(Box<ActivitySnapshot>),
    /// `ACTIVITY_DELTA`
    ActivityDelta(Box<ActivityDelta>),
    /// `REASONING_ENCRYPTED_VALUE`
    EncryptedValue(Box<EncryptedValue>),
    /// `SUBAGENT_STARTED`
    SubagentStarted(Box<Announcement>),
    /// `SUBAGENT_FINISHED`, `SUBAGENT_ERROR`
    SubagentFinished {
        /// Which one.
        id: Id,
        /// What became of it.
        status: Box<Status>,
    },
    /// The retired `THINKING_TEXT_MESSAGE_*`, which name no id.
    Thinking(Thinking),
    /// `RAW` and `CUSTOM`: for the application.
    Application,
    /// `REASONING_START`, `REASONING_END`, `THINKING_START`, `THINKING_END`: around what is told anyway.
    Block,
}

/// The end of a run, as the agent says it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// The thread that the agent names.
    pub thread: Id,
    /// The run that the agent names.
    pub run: Id,
    /// What the run returned, if it said so.
    pub result: Option<Value>,
    /// How the agent calls the end.
    pub outcome: Outcome,
}

/// The result of a tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCallResult {
    /// The message that it becomes.
    pub id: Id,
    /// The call that it is of.
    pub call: Id,
    /// A text, and in protocol 1.0 also a list of parts.
    pub content: Value,
}

/// An activity, as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivitySnapshot {
    /// The message that it is.
    pub id: Id,
    /// What kind of activity.
    pub kind: JsonString,
    /// What is shown of it.
    pub content: Object,
    /// Whether the content takes the place of what is there.
    pub replace: bool,
}

/// A change of an activity.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivityDelta {
    /// The message that it is.
    pub id: Id,
    /// What kind of activity.
    pub kind: JsonString,
    /// Changes of its content.
    pub patch: Array,
}

/// What the provider of a model wants back.
#[derive(Clone, Debug, PartialEq)]
pub struct EncryptedValue {
    /// What it is for.
    pub of: Encrypted,
    /// Which one.
    pub id: Id,
    /// The value, as it came.
    pub value: JsonString,
}

/// The start of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Of the message, the call, or the reasoning.
    pub id: Id,
    /// What it is the start of.
    pub opening: Opening,
}

/// What the start of a stream says of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Opening {
    /// Of a message.
    Text {
        /// Whose message it is, if that was said.
        role: Option<JsonString>,
        /// The name of who speaks.
        name: Option<JsonString>,
    },
    /// Of a tool call.
    Call {
        /// The tool.
        name: JsonString,
        /// The message that is to hold it.
        parent: Option<Id>,
    },
    /// Of reasoning.
    Reasoning,
}

/// A piece of a stream that says as little as it can.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Of what.
    pub stream: Stream,
    /// Of which, if it says so.
    pub id: Option<Id>,
    /// What comes to the end, if something does.
    pub delta: Option<JsonString>,
    /// The role of a message.
    pub role: Option<JsonString>,
    /// The name of who speaks, or of the tool.
    pub name: Option<JsonString>,
    /// The message that is to hold the call.
    pub parent: Option<Id>,
}

/// How the agent calls the end of its run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is done; also where nothing is said.
    Success,
    /// It waits for these.
    Interrupt(Vec<Object>),
    /// It was told to stop (protocol 1.0).
    Cancelled,
}

/// What an encrypted value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encrypted {
    /// A message or reasoning.
    Message,
    /// A tool call.
    ToolCall,
}

/// What is said of a subagent when it is announced.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    /// The invocation.
    pub id: Id,
    /// The name of the subagent.
    pub name: JsonString,
    /// What it is for.
    pub description: Option<JsonString>,
    /// The invocation that made it.
    pub parent: Option<Id>,
    /// The call that made it.
    pub parent_call: Option<Id>,
    /// The message that made it.
    pub parent_message: Option<Id>,
}

/// A part of a thought of the retired kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Thinking {
    /// It starts.
    Start,
    /// It goes on.
    Content(JsonString),
    /// It ends.
    End,
}

impl Event {
    /// An event without a tag and without metadata.
    pub fn new(body: Body) -> Self {
        Self {
            owner: None,
            metadata: Object::new(),
            body,
        }
    }

    /// Reads the JSON of an event as the reference does; none if it is of a type that is passed over.
    ///
    /// # Errors
    ///
    /// It has no type or one that is not known, lacks a member that it needs, or has one of another type.
    pub fn read(policy: Policy, event: Value) -> Result<Option<Self>> {
        decode(&mut Reference, policy, event)
    }

    /// The same event of that subagent.
    #[must_use]
    pub fn of(self, owner: Option<Id>) -> Self {
        Self { owner, ..self }
    }
}

impl Start {
    /// What it is the start of.
    pub fn stream(&self) -> Stream {
        match self.opening {
            Opening::Text { .. } => Stream::Text,
            Opening::Call { .. } => Stream::Call,
            Opening::Reasoning => Stream::Reasoning,
        }
    }
}

impl Stream {
    /// What it is called in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Text => "message",
            Self::Call => "call",
            Self::Reasoning => "reasoning",
        }
    }
}
