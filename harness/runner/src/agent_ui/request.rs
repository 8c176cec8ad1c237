//! The params of `agent-ui/receive`: as a case describes them, for a comparison with its twin, and as they are sent.

use std::borrow::Cow;

use uiconform_catalogue::Described;
use uiconform_json::{Array, Object, Value};

use super::body::{Body, Input, Phase, Reload, Renderer, Step, Written};
use super::sent;
use super::step::DATA;
use crate::framings::{Event, piece};

/// How values are taken from a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    /// As the file describes them.
    Described,
    /// Written out.
    Sent,
}

impl As {
    fn value(self, described: &Described) -> Value {
        match self {
            Self::Described => described.as_given().clone(),
            Self::Sent => described.get().into_owned(),
        }
    }
}

/// The params of a request. `variant` is the one of its framing.
pub(super) fn params(body: &Body, how: As, variant: usize) -> Value {
    let phases: Array = body
        .phases
        .iter()
        .map(|phase| params_of(body, phase, how, variant))
        .collect();
    Object::from_iter([("phases", phases)]).into()
}

fn params_of(body: &Body, phase: &Phase, how: As, variant: usize) -> Object {
    let mut params = Object::new();
    if let Some(registry) = &phase.registry {
        params.insert("registry", how.value(registry));
    }
    match &phase.reload {
        None => {}
        Some(Reload::Persisted) => {
            params.insert("reload", true);
        }
        Some(Reload::Message(message)) => {
            params.insert("reload", how.value(message));
        }
    }
    if let Some(session) = &phase.session {
        params.insert("session", session);
    }
    if body.streams {
        params.insert("sse", stream(body, phase, how, variant));
    } else {
        let events = phase.steps.iter().filter_map(|step| event(step, how));
        let events = events
            .map(|(name, data)| Object::from_iter([("event", Value::from(name)), ("data", data)]));
        params.insert("events", events.collect::<Array>());
    }
    let renderers: Vec<(Value, Renderer)> = phase
        .steps
        .iter()
        .filter_map(|step| Some((sent::id(step)?.into(), step.renderer?)))
        .collect();
    if !renderers.is_empty() {
        let render = renderers
            .into_iter()
            .filter_map(|(id, renderer)| Some((id.as_string()?.clone(), renderer.text())));
        params.insert("render", Object::from_iter(render));
    }
    params
}

/// The name and the data of the event that a step brings as a whole.
fn event(step: &Step, how: As) -> Option<(&str, Value)> {
    match &step.input {
        Input::Envelope(envelope) => Some(("ui_envelope", sent::data(step, how.value(envelope)))),
        Input::Event { name, data } => Some((name, how.value(data))),
        Input::Earlier(_) | Input::Piece { .. } => None,
    }
}

fn stream(body: &Body, phase: &Phase, how: As, variant: usize) -> Array {
    let Some(framing) = body.framing else {
        let pieces = phase.steps.iter().filter_map(|step| written(step, how));
        return pieces.map(|bytes| piece(&bytes)).collect();
    };
    let pieces = framing.pieces(&events(&texts(phase, how)), variant);
    pieces.iter().map(|bytes| piece(bytes)).collect()
}

/// How many requests a framing makes of a body.
pub(super) fn variants(body: &Body) -> usize {
    match (body.framing, body.phases.first()) {
        (Some(framing), Some(phase)) => framing.variants(&events(&texts(phase, As::Sent))),
        _ => 1,
    }
}

fn texts(phase: &Phase, how: As) -> Vec<(String, String)> {
    let events = phase.steps.iter().filter_map(|step| event(step, how));
    events
        .map(|(name, data)| (name.to_owned(), data.to_text()))
        .collect()
}

fn events(texts: &[(String, String)]) -> Vec<Event<'_>> {
    let events = texts.iter().map(|(name, data)| Event {
        name: Some(name),
        data,
    });
    events.collect()
}

/// The bytes that a step adds to a stream.
fn written(step: &Step, how: As) -> Option<Vec<u8>> {
    if let Some((name, data)) = event(step, how) {
        return Some(format!("event: {name}\ndata: {}\n\n", data.to_text()).into_bytes());
    }
    match &step.input {
        Input::Piece {
            written: Written::Bytes(bytes),
            ..
        } => Some(bytes.clone()),
        Input::Piece {
            written: Written::Text(text),
            envelope,
        } => {
            let data = envelope
                .as_ref()
                .map(|envelope| sent::data(step, how.value(envelope)).to_text());
            Some(match data {
                Some(data) => text.replace(DATA, &data).into_bytes(),
                None => text.clone().into_bytes(),
            })
        }
        _ => None,
    }
}

/// What a step brings, as text for a person to see.
pub(super) fn shown(body: &Body, step: &Step) -> String {
    if let Input::Earlier(id) = &step.input {
        return format!("the envelope {id:?}, from earlier");
    }
    match event(step, As::Sent) {
        Some((name, data)) if !body.streams => {
            Object::from_iter([("event", Value::from(name)), ("data", data)]).to_text()
        }
        _ => {
            let bytes = written(step, As::Sent).unwrap_or_default();
            let text: Cow<'_, str> = String::from_utf8_lossy(&bytes);
            Value::from(&*text).to_text()
        }
    }
}
