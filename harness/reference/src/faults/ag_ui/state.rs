//! Faults in the state, raw and typed (seed, "Success means the agent said so", "Errors").

use uiconform_json::{Object, Value};
use uiconform_protocols::ag_ui::{Error, ErrorKind, Reference, Result, Session, StateType, Update};

use super::{COMMON, EVERYWHERE, TYPED, UPDATES, of_apply};

of_apply! {
    "merges-a-state-snapshot" aims ["AGU-STATE-01"] in EVERYWHERE
    "Notes in the state that it came as a snapshot." => {
        fn state_snapshot(&mut self, state: &mut Value, mut snapshot: Value) {
            if let Value::Object(snapshot) = &mut snapshot {
                snapshot.insert("snapshot", true);
            }
            *state = snapshot;
        }
    }

    "ignores-a-false-snapshot" aims ["AGU-STATE-06"] in COMMON
    "Takes a snapshot that is null, false, 0 or empty for none." => {
        fn state_snapshot(&mut self, state: &mut Value, snapshot: Value) {
            let is_false = match &snapshot {
                Value::Null | Value::Bool(false) => true,
                Value::Number(number) => number.to_u64() == Some(0),
                Value::String(text) => text.is_empty(),
                Value::Array(array) => array.is_empty(),
                _ => false,
            };
            if !is_false {
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

    "reports-a-failed-patch-twice" aims ["AGU-STATE-04"] in UPDATES
    "Reports a patch that fails, and the event that brought it." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if matches!(update, Update::Error(Error { kind: ErrorKind::Patch, .. })) {
                out(update.clone());
            }
            out(update);
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
}
