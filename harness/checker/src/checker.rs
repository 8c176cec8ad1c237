//! The engine: events in, findings out.

use std::collections::{HashMap, HashSet};

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reducer, Rejection, Router, decode};

use crate::finding::Outcome;
use crate::lenient::Lenient;
use crate::lost::Lost;
use crate::meant::{Meant, begins, block_id, patched};
use crate::offences::everything_wrong;
use crate::order::{Claim, Order};
use crate::{DeliverySteps, Finding, Objection, Place, State, Timeline};

/// How much a finding may weigh for its event to be applied all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tolerance {
    /// As a strict consumer: an event that offends a recommendation is not applied.
    Informative,
    /// As a consumer that makes the best of a stream: only what the text orders to refuse is not applied.
    Recommended,
}

/// The deliveries of all streams as they have come in so far.
#[derive(Clone, Debug)]
pub struct Checker {
    tolerance: Tolerance,
    order: Order,
    router: Router,
    /// By what the streams are judged of which a consumer has no model.
    meant: HashMap<JsonString, Meant>,
    /// Blocks that there would be but for refused events.
    lost: Lost,
    /// Streams whose `end` was refused, so that none is missing.
    refused_ends: HashSet<JsonString>,
    /// Events that were judged without all of what they are about.
    in_part: usize,
    events: usize,
    line: Option<u64>,
}

impl Checker {
    /// A checker that knows of no event.
    pub fn new(tolerance: Tolerance) -> Self {
        Self {
            tolerance,
            order: Order::default(),
            router: Router::new(),
            meant: HashMap::new(),
            lost: Lost::default(),
            refused_ends: HashSet::new(),
            in_part: 0,
            events: 0,
            line: None,
        }
    }

    /// Says on which line the next event begins, so that later findings can name it.
    pub(crate) fn at_line(&mut self, line: u64) {
        self.line = Some(line);
    }

    /// Everything that is wrong with the next event.
    ///
    /// The event is applied unless a finding weighs more than the tolerance allows; then it leaves no trace, and the next one
    /// is judged as if it had not been.
    pub fn event<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        event: &Event,
    ) -> Vec<Finding> {
        let op = event.get("op").and_then(Value::as_str).and_then(Op::named);
        let stream = steps.stream(event.get("stream_id").and_then(Value::as_string));
        self.event_of(steps, &stream, op, event)
    }

    /// The same, for whoever has looked up already of what stream it is and what operation it names, if any.
    pub(crate) fn event_of<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        op: Option<Op>,
        event: &Event,
    ) -> Vec<Finding> {
        let number = self.count();
        if self.takes_plainly(steps, stream, op, event, number) {
            return Vec::new();
        }
        let mut objections = Vec::new();
        let mut outcome = Outcome::Refused;
        let place = self.place(steps, stream, event, number, &mut objections);
        if let Some(place) = &place {
            objections.extend(self.order.judge(steps, stream, place));
            if self.tolerates(&objections) {
                outcome = match place.op {
                    Op::Start => self.reduce(steps, stream, event, place.op, &mut objections),
                    op if self.is_without_start(steps, stream, place) => {
                        self.meant.insert(stream.clone(), Meant::nothing());
                        self.reduce_as_meant(stream, event, op, &mut objections)
                    }
                    op if self.order.is_unknown(&steps.timeline(stream)) => {
                        self.reduce_as_meant(stream, event, op, &mut objections)
                    }
                    op => self.reduce(steps, stream, event, op, &mut objections),
                };
            }
            if self.tolerates(&objections) {
                if place.op == Op::Start {
                    self.meant.remove(stream);
                    self.lost.forget(stream);
                    self.refused_ends.remove(stream);
                }
                self.order.accept(steps, stream, place);
            } else {
                self.order.refuse(steps, stream, place);
            }
        }
        if self.tolerance == Tolerance::Recommended {
            for objection in &mut objections {
                objection.explain(outcome);
            }
        }
        if steps.remembers() && !self.tolerates(&objections) {
            self.remember(steps, stream, event, number, &mut objections);
        }
        let found = |objection| Finding::new(number, stream.clone(), objection);
        objections.into_iter().map(found).collect()
    }

    /// Applies an event in which there is nothing wrong and nothing special, as most have, and says whether it is one: that takes
    /// a fraction of looking for everything that may be wrong.
    fn takes_plainly<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        op: Option<Op>,
        event: &Event,
        number: usize,
    ) -> bool {
        let (Some(op @ (Op::Set | Op::Append | Op::Ping)), Some(seq)) = (op, event.get("seq"))
        else {
            return false;
        };
        // A strict consumer takes each of its steps once, whatever they have been replaced by.
        if self.tolerance == Tolerance::Informative || steps.seq(Some(seq)).is_err() {
            return false;
        }
        let place = Place {
            event: number,
            line: self.line,
            op,
            seq: seq
                .as_number()
                .cloned()
                .unwrap_or_else(|| Number::from(0_u64)),
        };
        let taken = self.order.knows(&steps.timeline(stream))
            && self.order.judge(steps, stream, &place).is_empty()
            && self.router.apply(steps, event).is_ok();
        if taken {
            self.order.accept(steps, stream, &place);
        }
        taken
    }

    /// Everything that is wrong with the next event if it is no JSON object, and therefore of no stream.
    pub fn unreadable(&mut self, rejection: &Rejection) -> Vec<Finding> {
        let objection = Objection::reducing(Level::Required, rejection);
        self.order.pass(false);
        vec![Finding::new(self.count(), JsonString::new(), objection)]
    }

    /// Takes in that the latest event, which cannot be read, may have been a `start`: a stream without one is not blamed for it.
    pub(crate) fn may_have_begun(&mut self) {
        self.order.pass(true);
    }

    /// Takes in that there was an event that was not read.
    pub(crate) fn unread(&mut self) -> usize {
        self.order.pass(true);
        self.count()
    }

    /// Everything that is wrong with the input having come to its end, stream by stream.
    pub fn finish<S: DeliverySteps + ?Sized>(&mut self, steps: &mut S) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (stream, timeline) in self.order.iter() {
            if timeline.begun
                && !self.refused_ends.contains(stream)
                && !steps.is_complete(stream, timeline)
                && let Err(objection) = steps.unfinished(timeline)
            {
                let event = timeline.last_event;
                findings.push(Finding::new(event, stream.clone(), objection));
            }
        }
        findings
    }

    /// The streams whose latest delivery has ended, in the order of their first `start`.
    pub fn complete<S: DeliverySteps + ?Sized>(&self, steps: &mut S) -> Vec<JsonString> {
        self.order
            .iter()
            .filter(|(stream, timeline)| steps.is_complete(stream, timeline))
            .map(|(stream, _)| stream.clone())
            .collect()
    }

    /// The models that the applied events make, stream by stream.
    pub fn models(&self) -> impl Iterator<Item = (&JsonString, &Model)> {
        self.router.models()
    }

    /// The model to be looked at as a whole when a delivery is over: that of the stream, or what is meant where a consumer has
    /// none. Nothing if not all of it is known.
    pub(crate) fn whole(&self, stream: &JsonString) -> Option<&Model> {
        match self.meant.get(stream) {
            Some(meant) => meant.whole(),
            None => self.router.model(stream),
        }
    }

    /// Events that were judged without a model, or without the block that they change, since what would bring it was refused.
    pub(crate) fn judged_in_part(&self) -> usize {
        self.in_part
    }

    /// The model of exactly that stream, if it has one.
    pub(crate) fn model(&self, stream: &JsonString) -> Option<&Model> {
        self.router.model(stream)
    }

    /// Where each stream stands, in the order of their first `start`.
    pub(crate) fn timelines(&self) -> impl Iterator<Item = (&JsonString, &Timeline)> {
        self.order.iter()
    }

    /// Where a stream stands, if there is anything of it.
    pub(crate) fn timeline(&self, stream: &JsonString) -> Option<&Timeline> {
        self.order.get(stream)
    }

    /// How many events there have been.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Whether an event with these objections is applied.
    pub(crate) fn tolerates(&self, objections: &[Objection]) -> bool {
        objections.iter().all(|objection| self.allows(objection))
    }

    /// Whether an event with this objection is applied.
    pub(crate) fn allows(&self, objection: &Objection) -> bool {
        let tolerated = match self.tolerance {
            Tolerance::Informative => Level::Informative,
            Tolerance::Recommended => Level::Recommended,
        };
        objection.bearable || objection.level <= tolerated
    }

    fn count(&mut self) -> usize {
        let number = self.events;
        self.events += 1;
        number
    }

    /// The place of an event, if its envelope says one.
    fn place<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        event: &Event,
        number: usize,
        objections: &mut Vec<Objection>,
    ) -> Option<Place> {
        // A strict consumer looks at nothing beyond an envelope that it refuses.
        let envelope = match self.tolerance {
            Tolerance::Informative => decode(steps, event),
            Tolerance::Recommended => {
                decode(&mut Lenient::up_to(Level::Recommended, stream), event)
            }
        };
        match envelope {
            Ok(envelope) => Some(Place {
                event: number,
                line: self.line,
                op: envelope.op,
                seq: envelope.seq.cloned().unwrap_or_else(|| Number::from(0_u64)),
            }),
            Err(rejection) if self.tolerance == Tolerance::Informative => {
                objections.push(Objection::reducing(Level::Required, &rejection));
                None
            }
            Err(_) => {
                objections.extend(self.all_offences(steps, stream, event));
                None
            }
        }
    }

    /// Everything that is wrong with an event whose envelope is refused, so that nothing is known of its place.
    fn all_offences<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        event: &Event,
    ) -> Vec<Objection> {
        let op = event.get("op").and_then(Value::as_str).and_then(Op::named);
        let state = self.order.get(&steps.timeline(stream));
        let state = state.map(|timeline| timeline.state);
        let wrong = match (op, state) {
            (Some(Op::Start), _) => {
                everything_wrong(stream, |trial| Reducer::new().apply(trial, event))
            }
            (Some(op), Some(State::Open | State::Failed | State::Unknown)) => {
                self.tried(stream, event, op).0
            }
            _ => everything_wrong(stream, |trial| decode(trial, event).map(|_| ())),
        };
        wrong.iter().map(Objection::weighed).collect()
    }

    /// Whether the `start` of the delivery of an event may be one that was not read.
    fn is_without_start<S: DeliverySteps + ?Sized>(
        &self,
        steps: &mut S,
        stream: &JsonString,
        place: &Place,
    ) -> bool {
        let timeline = self.order.get(&steps.timeline(stream));
        timeline.is_none_or(|timeline| timeline.state == State::Ended)
            && self.order.may_have_begun(place)
    }

    /// Keeps a refused event in mind.
    fn remember<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        event: &Event,
        number: usize,
        objections: &mut [Objection],
    ) {
        let seq = event.get("seq").filter(|seq| steps.seq(Some(seq)).is_ok());
        let op = event.get("op").and_then(Value::as_str).and_then(Op::named);
        let begins = begins(op, event);
        let claim = Claim {
            event: number,
            op: if begins { Some(Op::Start) } else { op },
            seq: seq.and_then(Value::as_number).cloned(),
            line: self.line,
        };
        let timeline = steps.timeline(stream);
        // What cannot be told to be an event does not say that its stream lacks a `start`.
        let unbegun = objections
            .iter()
            .any(|objection| objection.rule == "AUE-5-01");
        if self.order.get(&timeline).is_none() && !begins && !unbegun {
            return;
        }
        self.order.remember(timeline, &claim);
        if !begins && !unbegun {
            if op == Some(Op::End) {
                self.refused_ends.insert(stream.clone());
            }
            self.lose(stream, op, event);
            return;
        }
        let meant = match begins {
            true => Meant::of(event),
            false => Meant::nothing(),
        };
        let heaviest = objections
            .iter_mut()
            .find(|objection| objection.level == Level::Required);
        if let Some(objection) = heaviest {
            objection.go_on(&meant);
        }
        self.meant.insert(stream.clone(), meant);
    }

    /// Keeps in mind which block there would be if an event had not been refused.
    fn lose(&mut self, stream: &JsonString, op: Option<Op>, event: &Event) {
        let Some(id) = block_id(event) else {
            // Something that may be a block, without its name or in another member.
            let mut members = event.members().iter();
            let has_some = members.any(|(_, value)| value.as_object().is_some());
            if op == Some(Op::Set) && event.get("mask").is_none() && has_some {
                self.lose_any(stream);
            }
            return;
        };
        match (self.meant.get_mut(stream), self.router.model(stream)) {
            (Some(meant), _) => meant.lose(id),
            (None, Some(model)) if model.position(id).is_none() => self.lost.note(stream, id),
            _ => {}
        }
    }

    /// Keeps in mind that a stream may lack a block, and nobody knows which.
    fn lose_any(&mut self, stream: &JsonString) {
        match self.meant.get_mut(stream) {
            Some(meant) => meant.lose_any(),
            None => self.lost.note_any(stream),
        }
    }

    /// The same of all streams that there are.
    pub(crate) fn lose_anywhere(&mut self) {
        let streams: Vec<JsonString> = self.order.iter().map(|(name, _)| name.clone()).collect();
        for stream in &streams {
            self.lose_any(stream);
        }
    }

    /// Reduces an event that is in its place, and says what becomes of it.
    fn reduce<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        event: &Event,
        op: Op,
        objections: &mut Vec<Objection>,
    ) -> Outcome {
        let Err(rejection) = self.router.apply(steps, event) else {
            return Outcome::Applied;
        };
        if self.tolerance == Tolerance::Informative {
            // It is refused whatever the level.
            objections.push(Objection::reducing(Level::Required, &rejection));
            return Outcome::Refused;
        }
        let (wrong, vague) = match op {
            // It does not depend on what was there before it, and would take its place.
            Op::Start => (
                everything_wrong(stream, |trial| Reducer::new().apply(trial, event)),
                false,
            ),
            op => self.tried(stream, event, op),
        };
        self.in_part += usize::from(vague);
        objections.extend(wrong.iter().map(Objection::weighed));
        if !self.tolerates(objections) {
            return Outcome::Refused;
        }
        let mut lenient = Lenient::up_to(Level::Recommended, stream);
        lenient.allow_vague(vague);
        match self.router.apply(&mut lenient, event) {
            Ok(()) if !lenient.is_inert() => Outcome::Applied,
            // Where the text leaves open what comes of it and readers have no common answer, nothing does.
            _ => Outcome::Idle,
        }
    }

    /// The same by the model that is meant, where a consumer has none.
    fn reduce_as_meant(
        &mut self,
        stream: &JsonString,
        event: &Event,
        op: Op,
        objections: &mut Vec<Objection>,
    ) -> Outcome {
        let (wrong, vague) = self.tried(stream, event, op);
        objections.extend(wrong.iter().map(Objection::weighed));
        let is_tolerated = self.tolerates(objections);
        let Some(meant) = self.meant.get_mut(stream) else {
            return Outcome::Unknown;
        };
        let changes = matches!(op, Op::Set | Op::Append | Op::Error);
        self.in_part += usize::from(vague || (meant.is_missing() && changes));
        if !is_tolerated {
            return Outcome::Refused;
        }
        let mut lenient = Lenient::up_to(Level::Recommended, stream);
        lenient.allow_vague(vague);
        match meant.apply(&mut lenient, event) {
            Ok(()) if vague || meant.is_missing() => Outcome::Unknown,
            Ok(()) if !lenient.is_inert() => Outcome::Applied,
            _ => Outcome::Idle,
        }
    }

    /// Everything that is wrong with an event other than `start`, and whether it changes a part of a block that is not known.
    fn tried(
        &mut self,
        stream: &JsonString,
        event: &Event,
        op: Op,
    ) -> (Vec<(Level, Rejection)>, bool) {
        if let Some(meant) = self.meant.get_mut(stream) {
            let vague = meant.is_vague(op, event);
            let wrong = everything_wrong(stream, |trial| {
                trial.allow_vague(vague);
                meant.apply(trial, event)
            });
            return (wrong, vague);
        }
        let has = |id: &JsonString| {
            let model = self.router.model(stream);
            model.is_some_and(|model| model.position(id).is_some())
        };
        let vague = patched(op, event).is_some_and(|id| self.lost.has(stream, id) && !has(id));
        let wrong = everything_wrong(stream, |trial| {
            trial.allow_vague(vague);
            match self.router.stream_mut(stream) {
                Some(reducer) => reducer.apply(trial, event),
                None => Reducer::new().apply(trial, event),
            }
        });
        (wrong, vague)
    }
}

#[cfg(test)]
mod tests;
