//! What a view is told.

use uiconform_json::{JsonString, Object, Value};

use super::subagents::Subagent;
use super::{Error, Id, Message, Thought};

/// One update (seed, "Every variant").
///
/// It borrows what it shows: whoever keeps an update copies it when it comes, and an update that was delivered cannot change. So the
/// reference takes time in proportion to what comes in, while texts grow.
#[derive(Clone, Debug)]
pub enum Update<'s> {
    /// A message came, grew, or is complete.
    Message(MessageUpdate<'s>),
    /// The conversation was replaced.
    Messages(&'s [Message]),
    /// The state is another.
    State(&'s Value),
    /// Reasoning came, grew, or is complete.
    Reasoning(ReasoningUpdate<'s>),
    /// The run waits for a person.
    Interrupt(&'s Object),
    /// A subagent is another.
    Subagent {
        /// What happened.
        change: SubagentChange,
        /// The whole entry as it now stands.
        subagent: &'s Subagent,
    },
    /// Something went wrong; not by itself the end.
    Error(&'s Error),
    /// The run is over. The last update of each run.
    Done(&'s End),
}

/// An update of a message.
#[derive(Clone, Debug)]
pub struct MessageUpdate<'s> {
    /// Its place in the list of messages.
    pub index: usize,
    /// Its identifier.
    pub id: &'s Id,
    /// What happened.
    pub change: MessageChange<'s>,
    /// The whole message as it now stands.
    pub message: &'s Message,
}

/// What happened to a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MessageChange<'s> {
    /// Its text was started.
    Started,
    /// Text came.
    Content {
        /// What came.
        delta: &'s JsonString,
    },
    /// Its text is complete.
    Ended,
    /// A call came.
    ToolCallStarted {
        /// Which one.
        call: &'s Id,
        /// Of which tool.
        name: &'s JsonString,
    },
    /// Arguments of a call came.
    ToolCallArgs {
        /// Of which one.
        call: &'s Id,
        /// What came.
        delta: &'s JsonString,
    },
    /// A call is complete.
    ToolCallEnded {
        /// Which one.
        call: &'s Id,
    },
    /// The message is the result of a call.
    ToolResult {
        /// Of which one.
        call: &'s Id,
    },
    /// The message is an activity, and its content is another.
    Activity,
    /// An encrypted value came for the message or a call of it.
    EncryptedValue,
}

/// An update of reasoning.
#[derive(Clone, Debug)]
pub struct ReasoningUpdate<'s> {
    /// What happened.
    pub change: ReasoningChange<'s>,
    /// All of it as it now stands.
    pub thought: &'s Thought,
}

/// What happened to reasoning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReasoningChange<'s> {
    /// It was started.
    Started,
    /// Text came.
    Content {
        /// What came.
        delta: &'s JsonString,
    },
    /// It is complete.
    Ended,
    /// An encrypted value came for it.
    EncryptedValue,
}

/// What happened to a subagent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubagentChange {
    /// It was announced.
    Started,
    /// It was announced by the run that resumes it.
    Resumed,
    /// It is done.
    Finished,
    /// It waits.
    Suspended,
    /// It gave up.
    Failed,
}

/// How a run ended (seed, "The three ways a run ends"; the fourth is that of protocol 1.0).
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The agent calls it a success.
    Success {
        /// What it returned, if it said so.
        result: Option<Value>,
    },
    /// The agent waits for a person.
    Interrupted {
        /// For what: the same that were announced.
        interrupts: Vec<Object>,
    },
    /// The run failed.
    Failed {
        /// What went wrong.
        message: JsonString,
        /// The same for machines, if the agent said so.
        code: Option<JsonString>,
    },
    /// The agent was told to stop (protocol 1.0).
    Cancelled,
}

impl End {
    /// Its name on the wire of drivers.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Success { .. } => "success",
            Self::Interrupted { .. } => "interrupted",
            Self::Failed { .. } => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

impl MessageChange<'_> {
    /// Its name on the wire of drivers.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Content { .. } => "content",
            Self::Ended => "ended",
            Self::ToolCallStarted { .. } => "tool_started",
            Self::ToolCallArgs { .. } => "tool_args",
            Self::ToolCallEnded { .. } => "tool_ended",
            Self::ToolResult { .. } => "tool_result",
            Self::Activity => "activity",
            Self::EncryptedValue => "encrypted",
        }
    }
}

impl ReasoningChange<'_> {
    /// Its name on the wire of drivers.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Content { .. } => "content",
            Self::Ended => "ended",
            Self::EncryptedValue => "encrypted",
        }
    }
}

impl SubagentChange {
    /// Its name on the wire of drivers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Resumed => "resumed",
            Self::Finished => "finished",
            Self::Suspended => "suspended",
            Self::Failed => "failed",
        }
    }
}
