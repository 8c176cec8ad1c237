//! Faults in routing events to streams (section 4.2).

use std::collections::{HashMap, HashSet};

use uiconform_json::{Array, JsonString, Number};
use uiconform_protocols::agentue::{
    Envelope, Event, Model, Op, Reducer, Reference, Streams, Verdict,
};

use super::tools::{accept_if, block_id, edit_meta, is, mapped, object, refuse_if};
use super::{REDUCER, REDUCER_ALONE, ROUTER, faults};

faults! {
    "a-named-stream-makes-ids-mandatory" aims ["AUE-4.2-01"] in REDUCER { named: bool }
    "Refuses events without `stream_id` once an event has had one." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.named = false;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.named |= envelope.stream_id.is_some();
            refuse_if(self.named && envelope.stream_id.is_none())
        }
    }

    "a-start-needs-a-stream" aims ["AUE-4.2-01"] in REDUCER
    "Refuses a start without `stream_id`." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.op == Op::Start && envelope.stream_id.is_none())
        }
    }

    "all-streams-are-one" aims ["AUE-4.2-03"] in ROUTER
    "Keeps one model for all streams." => {
        fn stream(&mut self, _: Option<&JsonString>) -> JsonString {
            JsonString::new()
        }
    }

    "patches-go-to-the-stream-started-last" aims ["AUE-4.2-03"] in ROUTER { latest: JsonString }
    "Applies a patch to the stream that was started last, whatever stream it names." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let latest = std::mem::replace(&mut self.latest, stream.clone());
            if is(event, Op::Start) || latest == *stream || verdict.is_err() {
                return verdict;
            }
            self.latest = latest;
            streams
                .get_mut(&self.latest)
                .map_or(verdict, |reducer| reducer.apply(&mut Reference, event))
        }
    }

    "stream-ids-are-paths" aims ["AUE-4.2-03"] in ROUTER
    "Routes by the part of an identifier before its first dot." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                // A number is no path.
                if id.starts_with(|first: char| first.is_ascii_digit()) {
                    id.to_owned()
                } else {
                    id.split('.').next().unwrap_or_default().to_owned()
                }
            })
        }
    }

    "an-asterisk-names-all-streams" aims ["AUE-4.2-03"] in ROUTER
    "Applies an event of the stream `*` to all streams." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if *stream == "*" && verdict.is_ok() && !is(event, Op::Start) {
                apply_to_others(streams, stream, event);
            }
            verdict
        }
    }

    "before-its-start-a-stream-is-another" aims ["AUE-4.2-04"] in ROUTER
    "Applies an event of a stream without a model to the first stream that has one." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err()
                && !is(event, Op::Start)
                && streams.get_mut(stream).is_none()
                && let Some((_, reducer)) = streams.iter_mut().next()
            {
                return reducer.apply(&mut Reference, event);
            }
            verdict
        }
    }

    "the-unnamed-stream-is-all-of-them" aims ["AUE-4.2-06"] in ROUTER
    "Applies an event of the unnamed stream to the named ones too." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if stream.is_empty() && verdict.is_ok() {
                apply_to_others(streams, stream, event);
            }
            verdict
        }
    }

    "names-like-none-mean-none" aims ["AUE-4.2-06"] in ROUTER
    "Takes identifiers such as `null` and `undefined` for none." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            let none = ["undefined", "null", "None", "default", "false", "\"\""]
                .iter()
                .any(|none| id == *none);
            if none { JsonString::new() } else { id }
        }
    }

    "seq-rises-across-streams" aims ["AUE-4.2-07"] in ROUTER { latest: HashMap<JsonString, Number> }
    "Refuses an event whose `seq` is below one of another stream." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            in_other_streams(&mut self.latest, envelope, |other, seq| {
                other.cmp_value(seq).is_gt()
            })
        }
    }

    "seq-identifies-across-streams" aims ["AUE-4.2-07"] in ROUTER { latest: HashMap<JsonString, Number> }
    "Refuses an event that has the `seq` of another stream's latest." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            in_other_streams(&mut self.latest, envelope, |other, seq| {
                other.cmp_value(seq).is_eq()
            })
        }
    }

    "blocks-are-shared-by-streams" aims ["AUE-4.2-08"] in ROUTER
    "Changes the blocks of one id in all streams." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let changed = streams.get_mut(stream).and_then(|reducer| {
                let model = reducer.model()?;
                model
                    .blocks()
                    .get(model.position(block_id(event)?)?)
                    .cloned()
            });
            if let (Ok(()), Some(block), Some(id)) = (&verdict, changed, block_id(event)) {
                for (_, reducer) in streams.iter_mut().filter(|(other, _)| *other != stream) {
                    if let Some(model) = reducer.model_mut()
                        && let Some(at) = model.position(id)
                    {
                        model.replace(at, block.clone());
                    }
                }
            }
            verdict
        }
    }

    "a-block-of-another-stream-will-do" aims ["AUE-4.2-08"] in ROUTER
    "Accepts a patch of a block that only another stream has." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let known = |reducer: &Reducer| {
                reducer
                    .model()
                    .zip(block_id(event))
                    .is_some_and(|(model, id)| model.position(id).is_some())
            };
            let elsewhere = streams
                .iter()
                .any(|(other, reducer)| other != stream && known(reducer));
            let started = streams.iter().any(|(other, _)| other == stream);
            accept_if(elsewhere && started && event.get("mask").is_some(), verdict)
        }
    }

    "a-second-start-clears-the-other-streams" aims ["AUE-4.2-09"] in ROUTER { started: HashSet<JsonString> }
    "Removes all other streams when one starts a second time." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.started.clear();
        }

        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && is(event, Op::Start) && !self.started.insert(stream.clone()) {
                for (_, reducer) in streams.iter_mut().filter(|(other, _)| *other != stream) {
                    *reducer.model_mut() = None;
                }
            }
            verdict
        }
    }

    "a-start-clears-the-blocks-of-all" aims ["AUE-4.2-09"] in ROUTER
    "Removes the blocks of all other streams when one starts." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && is(event, Op::Start) {
                each_other(streams, stream, |model| {
                    model.edit(|document| {
                        document.insert("blocks", Array::new());
                    });
                });
            }
            verdict
        }
    }

    "an-error-reaches-all-streams" aims ["AUE-4.2-10"] in ROUTER
    "Sets the error of one stream in all of them." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let error = object(event, "meta").and_then(|meta| meta.get("error"));
            if let (Ok(()), true, Some(error)) = (&verdict, is(event, Op::Error), error) {
                each_other(streams, stream, |model| {
                    model
                        .meta_mut()
                        .map(|meta| meta.insert("error", error.clone()));
                });
            }
            verdict
        }
    }

    "an-end-ends-all-streams" aims ["AUE-4.2-11"] in ROUTER { ended: Option<JsonString> }
    "Refuses patches of the other streams after the end of one." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.ended = None;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let stream = envelope.stream_id.cloned().unwrap_or_default();
            refuse_if(
                envelope.op != Op::Start
                    && self.ended.as_ref().is_some_and(|ended| *ended != stream),
            )?;
            if envelope.op == Op::End {
                self.ended = Some(stream);
            }
            Ok(())
        }
    }

    "a-refusal-stops-the-other-streams" aims ["AUE-4.2-12"] in ROUTER { failed: Option<JsonString> }
    "Refuses events of the other streams after it refused one." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.failed = None;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let stream = envelope.stream_id.cloned().unwrap_or_default();
            refuse_if(self.failed.as_ref().is_some_and(|failed| *failed != stream))
        }

        fn settle_streams(
            &mut self,
            _: &mut Streams,
            stream: &JsonString,
            _: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() {
                self.failed = Some(stream.clone());
            }
            verdict
        }
    }

    "a-refusal-clears-its-stream" aims ["AUE-4.2-12"] in ROUTER
    "Removes a stream of which it refused an event." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            _: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Err(_), Some(reducer)) = (&verdict, streams.get_mut(stream)) {
                *reducer.model_mut() = None;
            }
            verdict
        }
    }

    "deltas-in-turn-are-taken-for-repeats" aims ["AUE-4.2-13"] in ROUTER { earlier: [JsonString; 2], skips: bool }
    "Skips an append of a stream that comes back right after one of another." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            *self = Self::default();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Append {
                let stream = envelope.stream_id.cloned().unwrap_or_default();
                let [before, last] = std::mem::take(&mut self.earlier);
                self.skips = before == stream && last != stream && !last.is_empty();
                self.earlier = [last, stream];
            }
            Ok(())
        }

        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if !self.skips {
                Reference.join_text(target, delta);
            }
        }

        fn join_list(&mut self, target: &mut Array, delta: Array) {
            if !self.skips {
                Reference.join_list(target, delta);
            }
        }
    }

    "a-reducer-follows-its-first-stream" aims ["AUE-4.2-02"] in REDUCER_ALONE { first: Option<JsonString>, routes: bool }
    "Refuses, in a reducer of one model, events of another stream than the first." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            *self = Self::default();
        }

        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            self.routes = true;
            Reference.stream(stream_id)
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let stream = envelope.stream_id.cloned().unwrap_or_default();
            let first = self.first.get_or_insert_with(|| stream.clone());
            refuse_if(!self.routes && *first != stream)
        }
    }

    "a-reducer-refuses-named-streams" aims ["AUE-4.2-02"] in REDUCER_ALONE { routes: bool }
    "Refuses, in a reducer of one model, a patch that names a stream." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.routes = false;
        }

        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            self.routes = true;
            Reference.stream(stream_id)
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(!self.routes && envelope.op != Op::Start && envelope.stream_id.is_some())
        }
    }

    "a-reducer-notes-its-stream" aims ["AUE-4.2-02"] in REDUCER_ALONE { routes: bool }
    "Keeps, in a reducer of one model, the `stream_id` in the metadata." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.routes = false;
        }

        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            self.routes = true;
            Reference.stream(stream_id)
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), Some(stream), false) = (&verdict, event.get("stream_id"), self.routes) {
                edit_meta(model, |meta| {
                    meta.insert("stream_id", stream.clone());
                });
            }
            verdict
        }
    }

    "missing-and-empty-ids-differ" aims ["AUE-4.2-05"] in ROUTER { first: Option<bool> }
    "Takes the unnamed stream for another one when its identifier is empty instead of missing, or the other way round." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.first = None;
        }

        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            let missing = stream_id.is_none();
            if id.is_empty() && *self.first.get_or_insert(missing) != missing {
                "\u{0}".into()
            } else {
                id
            }
        }
    }
}

fn apply_to_others(streams: &mut Streams, stream: &JsonString, event: &Event) {
    for (_, reducer) in streams.iter_mut().filter(|(other, _)| *other != stream) {
        // Whether another stream takes it is nothing that the event is judged by.
        let _ = reducer.apply(&mut Reference, event);
    }
}

fn each_other(streams: &mut Streams, stream: &JsonString, change: impl Fn(&mut Model)) {
    for (_, reducer) in streams.iter_mut().filter(|(other, _)| *other != stream) {
        reducer.model_mut().as_mut().into_iter().for_each(&change);
    }
}

/// Notes the `seq` of an event and refuses it if that of another stream relates to it so.
fn in_other_streams(
    latest: &mut HashMap<JsonString, Number>,
    envelope: &Envelope<'_>,
    clashes: impl Fn(&Number, &Number) -> bool,
) -> Verdict {
    let Some(seq) = envelope.seq else {
        return Ok(());
    };
    let stream = envelope.stream_id.cloned().unwrap_or_default();
    let clash = latest
        .iter()
        .any(|(other, theirs)| *other != stream && clashes(theirs, seq));
    latest.insert(stream, seq.clone());
    refuse_if(clash)
}
