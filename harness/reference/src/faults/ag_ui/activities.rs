//! Faults in activities (seed, "Every variant").

use uiconform_json::JsonString;
use uiconform_protocols::ag_ui::{Conversation, Id, MessageChange, Reference, Result, Update};

use super::updates::change_of;
use super::{ACTIVITY, of_apply};

of_apply! {
    "tells-no-activity" aims ["AGU-ACT-01"] in ACTIVITY
    "Gives no updates for activities." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if change_of(&update) != Some(MessageChange::Activity) {
                out(update);
            }
        }
    }

    "patches-the-first-activity-of-a-kind" aims ["AGU-ACT-02"] in ACTIVITY
    "Patches the last activity of the kind that a patch names." => {
        fn activity(&mut self, conversation: &mut Conversation, id: &Id, kind: &JsonString) -> Result<usize> {
            let index = Reference.activity(conversation, id, kind)?;
            let mut messages = conversation.messages().iter();
            let last = messages.rposition(|message| {
                message.document().get("activityType").and_then(|kind| kind.as_string()) == Some(kind)
            });
            Ok(last.unwrap_or(index))
        }
    }

    "makes-an-activity-for-a-patch" aims ["AGU-ACT-05"] in ACTIVITY
    "Makes an empty activity for a patch of one that is not there." => {
        fn activity(&mut self, conversation: &mut Conversation, id: &Id, kind: &JsonString) -> Result<usize> {
            if conversation.place(id).is_none() {
                let nothing = uiconform_json::Object::new();
                return Reference.activity_snapshot(conversation, id, kind, nothing, true, None);
            }
            Reference.activity(conversation, id, kind)
        }
    }
}
