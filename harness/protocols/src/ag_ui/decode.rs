//! From the JSON of an event to the event.
//!
//! Members that a type does not define are passed over. One that is defined has the type that the protocol gives it, also where it is
//! optional: `null` is no text and no object.

mod members;
mod outcome;

pub(super) use members::{Members, list, missing, text};

use uiconform_json::{JsonString, Object, Value, parse};

use super::event::{
    ActivityDelta, ActivitySnapshot, Announcement, Body, Chunk, Encrypted, EncryptedValue, Event,
    Finish, Opening, Start, Stream, Thinking, ToolCallResult,
};
use super::{Error, Message, Policy, ReadSteps, Result, Status};

/// Reads the JSON text of an event.
///
/// # Errors
///
/// It is no JSON.
pub(super) fn read(text: &str) -> Result<Value> {
    parse(text).map_err(|error| Error::bytes(format!("an event is JSON: {error}")))
}

/// Reads an event; none if it is of a type that is passed over.
///
/// # Errors
///
/// It has no type or one that is not known, lacks a member that it needs, or has one of another type.
pub(super) fn decode<S: ReadSteps + ?Sized>(
    steps: &mut S,
    policy: Policy,
    event: Value,
) -> Result<Option<Event>> {
    let Value::Object(object) = event else {
        return Err(Error::bytes("an event is an object"));
    };
    let Some(name) = steps.kind(object.get("type"))? else {
        return Ok(None);
    };
    let Some(kind) = name.as_str().and_then(Type::named) else {
        return steps.unknown(policy, name).map(|()| None);
    };
    let mut members = Members::new(steps, object);
    let body = body(policy, kind, &mut members)
        .map_err(|reason| reason.within(format_args!("{}", kind.name())))?;
    members.check_common()?;
    let owner = if kind.is_tagged() {
        members.optional_text("subagentRunId")?
    } else {
        None
    };
    let metadata = members.optional_object("metadata")?.unwrap_or_default();
    Ok(Some(Event {
        owner,
        metadata,
        body,
    }))
}

/// Refuses a type that is not known, or passes it over.
///
/// # Errors
///
/// In the seed text such an event ends the run, with its name in the message ("An event this build does not know").
pub(super) fn unknown(policy: Policy, kind: &JsonString) -> Result<()> {
    match policy {
        Policy::Seed => Err(Error::bytes(format!("unknown event type `{kind}`"))),
        Policy::V1 => Ok(()),
    }
}

/// Reads the type of an event; none passes the event over.
///
/// # Errors
///
/// There is none.
pub(super) fn kind(value: Option<&Value>) -> Result<Option<&JsonString>> {
    let kind = value.and_then(Value::as_string);
    kind.map(Some)
        .ok_or_else(|| Error::bytes("an event has a `type`, which is a string"))
}

macro_rules! types {
    ($($variant:ident $name:literal $tagged:literal),* $(,)?) => {
        /// The 36 types of events.
        #[derive(Clone, Copy)]
        enum Type { $($variant),* }

        impl Type {
            fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Whether `subagentRunId` says who sent it.
            fn is_tagged(self) -> bool {
                match self { $(Self::$variant => $tagged),* }
            }
        }
    };
}

types! {
    TextContent "TEXT_MESSAGE_CONTENT" true,
    TextChunk "TEXT_MESSAGE_CHUNK" true,
    CallArgs "TOOL_CALL_ARGS" true,
    CallChunk "TOOL_CALL_CHUNK" true,
    ReasoningContent "REASONING_MESSAGE_CONTENT" true,
    ReasoningChunk "REASONING_MESSAGE_CHUNK" true,
    TextStart "TEXT_MESSAGE_START" true,
    TextEnd "TEXT_MESSAGE_END" true,
    CallStart "TOOL_CALL_START" true,
    CallEnd "TOOL_CALL_END" true,
    CallResult "TOOL_CALL_RESULT" true,
    ReasoningMessageStart "REASONING_MESSAGE_START" true,
    ReasoningMessageEnd "REASONING_MESSAGE_END" true,
    ReasoningStart "REASONING_START" true,
    ReasoningEnd "REASONING_END" true,
    EncryptedValue "REASONING_ENCRYPTED_VALUE" true,
    StateSnapshot "STATE_SNAPSHOT" true,
    StateDelta "STATE_DELTA" true,
    MessagesSnapshot "MESSAGES_SNAPSHOT" false,
    ActivitySnapshot "ACTIVITY_SNAPSHOT" true,
    ActivityDelta "ACTIVITY_DELTA" true,
    StepStarted "STEP_STARTED" true,
    StepFinished "STEP_FINISHED" true,
    Raw "RAW" true,
    Custom "CUSTOM" true,
    RunStarted "RUN_STARTED" false,
    RunFinished "RUN_FINISHED" false,
    RunError "RUN_ERROR" false,
    SubagentStarted "SUBAGENT_STARTED" false,
    SubagentFinished "SUBAGENT_FINISHED" false,
    SubagentError "SUBAGENT_ERROR" false,
    ThinkingStart "THINKING_START" false,
    ThinkingEnd "THINKING_END" false,
    ThinkingTextStart "THINKING_TEXT_MESSAGE_START" false,
    ThinkingTextContent "THINKING_TEXT_MESSAGE_CONTENT" false,
    ThinkingTextEnd "THINKING_TEXT_MESSAGE_END" false,
}

fn body<S: ReadSteps + ?Sized>(
    policy: Policy,
    kind: Type,
    members: &mut Members<'_, S>,
) -> Result<Body> {
    Ok(match kind {
        Type::RunStarted => Body::RunStarted {
            thread: members.text("threadId")?,
            run: members.text("runId")?,
        },
        Type::RunFinished => Body::RunFinished(Box::new(Finish {
            thread: members.text("threadId")?,
            run: members.text("runId")?,
            result: members.optional("result"),
            outcome: outcome::of_run(policy, members)?,
        })),
        Type::RunError => Body::RunError {
            message: members.text("message")?,
            code: members.optional_text("code")?,
        },
        Type::StepStarted => Body::StepStarted(members.text("stepName")?),
        Type::StepFinished => Body::StepFinished(members.text("stepName")?),
        Type::TextStart => start(
            members.text("messageId")?,
            Opening::Text {
                role: members.optional_role()?,
                name: members.optional_text("name")?,
            },
        ),
        Type::CallStart => start(
            members.text("toolCallId")?,
            Opening::Call {
                name: members.text("toolCallName")?,
                parent: members.optional_text("parentMessageId")?,
            },
        ),
        Type::ReasoningMessageStart => {
            members.optional_word("role", &["reasoning"])?;
            start(members.text("messageId")?, Opening::Reasoning)
        }
        Type::TextContent => content(Stream::Text, "messageId", members)?,
        Type::CallArgs => content(Stream::Call, "toolCallId", members)?,
        Type::ReasoningContent => content(Stream::Reasoning, "messageId", members)?,
        Type::TextEnd => Body::End {
            stream: Stream::Text,
            id: members.text("messageId")?,
        },
        Type::CallEnd => Body::End {
            stream: Stream::Call,
            id: members.text("toolCallId")?,
        },
        Type::ReasoningMessageEnd => Body::End {
            stream: Stream::Reasoning,
            id: members.text("messageId")?,
        },
        Type::TextChunk => Body::Chunk(Box::new(Chunk {
            stream: Stream::Text,
            id: members.optional_text("messageId")?,
            delta: members.optional_text("delta")?,
            role: members.optional_role()?,
            name: members.optional_text("name")?,
            parent: None,
        })),
        Type::CallChunk => Body::Chunk(Box::new(Chunk {
            stream: Stream::Call,
            id: members.optional_text("toolCallId")?,
            delta: members.optional_text("delta")?,
            role: None,
            name: members.optional_text("toolCallName")?,
            parent: members.optional_text("parentMessageId")?,
        })),
        Type::ReasoningChunk => Body::Chunk(Box::new(Chunk {
            stream: Stream::Reasoning,
            id: members.optional_text("messageId")?,
            delta: members.optional_text("delta")?,
            role: None,
            name: None,
            parent: None,
        })),
        Type::CallResult => {
            members.optional_word("role", &["tool"])?;
            Body::ToolCallResult(Box::new(ToolCallResult {
                id: members.text("messageId")?,
                call: members.text("toolCallId")?,
                content: result_content(policy, members)?,
            }))
        }
        Type::StateSnapshot => Body::StateSnapshot(members.any("snapshot")?),
        Type::StateDelta => Body::StateDelta(members.list("delta")?),
        Type::MessagesSnapshot => {
            let messages = members.list("messages")?.into_iter();
            Body::MessagesSnapshot(messages.map(Message::read).collect::<Result<_>>()?)
        }
        Type::ActivitySnapshot => Body::ActivitySnapshot(Box::new(ActivitySnapshot {
            id: members.text("messageId")?,
            kind: members.text("activityType")?,
            content: members.object("content")?,
            replace: members.optional_truth("replace")?.unwrap_or(true),
        })),
        Type::ActivityDelta => Body::ActivityDelta(Box::new(ActivityDelta {
            id: members.text("messageId")?,
            kind: members.text("activityType")?,
            patch: members.list("patch")?,
        })),
        Type::EncryptedValue => {
            let subtype = members.text("subtype")?;
            Body::EncryptedValue(Box::new(EncryptedValue {
                of: match subtype.as_str() {
                    Some("message") => Encrypted::Message,
                    Some("tool-call") => Encrypted::ToolCall,
                    _ => return Err(Error::bytes(format!("unknown `subtype` `{subtype}`"))),
                },
                id: members.text("entityId")?,
                value: members.text("encryptedValue")?,
            }))
        }
        Type::SubagentStarted => Body::SubagentStarted(Box::new(Announcement {
            id: members.text("subagentRunId")?,
            name: members.text("name")?,
            description: members.optional_text("description")?,
            parent: members.optional_text("parentSubagentRunId")?,
            parent_call: members.optional_text("parentToolCallId")?,
            parent_message: members.optional_text("parentMessageId")?,
        })),
        Type::SubagentFinished => Body::SubagentFinished {
            id: members.text("subagentRunId")?,
            status: Box::new(outcome::of_subagent(members)?),
        },
        Type::SubagentError => Body::SubagentFinished {
            id: members.text("subagentRunId")?,
            status: Box::new(Status::Failed {
                message: members.text("message")?,
                code: members.optional_text("code")?,
            }),
        },
        Type::ThinkingTextStart => Body::Thinking(Thinking::Start),
        Type::ThinkingTextContent => Body::Thinking(Thinking::Content(members.text("delta")?)),
        Type::ThinkingTextEnd => Body::Thinking(Thinking::End),
        Type::ReasoningStart | Type::ReasoningEnd => {
            members.text("messageId")?;
            Body::Block
        }
        Type::ThinkingStart | Type::ThinkingEnd => {
            members.optional_text("title")?;
            Body::Block
        }
        Type::Raw => {
            members.any("event")?;
            members.optional_text("source")?;
            Body::Application
        }
        Type::Custom => {
            members.text("name")?;
            members.any("value")?;
            Body::Application
        }
    })
}

fn start(id: JsonString, opening: Opening) -> Body {
    Body::Start(Box::new(Start { id, opening }))
}

fn content<S: ReadSteps + ?Sized>(
    stream: Stream,
    id: &'static str,
    members: &mut Members<'_, S>,
) -> Result<Body> {
    Ok(Body::Content {
        stream,
        id: members.text(id)?,
        delta: members.text("delta")?,
    })
}

/// A text; in protocol 1.0 also a list of parts.
fn result_content<S: ReadSteps + ?Sized>(
    policy: Policy,
    members: &mut Members<'_, S>,
) -> Result<Value> {
    match members.peek("content") {
        Some(Value::Array(_)) if policy == Policy::V1 => members.any("content"),
        _ => members.text("content").map(Value::from),
    }
}

/// An object and nothing else.
pub(super) fn object(name: &str, value: Value) -> Result<Object> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(members::unexpected(name, "an object", &other)),
    }
}
