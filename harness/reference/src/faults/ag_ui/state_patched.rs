//! Faults in what is told of a state that was patched (seed, "Every variant").

use uiconform_json::{Object, Value};
use uiconform_protocols::ag_ui::{Body, Error, ErrorKind, Event, Reference, Session, Update};

use super::{COMMON, PATCHED, TOLD, UPDATES, of_read_and_apply};

of_read_and_apply! {
    "tells-no-state-after-a-patch" aims ["AGU-STATE-02"] in TOLD { is_patched: bool }
    "Gives an update for a snapshot of the state alone." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_patched = matches!(event.body, Body::StateDelta(_));
            Some(event)
        }
    } and {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !(self.is_patched && matches!(update, Update::State(_))) {
                out(update);
            }
        }
    }

    "patches-for-each-subagent" aims ["AGU-STATE-07"] in COMMON
    "Passes over the patch of a subagent, as one of a state of its own." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            let is_its_own = matches!(event.body, Body::StateDelta(_)) && event.owner.is_some();
            (!is_its_own).then_some(event)
        }
    } and {
        fn state_snapshot(&mut self, state: &mut Value, snapshot: Value) {
            *state = snapshot;
        }
    }

    "tells-what-a-patch-changed" aims ["AGU-STATE-02"] in UPDATES { changed: Option<Vec<String>> }
    "Gives an update with the members of the state that a patch names." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.changed = match &event.body {
                Body::StateDelta(operations) => operations.iter().map(first_name).collect(),
                _ => None,
            };
            Some(event)
        }
    } and {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match (&update, &self.changed) {
                (Update::State(Value::Object(state)), Some(changed)) => {
                    let part: Object = state
                        .iter()
                        .filter(|(name, _)| changed.iter().any(|changed| *name == changed.as_str()))
                        .map(|(name, value)| (name.clone(), value.clone()))
                        .collect();
                    out(Update::State(&part.into()));
                }
                _ => out(update),
            }
        }
    }

    "reports-a-failed-patch-twice" aims ["AGU-STATE-04"] in UPDATES { is_patched: bool }
    "Reports a patch of the state that fails, and the event that brought it." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_patched = matches!(event.body, Body::StateDelta(_));
            Some(event)
        }
    } and {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if self.is_patched && is_failed_patch(&update) {
                out(update.clone());
            }
            out(update);
        }
    }

    "waits-for-a-snapshot-after-a-failed-patch" aims ["AGU-STATE-05"] in PATCHED { is_patched: bool, waits: bool }
    "Passes over the patches of the state behind one that failed, until a snapshot comes." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_patched = matches!(event.body, Body::StateDelta(_));
            match event.body {
                Body::StateSnapshot(_) => self.waits = false,
                Body::StateDelta(_) if self.waits => return None,
                _ => {}
            }
            Some(event)
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.waits = false;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            self.waits |= self.is_patched && is_failed_patch(&update);
            out(update);
        }
    }
}

/// The name of the member of the document that an operation leads into; none if it is about the whole.
fn first_name(operation: &Value) -> Option<String> {
    let path = operation.get("path").and_then(Value::as_string)?;
    path.to_string_lossy().split('/').nth(1).map(str::to_owned)
}

/// Whether an update reports a patch that failed.
pub(super) fn is_failed_patch(update: &Update<'_>) -> bool {
    matches!(
        update,
        Update::Error(Error {
            kind: ErrorKind::Patch,
            ..
        })
    )
}
