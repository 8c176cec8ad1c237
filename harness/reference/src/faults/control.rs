//! Faults in `start`, `error`, `ping` and `end`, and around refusals (sections 5.1 and 5.4 to 5.6).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Envelope, Event, Model, Op, Reference, Rejection, Root, Verdict};

use super::tools::{accept_if, edit_meta, is, merge, object, refuse_if, retain, text};
use super::{REDUCER, faults};

faults! {
    "start-without-a-model-clears" aims ["AUE-5.1-01"] in REDUCER
    "Takes a start without a model for one with an empty model." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if is(event, Op::Start) && event.get("model").is_none() {
                *model = Some(empty_model());
                return Ok(());
            }
            verdict
        }
    }

    "start-with-an-odd-model-is-skipped" aims ["AUE-5.1-01"] in REDUCER
    "Accepts a start whose model is no object and keeps the earlier one." => {
        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let odd = event.get("model").is_some_and(|model| model.as_object().is_none());
            accept_if(is(event, Op::Start) && odd, verdict)
        }
    }

    "start-may-carry-meta" aims ["AUE-5.1-02"] in REDUCER
    "Accepts a start with `meta` beside its model." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(op == Op::Start && member == "meta", Reference.surplus(op, member))
        }
    }

    "start-may-carry-a-block" aims ["AUE-5.1-02"] in REDUCER
    "Accepts a start with `block` beside its model." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(op == Op::Start && member == "block", Reference.surplus(op, member))
        }
    }

    "start-keeps-earlier-blocks" aims ["AUE-5.1-03"] in REDUCER
    "Keeps the blocks of the earlier model that the new one does not have." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            let old = earlier.into_iter().flat_map(Model::blocks);
            let missing: Vec<Value> = old
                .filter(|block| block.get("id").and_then(Value::as_string).is_some_and(|id| model.position(id).is_none()))
                .cloned()
                .collect();
            missing.into_iter().for_each(|block| model.push(block));
            model
        }
    }

    "start-merges-blocks" aims ["AUE-5.1-03"] in REDUCER
    "Keeps the members of an earlier block that the started one of its id does not have." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            for old in earlier.into_iter().flat_map(Model::blocks).filter_map(Value::as_object) {
                let at = old.get("id").and_then(Value::as_string).and_then(|id| model.position(id));
                if let Some(block) = at.and_then(|at| model.block_mut(at))
                    && !block.contains("ref")
                    && !old.contains("ref")
                {
                    for (name, value) in old {
                        if block.get_name(name).is_none() {
                            block.insert(name, value.clone());
                        }
                    }
                }
            }
            model
        }
    }

    "start-merges-metadata" aims ["AUE-5.1-04"] in REDUCER
    "Keeps earlier metadata that the new model does not have." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            with_earlier_meta(earlier, document, |_| true)
        }
    }

    "start-keeps-an-earlier-error" aims ["AUE-5.1-04"] in REDUCER
    "Keeps an earlier error when the new model has none." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            with_earlier_meta(earlier, document, |name| *name == "error")
        }
    }

    "start-keeps-the-earlier-version" aims ["AUE-5.1-05"] in REDUCER
    "Keeps the version of the earlier model." => {
        fn establish(&mut self, earlier: Option<&Model>, mut document: Object) -> Model {
            if let Some(version) = earlier.and_then(Model::version) {
                document.insert("version", version);
            }
            Model::new(document)
        }
    }

    "start-keeps-the-earlier-biz" aims ["AUE-5.1-05"] in REDUCER
    "Keeps the `biz` of the earlier model." => {
        fn establish(&mut self, earlier: Option<&Model>, mut document: Object) -> Model {
            if let Some(biz) = earlier.and_then(|earlier| earlier.document().get("biz")) {
                document.insert("biz", biz.clone());
            }
            Model::new(document)
        }
    }

    "refused-start-clears" aims ["AUE-5.1-06"] in REDUCER
    "Drops the earlier model before it looks at the new one." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if verdict.is_err() && is(event, Op::Start) {
                *model = None;
            }
            verdict
        }
    }

    "refused-start-takes-the-metadata" aims ["AUE-5.1-06"] in REDUCER
    "Takes the metadata of a new model before it looks at its blocks." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let new = object(event, "model").and_then(|model| model.get("meta")).and_then(Value::as_object);
            if let (Err(_), true, Some(new)) = (&verdict, is(event, Op::Start), new) {
                edit_meta(model, |meta| *meta = new.clone());
            }
            verdict
        }
    }

    "refused-start-takes-the-good-blocks" aims ["AUE-5.1-06"] in REDUCER
    "Takes the blocks of a new model up to the one that it refuses." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let new = object(event, "model").and_then(|model| model.get("blocks")).and_then(Value::as_array);
            if let (Err(_), true, Some(new), Some(model)) = (&verdict, is(event, Op::Start), new, model) {
                let good: Vec<Value> = new.iter().take_while(|block| block.get("type").is_some()).cloned().collect();
                model.edit(|document| {
                    document.insert("blocks", good);
                });
            }
            verdict
        }
    }

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
            let known = |name: &JsonString| ["code", "message", "detail", "trace_id"].iter().any(|known| name == known);
            error.as_object_mut().into_iter().for_each(|error| retain(error, |name, _| known(name)));
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
            if meta.get("error").is_none_or(|error| error.as_object().is_none()) {
                Reference.set_error(meta, error);
            }
        }
    }

    "error-clears-the-blocks" aims ["AUE-5.4-03"] in REDUCER
    "Removes all blocks when an error comes." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), true, Some(payload)) = (&verdict, is(event, Op::Error), object(event, "meta")) {
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let payload = object(event, "meta").and_then(|meta| meta.get("error"));
            if model.is_some() && is(event, Op::Error) && text(event, "mask") == Some("meta.error") && payload.is_none() {
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
            accept_if(error.is_some_and(Value::is_null), Reference.error_payload(error))
        }

        fn error_object(&mut self, error: &Value) -> Verdict {
            accept_if(error.is_null(), Reference.error_object(error))
        }
    }

    "error-may-be-anything" aims ["AUE-5.4-09"] in REDUCER
    "Sets an error that is a string or another value that is no object." => {
        fn error_payload(&mut self, error: Option<&Value>) -> Verdict {
            accept_if(error.is_some_and(|error| !error.is_null()), Reference.error_payload(error))
        }

        fn error_object(&mut self, error: &Value) -> Verdict {
            accept_if(error.as_object().is_none(), Reference.error_object(error))
        }
    }

    "refused-error-clears" aims ["AUE-5.4-10"] in REDUCER
    "Removes the earlier error before it looks at the new one." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
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
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
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
            let message = error.get("message").is_some_and(|message| message.as_string().is_some());
            accept_if(message, Reference.error_object(error))
        }
    }

    "error-needs-no-message" aims ["AUE-5.4-12"] in REDUCER
    "Sets an error without a string `message`." => {
        fn error_object(&mut self, error: &Value) -> Verdict {
            let code = error.get("code").is_some_and(|code| code.as_string().is_some());
            accept_if(code, Reference.error_object(error))
        }
    }

    "set-of-the-error-is-refused" aims ["AUE-5.4-13"] in REDUCER
    "Refuses a set of `meta.error` to an object, for which there is an operation." => {
        fn common_member(&mut self, op: Op, root: Root, path: &[JsonString], value: &Value) -> Verdict {
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

    "ping-clears-the-error" aims ["AUE-5.5-01"] in REDUCER
    "Takes a ping for a sign that all is well and removes the error." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Ping {
                edit_meta(model, |meta| {
                    meta.remove("error");
                });
            }
            Ok(())
        }
    }

    "ping-counts-in-the-statistics" aims ["AUE-5.5-01"] in REDUCER
    "Notes in the metadata how long the delivery has been alive." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Ping {
                let seq = envelope.seq.cloned();
                edit_meta(model, |meta| {
                    meta.insert("alive_at", seq.map_or(Value::Null, Value::from));
                });
            }
            Ok(())
        }
    }

    "ping-needs-a-time" aims ["AUE-5.5-02"] in REDUCER
    "Refuses a ping without `ts`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let event = Reference.read(text)?;
            let ping = event.get("op").and_then(Value::as_str) == Some("ping");
            refuse_if(ping && event.get("ts").is_none()).map(|()| event)
        }
    }

    "end-drops-the-model" aims ["AUE-5.6-01"] in REDUCER
    "Lets go of the model when the delivery ends." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::End {
                *model = None;
            }
            Ok(())
        }
    }

    "end-marks-the-metadata" aims ["AUE-5.6-01"] in REDUCER
    "Notes in the metadata that the delivery has ended." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::End {
                edit_meta(model, |meta| {
                    meta.insert("status", "completed");
                });
            }
            Ok(())
        }
    }

    "start-after-an-end-is-refused" aims ["AUE-6-06"] in REDUCER { ended: bool }
    "Takes nothing more after an end, not even a start." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.ended = false;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.ended && envelope.op == Op::Start && envelope.stream_id.is_none())?;
            self.ended |= envelope.op == Op::End && envelope.stream_id.is_none();
            Ok(())
        }
    }

    "events-after-a-second-start-are-skipped" aims ["AUE-6-06"] in REDUCER { ended: bool }
    "Stays deaf to patches after an end, also when a start has come again." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.ended = false;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.ended && matches!(envelope.op, Op::Set | Op::Append) && envelope.stream_id.is_none())?;
            self.ended |= envelope.op == Op::End && envelope.stream_id.is_none();
            Ok(())
        }
    }

    "set-makes-a-model" aims ["AUE-5-07"] in REDUCER
    "Begins with an empty model when a set comes before any start." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            begin_with(model, event, Op::Set).unwrap_or(verdict)
        }
    }

    "append-makes-a-model" aims ["AUE-5-07"] in REDUCER
    "Begins with an empty model when an append comes before any start." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            begin_with(model, event, Op::Append).unwrap_or(verdict)
        }
    }

    "error-makes-a-model" aims ["AUE-5-07"] in REDUCER
    "Begins with an empty model when an error comes before any start." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            begin_with(model, event, Op::Error).unwrap_or(verdict)
        }
    }

    "patches-before-a-start-are-skipped" aims ["AUE-5-07"] in REDUCER
    "Accepts set, append and error before any start and does nothing." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let patch = [Op::Set, Op::Append, Op::Error].into_iter().any(|op| is(event, op));
            accept_if(model.is_none() && patch, verdict)
        }
    }

    "ping-makes-a-model" aims ["AUE-5-08"] in REDUCER
    "Begins with an empty model when a ping comes before any start." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Ping && model.is_none() {
                *model = Some(empty_model());
            }
            Ok(())
        }
    }

    "end-makes-a-model" aims ["AUE-5-08"] in REDUCER
    "Begins with an empty model when an end comes before any start." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::End && model.is_none() {
                *model = Some(empty_model());
            }
            Ok(())
        }
    }

    "a-refusal-ends-everything" aims ["AUE-5-10"] in REDUCER { failed: bool }
    "Refuses every event after the first that it refused." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.failed = false;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.failed && envelope.stream_id.is_none())
        }

        fn settle(&mut self, _: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.failed |= verdict.is_err();
            verdict
        }
    }

    "a-refusal-costs-the-next-event" aims ["AUE-5-10"] in REDUCER { failed: bool }
    "Refuses the event after one that it refused." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.failed = false;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(std::mem::take(&mut self.failed) && envelope.stream_id.is_none())
        }

        fn settle(&mut self, _: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.failed |= verdict.is_err();
            verdict
        }
    }
}

fn is_error(root: Root, path: &[JsonString]) -> bool {
    root == Root::Meta && matches!(path, [name] if *name == "error")
}

fn empty_model() -> Model {
    Model::new(Object::from_iter([
        ("version", Value::from("1.1")),
        ("biz", "chat".into()),
        ("meta", Object::new().into()),
        ("blocks", Vec::new().into()),
    ]))
}

fn with_earlier_meta(earlier: Option<&Model>, document: Object, kept: impl Fn(&JsonString) -> bool) -> Model {
    let mut model = Model::new(document);
    let old = earlier.and_then(Model::meta);
    if let Some(meta) = model.meta_mut() {
        for (name, value) in old.into_iter().flatten().filter(|(name, _)| kept(name)) {
            if meta.get_name(name).is_none() {
                meta.insert(name, value.clone());
            }
        }
    }
    model
}

/// Applies an event to an empty model if there is none and the event is of that operation.
fn begin_with(model: &mut Option<Model>, event: &Event, op: Op) -> Option<Verdict> {
    if model.is_some() || !is(event, op) {
        return None;
    }
    let mut reducer = uiconform_protocols::agentue::Reducer::new();
    *reducer.model_mut() = Some(empty_model());
    let verdict = reducer.apply(&mut Reference, event);
    if verdict.is_ok() {
        *model = reducer.model_mut().take();
    }
    Some(verdict)
}
