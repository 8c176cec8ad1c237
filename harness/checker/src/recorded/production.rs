//! The rules of order that bind whoever produces streams, of which a recording may have several.

use uiconform_catalogue::Level;
use uiconform_protocols::agentue::{Op, Reference, Steps};

use crate::emission::{increasing, repeating};
use crate::{DeliverySteps, Judged, Objection, Place, State, Timeline};

/// As a consumer, and stricter where the text binds producers: every event but `ping` takes a position of its own, and a ping
/// none. A consumer takes such an event all the same.
///
/// A `start` while a delivery is open is left to the producer: the recording may be of a client that has connected anew.
pub(crate) struct Production;

impl Steps for Production {}

impl DeliverySteps for Production {
    fn start_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        let judged = Reference.start_seq(timeline, place);
        judged.map_err(|mut objection| {
            if let Some(end) = &timeline.end {
                let expected = format!("{}; the `end` after that has {end}", objection.expected);
                objection.expected = expected.into();
            }
            objection
        })
    }

    fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        Reference.change_seq(timeline, place)?;
        untaken(timeline, place)
    }

    fn end_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        if place.seq == timeline.latest && timeline.started {
            // A resumed delivery of which nothing but the end is left: its start may cover the end (6).
            return Reference.end_seq(timeline, place);
        }
        increasing(timeline, place).map_err(Objection::bearable)?;
        untaken(timeline, place)
    }

    fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        let above = place.seq.cmp_value(&timeline.latest).is_gt();
        if timeline.taken.as_ref() == Some(&place.seq) || (timeline.unsure && above) {
            return Ok(());
        }
        repeating(timeline, place)
    }

    fn advance(&mut self, state: State, op: Op) -> State {
        match (state, op) {
            // That data follows the error has been said.
            (State::Failed, Op::Set | Op::Append) => State::Open,
            _ => Reference.advance(state, op),
        }
    }

    fn remembers(&mut self) -> bool {
        true
    }
}

/// A position belongs to one event, though it be refused.
fn untaken(timeline: &Timeline, place: &Place) -> Judged {
    if timeline.taken.as_ref() != Some(&place.seq) {
        return Ok(());
    }
    Err(Objection::new(
        "AUE-4.1-15",
        Level::Required,
        format!(
            "more than {}, which an event that is refused has",
            place.seq
        ),
        place.seq.to_string(),
        "A consumer that took the earlier event takes this one for one that it has seen.",
    )
    .at("seq")
    .bearable())
}
