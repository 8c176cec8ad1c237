//! Faults in the order and the envelopes of what emitters send (sections 3.5, 4 and 5).

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::emitter::{EmitSteps, State};
use uiconform_protocols::agentue::{Event, Op, Reducer, Reference, Verdict};

use super::tools::{is, refuse_if};
use super::{EMITTER, emitting, faults};

faults! {
    impl EmitSteps, over [] => emitting;

    // Positions (4.1).

    "emitted-metadata-takes-no-position" aims ["AUE-4.1-15"] in EMITTER
    "Sends metadata at the position of the event before it." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let meta = is(&event, Op::Set) && event.get("meta").is_some();
            sent.push(if meta { at(&event, |seq| seq.saturating_sub(1)) } else { event });
        }
    }

    "emitted-appends-share-a-position" aims ["AUE-4.1-15"] in EMITTER
    "Sends appends at the position of the event before the first of them." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let append = is(&event, Op::Append);
            sent.push(if append { at(&event, |_| 1) } else { event });
        }
    }

    "emitted-errors-take-no-position" aims ["AUE-4.1-15"] in EMITTER
    "Sends an error at the position of the event before it." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let error = is(&event, Op::Error);
            sent.push(if error { at(&event, |seq| seq.saturating_sub(1)) } else { event });
        }
    }

    "further-deliveries-stay-at-their-start" aims ["AUE-4.1-15"] in EMITTER { further: bool }
    "Counts what follows the start of a further delivery from the position of that start." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if is(&event, Op::Start) {
                self.further = number(&event) > 1;
                sent.push(event);
                return;
            }
            let follows = self.further && !is(&event, Op::Ping);
            sent.push(if follows { at(&event, |seq| seq.saturating_sub(1)) } else { event });
        }
    }

    "events-repeat-the-position-of-a-ping" aims ["AUE-4.1-16"] in EMITTER { pinged: bool }
    "Sends what follows a ping at the position that the ping repeats." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let ping = is(&event, Op::Ping);
            let follows = std::mem::replace(&mut self.pinged, ping) && !ping;
            sent.push(if follows { at(&event, |seq| seq.saturating_sub(1)) } else { event });
        }
    }

    "emitted-positions-have-eight-bits" aims ["AUE-4.1-15"] in EMITTER
    "Counts to 255 and goes on from zero." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            sent.push(at(&event, |seq| seq % 256));
        }
    }

    "emitted-pings-take-positions" aims ["AUE-4.1-16"] in EMITTER
    "Counts on with every ping." => {
        fn next_seq(&mut self, _: Op, latest: u64) -> u64 {
            latest + 1
        }
    }

    "emitted-pings-are-at-zero" aims ["AUE-4.1-16"] in EMITTER
    "Sends pings without a place, at zero." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let ping = is(&event, Op::Ping);
            sent.push(if ping { at(&event, |_| 0) } else { event });
        }
    }

    "pings-are-not-emitted" aims ["AUE-4.1-16"] in EMITTER
    "Leaves it to the transport to keep the delivery alive, and says nothing." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if !is(&event, Op::Ping) {
                sent.push(event);
            }
        }
    }

    "emitted-pings-have-no-time" aims ["AUE-5.5-03"] in EMITTER
    "Sends pings without the time." => {
        fn time(&mut self, _: u64) -> Option<u64> {
            None
        }
    }

    // Streams (4.2).

    "the-stream-is-named-at-the-start" aims ["AUE-4.2-20"] in EMITTER
    "Names the stream in the start and in no other event." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let start = is(&event, Op::Start);
            sent.push(if start { event } else { without(&event, "stream_id") });
        }
    }

    "the-end-names-no-stream" aims ["AUE-4.2-20"] in EMITTER
    "Ends the connection and not the stream." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let end = is(&event, Op::End);
            sent.push(if end { without(&event, "stream_id") } else { event });
        }
    }

    "unnamed-streams-get-a-name" aims ["AUE-4.2-20"] in EMITTER
    "Gives an unnamed stream a name." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let named = event.get("stream_id").and_then(Value::as_string);
            let named = named.is_some_and(|stream_id| !stream_id.is_empty());
            sent.push(if named { event } else { with(&event, "stream_id", "default") });
        }
    }

    "unnamed-streams-take-the-last-name" aims ["AUE-4.2-20"] in EMITTER { last: Option<JsonString> }
    "Gives an unnamed stream the name of the one before." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let named = event.get("stream_id").and_then(Value::as_string);
            match named.filter(|name| !name.is_empty()) {
                Some(name) => self.last = Some(name.clone()),
                None => {
                    if let Some(last) = &self.last {
                        sent.push(with(&event, "stream_id", last.clone()));
                        return;
                    }
                }
            }
            sent.push(event);
        }
    }

    "stream-names-are-made-tidy" aims ["AUE-4.2-20"] in EMITTER
    "Removes white space and underscores around the name of a stream." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let tidy = event.get("stream_id").and_then(Value::as_str);
            let tidy = tidy.map(|name| name.trim_matches([' ', '_']).to_owned());
            sent.push(match tidy {
                Some(tidy) => with(&event, "stream_id", tidy),
                None => event,
            });
        }
    }

    // Start, error and end (5).

    "pings-precede-the-start" aims ["AUE-5-11"] in EMITTER
    "Opens the connection with a ping." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if is(&event, Op::Start) && number(&event) == 1 {
                sent.push(ping(&event, 0));
            }
            sent.push(event);
        }
    }

    "pings-follow-the-emitted-end" aims ["AUE-5-12"] in EMITTER
    "Keeps the connection alive for a moment after the end." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let end = is(&event, Op::End).then(|| ping(&event, number(&event)));
            sent.push(event);
            sent.extend(end);
        }
    }

    "ends-are-not-emitted" aims ["AUE-5-12"] in EMITTER
    "Closes the connection instead of sending an end." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if !is(&event, Op::End) {
                sent.push(event);
            }
        }
    }

    "errors-replace-the-end" aims ["AUE-5-12"] in EMITTER { failed: bool }
    "Sends no end after an error." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if is(&event, Op::Start) {
                self.failed = false;
            }
            self.failed |= is(&event, Op::Error);
            if !(self.failed && is(&event, Op::End)) {
                sent.push(event);
            }
        }
    }

    "errors-follow-the-end" aims ["AUE-5-13"] in EMITTER { held: Option<Event> }
    "Sends an error when everything else is said, the end included." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            if is(&event, Op::Start) {
                self.held = None;
            }
            if is(&event, Op::Error) {
                self.held = Some(event);
                return;
            }
            let end = is(&event, Op::End);
            let after = number(&event) + 1;
            sent.push(event);
            if end {
                sent.extend(self.held.take().map(|error| at(&error, |_| after)));
            }
        }
    }

    "errors-are-set" aims ["AUE-5-13"] in EMITTER
    "Sets the error as any member of the metadata, and sends no error." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let error = is(&event, Op::Error);
            sent.push(if error { with(&event, "op", "set") } else { event });
        }
    }

    "starts-carry-metadata-apart" aims ["AUE-5.1-07"] in EMITTER
    "Sends the metadata of a model beside it once more." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            sent.push(match event.get("model").and_then(|model| model.get("meta")) {
                Some(meta) => with(&event, "meta", meta.clone()),
                None => event,
            });
        }
    }

    "started-references-are-unique" aims ["AUE-5.1-07"] in EMITTER
    "Starts with the first of several references to one key." => {
        fn new_model(&mut self, model: &Value) -> Value {
            let mut model = Reference.new_model(model);
            let blocks = model.as_object_mut().and_then(|model| model.get_mut("blocks"));
            if let Some(Value::Array(blocks)) = blocks {
                let mut keys = Vec::new();
                blocks.retain(|block| match block.get("ref") {
                    Some(key) if keys.contains(key) => false,
                    key => {
                        keys.extend(key.cloned());
                        true
                    }
                });
            }
            model
        }
    }

    "errors-have-no-mask" aims ["AUE-5.4-15"] in EMITTER
    "Sends an error without its mask, which is always the same." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let error = is(&event, Op::Error);
            sent.push(if error { without(&event, "mask") } else { event });
        }
    }

    "errors-are-sent-as-given" aims ["AUE-5.4-15"] in EMITTER
    "Sends what it is given as an error, whole or not." => {
        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            let verdict = reducer.apply(&mut Reference, event);
            if is(event, Op::Error) { Ok(()) } else { verdict }
        }
    }

    "empty-messages-are-left-out" aims ["AUE-5.4-15"] in EMITTER
    "Leaves an empty message out of an error." => {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let mut members = event.members().clone();
            let meta = members.get_mut("meta").and_then(Value::as_object_mut);
            let error = meta.and_then(|meta| meta.get_mut("error")).and_then(Value::as_object_mut);
            if let Some(error) = error
                && error.get("message").and_then(Value::as_str) == Some("")
            {
                error.remove("message");
            }
            sent.push(members.into());
        }
    }

    // Versions and references (3.5).

    "new-models-are-old" aims ["AUE-3.5-07"] in EMITTER
    "Makes new models of the version before, which every consumer takes." => {
        fn new_model(&mut self, model: &Value) -> Value {
            let mut model = model.clone();
            if let Value::Object(document) = &mut model
                && !document.contains("version")
            {
                document.insert("version", "1.0");
            }
            model
        }
    }

    "every-model-is-new" aims ["AUE-3.5-11"] in EMITTER
    "Gives every model the present version." => {
        fn new_model(&mut self, model: &Value) -> Value {
            let mut model = model.clone();
            if let Value::Object(document) = &mut model {
                document.insert("version", "1.1");
            }
            model
        }
    }

    "references-go-to-every-consumer" aims ["AUE-3.5-08"] in EMITTER
    "Does not look at what the consumer understands." => {
        fn unwanted_reference(&mut self, _: &Value) -> Verdict {
            Ok(())
        }
    }

    // Actions that no consumer could take (5).

    "actions-are-taken-at-any-time" aims ["AUE-5-14"] in EMITTER
    "Sends what it is asked for, before the start and after the end too." => {
        fn lawful(&mut self, _: State, _: Op) -> Verdict {
            Ok(())
        }

        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            let verdict = reducer.apply(&mut Reference, event);
            if reducer.model().is_none() { Ok(()) } else { verdict }
        }
    }

    "actions-are-not-checked" aims ["AUE-5-14"] in EMITTER
    "Sends what it is asked for, and leaves it to consumers to refuse." => {
        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            // What it says is not looked at.
            let _ = reducer.apply(&mut Reference, event);
            Ok(())
        }
    }

    "one-delivery-is-enough" aims ["AUE-5-19"] in EMITTER
    "Refuses a second delivery of its stream." => {
        fn lawful(&mut self, state: State, op: Op) -> Verdict {
            refuse_if(state == State::Ended)?;
            Reference.lawful(state, op)
        }
    }

    // Several runs (5).

    "a-run-without-an-end-goes-on" aims ["AUE-5-15"] in EMITTER { open: Value }
    "Refuses the start of a run if the last one had the same model and has not ended." => {
        fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Verdict {
            if is(event, Op::End) {
                self.open = Value::Null;
            }
            if let Some(model) = event.get("model").filter(|_| is(event, Op::Start)) {
                refuse_if(reducer.model().is_none() && self.open == *model)?;
                self.open = model.clone();
            }
            reducer.apply(&mut Reference, event)
        }
    }
}

/// The position of an event.
fn number(event: &Event) -> u64 {
    let seq = event.get("seq").and_then(Value::as_number);
    seq.and_then(Number::to_u64).unwrap_or_default()
}

/// The event at another position.
fn at(event: &Event, position: impl FnOnce(u64) -> u64) -> Event {
    with(event, "seq", position(number(event)))
}

fn with(event: &Event, name: &str, value: impl Into<Value>) -> Event {
    let mut members = event.members().clone();
    members.insert(name, value.into());
    members.into()
}

fn without(event: &Event, name: &str) -> Event {
    let mut members = event.members().clone();
    members.remove(name);
    members.into()
}

/// A ping of the stream of an event.
fn ping(event: &Event, seq: u64) -> Event {
    let mut ping = Object::from_iter([("op", Value::from("ping")), ("seq", seq.into())]);
    let stream_id: Option<&JsonString> = event.get("stream_id").and_then(Value::as_string);
    if let Some(stream_id) = stream_id {
        ping.insert("stream_id", stream_id);
    }
    ping.insert("ts", 0_u64);
    ping.into()
}
