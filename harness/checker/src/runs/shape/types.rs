//! The types of events and their members, as the protocol gives them.

/// What a member holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::runs) enum Form {
    /// A string.
    Text,
    /// One of some words.
    Word(&'static [&'static str]),
    /// A number.
    Number,
    /// True or false.
    Truth,
    /// An object.
    Object,
    /// A list.
    List,
    /// Anything, `null` included.
    Any,
    /// The content of a result: a string, and in protocol 1.0 a list of parts.
    Content,
    /// A list of messages.
    Messages,
    /// A JSON Patch.
    Patch,
    /// How a run ended.
    RunOutcome,
    /// How a subagent ended.
    SubagentOutcome,
}

/// Whether an event has a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::runs) enum Need {
    /// It cannot be read without.
    Required,
    /// The protocol wants it, and clients do without.
    Wanted,
    /// It need not be there.
    Optional,
    /// It need not be there, and no client of the update stream reads it.
    Unread,
}

/// A member of an event.
#[derive(Clone, Copy, Debug)]
pub(in crate::runs) struct Member {
    pub(in crate::runs) name: &'static str,
    pub(in crate::runs) form: Form,
    pub(in crate::runs) need: Need,
}

/// What the events of a type do to what they name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::runs) enum Act {
    /// They begin or end a run.
    Run,
    /// They begin something.
    Begin(Thing),
    /// They go on with something.
    Go(Thing),
    /// They end something.
    End(Thing),
    /// They go on with something, which they begin where it is not open.
    Chunk(Thing),
    /// They replace the state, or patch it.
    State,
    /// They replace the messages.
    Messages,
    /// They replace an activity, or patch it.
    Activity,
    /// Nothing that others build on.
    Nothing,
}

/// What events name, and what is begun and ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::runs) enum Thing {
    Message,
    Call,
    Reasoning,
    Step,
    Subagent,
    /// A block of reasoning, which holds messages of it.
    Span,
}

impl Thing {
    /// The member that names it.
    pub(in crate::runs) fn member(self) -> &'static str {
        match self {
            Self::Message | Self::Reasoning | Self::Span => "messageId",
            Self::Call => "toolCallId",
            Self::Step => "stepName",
            Self::Subagent => "subagentRunId",
        }
    }

    /// One of them, in words.
    pub(in crate::runs) fn one(self) -> &'static str {
        match self {
            Self::Message => "a message",
            Self::Call => "a call",
            Self::Reasoning => "reasoning",
            Self::Step => "a step",
            Self::Subagent => "a subagent",
            Self::Span => "a block of reasoning",
        }
    }

    /// What it is called.
    pub(in crate::runs) fn word(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Call => "call",
            Self::Reasoning => "reasoning",
            Self::Step => "step",
            Self::Subagent => "subagent",
            Self::Span => "block of reasoning",
        }
    }
}

/// A type of events.
#[derive(Debug)]
pub(in crate::runs) struct Type {
    pub(in crate::runs) name: &'static str,
    pub(in crate::runs) act: Act,
    /// Whether `subagentRunId` says who sent it.
    pub(in crate::runs) tagged: bool,
    pub(in crate::runs) members: &'static [Member],
}

const fn needs(name: &'static str, form: Form) -> Member {
    member(name, form, Need::Required)
}

const fn may(name: &'static str, form: Form) -> Member {
    member(name, form, Need::Optional)
}

const fn unread(name: &'static str, form: Form) -> Member {
    member(name, form, Need::Unread)
}

const fn member(name: &'static str, form: Form, need: Need) -> Member {
    Member { name, form, need }
}

const fn tagged(name: &'static str, act: Act, members: &'static [Member]) -> Type {
    Type {
        name,
        act,
        tagged: true,
        members,
    }
}

const fn bare(name: &'static str, act: Act, members: &'static [Member]) -> Type {
    Type {
        name,
        act,
        tagged: false,
        members,
    }
}

const ROLE: Form = Form::Word(&["developer", "system", "assistant", "user"]);

/// The members that every event may have.
pub(in crate::runs) const COMMON: [Member; 2] = [
    may("timestamp", Form::Number),
    may("metadata", Form::Object),
];

/// All types.
pub(in crate::runs) const TYPES: [Type; 36] = [
    bare(
        "RUN_STARTED",
        Act::Run,
        &[
            needs("threadId", Form::Text),
            needs("runId", Form::Text),
            unread("parentRunId", Form::Text),
            unread("input", Form::Object),
        ],
    ),
    bare(
        "RUN_FINISHED",
        Act::Run,
        &[
            needs("threadId", Form::Text),
            needs("runId", Form::Text),
            may("result", Form::Any),
            may("outcome", Form::RunOutcome),
            unread("usage", Form::List),
        ],
    ),
    bare(
        "RUN_ERROR",
        Act::Run,
        &[
            needs("message", Form::Text),
            may("code", Form::Text),
            unread("usage", Form::List),
        ],
    ),
    tagged(
        "STEP_STARTED",
        Act::Begin(Thing::Step),
        &[needs("stepName", Form::Text)],
    ),
    tagged(
        "STEP_FINISHED",
        Act::End(Thing::Step),
        &[needs("stepName", Form::Text)],
    ),
    tagged(
        "TEXT_MESSAGE_START",
        Act::Begin(Thing::Message),
        &[
            needs("messageId", Form::Text),
            may("role", ROLE),
            may("name", Form::Text),
        ],
    ),
    tagged(
        "TEXT_MESSAGE_CONTENT",
        Act::Go(Thing::Message),
        &[needs("messageId", Form::Text), needs("delta", Form::Text)],
    ),
    tagged(
        "TEXT_MESSAGE_END",
        Act::End(Thing::Message),
        &[needs("messageId", Form::Text)],
    ),
    tagged(
        "TEXT_MESSAGE_CHUNK",
        Act::Chunk(Thing::Message),
        &[
            may("messageId", Form::Text),
            may("role", ROLE),
            may("name", Form::Text),
            may("delta", Form::Text),
        ],
    ),
    tagged(
        "TOOL_CALL_START",
        Act::Begin(Thing::Call),
        &[
            needs("toolCallId", Form::Text),
            needs("toolCallName", Form::Text),
            may("parentMessageId", Form::Text),
        ],
    ),
    tagged(
        "TOOL_CALL_ARGS",
        Act::Go(Thing::Call),
        &[needs("toolCallId", Form::Text), needs("delta", Form::Text)],
    ),
    tagged(
        "TOOL_CALL_END",
        Act::End(Thing::Call),
        &[needs("toolCallId", Form::Text)],
    ),
    tagged(
        "TOOL_CALL_CHUNK",
        Act::Chunk(Thing::Call),
        &[
            may("toolCallId", Form::Text),
            may("toolCallName", Form::Text),
            may("parentMessageId", Form::Text),
            may("delta", Form::Text),
        ],
    ),
    tagged(
        "TOOL_CALL_RESULT",
        Act::Nothing,
        &[
            needs("messageId", Form::Text),
            needs("toolCallId", Form::Text),
            needs("content", Form::Content),
            may("role", Form::Word(&["tool"])),
        ],
    ),
    tagged(
        "STATE_SNAPSHOT",
        Act::State,
        &[needs("snapshot", Form::Any)],
    ),
    tagged("STATE_DELTA", Act::State, &[needs("delta", Form::Patch)]),
    bare(
        "MESSAGES_SNAPSHOT",
        Act::Messages,
        &[needs("messages", Form::Messages)],
    ),
    tagged(
        "ACTIVITY_SNAPSHOT",
        Act::Activity,
        &[
            needs("messageId", Form::Text),
            needs("activityType", Form::Text),
            needs("content", Form::Object),
            may("replace", Form::Truth),
        ],
    ),
    tagged(
        "ACTIVITY_DELTA",
        Act::Activity,
        &[
            needs("messageId", Form::Text),
            needs("activityType", Form::Text),
            needs("patch", Form::Patch),
        ],
    ),
    tagged(
        "RAW",
        Act::Nothing,
        &[needs("event", Form::Any), may("source", Form::Text)],
    ),
    tagged(
        "CUSTOM",
        Act::Nothing,
        &[needs("name", Form::Text), needs("value", Form::Any)],
    ),
    tagged(
        "REASONING_START",
        Act::Begin(Thing::Span),
        &[needs("messageId", Form::Text)],
    ),
    tagged(
        "REASONING_END",
        Act::End(Thing::Span),
        &[needs("messageId", Form::Text)],
    ),
    tagged(
        "REASONING_MESSAGE_START",
        Act::Begin(Thing::Reasoning),
        &[
            needs("messageId", Form::Text),
            member("role", Form::Word(&["reasoning"]), Need::Wanted),
        ],
    ),
    tagged(
        "REASONING_MESSAGE_CONTENT",
        Act::Go(Thing::Reasoning),
        &[needs("messageId", Form::Text), needs("delta", Form::Text)],
    ),
    tagged(
        "REASONING_MESSAGE_END",
        Act::End(Thing::Reasoning),
        &[needs("messageId", Form::Text)],
    ),
    tagged(
        "REASONING_MESSAGE_CHUNK",
        Act::Chunk(Thing::Reasoning),
        &[may("messageId", Form::Text), may("delta", Form::Text)],
    ),
    tagged(
        "REASONING_ENCRYPTED_VALUE",
        Act::Nothing,
        &[
            needs("subtype", Form::Word(&["message", "tool-call"])),
            needs("entityId", Form::Text),
            needs("encryptedValue", Form::Text),
        ],
    ),
    bare(
        "SUBAGENT_STARTED",
        Act::Begin(Thing::Subagent),
        &[
            needs("subagentRunId", Form::Text),
            needs("name", Form::Text),
            may("description", Form::Text),
            may("parentSubagentRunId", Form::Text),
            may("parentToolCallId", Form::Text),
            may("parentMessageId", Form::Text),
        ],
    ),
    bare(
        "SUBAGENT_FINISHED",
        Act::End(Thing::Subagent),
        &[
            needs("subagentRunId", Form::Text),
            may("result", Form::Any),
            may("outcome", Form::SubagentOutcome),
        ],
    ),
    bare(
        "SUBAGENT_ERROR",
        Act::End(Thing::Subagent),
        &[
            needs("subagentRunId", Form::Text),
            needs("message", Form::Text),
            may("code", Form::Text),
        ],
    ),
    bare("THINKING_START", Act::Nothing, &[may("title", Form::Text)]),
    bare("THINKING_END", Act::Nothing, &[may("title", Form::Text)]),
    bare("THINKING_TEXT_MESSAGE_START", Act::Nothing, &[]),
    bare(
        "THINKING_TEXT_MESSAGE_CONTENT",
        Act::Nothing,
        &[needs("delta", Form::Text)],
    ),
    bare("THINKING_TEXT_MESSAGE_END", Act::Nothing, &[]),
];

/// The type of that name.
pub(in crate::runs) fn named(name: &str) -> Option<&'static Type> {
    TYPES.iter().find(|one| one.name == name)
}

/// The type that is meant by another spelling of its name, such as `textMessageStart`.
pub(in crate::runs) fn meant(name: &str) -> Option<&'static Type> {
    let name = squashed(name);
    TYPES.iter().find(|one| squashed(one.name) == name)
}

/// A name without what spellings differ in.
pub(in crate::runs) fn squashed(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
