//! Faults in how updates are told (seed, "The update stream", "Every variant").

use std::collections::HashMap;

use uiconform_driver::ag_ui::Driver;
use uiconform_driver::serde_json::value::RawValue;
use uiconform_driver::{Failure, InitializeResult, Service};
use uiconform_json::{JsonString, Value, parse};
use uiconform_protocols::ag_ui::{
    Error, ErrorKind, Id, Message, MessageChange, MessageUpdate, Policy, Reference, Session, Update,
};

use super::{ANY, TOLD, UPDATES, of_apply};
use crate::AgUiReference;
use crate::fault::Fault;

of_apply! {
    "says-done-twice" aims ["AGU-STREAM-01"] in ANY
    "Ends a run with the terminal event, and once more with the end of the stream." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if matches!(update, Update::Done(_)) {
                out(update.clone());
            }
            out(update);
        }
    }

    "fails-without-an-error" aims ["AGU-STREAM-02"] in ANY
    "Ends a run that was cut short as failed and reports no error." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !matches!(update, Update::Error(Error { kind: ErrorKind::Transport, .. })) {
                out(update);
            }
        }
    }

    "gathers-deltas" aims ["AGU-STREAM-03"] in UPDATES { held: Option<(usize, JsonString, Message)> }
    "Gathers the deltas of a message until something else comes." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.held = None;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Update::Message(MessageUpdate {
                index,
                id,
                change: MessageChange::Content { delta },
                message,
            }) = &update
            {
                match &mut self.held {
                    Some((_, held, last)) if last.id() == *id => {
                        held.push(delta);
                        *last = (*message).clone();
                        return;
                    }
                    _ => {}
                }
                let next = Some((*index, (*delta).clone(), (*message).clone()));
                flush(std::mem::replace(&mut self.held, next), out);
                return;
            }
            flush(self.held.take(), out);
            out(update);
        }
    }

    "shows-the-message-as-it-was" aims ["AGU-STREAM-06"] in ANY { before: HashMap<Id, Message> }
    "Takes the message of an update before the delta is added to it." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.before.clear();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match &update {
                Update::Message(told) => {
                    let before = self.before.insert(told.id.clone(), told.message.clone());
                    match &before {
                        Some(before) => out(Update::Message(MessageUpdate {
                            message: before,
                            ..told.clone()
                        })),
                        None => out(update),
                    }
                }
                _ => out(update),
            }
        }
    }

    "has-the-index-of-the-last-message" aims ["AGU-STREAM-07"] in ANY { last: usize }
    "Gives every update the place of the last message of the list." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.last = 0;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Message(told) => {
                    self.last = self.last.max(told.index);
                    out(Update::Message(MessageUpdate {
                        index: self.last,
                        ..told
                    }));
                }
                other => out(other),
            }
        }
    }

    "leaves-the-users-turn-out" aims ["AGU-STREAM-09"] in ANY
    "Sends the user's own turn and does not keep it." => {
        fn say(&mut self, _: &mut Session, _: &Id, _: &JsonString) {}
    }

    "tells-errors-in-the-end" aims ["AGU-STREAM-10"] in TOLD { errors: Vec<Error> }
    "Gathers the errors of a run and tells them before its done." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Error(error) => self.errors.push(error.clone()),
                Update::Done(_) => {
                    for error in self.errors.drain(..) {
                        out(Update::Error(&error));
                    }
                    out(update);
                }
                other => out(other),
            }
        }
    }

    "tells-no-end-of-a-text" aims ["AGU-TEXT-01"] in TOLD
    "Gives no update for the end of a text." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if change_of(&update) != Some(MessageChange::Ended) {
                out(update);
            }
        }
    }

    "has-the-text-for-the-delta" aims ["AGU-TEXT-02"] in ANY
    "Gives a content change the text so far." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Message(MessageUpdate {
                    index,
                    id,
                    change: MessageChange::Content { delta },
                    message,
                }) => {
                    let text = message.document().get("content").and_then(Value::as_string);
                    let change = MessageChange::Content { delta: text.unwrap_or(delta) };
                    out(Update::Message(MessageUpdate { index, id, change, message }));
                }
                other => out(other),
            }
        }
    }

    "tells-a-snapshot-message-by-message" aims ["AGU-SNAP-01"] in ANY
    "Gives an update for each message of a snapshot." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Messages(messages) => {
                    for (index, message) in messages.iter().enumerate() {
                        let change = MessageChange::Started;
                        let id = message.id();
                        out(Update::Message(MessageUpdate { index, id, change, message }));
                    }
                }
                other => out(other),
            }
        }
    }

    "keeps-places-across-a-snapshot" aims ["AGU-SNAP-04"] in UPDATES { places: HashMap<Id, usize>, moved: usize }
    "Counts places on from the list that a snapshot replaced." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            *self = Self::default();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Message(told) => {
                    let moved = self.moved;
                    let index = *self.places.entry(told.id.clone()).or_insert(told.index + moved);
                    out(Update::Message(MessageUpdate { index, ..told }));
                }
                Update::Messages(messages) => {
                    self.moved = self.places.len().saturating_sub(messages.len());
                    out(update);
                }
                other => out(other),
            }
        }
    }
}

/// Tells the deltas that are held.
pub(super) fn flush(held: Option<(usize, JsonString, Message)>, out: &mut dyn FnMut(Update<'_>)) {
    if let Some((index, delta, message)) = held {
        out(Update::Message(MessageUpdate {
            index,
            id: message.id(),
            change: MessageChange::Content { delta: &delta },
            message: &message,
        }));
    }
}

/// What happened to a message, if the update is of one.
pub(super) fn change_of<'u>(update: &Update<'u>) -> Option<MessageChange<'u>> {
    match update {
        Update::Message(told) => Some(told.change),
        _ => None,
    }
}

/// Updates that are kept by reference: it stands around the driver.
pub(super) const ALIASES: &[Fault] = &[
    Fault {
        name: "hands-out-what-it-goes-on-to-change",
        about: "Puts its own message and state into updates, which later events change.",
        profiles: ANY,
        aims: &["AGU-STREAM-11"],
        make: || {
            Box::new(Aliased {
                name: "hands-out-what-it-goes-on-to-change",
                driver: Driver::new(AgUiReference::new(Policy::Seed)),
                alias: alias_all,
            })
        },
    },
    Fault {
        name: "copies-the-state-without-what-nests",
        about: "Puts into updates a copy of the state that has its lists and objects in common with it.",
        profiles: UPDATES,
        aims: &["AGU-STREAM-11"],
        make: || {
            Box::new(Aliased {
                name: "copies-the-state-without-what-nests",
                driver: Driver::new(AgUiReference::new(Policy::Seed)),
                alias: alias_nested,
            })
        },
    },
];

struct Aliased {
    name: &'static str,
    driver: Driver<AgUiReference>,
    /// Puts what stands after a run into its updates.
    alias: fn(&mut Value),
}

impl Service for Aliased {
    fn initialize(&mut self) -> InitializeResult {
        let mut result = self.driver.initialize();
        result.implementation.name += " with fault ";
        result.implementation.name += self.name;
        result
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        let answer = self.driver.call(method, params)?;
        let mut answer = parse(&answer).map_err(|error| Failure::Internal(error.to_string()))?;
        let runs = member(&mut answer, "runs").and_then(Value::as_array_mut);
        for run in runs.into_iter().flat_map(|runs| runs.iter_mut()) {
            (self.alias)(run);
        }
        Ok(answer.to_text())
    }
}

/// Puts the messages and the state after the run into its updates.
fn alias_all(run: &mut Value) {
    let messages = run.get("messages").cloned().unwrap_or_default();
    let state = run.get("state").cloned().unwrap_or_default();
    for update in updates_of(run) {
        let id = update.get("id").cloned().unwrap_or_default();
        let mut messages = messages
            .as_array()
            .into_iter()
            .flat_map(|messages| messages.iter());
        let last = messages.find(|message| message.get("id") == Some(&id));
        if let (Some(shown), Some(last)) = (member(update, "message"), last) {
            *shown = last.clone();
        }
        if let Some(shown) = member(update, "state") {
            *shown = state.clone();
        }
    }
}

/// Puts the lists and objects of the state after the run into the states of its updates.
fn alias_nested(run: &mut Value) {
    let state = run.get("state").cloned().unwrap_or_default();
    for update in updates_of(run) {
        let Some(Value::Object(shown)) = member(update, "state") else {
            continue;
        };
        for (name, shown) in shown {
            let last = state.as_object().and_then(|state| state.get_name(name));
            if let (Value::Array(_) | Value::Object(_), Some(last)) = (&*shown, last) {
                *shown = last.clone();
            }
        }
    }
}

fn updates_of(run: &mut Value) -> impl Iterator<Item = &mut Value> {
    let updates = member(run, "updates").and_then(Value::as_array_mut);
    updates.into_iter().flat_map(|updates| updates.iter_mut())
}

fn member<'v>(value: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    value
        .as_object_mut()
        .and_then(|object| object.get_mut(name))
}
