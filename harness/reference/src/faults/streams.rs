//! Faults in routing events to streams (section 4.2).

use std::collections::{HashMap, HashSet};

use uiconform_json::{Array, JsonString, Number};
use uiconform_protocols::agentue::{Envelope, Event, Model, Op, Reducer, Reference, Streams, Verdict};

use super::tools::{INHERITED, accept_if, block_id, composed, edit_meta, is, mapped, object, refuse_if};
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

    "a-reducer-follows-its-first-stream" aims ["AUE-4.2-02"] in REDUCER_ALONE { stream: Option<JsonString> }
    "Refuses, in a reducer of one model, events of another stream than the first." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.stream = None;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let stream = envelope.stream_id.cloned().unwrap_or_default();
            refuse_if(*self.stream.get_or_insert_with(|| stream.clone()) != stream)
        }
    }

    "a-reducer-skips-named-streams" aims ["AUE-4.2-02"] in REDUCER_ALONE
    "Does nothing, in a reducer of one model, for a patch that names a stream." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.op != Op::Start && envelope.stream_id.is_some_and(|stream| !stream.is_empty()))
        }
    }

    "the-stream-is-noted-in-the-model" aims ["AUE-4.2-02"] in REDUCER_ALONE
    "Keeps the `stream_id` in the metadata." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            if let (Ok(()), Some(stream)) = (&verdict, event.get("stream_id")) {
                edit_meta(model, |meta| {
                    meta.insert("stream_id", stream.clone());
                });
            }
            verdict
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
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
            let latest = std::mem::replace(&mut self.latest, stream.clone());
            if is(event, Op::Start) || latest == *stream || verdict.is_err() {
                return verdict;
            }
            self.latest = latest;
            streams.get_mut(&self.latest).map_or(verdict, |reducer| reducer.apply(&mut Reference, event))
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
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
            if *stream == "*" && verdict.is_ok() && !is(event, Op::Start) {
                apply_to_others(streams, stream, event);
            }
            verdict
        }
    }

    "before-its-start-a-stream-is-another" aims ["AUE-4.2-04"] in ROUTER
    "Applies an event of a stream without a model to the first stream that has one." => {
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
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

    "missing-and-empty-ids-differ" aims ["AUE-4.2-05"] in ROUTER
    "Takes the empty identifier for the name of a stream." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            match stream_id {
                Some(id) if id.is_empty() => "\u{0}empty".into(),
                id => Reference.stream(id),
            }
        }
    }

    "the-unnamed-stream-is-all-of-them" aims ["AUE-4.2-06"] in ROUTER
    "Applies an event of the unnamed stream to the named ones too." => {
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
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
            let none = ["undefined", "null", "None", "default", "false", "\"\""].iter().any(|none| id == *none);
            if none { JsonString::new() } else { id }
        }
    }

    "seq-rises-across-streams" aims ["AUE-4.2-07"] in ROUTER { latest: HashMap<JsonString, Number> }
    "Refuses an event whose `seq` is below one of another stream." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            in_other_streams(&mut self.latest, envelope, |other, seq| other.cmp_value(seq).is_gt())
        }
    }

    "seq-identifies-across-streams" aims ["AUE-4.2-07"] in ROUTER { latest: HashMap<JsonString, Number> }
    "Refuses an event that has the `seq` of another stream's latest." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            in_other_streams(&mut self.latest, envelope, |other, seq| other.cmp_value(seq).is_eq())
        }
    }

    "blocks-are-shared-by-streams" aims ["AUE-4.2-08"] in ROUTER
    "Changes the blocks of one id in all streams." => {
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
            let changed = streams.get_mut(stream).and_then(|reducer| {
                let model = reducer.model()?;
                model.blocks().get(model.position(block_id(event)?)?).cloned()
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
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
            let known = |reducer: &Reducer| {
                reducer.model().zip(block_id(event)).is_some_and(|(model, id)| model.position(id).is_some())
            };
            let elsewhere = streams.iter().any(|(other, reducer)| other != stream && known(reducer));
            let started = streams.iter().any(|(other, _)| other == stream);
            accept_if(elsewhere && started && event.get("mask").is_some(), verdict)
        }
    }

    "a-second-start-clears-the-other-streams" aims ["AUE-4.2-09"] in ROUTER { started: HashSet<JsonString> }
    "Removes all other streams when one starts a second time." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.started.clear();
        }

        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
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
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
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
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, event: &Event, verdict: Verdict) -> Verdict {
            let error = object(event, "meta").and_then(|meta| meta.get("error"));
            if let (Ok(()), true, Some(error)) = (&verdict, is(event, Op::Error), error) {
                each_other(streams, stream, |model| {
                    model.meta_mut().map(|meta| meta.insert("error", error.clone()));
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
            refuse_if(envelope.op != Op::Start && self.ended.as_ref().is_some_and(|ended| *ended != stream))?;
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

        fn settle_streams(&mut self, _: &mut Streams, stream: &JsonString, _: &Event, verdict: Verdict) -> Verdict {
            if verdict.is_err() {
                self.failed = Some(stream.clone());
            }
            verdict
        }
    }

    "a-refusal-clears-its-stream" aims ["AUE-4.2-12"] in ROUTER
    "Removes a stream of which it refused an event." => {
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, _: &Event, verdict: Verdict) -> Verdict {
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

    "stream-ids-ignore-case" aims ["AUE-4.2-14"] in ROUTER
    "Takes identifiers that differ in case for one." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            if is_inherited(&id) { id } else { mapped(&id, str::to_lowercase) }
        }
    }

    "stream-ids-are-trimmed" aims ["AUE-4.2-14"] in ROUTER
    "Removes the white space at the ends of identifiers." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| id.trim().to_owned())
        }
    }

    "stream-ids-lose-inner-space" aims ["AUE-4.2-14"] in ROUTER
    "Makes one space of all white space within an identifier." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                let words: Vec<&str> = id.split_whitespace().collect();
                if words.len() > 1 { words.join(" ") } else { id.to_owned() }
            })
        }
    }

    "stream-ids-are-composed" aims ["AUE-4.2-15"] in ROUTER
    "Brings identifiers into a Unicode normal form." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), composed)
        }
    }

    "stream-ids-are-made-compatible" aims ["AUE-4.2-15"] in ROUTER
    "Replaces characters of identifiers by those that they are compatible with." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            use unicode_normalization::UnicodeNormalization;
            mapped(&Reference.stream(stream_id), |id| {
                if id.contains(char::is_whitespace) { id.to_owned() } else { id.nfkc().collect() }
            })
        }
    }

    "stream-ids-are-numbers" aims ["AUE-4.2-16"] in ROUTER
    "Takes identifiers that are the same number for one." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                let number = id.strip_prefix("0x").and_then(|hex| i64::from_str_radix(hex, 16).ok());
                let number = number.map(|number| number as f64).or_else(|| id.parse().ok());
                number.filter(|number| number.is_finite()).map_or(id.to_owned(), |number| (number + 0.0).to_string())
            })
        }
    }

    "inherited-streams-are-lost" aims ["AUE-4.2-17"] in ROUTER
    "Loses a stream whose name a JavaScript object has for a member." => {
        fn settle_streams(&mut self, streams: &mut Streams, stream: &JsonString, _: &Event, verdict: Verdict) -> Verdict {
            if let (true, Some(reducer)) = (is_inherited(stream), streams.get_mut(stream)) {
                *reducer.model_mut() = None;
            }
            verdict
        }
    }

    "inherited-streams-are-refused" aims ["AUE-4.2-17"] in ROUTER
    "Refuses a stream whose name a JavaScript object has for a member." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.stream_id.is_some_and(is_inherited))
        }
    }

    "stream-ids-lose-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Takes identifiers that differ in a lone surrogate alone for one." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            if id.has_lone_surrogates() { (&*id.to_string_lossy()).into() } else { id }
        }
    }

    "stream-ids-drop-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Drops lone surrogates from identifiers." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            let whole = id.code_points().filter(|code_point| !(0xD800..0xE000).contains(code_point));
            JsonString::from_code_points(whole).unwrap_or_default()
        }
    }

    "stream-ids-replace-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Puts a question mark for a lone surrogate in an identifier, as some encoders do." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            let replaced = |code_point| if (0xD800..0xE000).contains(&code_point) { u32::from('?') } else { code_point };
            JsonString::from_code_points(id.code_points().map(replaced)).unwrap_or_default()
        }
    }

    "stream-ids-are-short" aims ["AUE-8-10"] in ROUTER
    "Refuses an identifier of more than 128 bytes." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.stream_id.is_some_and(|id| (129..=1024).contains(&id.len())))
        }
    }

    "stream-ids-are-cut" aims ["AUE-8-10"] in ROUTER
    "Knows a stream by the first 255 bytes of its identifier." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                let end = (0..=id.len().min(255)).rev().find(|end| id.is_char_boundary(*end)).unwrap_or(0);
                if id.len() > 1024 { id.to_owned() } else { id[..end].to_owned() }
            })
        }
    }
}

fn is_inherited(stream: &JsonString) -> bool {
    INHERITED.iter().any(|name| stream == name)
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
    let Some(seq) = envelope.seq else { return Ok(()) };
    let stream = envelope.stream_id.cloned().unwrap_or_default();
    let clash = latest.iter().any(|(other, theirs)| *other != stream && clashes(theirs, seq));
    latest.insert(stream, seq.clone());
    refuse_if(clash)
}
