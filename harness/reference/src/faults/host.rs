//! Faults in how a host brings events and loaded content together (section 3.4): what waits, and when it is applied.

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::host::{Answer, HostSteps, Replaced, Waiting};
use uiconform_protocols::agentue::resolver::ResolveSteps;
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Steps, Verdict};

use super::tools::{INHERITED, block_id, edit_meta, is, refusal};
use super::{HOST, faults};

faults! {
    impl HostSteps, over [Steps, ResolveSteps] => super::hosting;

    "waiting-patches-get-lost" aims ["AUE-3.4-28"] in HOST
    "Says of a patch that it is deferred, and forgets it." => {
        fn defer(&mut self, _: &mut Model, _: &mut Vec<Event>, _: &Event) -> Answer {
            Answer::Deferred
        }
    }

    "one-patch-waits" aims ["AUE-3.4-28"] in HOST
    "Keeps only the latest of the patches that wait for a block." => {
        fn defer(&mut self, _: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            queue.clear();
            queue.push(event.clone());
            Answer::Deferred
        }
    }

    "waiting-nulls-get-lost" aims ["AUE-3.4-28"] in HOST
    "Forgets a waiting set to null." => {
        fn defer(&mut self, _: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            let null = event
                .get("block")
                .and_then(Value::as_object)
                .is_some_and(|block| block.iter().any(|(_, value)| value.is_null()));
            if !null {
                queue.push(event.clone());
            }
            Answer::Deferred
        }
    }

    "equal-patches-wait-once" aims ["AUE-3.4-28"] in HOST
    "Takes a patch with the payload of the one before for a repetition." => {
        fn defer(&mut self, _: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            if queue
                .last()
                .is_none_or(|last| last.get("block") != event.get("block"))
            {
                queue.push(event.clone());
            }
            Answer::Deferred
        }
    }

    "patches-wait-in-an-object" aims ["AUE-3.4-28"] in HOST
    "Keeps what waits in a JavaScript object, which knows some ids from the beginning." => {
        fn defer(&mut self, _: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            let id = block_id(event).and_then(JsonString::as_str);
            if !id.is_some_and(|id| INHERITED.contains(&id)) {
                queue.push(event.clone());
            }
            Answer::Deferred
        }
    }

    "the-load-of-one-block-drops-the-patches-of-others" aims ["AUE-3.4-28"] in HOST
    "Forgets all waiting patches with the first load." => {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            std::mem::take(waiting).remove(block_id).unwrap_or_default()
        }
    }

    "any-set-drops-waiting-patches" aims ["AUE-3.4-28"] in HOST
    "Forgets all waiting patches with any whole-block set." => {
        fn supersede(&mut self, waiting: &mut Waiting, replaced: &Replaced) {
            if *replaced != Replaced::Nothing {
                waiting.clear();
            }
        }
    }

    "an-end-drops-waiting-patches" aims ["AUE-3.4-28"] in HOST
    "Forgets all waiting patches with the end of a delivery." => {
        fn replaced(&mut self, event: &Event) -> Replaced {
            match is(event, Op::End) {
                true => Replaced::All,
                false => Reference.replaced(event),
            }
        }
    }

    "waiting-patches-are-applied-twice" aims ["AUE-3.4-29"] in HOST
    "Applies each waiting patch twice." => {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let due = Reference.due(waiting, block_id);
            due.into_iter()
                .flat_map(|event| [event.clone(), event])
                .collect()
        }
    }

    "patches-are-applied-to-an-empty-body" aims ["AUE-3.4-30"] in HOST
    "Applies a patch of a reference to a block without a body, in its place." => {
        fn defer(&mut self, model: &mut Model, _: &mut Vec<Event>, event: &Event) -> Answer {
            if let Some(at) = block_id(event).and_then(|id| model.position(id)) {
                model.replace(at, body_of(event).into());
            }
            Answer::Applied
        }
    }

    "patches-are-shown-before-the-content" aims ["AUE-3.4-30"] in HOST
    "Shows a body made of a patch alone until the content arrives." => {
        fn defer(&mut self, model: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            if let Some(at) = block_id(event).and_then(|id| model.position(id)) {
                let mut body = body_of(event);
                body.insert("ref", "key");
                model.replace(at, body.into());
            }
            queue.push(event.clone());
            Answer::Deferred
        }
    }

    "waiting-patches-the-last-first" aims ["AUE-3.4-31"] in HOST
    "Applies the waiting patches in reverse." => {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let mut due = Reference.due(waiting, block_id);
            due.reverse();
            due
        }
    }

    "waiting-sets-before-appends" aims ["AUE-3.4-31"] in HOST
    "Applies the waiting sets before the waiting appends." => {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let mut due = Reference.due(waiting, block_id);
            due.sort_by_key(|event| is(event, Op::Append));
            due
        }
    }

    "waiting-appends-before-sets" aims ["AUE-3.4-31"] in HOST
    "Applies the waiting appends before the waiting sets." => {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let mut due = Reference.due(waiting, block_id);
            due.sort_by_key(|event| is(event, Op::Set));
            due
        }
    }

    "refused-patches-wait" aims ["AUE-3.4-47"] in HOST
    "Refuses a patch when a hundred others wait for the block, and keeps it all the same." => {
        fn defer(&mut self, _: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            queue.push(event.clone());
            if queue.len() > 100 {
                Answer::Refused(refusal())
            } else {
                Answer::Deferred
            }
        }
    }

    "waiting-patches-survive-a-set" aims ["AUE-3.4-51"] in HOST
    "Keeps the patches that wait for a block that a set replaces." => {
        fn supersede(&mut self, waiting: &mut Waiting, replaced: &Replaced) {
            if *replaced == Replaced::All {
                waiting.clear();
            }
        }
    }

    "waiting-patches-survive-a-start" aims ["AUE-3.4-51"] in HOST
    "Keeps the patches that wait when a start replaces the model." => {
        fn supersede(&mut self, waiting: &mut Waiting, replaced: &Replaced) {
            if let Replaced::Block(id) = replaced {
                waiting.remove(id);
            }
        }
    }

    "a-patch-that-does-not-fit-stops-the-others" aims ["AUE-3.4-52"] in HOST
    "Stops applying waiting patches at one that the content cannot take." => {
        fn caught_up(&mut self, _: &mut Option<Model>, _: &Event, verdict: Verdict) -> bool {
            verdict.is_ok()
        }
    }

    "a-patch-that-does-not-fit-undoes-the-load" aims ["AUE-3.4-52"] in HOST
    "Makes the block a reference again when a waiting patch does not fit." => {
        fn caught_up(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> bool {
            if verdict.is_err()
                && let (Some(model), Some(id)) = (model, block_id(event))
                && let Some(at) = model.position(id)
            {
                model.replace(
                    at,
                    Object::from_iter([("id", id.clone()), ("ref", "key".into())]).into(),
                );
                return false;
            }
            true
        }
    }

    "a-patch-that-does-not-fit-is-an-error" aims ["AUE-3.4-52"] in HOST
    "Sets `meta.error` when a waiting patch does not fit." => {
        fn caught_up(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> bool {
            if let Err(refusal) = verdict {
                edit_meta(model, |meta| {
                    let error = [("code", "patch_failed"), ("message", refusal.message())];
                    meta.insert("error", Object::from_iter(error));
                });
            }
            true
        }
    }
}

/// A block of nothing but what a patch brings.
fn body_of(event: &Event) -> Object {
    let payload = event.get("block").and_then(Value::as_object);
    let mut body = payload.cloned().unwrap_or_default();
    if !body.contains("type") {
        body.insert("type", "text");
    }
    body
}
