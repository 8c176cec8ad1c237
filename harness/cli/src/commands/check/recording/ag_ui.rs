//! Recordings of AG-UI.

use uiconform_checker::{Finding, Mark, RecordedRun, RecordedRuns, RecordedThread, RunEnd};
use uiconform_json::{Array, Object, Value};
use uiconform_protocols::ag_ui::{Status, Subagent, Thought};
use uiconform_stream::{Fault, Place};

use super::{Recording, Traits};

/// The suite by whose rules they are checked.
pub(super) const SUITE: &str = "ag-ui";

pub(super) struct AgUi {
    recorded: RecordedRuns,
}

impl AgUi {
    pub(super) fn new(hygiene: bool) -> Self {
        Self {
            recorded: RecordedRuns::new(hygiene),
        }
    }
}

impl Recording for AgUi {
    fn at(&mut self, place: Place) {
        self.recorded.at(Mark {
            offset: place.offset,
            line: place.line,
            column: place.column,
        });
    }

    fn event(&mut self, _name: Option<&str>, text: &str) -> Vec<Finding> {
        // Events name themselves, so the name of a frame says nothing.
        self.recorded.event(text)
    }

    fn fault(&mut self, fault: &Fault) -> Vec<Finding> {
        let why = fault.to_string();
        match fault {
            Fault::TooLong { limit } => self.recorded.unread(*limit),
            Fault::Unfinished { .. } => self.recorded.cut(why),
            Fault::Stray { .. } => self.recorded.stray(why),
            Fault::NotUtf8 { .. } => self.recorded.unreadable(why),
            // Told of with the place that the record has of it.
            Fault::Unprefixed => Vec::new(),
        }
    }

    fn malformed(&mut self) -> Vec<Finding> {
        self.recorded.malformed()
    }

    fn unprefixed(&mut self) -> Vec<Finding> {
        self.recorded.unprefixed()
    }

    fn finish(&mut self) -> Vec<Finding> {
        self.recorded.finish()
    }

    fn events(&self) -> usize {
        self.recorded.events()
    }

    fn streams(&self) -> usize {
        self.recorded.runs()
    }

    fn judged_in_part(&self) -> usize {
        self.recorded.judged_in_part()
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let statistics = self.recorded.statistics();
        let counts = [
            ("events", statistics.events as u64),
            ("bytes of events", statistics.bytes),
            ("bytes of the largest", statistics.largest as u64),
            ("unreadable events", statistics.unreadable as u64),
            ("refused events", statistics.refused as u64),
            ("threads", statistics.threads as u64),
            ("runs", statistics.runs as u64),
            ("runs that are a success", statistics.successes as u64),
            ("runs that wait", statistics.interrupted as u64),
            ("runs that failed", statistics.failed as u64),
            ("messages", statistics.messages as u64),
            ("subagents", statistics.subagents as u64),
        ];
        let named = counts.map(|(name, count)| (name.to_owned(), count));
        named.into_iter().collect()
    }

    fn finals(&self) -> Option<Vec<Value>> {
        let threads = self.recorded.threads().iter();
        Some(threads.map(|one| thread(one).into()).collect())
    }

    fn traits(&self) -> &'static Traits {
        &Traits {
            members: &["type", "threadId", "runId", "messageId", "toolCallId"],
            own_limit: "AGU-TEXT-11",
            no_end: Some("AGU-END-08"),
            no_json: &["AGU-SSE-09", "AGU-SSE-13"],
            done: "`[DONE]` is no event: the APIs of many models send it last, and here `RUN_FINISHED` or `RUN_ERROR` ends a run; leave it out",
        }
    }
}

/// What a client has of a thread, members without a value left out.
fn thread(one: &RecordedThread) -> Object {
    let session = &one.session;
    let mut object = Object::new();
    object.push("threadId", &session.thread);
    object.push("runs", list(one.runs.iter().map(run)));
    let messages = session.messages().iter();
    object.push(
        "messages",
        list(messages.map(|message| message.document().clone())),
    );
    // A state that is not known is no state.
    if let Some(state) = one.state() {
        object.push("state", state.clone());
    }
    let thoughts = session.reasoning.thoughts();
    if !thoughts.is_empty() {
        object.push("reasoning", list(thoughts.iter().map(thought)));
    }
    let subagents = session.subagents.entries();
    if !subagents.is_empty() {
        object.push("subagents", list(subagents.iter().map(subagent)));
    }
    if !session.interrupts.is_empty() {
        object.push("interrupts", list(session.interrupts.iter().cloned()));
    }
    object
}

fn list(objects: impl Iterator<Item = Object>) -> Array {
    objects.map(Value::from).collect()
}

fn run(one: &RecordedRun) -> Object {
    let mut object = Object::new();
    object.push("runId", &one.id);
    object.push("end", one.end.name());
    match &one.end {
        RunEnd::Success {
            result: Some(result),
        } => object.push("result", result.clone()),
        RunEnd::Failed { message, code } => {
            object.push("message", message);
            if let Some(code) = code {
                object.push("code", code);
            }
        }
        _ => {}
    }
    if one.refused > 0 {
        object.push("refused", one.refused as u64);
    }
    object
}

fn thought(one: &Thought) -> Object {
    let mut object = Object::new();
    object.push("id", &one.id);
    object.push("content", &one.text);
    if let Some(owner) = &one.owner {
        object.push("subagentRunId", owner);
    }
    object
}

fn subagent(one: &Subagent) -> Object {
    let mut object = Object::new();
    object.push("id", &one.announcement.id);
    object.push("name", &one.announcement.name);
    object.push("status", one.status.name());
    match &one.status {
        Status::Finished {
            result: Some(result),
        } => object.push("result", result.clone()),
        Status::Failed { message, code } => {
            object.push("message", message);
            if let Some(code) = code {
                object.push("code", code);
            }
        }
        _ => {}
    }
    object
}
