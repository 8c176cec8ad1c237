//! Faults in what is told of activities that are patched (seed, "Every variant", "Errors").

use uiconform_protocols::ag_ui::{Body, Event, MessageChange, Update};

use super::state_patched::is_failed_patch;
use super::updates::change_of;
use super::{ACTIVITY, of_read_and_apply};

of_read_and_apply! {
    "tells-no-patched-activity" aims ["AGU-ACT-01"] in ACTIVITY { is_patched: bool }
    "Gives an update for a snapshot of an activity alone." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_patched = matches!(event.body, Body::ActivityDelta(_));
            Some(event)
        }
    } and {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !(self.is_patched && change_of(&update) == Some(MessageChange::Activity)) {
                out(update);
            }
        }
    }

    "reports-a-failed-patch-of-an-activity-twice" aims ["AGU-ACT-04"] in ACTIVITY { is_patched: bool }
    "Reports a patch of an activity that fails, and the event that brought it." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_patched = matches!(event.body, Body::ActivityDelta(_));
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
}
