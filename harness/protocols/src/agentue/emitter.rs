//! The emitter: what an application does to its model, as a delivery (sections 4 and 5).
//!
//! An emitter reduces its own events, so it knows the model that its consumers have and refuses what they would refuse. An
//! action that it refuses emits nothing and takes no `seq`.
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | the first `seq` | 1, and one more for each event but `ping`; a further delivery goes on counting |
//! | `start` while the stream is open | emitted: it replaces the model |
//! | actions after a failure | emitted: it may be recoverable (3.2) |
//! | a field that no mask can name, for a dot in a name or an empty one | the whole block is set, to the same effect; refused for metadata |
//! | a delta above [`DELTA_BYTES`] | several appends, cut between characters or elements; a longer element stays whole |

mod steps;

use uiconform_json::{JsonString, Object, Value};

use super::{Event, Model, Op, Reducer, Rejection, Root, mask};
pub use steps::{EmitSteps, State};

/// From this length on, in bytes, a delta is split (8): 64 KiB. A message of this size passes wherever messages of ordinary
/// transports do.
pub const DELTA_BYTES: usize = 65_536;

/// What an action makes of the delivery: events to send, or nothing and why.
pub type Emitted = Result<Vec<Event>, Rejection>;

/// How an emitter speaks to its consumers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The logical stream that every event names; without one, none names any (4.2).
    pub stream_id: Option<JsonString>,
    /// Whether the consumers understand inline blocks alone: references are refused (3.5).
    pub inline_only: bool,
}

/// One stream, its model and its place in the timeline.
#[derive(Clone, Debug, Default)]
pub struct Emitter {
    options: Options,
    state: State,
    latest: u64,
    reducer: Reducer,
}

impl Emitter {
    /// An emitter that has sent nothing yet.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }

    /// The model that the events so far make; none before the first `start`.
    pub fn model(&self) -> Option<&Model> {
        self.reducer.model()
    }

    /// Begins a delivery with a model, which gets the current version if it has none (3.5).
    ///
    /// # Errors
    ///
    /// If the model is not one that a `start` may have, or holds references for consumers that do not know any.
    pub fn start<S: EmitSteps + ?Sized>(&mut self, steps: &mut S, model: &Value) -> Emitted {
        steps.lawful(self.state, Op::Start)?;
        let model = steps.new_model(model);
        let blocks = model.get("blocks").and_then(Value::as_array);
        for block in blocks.into_iter().flatten() {
            self.check_form(steps, block)?;
        }
        let event = self.event(steps, Op::Start, [("model", model)]);
        self.emit(steps, vec![event])
    }

    /// Sets a block as a whole: inline or a reference.
    ///
    /// # Errors
    ///
    /// If no delivery is open, or consumers may not or cannot take the block.
    pub fn set<S: EmitSteps + ?Sized>(&mut self, steps: &mut S, block: &Value) -> Emitted {
        steps.lawful(self.state, Op::Set)?;
        self.check_form(steps, block)?;
        let block = steps.value(Op::Set, block);
        let event = self.event(steps, Op::Set, [("block", block)]);
        self.emit(steps, vec![event])
    }

    /// Sets the field of a block to which a path of member names leads.
    ///
    /// # Errors
    ///
    /// If no delivery is open, there is no such block, or its field cannot be set: it is a reference, the field is its identifier,
    /// or the path leads through something else than objects.
    pub fn set_field<S: EmitSteps + ?Sized>(
        &mut self,
        steps: &mut S,
        block_id: &JsonString,
        path: &[JsonString],
        value: &Value,
    ) -> Emitted {
        steps.lawful(self.state, Op::Set)?;
        let value = steps.value(Op::Set, value);
        let Some(mask) = steps.spell(Root::Block, path) else {
            let block = self.with_field(block_id, path, value)?;
            let event = self.event(steps, Op::Set, [("block", block)]);
            return self.emit(steps, vec![event]);
        };
        let mut payload = Object::from_iter([("id", block_id)]);
        nest(&mut payload, path, value);
        let members: [(&str, Value); 2] = [("mask", mask.into()), ("block", payload.into())];
        let event = self.event(steps, Op::Set, members);
        self.emit(steps, vec![event])
    }

    /// Sets the member of the metadata to which a path of member names leads.
    ///
    /// # Errors
    ///
    /// If no delivery is open, no mask can name the member, or it cannot take the value.
    pub fn set_meta<S: EmitSteps + ?Sized>(
        &mut self,
        steps: &mut S,
        path: &[JsonString],
        value: &Value,
    ) -> Emitted {
        steps.lawful(self.state, Op::Set)?;
        let value = steps.value(Op::Set, value);
        let Some(mask) = steps.spell(Root::Meta, path) else {
            return Err(Rejection::new(
                "AUE-5-14",
                "no mask names this member of the metadata",
            ));
        };
        let mut payload = Object::new();
        nest(&mut payload, path, value);
        let members: [(&str, Value); 2] = [("mask", mask.into()), ("meta", payload.into())];
        let event = self.event(steps, Op::Set, members);
        self.emit(steps, vec![event])
    }

    /// Appends what a block has under the name of a field to that field; if there is no block of that identifier, the block
    /// becomes it.
    ///
    /// # Errors
    ///
    /// If no delivery is open, or the field cannot take the delta.
    pub fn append<S: EmitSteps + ?Sized>(
        &mut self,
        steps: &mut S,
        block: &Value,
        field: &JsonString,
    ) -> Emitted {
        steps.lawful(self.state, Op::Append)?;
        let Some(mask) = steps.spell(Root::Block, std::slice::from_ref(field)) else {
            return Err(Rejection::new("AUE-5-14", "no mask names this field"));
        };
        let Some(block) = block.as_object() else {
            return Err(Rejection::new("AUE-5.3-23", "a block is an object"));
        };
        let pieces = match block.get_name(field) {
            Some(delta) => steps.pieces(delta),
            None => {
                return Err(Rejection::new(
                    "AUE-5.3-29",
                    "the block has no delta in the field",
                ));
            }
        };
        let mut events = Vec::new();
        let mut payload = block.clone();
        for piece in pieces {
            payload.insert(field, piece);
            let members: [(&str, Value); 2] =
                [("mask", mask.clone().into()), ("block", payload.into())];
            events.push(self.event_after(steps, Op::Append, events.len(), members));
            // The first has brought the block into being if it had to.
            payload = Object::from_iter(block.get("id").map(|id| ("id", id.clone())));
        }
        self.emit(steps, events)
    }

    /// Signals a failure; `end` is still to come.
    ///
    /// # Errors
    ///
    /// If no delivery is open, or the error is no object with a `code` and a `message`.
    pub fn fail<S: EmitSteps + ?Sized>(&mut self, steps: &mut S, error: &Value) -> Emitted {
        steps.lawful(self.state, Op::Error)?;
        let meta = Object::from_iter([("error", steps.error(error))]);
        let members: [(&str, Value); 2] = [("mask", "meta.error".into()), ("meta", meta.into())];
        let event = self.event(steps, Op::Error, members);
        self.emit(steps, vec![event])
    }

    /// Keeps the delivery alive at a time, in milliseconds of Unix time.
    ///
    /// # Errors
    ///
    /// If no delivery is open.
    pub fn ping<S: EmitSteps + ?Sized>(&mut self, steps: &mut S, now: u64) -> Emitted {
        steps.lawful(self.state, Op::Ping)?;
        let time = steps.time(now).map(|ts| ("ts", Value::from(ts)));
        let event = self.event(steps, Op::Ping, time);
        self.emit(steps, vec![event])
    }

    /// Ends the delivery.
    ///
    /// # Errors
    ///
    /// If no delivery is open.
    pub fn end<S: EmitSteps + ?Sized>(&mut self, steps: &mut S) -> Emitted {
        steps.lawful(self.state, Op::End)?;
        let event = self.event(steps, Op::End, None);
        self.emit(steps, vec![event])
    }

    fn check_form<S: EmitSteps + ?Sized>(
        &self,
        steps: &mut S,
        block: &Value,
    ) -> Result<(), Rejection> {
        if self.options.inline_only && block.get("ref").is_some() {
            steps.unwanted_reference(block)?;
        }
        Ok(())
    }

    /// The block as it is with another value in a field.
    fn with_field(
        &self,
        block_id: &JsonString,
        path: &[JsonString],
        value: Value,
    ) -> Result<Value, Rejection> {
        if path.is_empty() {
            return Err(Rejection::new("AUE-5.2-29", "the path names no field"));
        }
        mask::field(Op::Set, path)?;
        let block = self
            .model()
            .and_then(|model| model.block(model.position(block_id)?))
            .ok_or_else(|| {
                Rejection::new("AUE-5.2-34", format!("there is no block {block_id:?}"))
            })?;
        super::rules::changeable(Op::Set, block)?;
        mask::reach(block, path)?;
        let mut block = block.clone();
        mask::assign(&mut block, path, value);
        Ok(block.into())
    }

    /// The next event.
    fn event<'n, S: EmitSteps + ?Sized>(
        &self,
        steps: &mut S,
        op: Op,
        members: impl IntoIterator<Item = (&'n str, Value)>,
    ) -> Event {
        self.event_after(steps, op, 0, members)
    }

    /// The event after so many that are not sent yet.
    fn event_after<'n, S: EmitSteps + ?Sized>(
        &self,
        steps: &mut S,
        op: Op,
        unsent: usize,
        members: impl IntoIterator<Item = (&'n str, Value)>,
    ) -> Event {
        let latest = self.latest.saturating_add(unsent as u64);
        let mut event = Object::from_iter([
            ("op", Value::from(op.name())),
            ("seq", steps.next_seq(op, latest).into()),
        ]);
        if let Some(stream_id) = &self.options.stream_id {
            event.insert("stream_id", stream_id);
        }
        for (name, member) in members {
            event.insert(name, member);
        }
        event.into()
    }

    /// Reduces the events of one action, all or none of them, and sends them.
    fn emit<S: EmitSteps + ?Sized>(&mut self, steps: &mut S, events: Vec<Event>) -> Emitted {
        let mut sent = Vec::new();
        for event in events {
            // Only the first can be refused: what follows it joins more of the same kind to the same field.
            steps.reduce(&mut self.reducer, &event)?;
            self.state = match event.get("op").and_then(Value::as_str).and_then(Op::named) {
                Some(Op::Start) => State::Open,
                Some(Op::End) => State::Ended,
                _ => self.state,
            };
            if let Some(seq) = event.get("seq").and_then(Value::as_number) {
                self.latest = seq.to_u64().unwrap_or(self.latest);
            }
            steps.send(event, &mut sent);
        }
        Ok(sent)
    }
}

/// Adds a value at the end of a path, as a masked payload has it.
fn nest(payload: &mut Object, path: &[JsonString], value: Value) {
    if let Some((first, inner)) = path.split_first() {
        payload.insert(first, mask::nest(inner, value));
    }
}

#[cfg(test)]
mod tests;
