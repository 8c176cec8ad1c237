//! Where each stream stands in its timeline, and what may come next.

use std::collections::HashMap;

use uiconform_json::{JsonString, Number};
use uiconform_protocols::agentue::Op;

use crate::{DeliverySteps, Objection};

/// How far the latest delivery of a stream has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It has begun.
    Open,
    /// It has signalled an error, of which it may recover.
    Failed,
    /// It has ended.
    Ended,
}

/// The timeline of a stream of which a delivery has begun.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// How far its latest delivery has come.
    pub state: State,
    /// The latest `seq`: that of the last accepted event that changes state (4.1).
    pub latest: Number,
    /// Whether that event was a `start`.
    pub started: bool,
    /// The number of its last accepted event.
    pub last_event: usize,
}

/// What order knows of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The number of the event, from zero.
    pub event: usize,
    /// Its operation.
    pub op: Op,
    /// Its `seq`.
    pub seq: Number,
}

/// The timelines of all streams, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    timelines: Vec<(JsonString, Timeline)>,
    positions: HashMap<JsonString, usize>,
}

impl Order {
    /// Everything that is wrong with the place of an event in its stream; nothing is changed.
    pub(crate) fn judge<S: DeliverySteps + ?Sized>(
        &self,
        steps: &mut S,
        stream: &JsonString,
        place: &Place,
    ) -> Vec<Objection> {
        let Some(timeline) = self.get(&steps.timeline(stream)) else {
            return Vec::from_iter(steps.first(place).err());
        };
        let standing = match timeline.state {
            State::Ended => steps.after_end(timeline, place),
            State::Open | State::Failed if place.op == Op::Start => steps.restart(timeline, place),
            State::Failed => steps.after_error(timeline, place),
            State::Open => Ok(()),
        };
        let seq = match place.op {
            Op::Start => steps.start_seq(timeline, place),
            Op::Set | Op::Append | Op::Error => steps.change_seq(timeline, place),
            Op::Ping => steps.ping_seq(timeline, place),
            Op::End => steps.end_seq(timeline, place),
        };
        [standing, seq]
            .into_iter()
            .filter_map(Result::err)
            .collect()
    }

    /// Takes an event that nobody objects to.
    pub(crate) fn accept<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        place: &Place,
    ) {
        let stream = steps.timeline(stream);
        let at = match self.positions.get(&stream) {
            Some(at) => *at,
            None => {
                let begun = Timeline {
                    state: State::Open,
                    latest: place.seq.clone(),
                    started: true,
                    last_event: place.event,
                };
                let at = self.timelines.len();
                self.positions.insert(stream.clone(), at);
                self.timelines.push((stream, begun));
                at
            }
        };
        if let Some((_, timeline)) = self.timelines.get_mut(at) {
            timeline.state = steps.advance(timeline.state, place.op);
            timeline.last_event = place.event;
            if steps.moves(timeline, place) {
                timeline.latest = place.seq.clone();
                timeline.started = place.op == Op::Start;
            }
        }
    }

    /// Leaves an event out that somebody objects to.
    pub(crate) fn refuse<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        place: &Place,
    ) {
        let at = self.positions.get(&steps.timeline(stream)).copied();
        let timeline = at.and_then(|at| self.timelines.get_mut(at));
        steps.refused(timeline.map(|(_, timeline)| timeline), place);
    }

    /// Every stream of which a delivery has begun.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&JsonString, &Timeline)> {
        self.timelines
            .iter()
            .map(|(stream, timeline)| (stream, timeline))
    }

    fn get(&self, stream: &JsonString) -> Option<&Timeline> {
        let at = *self.positions.get(stream)?;
        self.timelines.get(at).map(|(_, timeline)| timeline)
    }
}
