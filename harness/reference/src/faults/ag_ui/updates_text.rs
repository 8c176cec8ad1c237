//! Faults in how updates of messages are told, in particular situations (seed, "The update stream", "Every variant").

use std::collections::HashSet;

use uiconform_json::{JsonString, Value};
use uiconform_protocols::ag_ui::{
    Error, ErrorKind, Id, Message, MessageChange, MessageUpdate, Options, Reference, Session, Stop,
    Update,
};

use super::updates::{change_of, flush};
use super::{UPDATES, of_apply};

/// How many deltas in a row are told one by one before they are gathered.
const MANY: usize = 16;

of_apply! {
    "reports-a-break-at-what-is-open" aims ["AGU-STREAM-02"] in UPDATES { is_complete: bool, is_broken: bool }
    "Reports a broken connection at the message that is open, and nowhere if all are complete." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            *self = Self::default();
        }

        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            self.is_broken = stop == Stop::Broken;
            Reference.stop(options, stop)
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Some(change) = change_of(&update) {
                self.is_complete = change == MessageChange::Ended;
            }
            let is_transport = matches!(update, Update::Error(Error { kind: ErrorKind::Transport, .. }));
            if !(is_transport && self.is_broken && self.is_complete) {
                out(update);
            }
        }
    }

    "gathers-many-deltas" aims ["AGU-STREAM-03"] in UPDATES { held: Option<(usize, JsonString, Message)>, row: usize }
    "Gathers the deltas of a message once there were many in a row." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            *self = Self::default();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match &update {
                Update::Message(MessageUpdate { index, id, change: MessageChange::Content { delta }, message })
                    if self.held.as_ref().is_none_or(|(_, _, last)| last.id() == *id) =>
                {
                    self.row += 1;
                    if self.row <= MANY {
                        out(update);
                        return;
                    }
                    match &mut self.held {
                        Some((_, held, last)) => {
                            held.push(delta);
                            *last = (*message).clone();
                        }
                        None => self.held = Some((*index, (*delta).clone(), (*message).clone())),
                    }
                }
                _ => {
                    self.row = 0;
                    flush(self.held.take(), out);
                    out(update);
                }
            }
        }
    }

    "counts-places-from-the-run" aims ["AGU-STREAM-07"] in UPDATES { is_asked: bool, before: usize }
    "Counts places from the first message of a run in which the user said nothing." => {
        fn say(&mut self, session: &mut Session, id: &Id, text: &JsonString) {
            session.say(id, text);
            self.is_asked = true;
        }

        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            let is_asked = std::mem::take(&mut self.is_asked);
            self.before = if is_asked { 0 } else { session.messages().len() };
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Message(told) => {
                    let index = told.index.saturating_sub(self.before);
                    out(Update::Message(MessageUpdate { index, ..told }));
                }
                Update::Messages(_) => {
                    self.before = 0;
                    out(update);
                }
                other => out(other),
            }
        }
    }

    "tells-no-end-of-a-message-without-text" aims ["AGU-TEXT-01"] in UPDATES
    "Gives no update for the end of a message in which nothing is." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Update::Message(MessageUpdate { change: MessageChange::Ended, message, .. }) = &update {
                let text = message.document().get("content").and_then(Value::as_string);
                if text.is_none_or(JsonString::is_empty) {
                    return;
                }
            }
            out(update);
        }
    }

    "has-its-own-line-ends" aims ["AGU-TEXT-02"] in UPDATES
    "Gives a content change a delta whose lines end as those of its platform do." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Message(MessageUpdate {
                    index,
                    id,
                    change: MessageChange::Content { delta },
                    message,
                }) => {
                    let delta = JsonString::from(delta.to_string_lossy().replace("\r\n", "\n"));
                    let change = MessageChange::Content { delta: &delta };
                    out(Update::Message(MessageUpdate { index, id, change, message }));
                }
                other => out(other),
            }
        }
    }

    "tells-also-what-a-snapshot-brings" aims ["AGU-SNAP-01"] in UPDATES { known: HashSet<Id> }
    "Gives updates for the messages of a snapshot that were not there, besides that of the whole list." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.known = session.messages().iter().map(|message| message.id().clone()).collect();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Update::Message(told) = &update {
                self.known.insert(told.id.clone());
            }
            let Update::Messages(messages) = update else {
                out(update);
                return;
            };
            out(Update::Messages(messages));
            for (index, message) in messages.iter().enumerate() {
                let id = message.id();
                if self.known.insert(id.clone()) {
                    let change = MessageChange::Started;
                    out(Update::Message(MessageUpdate { index, id, change, message }));
                }
            }
        }
    }
}
