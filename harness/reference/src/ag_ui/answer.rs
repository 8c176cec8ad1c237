//! Updates and sessions as JSON text.

use uiconform_driver::ag_ui::{Detail, Standing};
use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::ag_ui::{
    End, Error, MessageChange, MessageUpdate, ReasoningChange, ReasoningUpdate, Session, Status,
    Subagent, Thought, Update,
};

/// An object, member by member.
struct Text(String);

impl Text {
    fn new(name: &str, value: &str) -> Self {
        Self("{".to_owned()).string(name, value)
    }

    /// A member that is JSON text already.
    fn raw(mut self, name: &str, json: &str) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(json);
        self
    }

    fn string(self, name: &str, value: &str) -> Self {
        self.raw(name, &Value::from(value).to_text())
    }

    fn text(self, name: &str, value: &JsonString) -> Self {
        self.raw(name, &Value::from(value).to_text())
    }

    fn text_if_any(self, name: &str, value: Option<&JsonString>) -> Self {
        match value {
            Some(value) => self.text(name, value),
            None => self,
        }
    }

    fn value_if_any(self, name: &str, value: Option<&Value>) -> Self {
        match value {
            Some(value) => self.raw(name, &value.to_text()),
            None => self,
        }
    }

    fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("[{}]", items.join(","))
}

/// An update.
pub(super) fn update(update: &Update<'_>, detail: Detail) -> String {
    match update {
        Update::Message(update) => message(update, detail),
        Update::Messages(messages) => {
            let messages = messages.iter().map(|message| message.document().to_text());
            Text::new("update", "messages")
                .raw("messages", &list(messages))
                .finish()
        }
        Update::State(state) => Text::new("update", "state")
            .raw("state", &state.to_text())
            .finish(),
        Update::Reasoning(update) => reasoning(update),
        Update::Interrupt(interrupt) => Text::new("update", "interrupt")
            .raw("interrupt", &interrupt.to_text())
            .finish(),
        Update::Subagent {
            change,
            subagent: entry,
        } => Text::new("update", "subagent")
            .string("change", change.name())
            .raw("subagent", &subagent(entry))
            .finish(),
        Update::Error(Error { kind, text }) => Text::new("update", "error")
            .string("kind", kind.name())
            .string("text", text)
            .finish(),
        Update::Done(end) => done(end),
    }
}

fn message(update: &MessageUpdate<'_>, detail: Detail) -> String {
    let text = Text::new("update", "message")
        .raw("index", &update.index.to_string())
        .text("id", update.id)
        .string("change", update.change.name());
    let text = match update.change {
        MessageChange::Content { delta } => text.text("delta", delta),
        MessageChange::ToolCallStarted { call, name } => text.text("tool", call).text("name", name),
        MessageChange::ToolCallArgs { call, delta } => text.text("tool", call).text("delta", delta),
        MessageChange::ToolCallEnded { call } | MessageChange::ToolResult { call } => {
            text.text("tool", call)
        }
        MessageChange::Started
        | MessageChange::Ended
        | MessageChange::Activity
        | MessageChange::EncryptedValue => text,
    };
    match detail {
        Detail::Full => text.raw("message", &update.message.document().to_text()),
        Detail::Light => text,
    }
    .finish()
}

fn reasoning(update: &ReasoningUpdate<'_>) -> String {
    let text = Text::new("update", "reasoning")
        .text("id", &update.thought.id)
        .text("text", &update.thought.text)
        .string("change", update.change.name());
    match update.change {
        ReasoningChange::Content { delta } => text.text("delta", delta),
        _ => text,
    }
    .finish()
}

fn done(end: &End) -> String {
    let text = Text::new("update", "done").string("end", end.name());
    match end {
        End::Success { result } => text.value_if_any("result", result.as_ref()),
        End::Interrupted { interrupts } => {
            text.raw("interrupts", &list(interrupts.iter().map(Object::to_text)))
        }
        End::Failed { message, code } => text
            .text("message", message)
            .text_if_any("code", code.as_ref()),
        End::Cancelled => text,
    }
    .finish()
}

/// What stands after a run.
pub(super) fn standing(session: &Session) -> Standing {
    let messages = session.messages().iter();
    let thoughts = session.reasoning.thoughts().iter();
    Standing {
        messages: list(messages.map(|message| message.document().to_text())),
        state: session.state.to_text(),
        reasoning: Some(list(thoughts.map(thought))),
        subagents: Some(list(session.subagents.entries().iter().map(subagent))),
        interrupts: Some(list(session.interrupts.iter().map(Object::to_text))),
    }
}

fn thought(thought: &Thought) -> String {
    Text::new("role", "reasoning")
        .text("id", &thought.id)
        .text("content", &thought.text)
        .text_if_any("subagentRunId", thought.owner.as_ref())
        .text_if_any("encryptedValue", thought.encrypted.as_ref())
        .finish()
}

fn subagent(subagent: &Subagent) -> String {
    let said = &subagent.announcement;
    let text = Text::new("status", subagent.status.name())
        .text("id", &said.id)
        .text("name", &said.name)
        .text_if_any("description", said.description.as_ref())
        .text_if_any("parentSubagentRunId", said.parent.as_ref())
        .text_if_any("parentToolCallId", said.parent_call.as_ref())
        .text_if_any("parentMessageId", said.parent_message.as_ref());
    match &subagent.status {
        Status::Running => text,
        Status::Finished { result } => text.value_if_any("result", result.as_ref()),
        Status::Suspended { interrupts } => {
            let ids = interrupts.iter().map(|id| Value::from(id).to_text());
            text.raw("interruptIds", &list(ids))
        }
        Status::Failed { message, code } => text
            .text("message", message)
            .text_if_any("code", code.as_ref()),
    }
    .finish()
}
