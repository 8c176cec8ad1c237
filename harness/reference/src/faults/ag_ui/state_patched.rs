//! Faults in what is told of a state that was patched (seed, "Every variant").

use uiconform_json::Value;
use uiconform_protocols::ag_ui::{Body, Event, Update};

use super::{COMMON, UPDATES, of_read_and_apply};

of_read_and_apply! {
    "tells-no-state-after-a-patch" aims ["AGU-STATE-02"] in UPDATES { is_patched: bool }
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
}
