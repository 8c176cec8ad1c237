//! What the reference makes of a sequence, stream by stream.

use uiconform_json::{Array, JsonString, Object, Value};

use super::expect::{self, Expectation, Read, Zone};
use super::sequence::{Method, Sequence};
use super::world::{World, op_of, stream_of};

/// The streams of a sequence, of which a reducer has one.
#[derive(Clone)]
pub(super) struct Streams {
    method: Method,
    worlds: Vec<(JsonString, World)>,
}

impl Streams {
    /// Before the first event; nothing if the model to start from is not valid.
    pub(super) fn new(sequence: &Sequence) -> Option<Self> {
        let mut worlds = Vec::new();
        if sequence.method == Method::Reduce {
            let world = World::new(&sequence.model, sequence.model_seq)?;
            worlds.push((JsonString::new(), world));
        }
        Some(Self {
            method: sequence.method,
            worlds,
        })
    }

    /// The stream that an event is for.
    pub(super) fn of(&mut self, read: &Read) -> &mut World {
        let routes = self.method == Method::Route;
        let name = match read {
            Read::Event(event) if routes => stream_of(event).unwrap_or_default(),
            Read::Open(Some(stream)) if routes => stream.clone(),
            _ => JsonString::new(),
        };
        let at = match self.worlds.iter().position(|(other, _)| *other == name) {
            Some(at) => at,
            None => {
                self.worlds.push((name, World::default()));
                self.worlds.len() - 1
            }
        };
        &mut self.worlds[at].1
    }

    /// Applies an event as the reference does.
    pub(super) fn apply(&mut self, read: &Read) -> Expectation {
        let world = self.of(read);
        let before = world.model();
        let expectation = expect::apply(world, read, &before);
        if let Read::Event(event) = read {
            world.time.note(op_of(event), event, expectation.accepted);
        }
        expectation
    }

    /// Lets an event be accepted that the reference may refuse: then it has no effect that anybody could name.
    pub(super) fn accept(&mut self, read: &Read) {
        let world = self.of(read);
        let before = world.model();
        let expectation = expect::apply(world, read, &before);
        if let Some(model) = expectation.otherwise {
            world.move_to(&model);
        }
    }

    /// The model, or the list of the models of all streams that have one.
    pub(super) fn result(&self) -> Value {
        match self.method {
            Method::Reduce => self.worlds[0].1.model(),
            Method::Route => self
                .worlds
                .iter()
                .filter(|(_, world)| world.reducer.model().is_some())
                .map(|(name, world)| {
                    Object::from_iter([("stream_id", Value::from(name)), ("model", world.model())])
                })
                .collect::<Array>()
                .into(),
        }
    }
}

/// The sequence without the events that lie beyond a zone, each in the place that it has without them.
pub(super) fn within(mut sequence: Sequence, zone: Zone) -> Sequence {
    let Some(mut streams) = Streams::new(&sequence) else {
        return sequence;
    };
    sequence.inputs.retain(|input| {
        let read = expect::read(&input.text());
        let mut after = streams.clone();
        let is_within = after.apply(&read).zone() <= zone;
        if is_within {
            streams = after;
        }
        is_within
    });
    sequence
}
