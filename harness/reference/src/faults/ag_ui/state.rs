//! Faults in the state, raw and typed (seed, "Success means the agent said so", "Errors").

use uiconform_json::{Object, Value};
use uiconform_protocols::ag_ui::{Error, ErrorKind, Reference, Result, Session, StateType, Update};

use super::{ANY, COMMON, TYPED, of_apply};

of_apply! {
    "merges-a-state-snapshot" aims ["AGU-STATE-01"] in COMMON
    "Leaves members in the state that a later snapshot does not have." => {
        fn state_snapshot(&mut self, state: &mut Value, snapshot: Value) {
            match (state, snapshot) {
                (Value::Object(state), Value::Object(snapshot)) => {
                    for (name, value) in snapshot {
                        state.insert(name, value);
                    }
                }
                (state, snapshot) => *state = snapshot,
            }
        }
    }

    "knows-patches-alone" aims ["AGU-STATE-01"] in ANY
    "Passes over snapshots of the state." => {
        fn state_snapshot(&mut self, _: &mut Value, _: Value) {}
    }

    "ignores-a-false-snapshot" aims ["AGU-STATE-06"] in COMMON
    "Takes a snapshot that is null, false, 0 or empty for none." => {
        fn state_snapshot(&mut self, state: &mut Value, snapshot: Value) {
            if !is_false(&snapshot) {
                *state = snapshot;
            }
        }
    }

    "tells-a-state-that-does-not-fit" aims ["AGU-STATE-08"] in TYPED
    "Gives an update for a state whose type is another." => {
        fn fits(&mut self, _: Option<StateType>, _: &mut Value) -> Result<()> {
            Ok(())
        }
    }

    "takes-back-a-state-that-does-not-fit" aims ["AGU-STATE-09"] in TYPED { last: Value }
    "Puts the last state back that fitted its type." => {
        fn open(&mut self, session: &mut Session) {
            self.last = session.state.clone();
        }

        fn fits(&mut self, state_type: Option<StateType>, state: &mut Value) -> Result<()> {
            let fits = Reference.fits(state_type, state);
            match fits {
                Ok(()) => self.last = state.clone(),
                Err(_) => *state = self.last.clone(),
            }
            fits
        }
    }

    "forgets-the-state-between-runs" aims ["AGU-END-25"] in COMMON { is_open: bool }
    "Begins each run but the first with an empty state." => {
        fn open(&mut self, _: &mut Session) {
            self.is_open = false;
        }

        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            if std::mem::replace(&mut self.is_open, true) {
                session.state = Object::new().into();
            }
        }
    }

    "says-nothing-after-a-state-that-does-not-fit" aims ["AGU-STATE-10"] in TYPED { is_silent: bool }
    "Gives no more updates of the state once there was one that did not fit." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.is_silent = false;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Error(Error { kind: ErrorKind::State, .. }) => {
                    self.is_silent = true;
                    out(update);
                }
                Update::State(_) if self.is_silent => {}
                other => out(other),
            }
        }
    }
}

/// Whether a value is one that languages without strict types take for nothing.
pub(super) fn is_false(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.to_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(array) => array.is_empty(),
        _ => false,
    }
}
