//! The rules of order, each of them replaceable.

use uiconform_catalogue::Level;
use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Op, Reference, Steps};

use crate::{Objection, Place, State, Timeline};

/// What a rule says of an event: nothing, or what is wrong.
pub type Judged = Result<(), Objection>;

/// What [`Checker`](crate::Checker) asks of each event, rule by rule; the defaults are the protocol.
///
/// As with [`Steps`], a deliberately wrong variant replaces one of them, and the defaults are short and call no other step. So
/// does a judge whose rules are stricter than those of a consumer.
pub trait DeliverySteps: Steps {
    /// Names the timeline in which an event of a stream stands: its own (4.2).
    fn timeline(&mut self, stream: &JsonString) -> JsonString {
        stream.clone()
    }

    // Where an event stands in its delivery (5).

    /// Judges the first event of a stream: a `start`.
    fn first(&mut self, place: &Place) -> Result<(), Objection> {
        match place.op {
            Op::Start => Ok(()),
            op => Err(Objection::new(
                "AUE-5-01",
                Level::Required,
                "a `start`, which begins every delivery",
                named(op),
                "Before a start there is no model that an event could be about.",
            )
            .at("op")),
        }
    }

    /// Judges an event after the end of the delivery: a `start`, which begins another.
    fn after_end(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        let _ = timeline;
        match place.op {
            Op::Start => Ok(()),
            op => Err(Objection::new(
                "AUE-5-02",
                Level::Required,
                "a `start` or nothing, since the delivery has ended",
                named(op),
                "The end is the final event of its delivery, and consumers have let go of it.",
            )
            .at("op")),
        }
    }

    /// Judges an event other than `start` after an `error`: the failure may be recoverable (3.2).
    fn after_error(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        let _ = timeline;
        match place.op {
            Op::Set | Op::Append => Err(Objection::new(
                "AUE-5-06",
                Level::Informative,
                "an `end`, if the error is terminal",
                named(place.op),
                "The text does not say whether data may follow an error.",
            )
            .at("op")),
            _ => Ok(()),
        }
    }

    /// Judges a `start` while the delivery is open: it replaces the model as any `start`.
    fn restart(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        let _ = (timeline, place);
        Ok(())
    }

    /// Judges a delivery that is not complete at the end of input.
    fn unfinished(&mut self, timeline: &Timeline) -> Result<(), Objection> {
        let _ = timeline;
        Err(Objection::new(
            "AUE-5-03",
            Level::Required,
            "an `end`, which closes every delivery",
            "nothing more of this stream",
            "Without an end nobody can tell a finished stream from one that was cut off.",
        ))
    }

    // The position in the timeline (4.1).

    /// Judges the `seq` of a `start`: it covers no less than what has been sent.
    fn start_seq(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        if place.seq.cmp_value(&timeline.latest).is_lt() {
            Err(Objection::new(
                "AUE-4.1-13",
                Level::Informative,
                format!("at least {}", timeline.told()),
                place.seq.to_string(),
                "The text does not say whether a timeline may begin anew below its latest position.",
            )
            .at("seq"))
        } else {
            Ok(())
        }
    }

    /// Judges the `seq` of an event that changes state: above the latest.
    fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        let order = place.seq.cmp_value(&timeline.latest);
        if order.is_gt() {
            return Ok(());
        }
        let rule = match timeline.started {
            true => "AUE-4.1-12",
            false if order.is_eq() => "AUE-4.1-03",
            false => "AUE-4.1-04",
        };
        Err(Objection::new(
            rule,
            Level::Required,
            format!("more than {}", timeline.told()),
            place.seq.to_string(),
            "What is not above the latest position has been seen already, and applying it twice would double it.",
        )
        .at("seq"))
    }

    /// Judges the `seq` of a `ping`: the latest.
    fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        if place.seq == timeline.latest {
            Ok(())
        } else {
            Err(Objection::new(
                "AUE-4.1-08",
                Level::Recommended,
                timeline.told(),
                place.seq.to_string(),
                "A ping repeats the position of its stream and takes none of its own.",
            )
            .at("seq"))
        }
    }

    /// Judges the `seq` of an `end`: above the latest.
    fn end_seq(&mut self, timeline: &Timeline, place: &Place) -> Result<(), Objection> {
        let order = place.seq.cmp_value(&timeline.latest);
        if order.is_gt() {
            return Ok(());
        }
        let (rule, level) = if order.is_lt() {
            ("AUE-4.1-09", Level::Recommended)
        } else {
            ("AUE-4.1-10", Level::Informative)
        };
        Err(Objection::new(
            rule,
            level,
            format!("more than {}", timeline.told()),
            place.seq.to_string(),
            "Events other than ping have increasing positions.",
        )
        .at("seq"))
    }

    // What an event does to its timeline.

    /// The state after an accepted event.
    fn advance(&mut self, state: State, op: Op) -> State {
        match op {
            Op::Start => State::Open,
            Op::Error => State::Failed,
            Op::End => State::Ended,
            Op::Set | Op::Append | Op::Ping => state,
        }
    }

    /// Whether an accepted event moves the latest `seq`: those that change state do, `start` among them.
    fn moves(&mut self, timeline: &Timeline, place: &Place) -> bool {
        let _ = timeline;
        !matches!(place.op, Op::Ping | Op::End)
    }

    /// Leaves out an event that was refused: it moves nothing. There is no timeline if no delivery has begun.
    fn refused(&mut self, timeline: Option<&mut Timeline>, place: &Place) {
        let _ = (timeline, place);
    }

    /// Whether what a refused event says of its place counts for what follows: its position is taken, and after a `start` that
    /// was refused the model is not known. A consumer leaves it out; who looks for faults tells each of them once.
    fn remembers(&mut self) -> bool {
        false
    }

    /// Whether a stream is complete: its latest delivery has ended.
    fn is_complete(&mut self, stream: &JsonString, timeline: &Timeline) -> bool {
        let _ = stream;
        timeline.state == State::Ended
    }
}

impl DeliverySteps for Reference {}

/// An operation as findings name it.
pub(crate) fn named(op: Op) -> String {
    format!("`{}`", op.name())
}
