//! Faults in what becomes of metadata while other things change (section 3.2).

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Verdict};

use super::tools::{INHERITED, edit_meta, is, is_empty, path, retain, text, throughout};
use super::{REDUCER, faults};

faults! {
    "patches-of-blocks-lose-null-metadata" aims ["AUE-3.2-02", "AUE-3.2-03"] in REDUCER
    "Copies a model without the metadata that is null when a block changes." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && patches_a_block(event) {
                tidy(model, event, |_, value| !value.is_null());
            }
            verdict
        }
    }

    "patches-of-metadata-lose-other-nulls" aims ["AUE-3.2-01", "AUE-3.2-03"] in REDUCER
    "Copies the metadata without what is null when one member of it changes." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && patches_metadata(event) {
                tidy(model, event, |_, value| !value.is_null());
            }
            verdict
        }
    }

    "patches-lose-nulls-within-metadata" aims ["AUE-3.2-01"] in REDUCER
    "Copies the metadata without what is null in it, at any depth but the first, when anything changes." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && (patches_a_block(event) || patches_metadata(event)) {
                let patched = patched(event);
                edit_meta(model, |meta| {
                    for (name, value) in meta.iter_mut() {
                        if patched.as_ref() != Some(name) {
                            *value = without_nulls(std::mem::take(value));
                        }
                    }
                });
            }
            verdict
        }
    }

    "patches-lose-empty-metadata" aims ["AUE-3.2-01"] in REDUCER
    "Copies the metadata without what the language takes for none, null aside, when anything changes." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && (patches_a_block(event) || patches_metadata(event)) {
                tidy(model, event, |_, value| !is_empty(value));
            }
            verdict
        }
    }

    "patches-lose-metadata-with-dotted-names" aims ["AUE-3.2-01"] in REDUCER
    "Copies the metadata member by member through their paths, at which those whose names hold dots are not found." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && (patches_a_block(event) || patches_metadata(event)) {
                tidy(model, event, |name, _| !name.to_string_lossy().contains('.'));
            }
            verdict
        }
    }

    "patches-lose-metadata-with-inherited-names" aims ["AUE-3.2-01"] in REDUCER
    "Copies the metadata by assignment, which loses the names that a JavaScript object has anyway." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && (patches_a_block(event) || patches_metadata(event)) {
                tidy(model, event, |name, _| {
                    !INHERITED.iter().any(|inherited| name == inherited)
                });
            }
            verdict
        }
    }

    "control-events-tidy-the-metadata" aims ["AUE-5.5-01", "AUE-5.6-01"] in REDUCER
    "Drops the metadata that is null or empty when a ping or an end gives it the time." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && (is(event, Op::Ping) || is(event, Op::End)) {
                tidy(model, event, |_, value| !value.is_null() && !is_empty(value));
            }
            verdict
        }
    }
}

fn patches_metadata(event: &Event) -> bool {
    is(event, Op::Error) || is(event, Op::Set) && of_meta(event)
}

fn patches_a_block(event: &Event) -> bool {
    is(event, Op::Append) || is(event, Op::Set) && !of_meta(event)
}

fn of_meta(event: &Event) -> bool {
    text(event, "mask").is_some_and(|mask| mask.starts_with("meta."))
}

/// The metadata member that the event changes.
fn patched(event: &Event) -> Option<JsonString> {
    of_meta(event).then(|| path(event).into_iter().next())?
}

/// Keeps the metadata that passes, and that which the event changes.
fn tidy(model: &mut Option<Model>, event: &Event, keep: impl Fn(&JsonString, &Value) -> bool) {
    let patched = patched(event);
    edit_meta(model, |meta| {
        retain(meta, |name, value| {
            patched.as_ref() == Some(name) || keep(name, value)
        });
    });
}

fn without_nulls(value: Value) -> Value {
    throughout(value, |value| match value {
        Value::Array(elements) => elements.retain(|element| !element.is_null()),
        Value::Object(members) => retain(members, |_, value| !value.is_null()),
        _ => {}
    })
}
