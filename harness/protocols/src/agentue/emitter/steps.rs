//! The steps of which emitting consists, each of them replaceable.

use uiconform_json::{Array, JsonString, Value};

use super::DELTA_BYTES;
use crate::agentue::{Event, Op, Reducer, Reference, Rejection, Root};

/// Where an emitter stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum State {
    /// Nothing has been sent.
    #[default]
    New,
    /// A delivery has begun.
    Open,
    /// The latest delivery has ended.
    Ended,
}

/// What [`Emitter`](super::Emitter) does, step by step; the defaults are the protocol.
///
/// As with [`Steps`](crate::agentue::Steps), a deliberately wrong variant replaces one of them, and the defaults are short and
/// call no other step. What is wrong on the wire alone, unknown to the emitter's own model, is for [`EmitSteps::send`].
pub trait EmitSteps {
    /// Judges an operation by where the emitter stands: a delivery begins with `start`, and nothing follows its `end` (5).
    fn lawful(&mut self, state: State, op: Op) -> Result<(), Rejection> {
        let message = match state {
            _ if op == Op::Start => return Ok(()),
            State::Open => return Ok(()),
            State::New => format!("`{}` before any `start`", op.name()),
            State::Ended => format!("`{}` after `end`", op.name()),
        };
        Err(Rejection::new("AUE-5-14", message))
    }

    /// Takes the model of a `start`: with the version of this protocol if it has none (3.5).
    fn new_model(&mut self, model: &Value) -> Value {
        let mut model = model.clone();
        if let Value::Object(document) = &mut model
            && !document.contains("version")
        {
            document.insert("version", "1.1");
        }
        model
    }

    /// Judges a reference for consumers that understand inline blocks alone: refused (3.5).
    fn unwanted_reference(&mut self, block: &Value) -> Result<(), Rejection> {
        let id = block.get("id").unwrap_or(&Value::Null);
        let message = format!("the consumers take no references, such as {id}");
        Err(Rejection::new("AUE-3.5-08", message))
    }

    /// Takes the value of a `set`: as it is, null included (5.2).
    fn value(&mut self, op: Op, value: &Value) -> Value {
        let _ = op;
        value.clone()
    }

    /// Spells a path as a mask; `None` if a name in it is empty or has a dot, or if there is none.
    fn spell(&mut self, root: Root, path: &[JsonString]) -> Option<JsonString> {
        let mut mask = JsonString::from(root.to_string());
        for name in path {
            if name.is_empty() || name.code_points().any(|point| point == u32::from('.')) {
                return None;
            }
            mask.push(&".".into());
            mask.push(name);
        }
        (!path.is_empty()).then_some(mask)
    }

    /// Cuts a delta into those of several appends, never none, whose sum it is (8).
    fn pieces(&mut self, delta: &Value) -> Vec<Value> {
        match delta {
            Value::String(text) => cut_text(text),
            Value::Array(elements) => cut_list(elements),
            other => vec![other.clone()],
        }
    }

    /// Takes an error: as the application gave it (5.4).
    fn error(&mut self, error: &Value) -> Value {
        error.clone()
    }

    /// The time that a ping says (5.5).
    fn time(&mut self, now: u64) -> Option<u64> {
        Some(now)
    }

    /// The `seq` of the next event: a ping repeats the latest, any other has the one after it (4.1, 5.5).
    fn next_seq(&mut self, op: Op, latest: u64) -> u64 {
        if op == Op::Ping {
            latest
        } else {
            latest.saturating_add(1)
        }
    }

    /// Applies an event to the emitter's own model, and refuses what every consumer would.
    fn reduce(&mut self, reducer: &mut Reducer, event: &Event) -> Result<(), Rejection> {
        reducer.apply(&mut Reference, event)
    }

    /// Sends an event, after those of the same action.
    fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
        sent.push(event);
    }
}

impl EmitSteps for Reference {}

/// A text in pieces that end between code points.
fn cut_text(text: &JsonString) -> Vec<Value> {
    match text.as_str() {
        Some(text) => cut_whole_text(text),
        None => cut_broken_text(text),
    }
}

fn cut_whole_text(mut text: &str) -> Vec<Value> {
    let mut pieces = Vec::new();
    while text.len() > DELTA_BYTES {
        let (piece, rest) = text.split_at(text.floor_char_boundary(DELTA_BYTES));
        pieces.push(piece.into());
        text = rest;
    }
    pieces.push(text.into());
    pieces
}

/// The same for a text with lone surrogates.
fn cut_broken_text(text: &JsonString) -> Vec<Value> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut length = 0;
    for point in text.code_points() {
        // As UTF-8 has it; a lone surrogate counts three.
        let more = char::from_u32(point).map_or(3, char::len_utf8);
        if length + more > DELTA_BYTES {
            pieces.push(from_points(&mut piece));
            length = 0;
        }
        piece.push(point);
        length += more;
    }
    pieces.push(from_points(&mut piece));
    pieces
}

fn from_points(points: &mut Vec<u32>) -> Value {
    JsonString::from_code_points(points.drain(..))
        .unwrap_or_default()
        .into()
}

/// A list in lists of whole elements.
fn cut_list(elements: &Array) -> Vec<Value> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut length = 0;
    for element in elements {
        let more = format!("{element},").len();
        if length + more > DELTA_BYTES && !piece.is_empty() {
            pieces.push(Value::from(std::mem::take(&mut piece)));
            length = 0;
        }
        piece.push(element.clone());
        length += more;
    }
    pieces.push(piece.into());
    pieces
}
