//! Faults in metadata (seed, "Subagents").

use uiconform_json::{Object, Value};
use uiconform_protocols::ag_ui::Message;

use super::{COMMON, of_apply};

of_apply! {
    "keeps-the-last-metadata" aims ["AGU-META-01"] in COMMON
    "Takes the metadata of an event for all of its message." => {
        fn merge(&mut self, message: &mut Message, metadata: &Object) {
            message.set("metadata", metadata.clone());
        }
    }

    "keeps-the-first-of-a-key" aims ["AGU-META-02"] in COMMON
    "Leaves a key of the metadata as the first event has it." => {
        fn merge(&mut self, message: &mut Message, metadata: &Object) {
            let known = message.document().get("metadata").and_then(Value::as_object);
            let new: Object = metadata
                .iter()
                .filter(|(name, value)| {
                    let is_known = known.is_some_and(|known| known.get_name(name).is_some());
                    // What nests or is null is about other rules.
                    !is_known || value.as_number().is_none()
                })
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            message.merge(&new);
        }
    }

    "merges-what-nests" aims ["AGU-META-03"] in COMMON
    "Merges objects within the metadata member by member." => {
        fn merge(&mut self, message: &mut Message, metadata: &Object) {
            let mut merged = metadata.clone();
            for (name, value) in &mut merged {
                let known = message.document().get("metadata").and_then(|known| known.as_object()?.get_name(name));
                if let (Value::Object(value), Some(Value::Object(known))) = (value, known) {
                    let mut all = known.clone();
                    for (name, value) in std::mem::take(value) {
                        all.insert(name, value);
                    }
                    *value = all;
                }
            }
            message.merge(&merged);
        }
    }
}
