//! Resuming a delivery from its log (section 6).
//!
//! A resumed delivery is a `start` with the model that the cursor covers, the later events of the log, and an `end`. A client that
//! has seen everything up to the cursor, or nothing, ends in the model of one that has received the whole log.
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | pings of the log | left out: they kept another delivery alive, and their `seq` covers nothing |
//! | a cursor before the first event | the log from its own `start` |
//! | a cursor beyond the last event | as at the last event |
//! | a cursor at the `end` | `seq` of the `start` is that of the last state change, so that the `end` has a greater one |
//! | a log without `end` | an `end` is added, with the next `seq` |
//! | a log of several deliveries | covered is everything before the last event at or below the cursor; a later `end` and `start` are events as others |
//! | a log with an event that is covered and cannot be reduced | refused: its model is nobody's |
//! | a log of several streams, or that does not begin with a `start` | refused: it is none of one stream |

use uiconform_json::{JsonString, Number, Object, Value};

use super::{Envelope, Event, Model, Op, Reducer, Reference, Rejection, Steps, decode};

/// What [`resume`] does beside reducing, step by step; the defaults are the protocol.
///
/// As with [`Steps`], a deliberately wrong variant replaces one of them, and the defaults are short and call no other step.
pub trait ResumeSteps: Steps {
    /// Judges the log before anything is made of it: any is taken.
    fn log(&mut self, log: &[Event]) -> Result<(), Rejection> {
        let _ = log;
        Ok(())
    }

    /// Judges the first event of a log that is no `start`: refused (5).
    fn headless(&mut self, first: Op) -> Result<(), Rejection> {
        let message = format!("a log begins with `start`, not `{}`", first.name());
        Err(Rejection::new("AUE-5-01", message))
    }

    /// Judges an event of another stream than the first: refused (4.2).
    fn foreign(&mut self, event: &Event) -> Result<(), Rejection> {
        let _ = event;
        Err(Rejection::new("AUE-4.2-24", "the log is of several streams").at("stream_id"))
    }

    /// Whether the cursor covers an event: its own, and those below.
    fn covers(&mut self, cursor: &Number, op: Op, seq: &Number) -> bool {
        op != Op::Ping && seq.cmp_value(cursor).is_le()
    }

    /// Whether a covered event moves what the model covers: state changes do (4.1).
    fn counts(&mut self, op: Op) -> bool {
        !matches!(op, Op::Ping | Op::End)
    }

    /// Takes the model for the new `start`: as the covered events have made it, from the model of their own `start`.
    fn covered_model(&mut self, model: &Model, original: &Event) -> Value {
        let _ = original;
        model.document().clone().into()
    }

    /// The `seq` of the new `start`: the highest that its model covers.
    fn covered_seq(&mut self, covered: &Number, cursor: &Number) -> Number {
        let _ = cursor;
        covered.clone()
    }

    /// The stream of the new `start` and of an added `end`: that of the log.
    fn resumed_stream(&mut self, op: Op, stream_id: Option<&JsonString>) -> Option<JsonString> {
        let _ = op;
        stream_id.cloned()
    }

    /// Which events of the log follow the new `start`, if the first so many are covered: all others.
    fn rest<'l>(&mut self, log: &'l [Event], covered: usize) -> &'l [Event] {
        log.get(covered..).unwrap_or_default()
    }

    /// Whether an event of the rest is sent: pings are not.
    fn sends(&mut self, op: Op) -> bool {
        op != Op::Ping
    }

    /// Whether an `end` is added, after that last event: unless it is one.
    fn adds_end(&mut self, last: Op) -> bool {
        last != Op::End
    }

    /// Concludes the delivery.
    fn delivered(&mut self, events: Vec<Event>) -> Vec<Event> {
        events
    }
}

impl ResumeSteps for Reference {}

/// The delivery that resumes a stream at a cursor: an event `seq` up to which the client says to have seen everything.
///
/// # Errors
///
/// If the log is empty, is not that of one stream, or cannot be reduced; the pointer leads from the log to the event.
pub fn resume<S: ResumeSteps + ?Sized>(
    steps: &mut S,
    log: &[Event],
    cursor: &Number,
) -> Result<Vec<Event>, Rejection> {
    steps.log(log)?;
    let entries = read(steps, log)?;
    let Some(first) = entries.first() else {
        return Err(Rejection::new("AUE-6-08", "there is nothing in the log"));
    };
    if first.op != Op::Start {
        steps
            .headless(first.op)
            .map_err(|rejection| rejection.at_index(0))?;
    }
    let covered = entries
        .iter()
        .rposition(|entry| steps.covers(cursor, entry.op, &entry.seq))
        .map_or(0, |last| last + 1);
    let mut delivery = Vec::new();
    let mut last = (Op::Start, Number::from(0_u64));
    let stream = first.stream_id.as_ref();
    if let Some((model, seq)) = reduce(steps, log, &entries, covered, cursor)? {
        let stream = steps.resumed_stream(Op::Start, stream);
        delivery.push(event(Op::Start, &seq, stream, Some(model)));
        last = (Op::Start, seq);
    }
    let rest = steps.rest(log, covered);
    // What a variant takes for the rest ends where the log does all the same.
    let skipped = log.len().saturating_sub(rest.len());
    for (later, entry) in rest.iter().zip(entries.iter().skip(skipped)) {
        if steps.sends(entry.op) {
            delivery.push(later.clone());
            last = (entry.op, entry.seq.clone());
        }
    }
    if steps.adds_end(last.0) {
        let stream = steps.resumed_stream(Op::End, stream);
        delivery.push(event(Op::End, &next(&last.1), stream, None));
    }
    Ok(steps.delivered(delivery))
}

/// What the envelope of an event of the log says.
struct Entry {
    op: Op,
    seq: Number,
    stream_id: Option<JsonString>,
}

impl Entry {
    fn of(envelope: &Envelope<'_>) -> Self {
        Self {
            op: envelope.op,
            seq: envelope.seq.cloned().unwrap_or_else(|| Number::from(0_u64)),
            stream_id: envelope.stream_id.cloned(),
        }
    }
}

/// Reads the envelopes of a log, which is of one stream.
fn read<S: ResumeSteps + ?Sized>(steps: &mut S, log: &[Event]) -> Result<Vec<Entry>, Rejection> {
    let mut entries: Vec<Entry> = Vec::with_capacity(log.len());
    let mut stream = None;
    for (at, event) in log.iter().enumerate() {
        let entry = decode(steps, event)
            .map(|envelope| Entry::of(&envelope))
            .map_err(|rejection| rejection.at_index(at))?;
        let name = steps.stream(entry.stream_id.as_ref());
        if *stream.get_or_insert_with(|| name.clone()) != name {
            steps
                .foreign(event)
                .map_err(|rejection| rejection.at_index(at))?;
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// The model after the covered events, and the highest `seq` that it covers; `None` if nothing has been started.
fn reduce<S: ResumeSteps + ?Sized>(
    steps: &mut S,
    log: &[Event],
    entries: &[Entry],
    covered: usize,
    cursor: &Number,
) -> Result<Option<(Value, Number)>, Rejection> {
    let mut reducer = Reducer::new();
    let mut latest = None;
    let mut original = None;
    for (at, (event, entry)) in log.iter().zip(entries).take(covered).enumerate() {
        reducer
            .apply(steps, event)
            .map_err(|rejection| rejection.at_index(at))?;
        if steps.counts(entry.op) {
            latest = Some(&entry.seq);
        }
        if entry.op == Op::Start {
            original = Some(event);
        }
    }
    Ok(match (reducer.model(), original, latest) {
        (Some(model), Some(original), Some(latest)) => Some((
            steps.covered_model(model, original),
            steps.covered_seq(latest, cursor),
        )),
        _ => None,
    })
}

/// An event that is not of the log.
fn event(op: Op, seq: &Number, stream_id: Option<JsonString>, model: Option<Value>) -> Event {
    let mut members =
        Object::from_iter([("op", Value::from(op.name())), ("seq", seq.clone().into())]);
    if let Some(stream_id) = stream_id {
        members.insert("stream_id", stream_id);
    }
    if let Some(model) = model {
        members.insert("model", model);
    }
    members.into()
}

/// The number after a `seq`, or the same one if it is beyond what can be counted.
fn next(seq: &Number) -> Number {
    seq.to_u64()
        .and_then(|seq| seq.checked_add(1))
        .map_or_else(|| seq.clone(), Number::from)
}

#[cfg(test)]
mod tests;
