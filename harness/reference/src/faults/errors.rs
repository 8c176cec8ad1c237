//! Faults in `error` and in setting `meta.error` (section 5.4).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Root, Verdict};

use super::tools::{
    INHERITED, accept_if, edit_meta, is, is_empty, mapped, merge, object, refuse_if, retain, text,
    with_joined_mask,
};
use super::{REDUCER, faults};

faults! {
    "error-loses-its-detail" aims ["AUE-5.4-01"] in REDUCER
    "Drops the `detail` of an error." => {
        fn set_error(&mut self, meta: &mut Object, mut error: Value) {
            error.as_object_mut().map(|error| error.remove("detail"));
            Reference.set_error(meta, error);
        }
    }

    "error-loses-its-trace" aims ["AUE-5.4-01"] in REDUCER
    "Drops the `trace_id` of an error." => {
        fn set_error(&mut self, meta: &mut Object, mut error: Value) {
            error.as_object_mut().map(|error| error.remove("trace_id"));
            Reference.set_error(meta, error);
        }
    }

    "error-loses-what-is-unknown" aims ["AUE-5.4-01"] in REDUCER
    "Keeps the four members of an error that the text defines and no other." => {
        fn set_error(&mut self, meta: &mut Object, mut error: Value) {
            let known = |name: &JsonString| {
                ["code", "message", "detail", "trace_id"]
                    .iter()
                    .any(|known| name == known)
            };
            error
                .as_object_mut()
                .into_iter()
                .for_each(|error| retain(error, |name, _| known(name)));
            Reference.set_error(meta, error);
        }
    }

    "errors-are-merged" aims ["AUE-5.4-02"] in REDUCER
    "Keeps the members of an earlier error that the new one does not have." => {
        fn set_error(&mut self, meta: &mut Object, error: Value) {
            match (meta.get_mut("error"), &error) {
                (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
                _ => Reference.set_error(meta, error),
            }
        }
    }

    "the-first-error-stays" aims ["AUE-5.4-02"] in REDUCER
    "Keeps an earlier error when another comes." => {
        fn set_error(&mut self, meta: &mut Object, error: Value) {
            if meta
                .get("error")
                .is_none_or(|error| error.as_object().is_none())
            {
                Reference.set_error(meta, error);
            }
        }
    }

    "error-clears-the-blocks" aims ["AUE-5.4-03"] in REDUCER
    "Removes all blocks when an error comes." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(model)) = (&verdict, is(event, Op::Error), model) {
                model.edit(|document| {
                    document.insert("blocks", Vec::new());
                });
            }
            verdict
        }
    }

    "error-replaces-the-metadata" aims ["AUE-5.4-03"] in REDUCER
    "Keeps nothing of the metadata but the error." => {
        fn set_error(&mut self, meta: &mut Object, error: Value) {
            *meta = Object::new();
            Reference.set_error(meta, error);
        }
    }

    "error-stops-the-statistics" aims ["AUE-5.4-03"] in REDUCER
    "Notes in the statistics that the run has failed." => {
        fn set_error(&mut self, meta: &mut Object, error: Value) {
            if let Some(Value::Object(stats)) = meta.get_mut("stats") {
                stats.insert("status", "failed");
            }
            Reference.set_error(meta, error);
        }
    }

    "error-takes-other-metadata-along" aims ["AUE-5.4-04"] in REDUCER
    "Merges what an error's `meta` has beside the error." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(payload)) =
                (&verdict, is(event, Op::Error), object(event, "meta"))
            {
                edit_meta(model, |meta| {
                    for (name, value) in payload.iter().filter(|(name, _)| **name != "error") {
                        meta.insert(name, value.clone());
                    }
                });
            }
            verdict
        }
    }

    "error-needs-no-mask" aims ["AUE-5.4-05"] in REDUCER
    "Accepts an error without a mask." => {
        fn error_mask(&mut self, mask: Option<&JsonString>) -> Verdict {
            accept_if(mask.is_none(), Reference.error_mask(mask))
        }
    }

    "error-takes-any-mask" aims ["AUE-5.4-06"] in REDUCER
    "Accepts an error whatever its mask is." => {
        fn error_mask(&mut self, mask: Option<&JsonString>) -> Verdict {
            accept_if(mask.is_some(), Reference.error_mask(mask))
        }
    }

    "error-needs-no-payload" aims ["AUE-5.4-07"] in REDUCER
    "Makes an error of its own for an event that has none." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let payload = object(event, "meta").and_then(|meta| meta.get("error"));
            if model.is_some()
                && is(event, Op::Error)
                && text(event, "mask") == Some("meta.error")
                && payload.is_none()
            {
                edit_meta(model, |meta| {
                    let error = [("code", "unknown"), ("message", "Something went wrong.")];
                    meta.insert("error", Object::from_iter(error));
                });
                return Ok(());
            }
            verdict
        }
    }

    "error-of-null-clears" aims ["AUE-5.4-08"] in REDUCER
    "Takes an error of null for the end of one." => {
        fn error_payload(&mut self, error: Option<&Value>) -> Verdict {
            accept_if(
                error.is_some_and(Value::is_null),
                Reference.error_payload(error),
            )
        }

        fn error_object(&mut self, error: &Value) -> Verdict {
            accept_if(error.is_null(), Reference.error_object(error))
        }
    }

    "error-may-be-anything" aims ["AUE-5.4-09"] in REDUCER
    "Sets an error that is a string or another value that is no object." => {
        fn error_payload(&mut self, error: Option<&Value>) -> Verdict {
            accept_if(
                error.is_some_and(|error| !error.is_null()),
                Reference.error_payload(error),
            )
        }

        fn error_object(&mut self, error: &Value) -> Verdict {
            accept_if(error.as_object().is_none(), Reference.error_object(error))
        }
    }

    "refused-error-clears" aims ["AUE-5.4-10"] in REDUCER
    "Removes the earlier error before it looks at the new one." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() && is(event, Op::Error) {
                edit_meta(model, |meta| {
                    meta.remove("error");
                });
            }
            verdict
        }
    }

    "refused-error-is-set" aims ["AUE-5.4-10"] in REDUCER
    "Sets an error before it finds that it has to refuse it." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let error = object(event, "meta").and_then(|meta| meta.get("error"));
            if let (Err(_), true, Some(error)) = (&verdict, is(event, Op::Error), error) {
                edit_meta(model, |meta| {
                    meta.insert("error", error.clone());
                });
            }
            verdict
        }
    }

    "error-needs-no-code" aims ["AUE-5.4-11"] in REDUCER
    "Sets an error without a string `code`." => {
        fn error_object(&mut self, error: &Value) -> Verdict {
            let message = error
                .get("message")
                .is_some_and(|message| message.as_string().is_some());
            accept_if(message, Reference.error_object(error))
        }
    }

    "error-needs-no-message" aims ["AUE-5.4-12"] in REDUCER
    "Sets an error without a string `message`." => {
        fn error_object(&mut self, error: &Value) -> Verdict {
            let code = error
                .get("code")
                .is_some_and(|code| code.as_string().is_some());
            accept_if(code, Reference.error_object(error))
        }
    }

    "set-of-the-error-is-refused" aims ["AUE-5.4-13"] in REDUCER
    "Refuses a set of `meta.error` to an object, for which there is an operation." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            refuse_if(op == Op::Set && is_error(root, path) && !value.is_null())?;
            Reference.common_member(op, root, path, value)
        }
    }

    "set-of-the-error-merges" aims ["AUE-5.4-13"] in REDUCER
    "Merges an error that is set into an earlier one." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            match (is_error(root, path), target.get_mut("error"), &value) {
                (true, Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
                _ => Reference.assign(root, target, path, value),
            }
        }
    }

    "set-of-the-error-to-null-removes" aims ["AUE-5.4-14"] in REDUCER
    "Removes the error when it is set to null." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let removes = is_error(root, path) && value.is_null();
            Reference.assign(root, target, path, value);
            if removes {
                target.remove("error");
            }
        }
    }

    "set-of-the-error-to-null-is-skipped" aims ["AUE-5.4-14"] in REDUCER
    "Does nothing when the error is set to null." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if !(is_error(root, path) && value.is_null()) {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "errors-lose-nulls" aims ["AUE-5.4-01"] in REDUCER
    "Drops the members of an error that are null." => {
        fn set_error(&mut self, meta: &mut Object, mut error: Value) {
            error
                .as_object_mut()
                .into_iter()
                .for_each(|error| retain(error, |_, value| !value.is_null()));
            Reference.set_error(meta, error);
        }
    }

    "errors-lose-what-is-empty" aims ["AUE-5.4-01"] in REDUCER
    "Drops the members of an error that the language takes for none: false, zero, and what is empty." => {
        fn set_error(&mut self, meta: &mut Object, mut error: Value) {
            error
                .as_object_mut()
                .into_iter()
                .for_each(|error| retain(error, |_, value| !is_empty(value)));
            Reference.set_error(meta, error);
        }
    }

    "errors-lose-inherited-names" aims ["AUE-5.4-01"] in REDUCER
    "Drops the members of an error that a JavaScript object has anyway." => {
        fn set_error(&mut self, meta: &mut Object, mut error: Value) {
            let inherited = |name: &JsonString| INHERITED.iter().any(|inherited| name == inherited);
            error
                .as_object_mut()
                .into_iter()
                .for_each(|error| retain(error, |name, _| !inherited(name)));
            Reference.set_error(meta, error);
        }
    }

    "errors-of-one-code-are-repeats" aims ["AUE-5.4-02"] in REDUCER
    "Takes an error with the code of the present one for the same." => {
        fn set_error(&mut self, meta: &mut Object, error: Value) {
            let code = error.get("code");
            let present = meta.get("error").and_then(|present| present.get("code"));
            if code.is_none() || code != present {
                Reference.set_error(meta, error);
            }
        }
    }

    "error-masks-are-trimmed" aims ["AUE-5.4-06"] in REDUCER
    "Reads the mask of an error without white space at its ends and without a dot at the last." => {
        fn error_mask(&mut self, mask: Option<&JsonString>) -> Verdict {
            let trimmed =
                mask.map(|mask| mapped(mask, |mask| mask.trim().trim_end_matches('.').to_owned()));
            Reference.error_mask(trimmed.as_ref())
        }
    }

    "error-masks-may-be-lists" aims ["AUE-5.4-06"] in REDUCER
    "Joins the mask of an error with dots when it is a list." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).map(|event| with_joined_mask(event, Op::Error))
        }
    }

    "set-within-the-error-replaces-it" aims ["AUE-5.2-19"] in REDUCER
    "Takes a set of a path in the error for one of the error itself." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Meta && path.first().is_some_and(|name| *name == "error") {
                target.remove("error");
            }
            Reference.assign(root, target, path, value);
        }
    }

    "errors-are-skipped" aims ["AUE-5.4-01"] in REDUCER
    "Accepts an error and shows it nowhere." => {
        fn set_error(&mut self, _: &mut Object, _: Value) {}
    }
}

fn is_error(root: Root, path: &[JsonString]) -> bool {
    root == Root::Meta && matches!(path, [name] if *name == "error")
}
