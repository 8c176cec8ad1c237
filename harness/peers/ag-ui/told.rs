//! Updates of the crate in the words of the driver protocol. Nothing is added to them, and nothing is put right.

use std::borrow::Cow;
use std::fmt::Debug;

use ag_ui::client::{
    MessageChangeKind, MessageUpdate, ReasoningChangeKind, ReasoningUpdate, Subagent,
    SubagentChangeKind, SubagentStatus, SubagentUpdate,
};
use ag_ui::{Interrupt, Message, MessageId, ReasoningMessage, SubagentRunId, ToolCallId};
use serde::Serialize;
use uiconform_driver::ag_ui::{Detail, Standing};
use uiconform_driver::serde_json::{self, Value};

/// An update, or the reason why it cannot be written.
pub(crate) type Told = Result<String, String>;

#[derive(Serialize)]
#[serde(tag = "update", rename_all = "lowercase")]
enum Update<'a, S> {
    Message {
        index: usize,
        id: &'a MessageId,
        change: Cow<'static, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        delta: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tool: Option<&'a ToolCallId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<&'a Message>,
    },
    Messages {
        messages: &'a [Message],
    },
    State {
        state: &'a S,
    },
    Reasoning {
        id: &'a MessageId,
        text: &'a str,
        change: Cow<'static, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        delta: Option<&'a str>,
    },
    Interrupt {
        interrupt: &'a Interrupt,
    },
    Subagent {
        change: Cow<'static, str>,
        subagent: Entry<'a>,
    },
    Error {
        kind: &'static str,
        text: String,
    },
    Done(&'a End<'a>),
}

/// An update that is not one of the state, whose type it need not know.
type Stateless<'a> = Update<'a, ()>;

/// How a run ended. What the crate does not say is left out.
#[derive(Default, Serialize)]
pub(crate) struct End<'a> {
    pub(crate) end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interrupts: Option<&'a [Interrupt]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<&'a str>,
}

/// An entry of the registry of subagents, with what its status holds beside the other members.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    id: &'a SubagentRunId,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_subagent_run_id: Option<&'a SubagentRunId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_tool_call_id: Option<&'a ToolCallId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_message_id: Option<&'a MessageId>,
    status: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupt_ids: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

impl<'a> From<&'a Subagent> for Entry<'a> {
    fn from(subagent: &'a Subagent) -> Self {
        let mut entry = Self {
            id: &subagent.run_id,
            name: &subagent.name,
            description: subagent.description.as_deref(),
            parent_subagent_run_id: subagent.parent_subagent_run_id.as_ref(),
            parent_tool_call_id: subagent.parent_tool_call_id.as_ref(),
            parent_message_id: subagent.parent_message_id.as_ref(),
            status: "running".into(),
            result: None,
            interrupt_ids: None,
            message: None,
            code: None,
        };
        match &subagent.status {
            SubagentStatus::Running => {}
            SubagentStatus::Finished { result } => {
                entry.status = "finished".into();
                entry.result = result.as_ref();
            }
            SubagentStatus::Suspended {
                result,
                interrupt_ids,
            } => {
                entry.status = "suspended".into();
                entry.result = result.as_ref();
                entry.interrupt_ids = Some(interrupt_ids);
            }
            SubagentStatus::Failed { message, code } => {
                entry.status = "failed".into();
                entry.message = Some(message);
                entry.code = code.as_deref();
            }
            other => entry.status = unnamed(other),
        }
        entry
    }
}

pub(crate) fn message(update: &MessageUpdate, detail: Detail) -> Told {
    let (mut delta, mut tool, mut name) = (None, None, None);
    let change = match &update.change {
        MessageChangeKind::Started => "started".into(),
        MessageChangeKind::Content { delta: text } => {
            delta = Some(text.as_str());
            "content".into()
        }
        MessageChangeKind::Ended => "ended".into(),
        MessageChangeKind::ToolCallStarted {
            tool_call_id,
            name: called,
        } => {
            (tool, name) = (Some(tool_call_id), Some(called.as_str()));
            "tool_started".into()
        }
        MessageChangeKind::ToolCallArgs {
            tool_call_id,
            delta: text,
        } => {
            (tool, delta) = (Some(tool_call_id), Some(text.as_str()));
            "tool_args".into()
        }
        MessageChangeKind::ToolCallEnded { tool_call_id } => {
            tool = Some(tool_call_id);
            "tool_ended".into()
        }
        MessageChangeKind::ToolResult { tool_call_id } => {
            tool = Some(tool_call_id);
            "tool_result".into()
        }
        MessageChangeKind::Activity => "activity".into(),
        MessageChangeKind::EncryptedValue => "encrypted".into(),
        other => unnamed(other),
    };
    text(&Stateless::Message {
        index: update.index,
        id: &update.id,
        change,
        delta,
        tool,
        name,
        message: (detail == Detail::Full).then_some(&update.message),
    })
}

pub(crate) fn messages(messages: &[Message]) -> Told {
    text(&Stateless::Messages { messages })
}

pub(crate) fn state<S: Serialize>(state: &S) -> Told {
    text(&Update::State { state })
}

pub(crate) fn reasoning(update: &ReasoningUpdate) -> Told {
    let (change, delta) = match &update.change {
        ReasoningChangeKind::Started => ("started".into(), None),
        ReasoningChangeKind::Content { delta } => ("content".into(), Some(delta.as_str())),
        ReasoningChangeKind::Ended => ("ended".into(), None),
        ReasoningChangeKind::EncryptedValue => ("encrypted".into(), None),
        other => (unnamed(other), None),
    };
    text(&Stateless::Reasoning {
        id: &update.id,
        text: &update.text,
        change,
        delta,
    })
}

pub(crate) fn interrupt(interrupt: &Interrupt) -> Told {
    text(&Stateless::Interrupt { interrupt })
}

pub(crate) fn subagent(update: &SubagentUpdate) -> Told {
    let change = match &update.change {
        SubagentChangeKind::Started => "started".into(),
        SubagentChangeKind::Resumed => "resumed".into(),
        SubagentChangeKind::Finished => "finished".into(),
        SubagentChangeKind::Suspended => "suspended".into(),
        SubagentChangeKind::Failed => "failed".into(),
        other => unnamed(other),
    };
    text(&Stateless::Subagent {
        change,
        subagent: (&update.subagent).into(),
    })
}

/// An error, under the kind that its variant is.
pub(crate) fn error(kind: &'static str, error: &ag_ui::client::Error) -> Told {
    text(&Stateless::Error {
        kind,
        text: error.to_string(),
    })
}

pub(crate) fn done(end: &End<'_>) -> Told {
    text(&Stateless::Done(end))
}

/// What stands after a run.
///
/// # Errors
///
/// Something cannot be written.
pub(crate) fn standing(
    messages: &[Message],
    state: &Value,
    reasoning: &[ReasoningMessage],
    subagents: &[Subagent],
    interrupts: &[Interrupt],
) -> Result<Standing, String> {
    let subagents: Vec<Entry<'_>> = subagents.iter().map(Entry::from).collect();
    Ok(Standing {
        messages: text(&messages)?,
        state: text(&state)?,
        reasoning: Some(text(&reasoning)?),
        subagents: Some(text(&subagents)?),
        interrupts: Some(text(&interrupts)?),
    })
}

/// A change or a status for which the driver protocol has no word, such as `aborted` in later versions: told by the name that it has.
fn unnamed(variant: &impl Debug) -> Cow<'static, str> {
    format!("{variant:?}").to_lowercase().into()
}

fn text<T: Serialize>(value: &T) -> Told {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
