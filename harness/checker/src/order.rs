//! Where each stream stands in its timeline, and what may come next.

use uiconform_json::{JsonString, Number};
use uiconform_protocols::agentue::{ByStream, Op};

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
    /// What its model is, is not known: its `start` was refused, or there was none. Only where refused events
    /// [count](DeliverySteps::remembers).
    Unknown,
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
    /// The number of the event that has that `seq`.
    pub latest_event: usize,
    /// The line of that event, if lines are known.
    pub latest_line: Option<u64>,
    /// The `seq` of an event after it that was refused, where that [counts](DeliverySteps::remembers).
    pub taken: Option<Number>,
    /// The `seq` of the `end` of the latest delivery.
    pub end: Option<Number>,
    /// Whether an event may have passed whose `seq` is not known.
    pub unsure: bool,
    /// Whether a delivery has begun, be it with a `start` that was refused.
    pub begun: bool,
    /// The number of its last accepted event.
    pub last_event: usize,
}

impl Timeline {
    fn new(place: &Place) -> Self {
        Self {
            state: State::Open,
            latest: place.seq.clone(),
            started: true,
            latest_event: place.event,
            latest_line: place.line,
            taken: None,
            end: None,
            unsure: false,
            begun: true,
            last_event: place.event,
        }
    }

    /// Takes over the position of an event.
    fn move_to(&mut self, place: &Place) {
        self.latest = place.seq.clone();
        self.latest_event = place.event;
        self.latest_line = place.line;
        self.started = place.op == Op::Start;
        self.taken = None;
        self.unsure = false;
    }

    /// The latest position in words, and where it is from if lines are known.
    pub(crate) fn told(&self) -> String {
        let latest = &self.latest;
        match self.latest_line {
            Some(line) => {
                let event = self.latest_event + 1;
                format!("{latest}, the latest, which is that of event {event} on line {line}")
            }
            None => format!("{latest}, the latest"),
        }
    }
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
    /// The line on which it begins, if lines are known.
    pub line: Option<u64>,
}

/// What a refused event says of its place, as far as it does.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) event: usize,
    pub(crate) op: Option<Op>,
    pub(crate) seq: Option<Number>,
    pub(crate) line: Option<u64>,
}

/// The timelines of all streams, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    timelines: ByStream<Timeline>,
    /// Events that were not read, each of which may be the `start` that a stream lacks.
    unread: usize,
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
            return match self.may_have_begun(place) {
                true => Vec::new(),
                false => Vec::from_iter(steps.first(place).err()),
            };
        };
        match timeline.state {
            State::Ended if self.may_have_begun(place) => return Vec::new(),
            // Nothing is known that it could be compared with.
            State::Unknown if timeline.unsure || place.op == Op::Start => return Vec::new(),
            _ => {}
        }
        let standing = match timeline.state {
            State::Unknown => Ok(()),
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
        let ended = |timeline: &Timeline| timeline.state == State::Ended;
        let unread = self.get(&stream).is_none_or(ended) && self.may_have_begun(place);
        let timeline = self.timelines.entry(&stream, || Timeline::new(place));
        if unread {
            self.unread -= 1;
            timeline.state = State::Unknown;
        }
        if timeline.state != State::Unknown || matches!(place.op, Op::Start | Op::End) {
            timeline.state = steps.advance(timeline.state, place.op);
        }
        timeline.last_event = place.event;
        match place.op {
            Op::Start => (timeline.begun, timeline.end) = (true, None),
            Op::End => timeline.end = Some(place.seq.clone()),
            _ => {}
        }
        if steps.moves(timeline, place) {
            timeline.move_to(place);
        }
    }

    /// Leaves an event out that somebody objects to.
    pub(crate) fn refuse<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        place: &Place,
    ) {
        let timeline = self.timelines.get_mut(&steps.timeline(stream));
        steps.refused(timeline, place);
    }

    /// Keeps in mind what a refused event says of its place, so that what follows from its being refused is not told again.
    pub(crate) fn remember(&mut self, stream: JsonString, claim: &Claim) {
        let begins = claim.op == Some(Op::Start);
        let known = self.timelines.get(&stream).is_some();
        let place = Place {
            event: claim.event,
            op: claim.op.unwrap_or(Op::Ping),
            seq: claim.seq.clone().unwrap_or_else(|| Number::from(0_u64)),
            line: claim.line,
        };
        let timeline = self.timelines.entry(&stream, || Timeline::new(&place));
        if begins || !known {
            timeline.move_to(&place);
            timeline.state = State::Unknown;
            timeline.unsure = claim.seq.is_none();
            timeline.begun = begins;
            timeline.last_event = claim.event;
            return;
        }
        if timeline.state == State::Failed && matches!(place.op, Op::Set | Op::Append) {
            timeline.state = State::Open;
        }
        match &claim.seq {
            None => timeline.unsure = true,
            Some(_) if claim.op == Some(Op::Ping) => {}
            Some(seq) if seq.cmp_value(&timeline.latest).is_gt() => {
                timeline.taken = Some(seq.clone());
            }
            Some(_) => {}
        }
    }

    /// Keeps in mind that there was an event of which nothing is known; whether it was too long to be read.
    pub(crate) fn pass(&mut self, unread: bool) {
        self.unread += usize::from(unread);
        for (_, timeline) in self.timelines.iter_mut() {
            timeline.unsure = true;
        }
    }

    /// Whether a stream has a delivery that goes on, of a model that is known.
    pub(crate) fn knows(&self, stream: &JsonString) -> bool {
        self.get(stream)
            .is_some_and(|timeline| matches!(timeline.state, State::Open | State::Failed))
    }

    /// Whether the model of a stream cannot be known.
    pub(crate) fn is_unknown(&self, stream: &JsonString) -> bool {
        self.get(stream)
            .is_some_and(|timeline| timeline.state == State::Unknown)
    }

    /// Whether the `start` that is missing before an event may be one that was not read.
    pub(crate) fn may_have_begun(&self, place: &Place) -> bool {
        self.unread > 0 && place.op != Op::Start
    }

    /// Every stream of which a delivery has begun.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&JsonString, &Timeline)> {
        self.timelines.iter()
    }

    pub(crate) fn get(&self, stream: &JsonString) -> Option<&Timeline> {
        self.timelines.get(stream)
    }
}
