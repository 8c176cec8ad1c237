//! The rules of order that bind whoever produces streams, of which a recording may have several.

use uiconform_protocols::agentue::{Reference, Steps};

use crate::emission::{increasing, repeating};
use crate::{DeliverySteps, Judged, Objection, Place, Timeline};

/// As a consumer, and stricter where the text binds producers: every event but `ping` takes a position of its own, and a ping
/// none. A consumer takes such an event all the same.
///
/// A `start` while a delivery is open is left to the producer: the recording may be of a client that has connected anew.
pub(crate) struct Production;

impl Steps for Production {}

impl DeliverySteps for Production {
    fn end_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        if place.seq == timeline.latest && timeline.started {
            // A resumed delivery of which nothing but the end is left: its start may cover the end (6).
            return Reference.end_seq(timeline, place);
        }
        increasing(timeline, place).map_err(Objection::bearable)
    }

    fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        repeating(timeline, place)
    }
}
