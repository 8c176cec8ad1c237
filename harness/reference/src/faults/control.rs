//! Faults in `ping` and `end`, before the first `start`, and after a refusal (sections 5, 5.5 and 5.6).

use std::collections::{HashMap, HashSet};

use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::{Envelope, Event, Model, Op, Reference, Rejection, Verdict};

use super::tools::{accept_if, edit_meta, empty_model, is, refuse_if};
use super::{REDUCER, faults};

faults! {
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

    "ping-after-an-end-starts-anew" aims ["AUE-5.5-01"] in REDUCER { ended: HashSet<JsonString> }
    "Takes a ping after an end for the begin of another delivery, with an empty model." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.ended.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Start {
                self.ended.remove(&stream_of(envelope));
            }
            Ok(())
        }

        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::End {
                self.ended.insert(stream_of(envelope));
            } else if self.ended.remove(&stream_of(envelope)) {
                *model = Some(empty_model());
            }
            Ok(())
        }
    }

    "pings-advance-the-timeline" aims ["AUE-4.1-18"] in REDUCER { pinged: HashMap<JsonString, u64> }
    "Refuses a state change whose `seq` is below that of a ping." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.pinged.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let Some(seq) = envelope.seq.and_then(Number::to_u64) else {
                return Ok(());
            };
            let stream = stream_of(envelope);
            match envelope.op {
                Op::Ping => {
                    self.pinged.insert(stream, seq);
                    Ok(())
                }
                Op::Start | Op::End => Ok(()),
                _ => refuse_if(self.pinged.get(&stream).is_some_and(|pinged| seq < *pinged)),
            }
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

    "a-ping-with-another-number-clears" aims ["AUE-5.5-01"] in REDUCER { latest: HashMap<JsonString, u64> }
    "Takes a ping whose `seq` is not the latest for a sign of lost events, and removes the blocks." => {
        fn begin(&mut self, _: Option<&Model>, seq: u64) {
            self.latest = HashMap::from([(JsonString::default(), seq)]);
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            if let (true, Some(seq)) = (
                envelope.op != Op::Ping,
                envelope.seq.and_then(Number::to_u64),
            ) {
                self.latest.insert(stream_of(envelope), seq);
            }
            Ok(())
        }

        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            let latest = self.latest.get(&stream_of(envelope)).copied();
            let other = envelope.seq.and_then(Number::to_u64) != latest;
            if let (Op::Ping, true, Some(model)) = (envelope.op, other, model) {
                model.edit(|document| {
                    document.insert("blocks", Vec::new());
                });
            }
            Ok(())
        }
    }

    "a-second-end-drops-the-model" aims ["AUE-5.6-01"] in REDUCER { ended: HashSet<JsonString> }
    "Lets go of the model when its delivery ends once more." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.ended.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Start {
                self.ended.remove(&stream_of(envelope));
            }
            Ok(())
        }

        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::End && !self.ended.insert(stream_of(envelope)) {
                *model = None;
            }
            Ok(())
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
            refuse_if(
                self.ended
                    && matches!(envelope.op, Op::Set | Op::Append)
                    && envelope.stream_id.is_none(),
            )?;
            self.ended |= envelope.op == Op::End && envelope.stream_id.is_none();
            Ok(())
        }
    }

    "set-makes-a-model" aims ["AUE-5-07"] in REDUCER
    "Begins with an empty model when a set comes before any start." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            begin_with(model, event, Op::Set).unwrap_or(verdict)
        }
    }

    "append-makes-a-model" aims ["AUE-5-07"] in REDUCER
    "Begins with an empty model when an append comes before any start." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            begin_with(model, event, Op::Append).unwrap_or(verdict)
        }
    }

    "error-makes-a-model" aims ["AUE-5-07"] in REDUCER
    "Begins with an empty model when an error comes before any start." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            begin_with(model, event, Op::Error).unwrap_or(verdict)
        }
    }

    "patches-before-a-start-are-skipped" aims ["AUE-5-07"] in REDUCER
    "Accepts set, append and error before any start and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let patch = [Op::Set, Op::Append, Op::Error]
                .into_iter()
                .any(|op| is(event, op));
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

    "a-ping-after-a-set-needs-a-time" aims ["AUE-5.5-02"] in REDUCER { after_set: bool }
    "Refuses a ping without `ts` when a set of a whole block came before it." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let event = Reference.read(text)?;
            let op = event.get("op").and_then(Value::as_str);
            let refused = self.after_set && op == Some("ping") && event.get("ts").is_none();
            self.after_set = op == Some("set") && event.get("mask").is_none();
            refuse_if(refused).map(|()| event)
        }
    }


    "an-end-after-a-gap-clears" aims ["AUE-5.6-01"] in REDUCER { latest: u64 }
    "Takes the gap before an end for events that were lost, and removes the blocks." => {
        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            let seq = envelope.seq.and_then(Number::to_u64).unwrap_or_default();
            if let (Op::End, Some(model), true) = (envelope.op, model, seq > self.latest + 100) {
                model.edit(|document| {
                    document.insert("blocks", Vec::new());
                });
            }
            Ok(())
        }

        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            self.latest = event
                .get("seq")
                .and_then(Value::as_number)
                .and_then(Number::to_u64)
                .unwrap_or_default();
            verdict
        }
    }
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

fn stream_of(envelope: &Envelope<'_>) -> JsonString {
    envelope.stream_id.cloned().unwrap_or_default()
}
