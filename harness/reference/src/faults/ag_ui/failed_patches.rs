//! Faults in patches that fail, of the state and of activities (seed, "Success means the agent said so", "Errors").

use uiconform_protocols::ag_ui::patch::Document;
use uiconform_protocols::ag_ui::{Body, Event, Reference};

use super::{ACTIVITY, PATCHED, of_read_and_patch};

of_read_and_patch! {
    "leaves-half-a-patch-of-an-activity" aims ["AGU-ACT-03"] in ACTIVITY { is_activity: bool }
    "Keeps what a patch of an activity did before it failed." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_activity = matches!(event.body, Body::ActivityDelta(_));
            Some(event)
        }
    } and {
        fn roll_back(&mut self, document: Document<'_>) {
            if !self.is_activity {
                Reference.roll_back(document);
            }
        }
    }

    "leaves-half-a-patch" aims ["AGU-STATE-03"] in PATCHED { is_state: bool }
    "Keeps what a patch of the state did before it failed." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            self.is_state = matches!(event.body, Body::StateDelta(_));
            Some(event)
        }
    } and {
        fn roll_back(&mut self, document: Document<'_>) {
            if !self.is_state {
                Reference.roll_back(document);
            }
        }
    }
}
