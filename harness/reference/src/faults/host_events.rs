//! Faults in what a host does with events while loads are under way (section 3.4): wrong steps of reducing, some of which know
//! of loads.

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::host::{Answer, HostSteps, Replaced, Waiting};
use uiconform_protocols::agentue::resolver::{Resolution, ResolveSteps};
use uiconform_protocols::agentue::{
    Envelope, Event, Model, Op, Reducer, Reference, Rejection, Steps, Verdict,
};

use super::tools::{block_id, is, is_reference, refusal, refuse_if};
use super::{HOST, faults};

faults! {
    impl Steps, and HostSteps, over [ResolveSteps] => super::hosting;

    "other-blocks-wait-too" aims ["AUE-3.4-32"] in HOST { references: usize }
    "Refuses patches of the first block as long as the model has references." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.references = references(model);
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let other = envelope
                .block
                .and_then(|block| block.get("id"))
                .and_then(Value::as_str)
                == Some("a");
            refuse_if(self.references > 0 && other)
        }
    } and {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            self.references = self.references.saturating_sub(1);
            Reference.due(waiting, block_id)
        }
    }

    "all-else-waits-too" aims ["AUE-3.4-32"] in HOST { references: usize }
    "Refuses everything but what concerns references as long as the model has some." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.references = references(model);
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let reference = envelope.block.is_some_and(|block| {
                block
                    .get("id")
                    .and_then(Value::as_str)
                    .is_some_and(|id| id != "a" && id != "b")
            });
            refuse_if(self.references > 0 && !reference)
        }
    } and {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            self.references = self.references.saturating_sub(1);
            Reference.due(waiting, block_id)
        }
    }

    "new-references-wait-too" aims ["AUE-3.4-32"] in HOST { references: usize }
    "Refuses new references as long as the model has some." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.references = references(model);
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(
                self.references > 0
                    && envelope.mask.is_none()
                    && envelope.block.is_some_and(is_reference),
            )
        }
    } and {}

    "a-load-takes-a-seq" aims ["AUE-3.4-35"] in HOST { latest: u64, due: usize }
    "Counts a load as an event, so that the next one needs a higher `seq`." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest = 0;
            self.due = 0;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            if self.due > 0 {
                // Those that waited had their numbers before.
                self.due -= 1;
                return Ok(());
            }
            let seq = envelope
                .seq
                .and_then(uiconform_json::Number::to_u64)
                .unwrap_or_default();
            refuse_if(!matches!(envelope.op, Op::Ping | Op::End) && seq <= self.latest)?;
            self.latest = self.latest.max(seq);
            Ok(())
        }
    } and {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let due = Reference.due(waiting, block_id);
            self.latest += 1;
            self.due = due.len();
            due
        }
    }

    "content-nobody-waits-for-is-dropped" aims ["AUE-3.4-46"] in HOST { waited: Vec<JsonString> }
    "Takes content only for blocks of which a patch waits." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.waited.clear();
        }
    } and {
        fn defer(&mut self, model: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            self.waited.extend(block_id(event).cloned());
            Reference.defer(model, queue, event)
        }

        fn arrival(&mut self, _: &mut Model, resolution: &Resolution) -> Verdict {
            refuse_if(!self.waited.contains(&resolution.block_id))
        }
    }

    "waiting-patches-go-to-what-replaces-the-block" aims ["AUE-3.4-51"] in HOST { waiting: Vec<Event> }
    "Applies the patches that wait for a block to the inline block that replaces it." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.waiting.clear();
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let whole = is(event, Op::Start) || (is(event, Op::Set) && event.get("mask").is_none());
            if whole && verdict.is_ok() {
                for patch in std::mem::take(&mut self.waiting) {
                    apply(model, &patch);
                }
            }
            verdict
        }
    } and {
        fn defer(&mut self, model: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
            self.waiting.push(event.clone());
            Reference.defer(model, queue, event)
        }

        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            self.waiting.clear();
            Reference.due(waiting, block_id)
        }
    }

    "late-content-brings-what-waited-for-it" aims ["AUE-3.4-51"] in HOST { left: Waiting, inline: bool }
    "Drops late content, and applies the patches that waited for it to the inline block that came instead." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.left.clear();
        }

        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            self.inline = event.get("block").is_none_or(|block| !is_reference(block));
            verdict
        }
    } and {
        fn supersede(&mut self, waiting: &mut Waiting, replaced: &Replaced) {
            match replaced {
                Replaced::All => self.left.extend(waiting.drain()),
                Replaced::Block(id) if self.inline => self.left.extend(waiting.remove_entry(id)),
                Replaced::Block(id) => {
                    self.left.remove(id);
                    waiting.remove(id);
                }
                Replaced::Nothing => {}
            }
        }

        fn arrival(&mut self, model: &mut Model, resolution: &Resolution) -> Verdict {
            let at = model.position(&resolution.block_id);
            let inline = at.is_some_and(|at| !is_reference(&model.blocks()[at]));
            let late = self.left.remove(&resolution.block_id).filter(|_| inline);
            let mut document = Some(model.clone());
            for patch in late.unwrap_or_default() {
                apply(&mut document, &patch);
            }
            if let Some(document) = document {
                *model = document;
            }
            Ok(())
        }
    }

    "content-of-an-earlier-key-takes-what-waits" aims ["AUE-3.4-28"] in HOST { lost: Vec<JsonString> }
    "Takes the patches that wait for a block with content that it drops, being of an earlier key, and loses them." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.lost.clear();
        }
    } and {
        fn arrival(&mut self, model: &mut Model, resolution: &Resolution) -> Verdict {
            let at = model.position(&resolution.block_id);
            let key = at.and_then(|at| model.blocks()[at].get("ref")?.as_string().cloned());
            if key.is_some_and(|key| key != resolution.key) {
                self.lost.push(resolution.block_id.clone());
            }
            Ok(())
        }

        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let due = Reference.due(waiting, block_id);
            if self.lost.contains(block_id) { Vec::new() } else { due }
        }
    }

    "a-refused-set-drops-waiting-patches" aims ["AUE-3.4-53"] in HOST { refused: bool }
    "Forgets all waiting patches with a whole-block set or a start that is refused." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.refused = false;
        }

        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            self.refused |= verdict.is_err() && event.get("mask").is_none();
            verdict
        }
    } and {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let due = Reference.due(waiting, block_id);
            if self.refused { Vec::new() } else { due }
        }
    }

    "hosted-appends-are-lax" aims ["AUE-3.4-53"] in HOST { due: bool }
    "Makes text of what it appends, if it is neither text nor a list, or if the target is text." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let waited = block_id(event).is_some_and(|id| *id != "a") && !self.due;
            if verdict.is_ok() || !is(event, Op::Append) || waited {
                return verdict;
            }
            let added = model.as_mut().and_then(|model| add_text(model, event));
            added.ok_or_else(refusal)
        }
    } and {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let due = Reference.due(waiting, block_id);
            self.due = due.is_empty();
            due
        }
    }

    "hosted-appends-need-no-mask" aims ["AUE-3.4-53"] in HOST
    "Appends to `content` where a mask is missing or unknown, and adds blocks without a type." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let known = event.get("mask").and_then(Value::as_str) == Some("block.content");
            let new = block_id(event).is_some_and(|id| *id == "b");
            if verdict.is_ok() || !is(event, Op::Append) || (known && !new) {
                return verdict;
            }
            let Some(model) = model else { return verdict };
            match event.get("block") {
                Some(block) if new => model.push(block.clone()),
                _ => return add_text(model, event).ok_or_else(refusal),
            }
            Ok(())
        }
    } and {}

    "hosted-envelopes-are-not-checked" aims ["AUE-3.4-53"] in HOST
    "Takes operations in any case, and events without a `seq`." => {
        fn seq(&mut self, _: Option<&Value>) -> Verdict {
            Ok(())
        }

        fn op(&mut self, op: Option<&Value>) -> Result<Op, Rejection> {
            let name = op.and_then(Value::as_str).map(str::to_lowercase);
            name.and_then(|name| Op::named(&name)).ok_or_else(refusal)
        }
    } and {}

    "hosted-blocks-are-not-checked" aims ["AUE-3.4-53"] in HOST
    "Takes blocks without a type, references with a body, and models with one id twice or of any version." => {
        fn block_type(&mut self, _: Op, _: Option<&Value>) -> Verdict {
            Ok(())
        }

        fn reference(&mut self, _: Op, _: &uiconform_json::Object) -> Verdict {
            Ok(())
        }

        fn repeated_id(&mut self, _: &Value, _: &Value) -> Verdict {
            Ok(())
        }

        fn reference_version(&mut self, _: Op, _: Option<&JsonString>) -> Verdict {
            Ok(())
        }
    } and {}

    "hosted-metadata-is-not-checked" aims ["AUE-3.4-53"] in HOST
    "Takes an error that is null, a set of metadata without a value, and a model without metadata." => {
        fn error_payload(&mut self, _: Option<&Value>) -> Verdict {
            Ok(())
        }

        fn error_object(&mut self, _: &Value) -> Verdict {
            Ok(())
        }

        fn meta(&mut self, _: Option<&Value>) -> Verdict {
            Ok(())
        }

        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e uiconform_json::Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            let selected = Reference.select(op, payload, path);
            match payload.iter().next() {
                Some((_, value)) if selected.is_err() => Ok(value),
                _ => selected,
            }
        }
    } and {}
}

/// How many references a model has.
fn references(model: Option<&Model>) -> usize {
    let blocks = model.into_iter().flat_map(Model::blocks);
    blocks.filter(|block| is_reference(block)).count()
}

/// Applies an event as the reference does.
fn apply(model: &mut Option<Model>, event: &Event) {
    let document = model
        .as_ref()
        .map(|model| Value::from(model.document().clone()));
    let reducer = document.and_then(|document| Reducer::resume(&mut Reference, &document, 0).ok());
    if let Some(mut reducer) = reducer
        && reducer.apply(&mut Reference, event).is_ok()
    {
        *model = reducer.model().cloned();
    }
}

/// Appends the text of a value to the content of the block that an event names.
fn add_text(model: &mut Model, event: &Event) -> Option<()> {
    let delta = event.get("block")?.get("content")?;
    let delta = match delta {
        Value::String(text) => text.clone(),
        Value::Array(list) => list
            .iter()
            .map(Value::to_text)
            .collect::<Vec<_>>()
            .join(",")
            .into(),
        other => other.to_text().into(),
    };
    let at = model.position(block_id(event)?)?;
    match model.block_mut(at)?.get_mut("content")? {
        Value::String(content) => content.push(&delta),
        _ => return None,
    }
    Some(())
}
