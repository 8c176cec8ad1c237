//! The engine: events in, findings out.

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reducer, Rejection, Router, decode};

use crate::lenient::{Lenient, everything_wrong};
use crate::order::Order;
use crate::{DeliverySteps, Finding, Objection, Place, Timeline};

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
    events: usize,
}

impl Checker {
    /// A checker that knows of no event.
    pub fn new(tolerance: Tolerance) -> Self {
        Self {
            tolerance,
            order: Order::default(),
            router: Router::new(),
            events: 0,
        }
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
        let number = self.count();
        let stream = steps.stream(event.get("stream_id").and_then(Value::as_string));
        let mut objections = Vec::new();
        if let Some(place) = self.place(steps, &stream, event, number, &mut objections) {
            objections.extend(self.order.judge(steps, &stream, &place));
            if self.tolerates(&objections) {
                objections.extend(self.reduce(steps, &stream, event, place.op));
            }
            if self.tolerates(&objections) {
                self.order.accept(steps, &stream, &place);
            } else {
                self.order.refuse(steps, &stream, &place);
            }
        }
        let found = |objection| Finding {
            event: number,
            stream: stream.clone(),
            objection,
        };
        objections.into_iter().map(found).collect()
    }

    /// Everything that is wrong with the next event if it is no JSON object, and therefore of no stream.
    pub fn unreadable(&mut self, rejection: &Rejection) -> Vec<Finding> {
        vec![Finding {
            event: self.count(),
            stream: JsonString::new(),
            objection: Objection::reducing(Level::Required, rejection),
        }]
    }

    /// Everything that is wrong with the input having come to its end, stream by stream.
    pub fn finish<S: DeliverySteps + ?Sized>(&mut self, steps: &mut S) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (stream, timeline) in self.order.iter() {
            if !steps.is_complete(stream, timeline)
                && let Err(objection) = steps.unfinished(timeline)
            {
                findings.push(Finding {
                    event: timeline.last_event,
                    stream: stream.clone(),
                    objection,
                });
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

    /// The model of exactly that stream, if it has one.
    pub(crate) fn model(&self, stream: &JsonString) -> Option<&Model> {
        self.router.model(stream)
    }

    /// Where each stream stands, in the order of their first `start`.
    pub(crate) fn timelines(&self) -> impl Iterator<Item = (&JsonString, &Timeline)> {
        self.order.iter()
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
        &self,
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
                op: envelope.op,
                seq: envelope.seq.cloned().unwrap_or_else(|| Number::from(0_u64)),
            }),
            Err(rejection) if self.tolerance == Tolerance::Informative => {
                objections.push(Objection::reducing(Level::Required, &rejection));
                None
            }
            Err(_) => {
                let wrong = everything_wrong(stream, |trial| decode(trial, event).map(|_| ()));
                objections.extend(wrong.iter().map(Objection::weighed));
                None
            }
        }
    }

    /// Reduces an event that is in its place.
    fn reduce<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        stream: &JsonString,
        event: &Event,
        op: Op,
    ) -> Vec<Objection> {
        let Err(rejection) = self.router.apply(steps, event) else {
            return Vec::new();
        };
        if self.tolerance == Tolerance::Informative {
            // It is refused whatever the level.
            return vec![Objection::reducing(Level::Required, &rejection)];
        }
        let wrong = everything_wrong(stream, |trial| match self.router.stream_mut(stream) {
            Some(reducer) if op != Op::Start => reducer.apply(trial, event),
            // A start does not depend on what was there before it, and would take its place.
            _ => Reducer::new().apply(trial, event),
        });
        let objections: Vec<Objection> = wrong.iter().map(Objection::weighed).collect();
        if self.tolerates(&objections) {
            // Where the text leaves open what comes of it, nothing does.
            let _ = self
                .router
                .apply(&mut Lenient::up_to(Level::Recommended, stream), event);
        }
        objections
    }
}

#[cfg(test)]
mod tests;
