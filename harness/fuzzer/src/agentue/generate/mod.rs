//! Sequences of events that are valid, nearly valid, or odd.

mod events;
mod model;
mod spoil;
mod swarm;
mod values;
mod wire;
mod words;

use std::collections::HashMap;

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Reducer, Reference};

use self::swarm::Swarm;
use super::sequence::{Input, Method, Sequence};
use crate::Draw;

/// A sequence for a reducer or a router.
pub(super) fn sequence(draw: &mut Draw<'_>, method: Method) -> Sequence {
    let routes = method == Method::Route;
    let swarm = Swarm::draw(draw, routes);
    let mut live = Live::default();
    let mut sequence = Sequence {
        method,
        model: Value::Null,
        model_seq: 0,
        inputs: Vec::new(),
        trace: !routes && draw.chance(3, 4),
        replay: !routes && draw.chance(1, 4),
    };
    if swarm.begun && !routes {
        // What readers understand differently is for events, of which it can be said that it is open.
        let plain = Swarm {
            odd: 0,
            ..swarm.clone()
        };
        sequence.model = model::model(draw, &plain, false);
        sequence.model_seq = *draw.pick(&[1, 0, 5, 4_294_967_295]);
        live.begin(&sequence.model, sequence.model_seq);
    }
    for _ in 0..swarm.length {
        let input = live.next(draw, &swarm, routes);
        sequence.inputs.push(input);
        if draw.is_used_up() {
            break;
        }
    }
    sequence
}

/// A complete inline block.
pub(super) fn block(draw: &mut Draw<'_>) -> Value {
    let swarm = Swarm::draw(draw, false);
    let id = draw.pick(&swarm.ids).clone();
    model::inline(draw, &swarm, &id)
}

/// Any value.
pub(super) fn value(draw: &mut Draw<'_>) -> Value {
    let swarm = Swarm::draw(draw, false);
    values::value(draw, &swarm)
}

/// The models that the next event meets.
#[derive(Default)]
struct Live {
    reducers: HashMap<JsonString, Reducer>,
    seq: u64,
}

impl Live {
    fn begin(&mut self, model: &Value, seq: u64) {
        if let Ok(reducer) = Reducer::resume(&mut Reference, model, seq) {
            self.reducers.insert(JsonString::new(), reducer);
        }
        self.seq = seq;
    }

    fn next(&mut self, draw: &mut Draw<'_>, swarm: &Swarm, routes: bool) -> Input {
        let stream = *draw.pick(&swarm.streams);
        let key = if routes {
            JsonString::from(stream.unwrap_or_default())
        } else {
            JsonString::new()
        };
        let reducer = self.reducers.entry(key).or_default();
        let mut event = events::event(draw, swarm, reducer.model());
        event.insert("seq", number(draw, swarm, &mut self.seq, &event));
        if let Some(stream) = stream {
            event.insert("stream_id", stream);
        }
        if draw.chance(swarm.adorned, 16) {
            spoil::adorn(draw, &mut event);
        }
        if draw.chance(swarm.spoilt, 16) {
            spoil::spoil(draw, swarm, &mut event, reducer.model());
        }
        let _ = reducer.apply(&mut Reference, &Event::from(event.clone()));
        let value = if draw.chance(swarm.broken, 64) {
            spoil::no_object(draw, &event)
        } else {
            event.into()
        };
        if !swarm.wire {
            return Input::Event(value);
        }
        let text = wire::write(draw, &value);
        Input::Wire(if draw.chance(swarm.broken, 16) {
            wire::damage(draw, &text)
        } else {
            text
        })
    }
}

/// The `seq` of the next event: it goes on for the most part, sometimes by a leap; that of a ping is the latest.
fn number(draw: &mut Draw<'_>, swarm: &Swarm, latest: &mut u64, event: &Object) -> u64 {
    const LEAPS: [u64; 6] = [1, 1, 2, 100, 150, 4_294_967_296];
    if draw.chance(swarm.disordered, 16) {
        return latest.saturating_sub(draw.below(3) as u64);
    }
    if event.get("op").and_then(Value::as_str) == Some("ping") {
        return match draw.below(8) {
            0 => *latest + 5,
            _ => *latest,
        };
    }
    *latest += if draw.chance(1, 8) {
        *draw.pick(&LEAPS)
    } else {
        1
    };
    *latest
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::bytes;

    #[test]
    fn without_bytes_there_is_still_a_sequence() {
        let sequence = sequence(&mut Draw::new(&[]), Method::Reduce);
        assert_eq!(sequence.inputs.len(), 1);
    }

    #[test]
    fn models_to_start_from_are_valid() {
        for index in 0..500 {
            let sequence = sequence(&mut Draw::new(&bytes(3, index)), Method::Reduce);
            if !sequence.model.is_null() {
                Reducer::resume(&mut Reference, &sequence.model, 0).unwrap();
            }
        }
    }
}
