//! The rules of order that bind whoever produces streams, of which a recording may have several.

use uiconform_catalogue::Level;
use uiconform_protocols::agentue::{Reference, Steps};

use crate::{DeliverySteps, Judged, Objection, Place, State, Timeline};

/// As a consumer, and stricter where the text binds producers: every event but `ping` takes a position of its own, and a ping
/// none. A consumer takes such an event all the same.
///
/// A `start` while a delivery is open is left to the producer: the recording may be of a client that has connected anew.
pub(crate) struct Production;

impl Steps for Production {}

impl DeliverySteps for Production {
    fn end_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        let order = place.seq.cmp_value(&timeline.latest);
        if order.is_gt() {
            return Ok(());
        }
        if order.is_eq() && timeline.started {
            // A resumed delivery of which nothing but the end is left: its start may cover the end (6).
            return Reference.end_seq(timeline, place);
        }
        Err(Objection::new(
            "AUE-4.1-15",
            Level::Required,
            format!("more than {}, the latest", timeline.latest),
            place.seq.to_string(),
            "Events other than ping have increasing positions, and a client may take this one for one that it has seen.",
        )
        .at("seq")
        .bearable())
    }

    fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        if timeline.state == State::Ended || place.seq == timeline.latest {
            return Ok(());
        }
        Err(Objection::new(
            "AUE-4.1-16",
            Level::Required,
            format!("{}, the latest", timeline.latest),
            place.seq.to_string(),
            "A ping repeats the position of its stream and takes none of its own.",
        )
        .at("seq")
        .bearable())
    }
}
