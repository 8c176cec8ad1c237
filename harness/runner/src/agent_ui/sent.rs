//! The envelopes that have come, in the order in which they did.

use std::borrow::Cow;

use uiconform_json::{JsonString, Object, Value};

use super::body::{Input, Phase, Reload, Step};
use super::step::id_of;

/// Which of the envelopes of one id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    First,
    Last,
}

/// An envelope with its identifier and its time.
struct Arrival<'a> {
    id: JsonString,
    envelope: Cow<'a, Value>,
    created_at: Option<Value>,
}

/// What a frontend has come to know so far.
#[derive(Default)]
pub(super) struct Sent<'a>(Vec<Arrival<'a>>);

impl<'a> Sent<'a> {
    /// Begins a phase: a message that is reloaded takes the place of all that came before.
    pub(super) fn begin(&mut self, phase: &'a Phase) {
        let Some(Reload::Message(message)) = &phase.reload else {
            return;
        };
        self.0.clear();
        let message = message.get();
        let records = message.get("uiEnvelopes").and_then(Value::as_array);
        for record in records.into_iter().flat_map(|records| records.iter()) {
            let id = record.get("envelopeId").and_then(Value::as_string);
            if let (Some(id), Some(envelope)) = (id, record.get("envelope")) {
                self.0.push(Arrival {
                    id: id.clone(),
                    envelope: Cow::Owned(envelope.clone()),
                    created_at: record.get("createdAt").cloned(),
                });
            }
        }
    }

    /// Adds what a step brings.
    pub(super) fn add(&mut self, step: &'a Step) {
        let brings_none = matches!(&step.input, Input::Earlier(_));
        if let (false, Some(id), Some(envelope)) = (brings_none, id(step), envelope(step)) {
            self.0.push(Arrival {
                id,
                envelope,
                created_at: created_at(step),
            });
        }
    }

    pub(super) fn ids(&self) -> Vec<JsonString> {
        self.0.iter().map(|arrival| arrival.id.clone()).collect()
    }

    pub(super) fn envelope(&self, id: &JsonString, which: Which) -> Option<&Value> {
        let mut own = self.0.iter().filter(|arrival| arrival.id == *id);
        let arrival = match which {
            Which::First => own.next(),
            Which::Last => own.next_back(),
        };
        arrival.map(|arrival| &*arrival.envelope)
    }

    /// The time of the first envelope of an id.
    pub(super) fn created_at(&self, id: &JsonString) -> Option<&Value> {
        let mut own = self.0.iter().filter(|arrival| arrival.id == *id);
        own.next()?.created_at.as_ref()
    }
}

/// The identifier of the envelope that a step is about; none if it cannot be read.
pub(super) fn id(step: &Step) -> Option<JsonString> {
    match &step.input {
        Input::Envelope(_) | Input::Piece { .. } => Some(step.own_id().into()),
        Input::Event { data, .. } => id_of(data),
        Input::Earlier(id) => Some(id.clone()),
    }
}

/// The envelope that a step brings, if it brings one.
pub(super) fn envelope(step: &Step) -> Option<Cow<'_, Value>> {
    match &step.input {
        Input::Envelope(envelope) => Some(envelope.get()),
        Input::Piece { envelope, .. } => envelope.as_ref().map(|envelope| envelope.get()),
        Input::Event { data, .. } => match data.get() {
            Cow::Borrowed(data) => data.get("envelope").map(Cow::Borrowed),
            Cow::Owned(data) => data.get("envelope").cloned().map(Cow::Owned),
        },
        Input::Earlier(_) => None,
    }
}

fn created_at(step: &Step) -> Option<Value> {
    match &step.input {
        Input::Event { data, .. } => data.as_given().get("created_at").cloned(),
        _ => Some(step.own_time().into()),
    }
}

/// The data of the event around an envelope of which only that is written down.
pub(super) fn data(step: &Step, envelope: Value) -> Value {
    Object::from_iter([
        ("session_id", Value::from("s")),
        ("envelope_id", step.own_id().into()),
        ("created_at", step.own_time().into()),
        ("envelope", envelope),
    ])
    .into()
}

/// The identifiers of all envelopes of a body before a phase.
pub(super) fn ids_before(body: &[Phase]) -> Vec<JsonString> {
    let mut sent = Sent::default();
    for phase in body {
        sent.begin(phase);
        for step in &phase.steps {
            sent.add(step);
        }
    }
    sent.ids()
}
