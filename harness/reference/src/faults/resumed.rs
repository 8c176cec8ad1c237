//! Faults in resumed deliveries (section 6).

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::resume::ResumeSteps;
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Steps, Verdict};

use super::tools::{INHERITED, is, refuse_if, retain};
use super::{RESUME, faults, resuming};

faults! {
    impl ResumeSteps, over [Steps] => resuming;

    // The model of the start.

    "resumes-with-the-first-model" aims ["AUE-6-08"] in RESUME
    "Sends the model of the start of the log, whatever came after it." => {
        fn covered_model(&mut self, _: &Model, original: &Event) -> Value {
            original.get("model").cloned().unwrap_or_default()
        }
    }

    "resumed-models-are-upgraded" aims ["AUE-6-08"] in RESUME
    "Sends every model as one of the present version." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            edited(model, |document| {
                document.insert("version", "1.1");
            })
        }
    }

    "resumed-models-lose-references" aims ["AUE-6-08"] in RESUME
    "Leaves references out, since their content is not in the log." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            edited(model, |document| {
                edit_blocks(document, |blocks| blocks.retain(|block| block.get("ref").is_none()));
            })
        }
    }

    "resumed-models-lose-unknown-metadata" aims ["AUE-6-08"] in RESUME
    "Sends the metadata that the protocol names and nothing else." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            edited(model, |document| {
                if let Some(meta) = document.get_mut("meta").and_then(Value::as_object_mut) {
                    let known = ["error", "task_id", "trace_id", "stats"];
                    retain(meta, |name, _| known.iter().any(|known| name == known));
                }
            })
        }
    }

    "resumed-models-lose-inherited-names" aims ["AUE-6-08"] in RESUME
    "Loses what is named as a member of JavaScript objects when it copies the model." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            super::tools::throughout(model.document().clone().into(), |value| {
                if let Value::Object(members) = value {
                    retain(members, |name, _| !INHERITED.iter().any(|known| name == known));
                }
            })
        }
    }

    "untouched-models-are-empty" aims ["AUE-6-08"] in RESUME
    "Sends a model that nothing has changed yet without its blocks." => {
        fn covered_model(&mut self, model: &Model, original: &Event) -> Value {
            let document = Value::from(model.document().clone());
            if original.get("model") != Some(&document) {
                return document;
            }
            edited(model, |document| edit_blocks(document, Vec::clear))
        }
    }

    "resumed-models-are-sorted" aims ["AUE-6-08"] in RESUME
    "Sends the blocks in the order of their types, as they come from its storage." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            edited(model, |document| {
                edit_blocks(document, |blocks| {
                    blocks.sort_by_key(|block| block.get("type").map(Value::to_text));
                });
            })
        }
    }

    // The position of the start.

    "resumed-starts-are-at-zero" aims ["AUE-6-09", "AUE-6-16"] in RESUME
    "Begins each delivery with a start at zero." => {
        fn covered_seq(&mut self, _: &Number, _: &Number) -> Number {
            0_u64.into()
        }
    }

    "resumed-starts-are-one-behind" aims ["AUE-6-09"] in RESUME
    "Gives the start a position below the latest that it covers." => {
        fn covered_seq(&mut self, covered: &Number, _: &Number) -> Number {
            covered.to_u64().map_or_else(|| covered.clone(), |seq| seq.saturating_sub(1).into())
        }
    }

    "resumed-starts-are-inexact" aims ["AUE-6-09"] in RESUME
    "Keeps the position in a number of too few digits." => {
        fn covered_seq(&mut self, covered: &Number, _: &Number) -> Number {
            covered.to_u64().map_or_else(|| covered.clone(), |seq| ((seq as f32) as u64).into())
        }
    }

    "resumed-starts-are-above-zero" aims ["AUE-6-09"] in RESUME
    "Takes a position of zero for none." => {
        fn covered_seq(&mut self, covered: &Number, _: &Number) -> Number {
            if covered.to_u64() == Some(0) { 1_u64.into() } else { covered.clone() }
        }
    }

    "finished-logs-begin-anew" aims ["AUE-6-09"] in RESUME { first: Option<Number>, last: Option<Number> }
    "Gives the start the position of the first event if no change is left to send." => {
        fn log(&mut self, log: &[Event]) -> Verdict {
            let seq = |event: &Event| event.get("seq").and_then(Value::as_number).cloned();
            self.first = log.first().and_then(seq);
            let changes = |event: &&Event| !is(event, Op::End) && !is(event, Op::Ping);
            self.last = log.iter().rev().find(changes).and_then(seq);
            Ok(())
        }

        fn covered_seq(&mut self, covered: &Number, _: &Number) -> Number {
            let finished = self.last.as_ref().is_some_and(|last| covered.cmp_value(last).is_ge());
            match &self.first {
                Some(first) if finished => first.clone(),
                _ => covered.clone(),
            }
        }
    }

    "resumed-starts-are-at-the-next-event" aims ["AUE-6-15"] in RESUME { seqs: Vec<Number> }
    "Gives the start the position of the next event, if no event is at the cursor." => {
        fn log(&mut self, log: &[Event]) -> Verdict {
            let seq = |event: &Event| event.get("seq").and_then(Value::as_number).cloned();
            self.seqs = log.iter().filter_map(seq).collect();
            Ok(())
        }

        fn covered_seq(&mut self, covered: &Number, cursor: &Number) -> Number {
            let next = self.seqs.iter().find(|seq| seq.cmp_value(cursor).is_gt());
            match next {
                Some(next) if covered != cursor => next.clone(),
                _ => covered.clone(),
            }
        }
    }

    "resumed-starts-are-above-a-gap" aims ["AUE-6-15"] in RESUME
    "Gives the start the position after the cursor, if no event is at the cursor." => {
        fn covered_seq(&mut self, covered: &Number, cursor: &Number) -> Number {
            match cursor.to_u64() {
                Some(cursor) if covered.to_u64() != Some(cursor) => cursor.saturating_add(1).into(),
                _ => covered.clone(),
            }
        }
    }

    "resumed-starts-are-at-the-cursor" aims ["AUE-6-16"] in RESUME
    "Gives the start the position of the cursor, whether or not an event has it." => {
        fn covered_seq(&mut self, _: &Number, cursor: &Number) -> Number {
            cursor.clone()
        }
    }

    // The events after it.

    "the-next-event-is-left-out" aims ["AUE-6-10", "AUE-6-13"] in RESUME
    "Goes on with the second event after the cursor." => {
        fn rest<'l>(&mut self, log: &'l [Event], covered: usize) -> &'l [Event] {
            let left = log.get(covered..).unwrap_or_default();
            if left.len() > 1 { &left[1..] } else { left }
        }
    }

    "the-last-covered-event-is-sent-again" aims ["AUE-6-11", "AUE-6-13"] in RESUME
    "Goes on with the event at the cursor." => {
        fn rest<'l>(&mut self, log: &'l [Event], covered: usize) -> &'l [Event] {
            log.get(covered.saturating_sub(1).max(1)..).unwrap_or_default()
        }
    }

    "changes-are-merged" aims ["AUE-6-10"] in RESUME
    "Sends of several sets of one block in a row the last one." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            let sets = |event: &Event| is(event, Op::Set) && event.get("mask").is_none();
            let id = |event: &Event| event.get("block").and_then(|block| block.get("id")).cloned();
            let mut at = 1;
            while at < events.len() {
                let (before, this) = (&events[at - 1], &events[at]);
                if sets(before) && sets(this) && id(before) == id(this) {
                    events.remove(at - 1);
                } else {
                    at += 1;
                }
            }
            events
        }
    }

    "equal-deltas-are-sent-once" aims ["AUE-6-10", "AUE-6-13"] in RESUME
    "Takes an append that is equal to the one before but for its position for a repetition." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            events.dedup_by(|this, before| {
                is(this, Op::Append) && this.get("block") == before.get("block")
            });
            events
        }
    }

    "later-errors-are-left-out" aims ["AUE-6-10"] in RESUME
    "Takes an error for a matter of the connection that had it." => {
        fn sends(&mut self, op: Op) -> bool {
            op != Op::Error && Reference.sends(op)
        }
    }

    "later-metadata-is-left-out" aims ["AUE-6-10"] in RESUME
    "Goes on with the changes of blocks alone." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            events.retain(|event| !is(event, Op::Set) || event.get("block").is_some());
            events
        }
    }

    "later-events-are-few" aims ["AUE-6-13"] in RESUME
    "Sends fifty events at most." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            if events.len() > 50 {
                events.drain(50..events.len() - 1);
            }
            events
        }
    }

    "later-restarts-are-left-out" aims ["AUE-6-13"] in RESUME
    "Takes a start within a delivery for another one, and leaves it out." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            let mut open = false;
            events.retain(|event| {
                let keeps = !(open && is(event, Op::Start));
                open = !is(event, Op::End);
                keeps
            });
            events
        }
    }

    "times-and-hints-are-left-out" aims ["AUE-6-23"] in RESUME
    "Sends of each event only what it does." => {
        fn delivered(&mut self, events: Vec<Event>) -> Vec<Event> {
            edit(events, |members| {
                members.remove("ts");
                members.remove("event_type");
            })
        }
    }

    // The end.

    "resumed-deliveries-stay-open" aims ["AUE-6-12"] in RESUME
    "Leaves the end out when there was something to send." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            if events.len() > 2 && events.last().is_some_and(|last| is(last, Op::End)) {
                events.pop();
            }
            events
        }
    }

    "pings-follow-the-resumed-end" aims ["AUE-6-12"] in RESUME
    "Keeps a resumed delivery alive for a moment after its end." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            let ping = [("op", Value::from("ping")), ("seq", 9_u64.into())];
            if events.len() > 2 {
                events.push(Object::from_iter(ping).into());
            }
            events
        }
    }

    "nothing-is-sent-where-nothing-is-left" aims ["AUE-6-17"] in RESUME
    "Sends nothing to a client that has all changes." => {
        fn delivered(&mut self, events: Vec<Event>) -> Vec<Event> {
            if events.len() > 2 { events } else { Vec::new() }
        }
    }

    "an-end-alone-is-sent-where-nothing-is-left" aims ["AUE-6-17"] in RESUME
    "Sends nothing but an end to a client that has all changes." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            if events.len() == 2 {
                events.remove(0);
            }
            events
        }
    }

    "nothing-ends-where-nothing-is-left" aims ["AUE-6-17"] in RESUME
    "Sends a start without an end to a client that has all changes." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            if events.len() == 2 {
                events.pop();
            }
            events
        }
    }

    // Resuming in its turn.

    "resumed-logs-are-refused" aims ["AUE-6-14"] in RESUME { first: Option<Event>, made: Option<Event> }
    "Refuses a log that begins with a start of its own making." => {
        fn log(&mut self, log: &[Event]) -> Verdict {
            self.first = log.first().cloned();
            refuse_if(self.made.is_some() && self.made == self.first)
        }

        fn delivered(&mut self, events: Vec<Event>) -> Vec<Event> {
            if self.first.as_ref() != events.first() {
                self.made = events.first().cloned();
            }
            events
        }
    }

    "resumed-logs-are-resumed-from-their-start" aims ["AUE-6-14"] in RESUME
        { first: Option<Event>, made: Option<Event>, own: bool }
    "Has the model of a log that it made itself from the memory of the last request, without its events." => {
        fn log(&mut self, log: &[Event]) -> Verdict {
            self.first = log.first().cloned();
            self.own = self.made.is_some() && self.made == self.first;
            Ok(())
        }

        fn covered_model(&mut self, model: &Model, original: &Event) -> Value {
            match original.get("model") {
                Some(remembered) if self.own => remembered.clone(),
                _ => model.document().clone().into(),
            }
        }

        fn delivered(&mut self, events: Vec<Event>) -> Vec<Event> {
            if self.first.as_ref() != events.first() {
                self.made = events.first().cloned();
            }
            events
        }
    }

    // Errors.

    "resumed-models-have-no-error" aims ["AUE-6-18"] in RESUME
    "Takes an error for news, and leaves it out of the model." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            edited(model, |document| {
                if let Some(meta) = document.get_mut("meta").and_then(Value::as_object_mut) {
                    meta.remove("error");
                }
            })
        }
    }

    "covered-errors-are-sent-again" aims ["AUE-6-18"] in RESUME
    "Wants every client to hear of an error, and takes none for covered." => {
        fn covers(&mut self, cursor: &Number, op: Op, seq: &Number) -> bool {
            op != Op::Error && op != Op::End && Reference.covers(cursor, op, seq)
        }
    }

    "resumed-errors-are-bare" aims ["AUE-6-18"] in RESUME
    "Keeps of an error its code and its message." => {
        fn covered_model(&mut self, model: &Model, _: &Event) -> Value {
            edited(model, |document| {
                let meta = document.get_mut("meta");
                let error = meta.and_then(Value::as_object_mut).and_then(|meta| meta.get_mut("error"));
                if let Some(error) = error.and_then(Value::as_object_mut) {
                    retain(error, |name, _| name == "code" || name == "message");
                }
            })
        }
    }

    // Streams.

    "resumed-starts-name-no-stream" aims ["AUE-4.2-24"] in RESUME
    "Makes a start that names no stream, and leaves the later events as they are." => {
        fn resumed_stream(&mut self, op: Op, stream_id: Option<&JsonString>) -> Option<JsonString> {
            match op {
                Op::Start => None,
                _ => Reference.resumed_stream(op, stream_id),
            }
        }
    }

    "resumed-starts-name-a-stream" aims ["AUE-4.2-24"] in RESUME
    "Gives the start of an unnamed stream a name." => {
        fn resumed_stream(&mut self, _: Op, stream_id: Option<&JsonString>) -> Option<JsonString> {
            let named = stream_id.filter(|stream_id| !stream_id.is_empty());
            Some(named.cloned().unwrap_or_else(|| "default".into()))
        }
    }

    "resumed-starts-name-a-trimmed-stream" aims ["AUE-4.2-24"] in RESUME
    "Removes the white space around the identifier of the stream." => {
        fn resumed_stream(&mut self, _: Op, stream_id: Option<&JsonString>) -> Option<JsonString> {
            stream_id.map(|stream_id| super::tools::mapped(stream_id, |text| text.trim().to_owned()))
        }
    }

    // Between requests.

    "the-same-delivery-again-stays-open" aims ["AUE-6-22"] in RESUME { last: Vec<Event> }
    "Leaves the end out of a delivery that it sent just before." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            let again = events == self.last;
            self.last.clone_from(&events);
            if again {
                events.pop();
            }
            events
        }
    }

    "the-first-delivery-stays-open" aims ["AUE-6-22"] in RESUME { delivered: bool }
    "Leaves the end out of the first delivery of a process." => {
        fn delivered(&mut self, mut events: Vec<Event>) -> Vec<Event> {
            if !self.delivered {
                events.pop();
            }
            self.delivered = true;
            events
        }
    }
}

/// The model as another one.
fn edited(model: &Model, change: impl FnOnce(&mut Object)) -> Value {
    let mut document = model.document().clone();
    change(&mut document);
    document.into()
}

fn edit_blocks(document: &mut Object, change: impl FnOnce(&mut Vec<Value>)) {
    if let Some(blocks) = document.get_mut("blocks").and_then(Value::as_array_mut) {
        change(blocks);
    }
}

/// Events with other members.
fn edit(events: Vec<Event>, change: impl Fn(&mut Object)) -> Vec<Event> {
    let edited = events.into_iter().map(|event| {
        let mut members = event.members().clone();
        change(&mut members);
        members.into()
    });
    edited.collect()
}
