//! The params of `ag-ui/run`: as a case describes them, for a comparison with its twin, and as they are sent.

use uiconform_catalogue::Described;
use uiconform_json::{Array, Object, Value};

use super::body::{Body, Piece, Run, Stream};
use super::element::{THREAD, run_id};
use crate::framings::{Event, piece};

/// Deltas of more bytes are told of without the assembled message, which would make the answer as long as its square.
const LARGE: usize = 1 << 20;

/// Bytes in a piece where bytes are split: few enough that every place is cut, and pieces that end at different ones.
const SIZES: [usize; 4] = [1, 2, 3, 7];

/// What goes in, as the case describes it.
pub(super) fn described(body: &Body) -> Value {
    let mut input = Object::new();
    let mut add = |name: &str, value: &Option<Described>| {
        if let Some(value) = value {
            input.push(name, value.as_given().clone());
        }
    };
    add("messages", &body.messages);
    add("state", &body.state);
    let runs = body.runs.iter().enumerate().map(|(index, run)| {
        let mut input = Object::new();
        for (name, value) in [("send", &run.send), ("resume", &run.resume)] {
            if let Some(value) = value {
                input.push(name, value.as_given().clone());
            }
        }
        match &run.stream {
            Stream::Events(events) => {
                let events = events.iter().map(|event| event.described(index));
                input.push("events", events.collect::<Array>());
            }
            Stream::Bytes(pieces) => {
                let pieces = pieces.iter().map(|part| match part {
                    Piece::Frame(event) => event.described(index),
                    Piece::Written { bytes, .. } => match piece(bytes) {
                        text @ Value::String(_) => Object::from_iter([("text", text)]).into(),
                        bytes => bytes,
                    },
                });
                input.push("sse", pieces.collect::<Array>());
            }
        }
        input.push("end", run.end.map_or("eof", |end| end.text()));
        input
    });
    input.push("runs", runs.collect::<Array>());
    input.into()
}

/// The params of a request; `variant` is the one of its framing.
pub(super) fn params(body: &Body, variant: usize) -> Value {
    let mut params = Object::from_iter([("thread", THREAD)]);
    for (name, value) in [("messages", &body.messages), ("state", &body.state)] {
        if let Some(value) = value {
            params.push(name, value.get().into_owned());
        }
    }
    if body.profile.is("typed-state") {
        params.push("typed", true);
    }
    if body.profile.is("verify-off") {
        params.push("verify", false);
    }
    let mut is_large = false;
    let runs = body.runs.iter().enumerate().map(|(index, run)| {
        let mut params = Object::from_iter([("run", run_id(index))]);
        for (name, value) in [("send", &run.send), ("resume", &run.resume)] {
            if let Some(value) = value {
                params.push(name, value.get().into_owned());
            }
        }
        match &run.stream {
            Stream::Events(_) => {
                let events = events(run, index);
                is_large |= events.iter().any(has_large_delta);
                params.push("events", events.into_iter().collect::<Array>());
            }
            Stream::Bytes(_) => {
                let pieces = pieces(body, run, index, variant);
                let pieces = pieces.iter().map(|bytes| piece(bytes));
                params.push("sse", pieces.collect::<Array>());
            }
        }
        if let Some(end) = run.end {
            params.push("end", end.text());
        }
        params
    });
    let runs: Array = runs.collect();
    if is_large {
        params.push("detail", "light");
    }
    params.push("runs", runs);
    params.into()
}

fn has_large_delta(event: &Value) -> bool {
    let delta = event.get("delta").and_then(Value::as_string);
    delta.is_some_and(|delta| delta.len() > LARGE)
}

/// The events of a run, those in frames among them.
pub(super) fn events(run: &Run, index: usize) -> Vec<Value> {
    match &run.stream {
        Stream::Events(events) => events
            .iter()
            .flat_map(|event| event.events(index))
            .collect(),
        Stream::Bytes(pieces) => pieces
            .iter()
            .flat_map(|piece| match piece {
                Piece::Frame(event) => event.events(index),
                Piece::Written { .. } => Vec::new(),
            })
            .collect(),
    }
}

/// In which pieces the bytes of a run are sent.
pub(super) fn pieces(body: &Body, run: &Run, index: usize, variant: usize) -> Vec<Vec<u8>> {
    if let Some(framing) = body.framing {
        return framing.pieces(&nameless(&texts(run, index)), variant);
    }
    let whole = whole(run, index);
    // In the first variant it is one piece.
    match variant.checked_sub(1).and_then(|place| SIZES.get(place)) {
        Some(size) => whole.chunks(*size).map(<[u8]>::to_vec).collect(),
        None => vec![whole],
    }
}

/// How many requests are made of a body.
pub(super) fn variants(body: &Body) -> usize {
    match (body.framing, body.runs.first()) {
        (Some(framing), Some(run)) => framing.variants(&nameless(&texts(run, 0))),
        _ if body.split => 1 + SIZES.len(),
        _ => 1,
    }
}

fn texts(run: &Run, index: usize) -> Vec<String> {
    events(run, index).iter().map(Value::to_text).collect()
}

/// Events of AG-UI name themselves in their data.
fn nameless(texts: &[String]) -> Vec<Event<'_>> {
    let events = texts.iter().map(|data| Event { name: None, data });
    events.collect()
}

fn whole(run: &Run, index: usize) -> Vec<u8> {
    let Stream::Bytes(pieces) = &run.stream else {
        return Vec::new();
    };
    let mut body = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Written { bytes, .. } => body.extend_from_slice(bytes),
            Piece::Frame(event) => {
                for event in event.events(index) {
                    body.extend_from_slice(b"data: ");
                    body.extend_from_slice(event.to_text().as_bytes());
                    body.extend_from_slice(b"\n\n");
                }
            }
        }
    }
    body
}

/// The inputs of all runs, as texts for a person to see.
pub(super) fn inputs(body: &Body) -> impl Iterator<Item = String> + '_ {
    let runs = body.runs.iter().enumerate();
    runs.flat_map(|(index, run)| -> Vec<String> {
        match &run.stream {
            Stream::Events(events) => events
                .iter()
                .map(|event| event.described(index).to_text())
                .collect(),
            Stream::Bytes(pieces) => pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Frame(event) => event.described(index).to_text(),
                    Piece::Written { bytes, .. } => {
                        Value::from(&*String::from_utf8_lossy(bytes)).to_text()
                    }
                })
                .collect(),
        }
    })
}
