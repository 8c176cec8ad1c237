//! What a conforming implementation may have made of the events so far.

use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::{Event, Op, Reducer, Reference};

/// One model and its place in time, as the reference keeps them; moved to the model of the implementation where that was free to
/// differ.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    pub(super) reducer: Reducer,
    pub(super) time: Time,
    /// Whether an event was refused: that the next one is applied as usual is only recommended.
    pub(super) refused: bool,
}

/// Positions, which a plain reducer need not watch and may.
#[derive(Clone, Debug, Default)]
pub(super) struct Time {
    /// The highest `seq` so far of anything but a ping.
    latest: Option<Number>,
    /// The highest `seq` of a ping.
    ping: Option<Number>,
    /// Whether the latest delivery has ended.
    ended: bool,
}

/// How the position of an event agrees with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// It goes on.
    Forward,
    /// It is below a ping ahead of its time, and above all else.
    BelowPing,
    /// It does not go on, or comes after the end: an implementation that watches over the order refuses it.
    Odd,
}

impl World {
    /// Begins with a model that covers everything up to `seq`; without one if it is null.
    pub(super) fn new(model: &Value, seq: u64) -> Option<Self> {
        if model.is_null() {
            return Some(Self::default());
        }
        Some(Self {
            reducer: Reducer::resume(&mut Reference, model, seq).ok()?,
            time: Time {
                latest: Some(seq.into()),
                ..Time::default()
            },
            refused: false,
        })
    }

    /// The model as JSON, null for none.
    pub(super) fn model(&self) -> Value {
        self.reducer
            .model()
            .map_or(Value::Null, |model| model.document().clone().into())
    }

    /// Goes on from the model of the implementation; `false` if the reference cannot.
    pub(super) fn move_to(&mut self, model: &Value) -> bool {
        let moved = if model.is_null() {
            Some(Reducer::new())
        } else {
            Reducer::resume(&mut Reference, model, 0).ok()
        };
        match moved {
            Some(reducer) => {
                self.reducer = reducer;
                true
            }
            None => false,
        }
    }
}

impl Time {
    /// The highest position of anything but a ping.
    pub(super) fn latest(&self) -> Option<&Number> {
        self.latest.as_ref()
    }

    /// Whether the delivery has not ended, and no ping is ahead of it.
    pub(super) fn is_open(&self) -> bool {
        let ahead = self.ping.as_ref().zip(self.latest.as_ref());
        !self.ended && ahead.is_none_or(|(ping, latest)| ping.cmp_value(latest).is_le())
    }

    /// How an event agrees with what came before.
    pub(super) fn order(&self, op: Option<Op>, event: &Event) -> Order {
        let Some(seq) = event.get("seq").and_then(Value::as_number) else {
            return Order::Forward;
        };
        let is_above = |other: &Option<Number>| {
            other
                .as_ref()
                .is_none_or(|other| seq.cmp_value(other).is_gt())
        };
        let repeats = op == Some(Op::Ping)
            && self
                .latest
                .as_ref()
                .is_some_and(|latest| seq.cmp_value(latest).is_eq());
        if self.ended && op != Some(Op::Start) {
            Order::Odd
        } else if repeats || (is_above(&self.latest) && is_above(&self.ping)) {
            match op {
                // A ping repeats the latest position; one ahead of it is odd, but must not change anything.
                Some(Op::Ping) if !repeats => Order::Odd,
                _ => Order::Forward,
            }
        } else if is_above(&self.latest) && op != Some(Op::Ping) {
            Order::BelowPing
        } else {
            Order::Odd
        }
    }

    /// Notes an event, accepted or not.
    pub(super) fn note(&mut self, op: Option<Op>, event: &Event, accepted: bool) {
        if accepted {
            match op {
                Some(Op::End) => self.ended = true,
                Some(Op::Start) => self.ended = false,
                _ => {}
            }
        }
        let Some(seq) = event.get("seq").and_then(Value::as_number) else {
            return;
        };
        let highest = if op == Some(Op::Ping) {
            &mut self.ping
        } else {
            &mut self.latest
        };
        if highest
            .as_ref()
            .is_none_or(|highest| seq.cmp_value(highest).is_gt())
        {
            *highest = Some(seq.clone());
        }
    }
}

/// The operation that an event names.
pub(super) fn op_of(event: &Event) -> Option<Op> {
    Op::named(event.get("op")?.as_str()?)
}

/// The stream that an event names, `""` for the unnamed one; `None` if that cannot be told.
pub(super) fn stream_of(event: &Event) -> Option<JsonString> {
    match event.get("stream_id") {
        None => Some(JsonString::new()),
        Some(Value::String(name)) => Some(name.clone()),
        Some(_) => None,
    }
}
