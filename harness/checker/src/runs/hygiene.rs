//! What works and is better otherwise.

use uiconform_json::{Object, Value};
use uiconform_protocols::ag_ui::{Body, Event, Opening};

use super::RecordedRuns;
use super::shape::named;
use super::thread::RecordedThread;
use crate::{Level, Objection};

/// What may be looked for beside what is wrong.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hygiene {
    /// Whether it is asked for.
    pub(super) is_asked: bool,
    /// Whether an event has said when it happened.
    pub(super) has_times: bool,
    /// Patches of the state since its latest snapshot in this run.
    pub(super) patches: usize,
}

impl Hygiene {
    /// What would be better in an event that can be read.
    pub(super) fn of(
        &mut self,
        raw: &Object,
        event: &Event,
        thread: &RecordedThread,
    ) -> Vec<Objection> {
        let mut objections = Vec::new();
        if !self.is_asked {
            return objections;
        }
        match &event.body {
            Body::Content { delta, .. } if delta.is_empty() => {
                let found = better(
                    "AGU-TEXT-09",
                    "a delta that brings something",
                    "an empty one",
                );
                objections.push(found.at("delta"));
            }
            Body::Start(start) => {
                if let Opening::Call {
                    parent: Some(parent),
                    ..
                } = &start.opening
                    && thread.session.conversation.place(parent).is_none()
                {
                    let got = format!("{parent:?}, which is made for it");
                    let found = better("AGU-TOOL-02", "a message that was started before", got);
                    objections.push(found.at("parentMessageId"));
                }
            }
            Body::StateDelta(_) => self.patches += 1,
            Body::StateSnapshot(_) => {
                if self.patches > 0 {
                    let got = format!("one after {} of it in this run", patches(self.patches));
                    let expected = "a snapshot before the patches that build on it";
                    objections.push(better("AGU-SEND-07", expected, got));
                }
                self.patches = 0;
            }
            Body::Application => objections.extend(application(raw)),
            _ => {}
        }
        objections
    }
}

impl RecordedRuns {
    /// What would be better in the recording as a whole.
    pub(super) fn hygiene_at_end(&self) -> Option<Objection> {
        let hygiene = &self.hygiene;
        (hygiene.is_asked && !hygiene.has_times && self.events > 0).then(|| {
            let expected = "a `timestamp` in each event";
            better("AGU-SEND-06", expected, "no event with one")
        })
    }
}

fn patches(count: usize) -> String {
    match count {
        1 => "a patch".to_owned(),
        count => format!("{count} patches"),
    }
}

/// Raw events are for what is not of the protocol, and the name of a custom one says whose it is.
fn application(raw: &Object) -> Option<Objection> {
    match raw.get("type").and_then(Value::as_str) {
        Some("RAW") => {
            let kind = raw.get("event")?.get("type")?.as_str()?;
            named(kind)?;
            let expected = "an event of something else than the protocol";
            let found = better("AGU-SEND-04", expected, format!("an event {kind}"));
            let mut found = found.at("event");
            found.pointer.push("type");
            Some(found)
        }
        _ => {
            let name = raw.get("name")?.as_string()?;
            let has_space = name
                .as_str()
                .is_none_or(|name| name.contains(['.', ':', '/']));
            (!has_space).then(|| {
                let expected = "a name with a name space, such as `acme.progress`";
                better("AGU-SEND-05", expected, format!("{name:?}")).at("name")
            })
        }
    }
}

fn better(rule: &'static str, expected: &'static str, got: impl Into<String>) -> Objection {
    let why = "It works, and is better otherwise.";
    Objection::new(rule, Level::Informative, expected, got.into(), why).bearable()
}
