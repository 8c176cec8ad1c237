//! Faults in the positions of events in their timeline (sections 4.1 and 6).
//!
//! The first event of a request has the number 0, by which a fault that remembers something knows that it begins anew.

use std::collections::HashSet;

use uiconform_checker::{DeliverySteps, Judged, Place, State, Timeline};
use uiconform_json::{JsonString, Number};
use uiconform_protocols::agentue::{Op, Reference};

use super::deliveries::{refusal, refuse_if};
use super::{DELIVERY, delivering, faults};

faults! {
    impl DeliverySteps, over [uiconform_protocols::agentue::Steps] => delivering;

    // Positions (4.1).

    "positions-are-consecutive" aims ["AUE-4.1-01"] in DELIVERY
    "Takes a gap in the positions for lost events." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(number(&place.seq) > number(&timeline.latest).saturating_add(1))?;
            Reference.change_seq(timeline, place)
        }
    }

    "positions-are-near" aims ["AUE-4.1-01"] in DELIVERY
    "Takes a gap of more than a hundred positions for an error of the transport." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(number(&place.seq) > number(&timeline.latest).saturating_add(100))?;
            Reference.change_seq(timeline, place)
        }
    }

    "positions-have-31-bits" aims ["AUE-4.1-01"] in DELIVERY
    "Refuses positions that a 32-bit integer with sign does not hold." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(number(&place.seq) > u64::from(u32::MAX >> 1))?;
            Reference.change_seq(timeline, place)
        }
    }

    "deliveries-are-short" aims ["AUE-4.1-01"] in DELIVERY
    "Takes seven hundred events of a connection and refuses further changes." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(place.event > 700)?;
            Reference.change_seq(timeline, place)
        }
    }

    "positions-are-compared-as-text" aims ["AUE-4.1-04"] in DELIVERY
    "Compares positions character by character, so that 9 is above 10." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(place.seq.lexeme() <= timeline.latest.lexeme())
        }
    }

    "equal-positions-are-taken" aims ["AUE-4.1-03"] in DELIVERY
    "Refuses only what is below the latest position." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if !timeline.started && place.seq == timeline.latest {
                return Ok(());
            }
            Reference.change_seq(timeline, place)
        }
    }

    "appends-share-positions" aims ["AUE-4.1-03"] in DELIVERY
    "Takes several appends of one position, as the parts of one." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if place.op == Op::Append && !timeline.started && place.seq == timeline.latest {
                return Ok(());
            }
            Reference.change_seq(timeline, place)
        }
    }

    "appends-take-no-position" aims ["AUE-4.1-03"] in DELIVERY
    "Moves the latest position by sets and errors alone." => {
        fn moves(&mut self, timeline: &Timeline, place: &Place) -> bool {
            place.op != Op::Append && Reference.moves(timeline, place)
        }
    }

    "errors-have-any-position" aims ["AUE-4.1-03", "AUE-4.1-04"] in DELIVERY
    "Takes an error wherever it stands in the timeline." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            match place.op {
                Op::Error => Ok(()),
                _ => Reference.change_seq(timeline, place),
            }
        }
    }

    "earlier-positions-are-taken-again" aims ["AUE-4.1-04"] in DELIVERY { seen: HashSet<u64> }
    "Takes an event whose position was filled before, as a correction of what was there." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if self.seen.contains(&number(&place.seq)) && place.seq != timeline.latest {
                return Ok(());
            }
            Reference.change_seq(timeline, place)
        }

        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.seen.clear();
            }
            Reference.first(place)
        }

        fn moves(&mut self, timeline: &Timeline, place: &Place) -> bool {
            if matches!(place.op, Op::Set | Op::Append) {
                self.seen.insert(number(&place.seq));
            }
            Reference.moves(timeline, place)
        }
    }

    "any-position-is-taken" aims ["AUE-4.1-03", "AUE-4.1-04", "AUE-4.1-12"] in DELIVERY
    "Applies every change, whatever its position." => {
        fn change_seq(&mut self, _: &Timeline, _: &Place) -> Judged {
            Ok(())
        }
    }

    "starts-share-positions" aims ["AUE-4.1-12"] in DELIVERY
    "Takes a first change at the position of the start." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if timeline.started && place.seq == timeline.latest {
                return Ok(());
            }
            Reference.change_seq(timeline, place)
        }
    }

    "starts-take-no-position" aims ["AUE-4.1-12"] in DELIVERY
    "Lets the first change after a start say where the timeline begins." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if timeline.started {
                return Ok(());
            }
            Reference.change_seq(timeline, place)
        }
    }

    // Refused events (4.1).

    "refused-positions-count" aims ["AUE-4.1-05"] in DELIVERY
    "Takes note of the position of a change that it refuses." => {
        fn refused(&mut self, timeline: Option<&mut Timeline>, place: &Place) {
            if let (Some(timeline), Op::Set | Op::Append | Op::Error) = (timeline, place.op) {
                timeline.latest = place.seq.clone();
            }
        }
    }

    "refused-first-positions-count" aims ["AUE-4.1-05"] in DELIVERY
        { current: JsonString, stream: Option<JsonString>, latest: u64 }
    "Holds the position of a refused first event against what follows it." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            self.current = stream.clone();
            stream.clone()
        }

        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.stream = (place.op != Op::Start).then(|| self.current.clone());
                self.latest = number(&place.seq);
            }
            Reference.first(place)
        }

        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            let held = self.stream.as_ref() == Some(&self.current);
            refuse_if(held && number(&place.seq) <= self.latest)?;
            Reference.change_seq(timeline, place)
        }
    }

    "positions-after-the-end-count" aims ["AUE-4.1-05"] in DELIVERY { held: u64 }
    "Holds the position of a change that it refuses after the end against the next delivery." => {
        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.held = 0;
            }
            Reference.first(place)
        }

        fn after_end(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if place.op == Op::Set {
                self.held = number(&place.seq);
            }
            Reference.after_end(timeline, place)
        }

        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(timeline.state != State::Ended && number(&place.seq) < self.held)?;
            Reference.change_seq(timeline, place)
        }
    }

    // Pings (4.1).

    "pings-need-positions-of-their-own" aims ["AUE-4.1-06"] in DELIVERY
    "Wants a ping to be above the latest position, as any other event." => {
        fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            Reference.change_seq(timeline, place)
        }
    }

    "a-ping-upon-a-ping-is-refused" aims ["AUE-4.1-06"] in DELIVERY { pinged: Option<usize> }
    "Takes a second ping in a row of a stream for one that was sent twice." => {
        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.pinged = None;
            }
            Reference.first(place)
        }

        fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(self.pinged == Some(timeline.last_event))?;
            self.pinged = Some(place.event);
            Reference.ping_seq(timeline, place)
        }
    }

    "pings-after-an-error-are-refused" aims ["AUE-4.1-06"] in DELIVERY
    "Takes nothing but an end after an error that data does not follow, not even a ping." => {
        fn after_error(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(place.op == Op::Ping)?;
            Reference.after_error(timeline, place)
        }
    }

    "pings-move-the-timeline" aims ["AUE-4.1-07", "AUE-4.1-08"] in DELIVERY
    "Moves the latest position by pings too." => {
        fn ping_seq(&mut self, _: &Timeline, _: &Place) -> Judged {
            Ok(())
        }

        fn moves(&mut self, timeline: &Timeline, place: &Place) -> bool {
            place.op == Op::Ping || Reference.moves(timeline, place)
        }
    }

    "refused-pings-move-the-timeline" aims ["AUE-4.1-07"] in DELIVERY
    "Takes note of the position of a ping although it refuses it." => {
        fn refused(&mut self, timeline: Option<&mut Timeline>, place: &Place) {
            if let (Some(timeline), Op::Ping) = (timeline, place.op) {
                timeline.latest = place.seq.clone();
            }
        }
    }

    "pings-have-any-position" aims ["AUE-4.1-08"] in DELIVERY
    "Does not look at the positions of pings." => {
        fn ping_seq(&mut self, _: &Timeline, _: &Place) -> Judged {
            Ok(())
        }
    }

    // Ends and starts (4.1, 6).

    "ends-have-any-position" aims ["AUE-4.1-09"] in DELIVERY
    "Does not look at the positions of ends." => {
        fn end_seq(&mut self, _: &Timeline, _: &Place) -> Judged {
            Ok(())
        }
    }

    "starts-are-above-the-end" aims ["AUE-4.1-11"] in DELIVERY { ended: Option<Number> }
    "Wants a start to be above the end of the delivery before it." => {
        fn start_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            let ended = timeline.state == State::Ended;
            refuse_if(ended && self.ended.as_ref() == Some(&place.seq))?;
            Reference.start_seq(timeline, place)
        }

        fn end_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            self.ended = Some(place.seq.clone());
            Reference.end_seq(timeline, place)
        }
    }

    "timelines-begin-below-ten" aims ["AUE-4.1-11"] in DELIVERY
    "Takes a first start far on in the timeline for one that came too late." => {
        fn first(&mut self, place: &Place) -> Judged {
            refuse_if((10..50).contains(&number(&place.seq)))?;
            Reference.first(place)
        }
    }

    "open-deliveries-refuse-a-start" aims ["AUE-4.1-14"] in DELIVERY
    "Waits for the end of a delivery before it takes another start." => {
        fn restart(&mut self, _: &Timeline, _: &Place) -> Judged {
            Err(refusal())
        }
    }
}

/// A position as an integer; one that is none is beyond all others.
fn number(seq: &Number) -> u64 {
    seq.to_u64().unwrap_or(u64::MAX)
}
