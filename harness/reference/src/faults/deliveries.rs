//! Faults in where deliveries begin and end, in which are complete, and in whose timeline an event stands (sections 4.2, 5 and 6).
//!
//! The first event of a request has the number 0, by which a fault that remembers something knows that it begins anew.

use std::collections::HashSet;

use uiconform_checker::{DeliverySteps, Judged, Level, Objection, Place, State, Timeline};
use uiconform_json::{JsonString, Number};
use uiconform_protocols::agentue::{Op, Reference};

use super::tools::{INHERITED, composed, mapped};
use super::{DELIVERY, delivering, faults};

faults! {
    impl DeliverySteps, over [uiconform_protocols::agentue::Steps] => delivering;

    // What begins a delivery (5).

    "deliveries-begin-with-a-ping" aims ["AUE-5-01"] in DELIVERY
    "Takes a ping as the first event of a stream." => {
        fn first(&mut self, place: &Place) -> Judged {
            match place.op {
                Op::Ping => Ok(()),
                _ => Reference.first(place),
            }
        }
    }

    "deliveries-begin-with-anything" aims ["AUE-5-01"] in DELIVERY
    "Takes any event as the first of a stream, as far as there is a model for it." => {
        fn first(&mut self, _: &Place) -> Judged {
            Ok(())
        }
    }

    "deliveries-begin-on-a-connection" aims ["AUE-5-01"] in DELIVERY { begun: bool }
    "Wants a start as the first event of the connection, and not as that of each stream." => {
        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.begun = place.op == Op::Start;
            }
            if self.begun { Ok(()) } else { Reference.first(place) }
        }
    }

    "streams-outlive-requests" aims ["AUE-2-04"] in DELIVERY
        { current: JsonString, open: HashSet<JsonString>, earlier: HashSet<JsonString> }
    "Keeps the streams that the request before left open, so that a ping is taken for one of them." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            self.current = stream.clone();
            stream.clone()
        }

        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.earlier = std::mem::take(&mut self.open);
            }
            if place.op == Op::Ping && self.earlier.contains(&self.current) {
                return Ok(());
            }
            if place.op == Op::Start {
                self.open.insert(self.current.clone());
            }
            Reference.first(place)
        }

        fn advance(&mut self, state: State, op: Op) -> State {
            if op == Op::End {
                self.open.remove(&self.current);
            }
            Reference.advance(state, op)
        }
    }

    // What follows an end (5).

    "pings-follow-an-end" aims ["AUE-5-02"] in DELIVERY
    "Takes pings after the end, since they change nothing." => {
        fn after_end(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            match place.op {
                Op::Ping => Ok(()),
                _ => Reference.after_end(timeline, place),
            }
        }

        fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            match timeline.state {
                State::Ended => Ok(()),
                _ => Reference.ping_seq(timeline, place),
            }
        }
    }

    "anything-follows-an-end" aims ["AUE-5-02"] in DELIVERY
    "Goes on after the end as before it." => {
        fn after_end(&mut self, _: &Timeline, _: &Place) -> Judged {
            Ok(())
        }
    }

    "an-end-follows-an-end" aims ["AUE-5-02"] in DELIVERY
    "Takes a second end, to be on the safe side." => {
        fn after_end(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            match place.op {
                Op::End => Ok(()),
                _ => Reference.after_end(timeline, place),
            }
        }
    }

    "a-refused-event-undoes-the-end" aims ["AUE-5-02"] in DELIVERY
    "Takes a delivery for open again when it had to refuse an event after its end." => {
        fn refused(&mut self, timeline: Option<&mut Timeline>, _: &Place) {
            if let Some(timeline) = timeline
                && timeline.state == State::Ended
            {
                timeline.state = State::Open;
            }
        }
    }

    "nothing-follows-an-end" aims ["AUE-6-06"] in DELIVERY
    "Lets go of a stream at its end for good, and refuses a later start." => {
        fn after_end(&mut self, _: &Timeline, _: &Place) -> Judged {
            Err(refusal())
        }
    }

    // Which streams are complete (5).

    "open-deliveries-are-complete" aims ["AUE-5-03"] in DELIVERY
    "Takes a stream that stops for one that has ended." => {
        fn is_complete(&mut self, _: &JsonString, _: &Timeline) -> bool {
            true
        }
    }

    "failed-deliveries-are-complete" aims ["AUE-5-03"] in DELIVERY
    "Takes an error for the end." => {
        fn is_complete(&mut self, _: &JsonString, timeline: &Timeline) -> bool {
            timeline.state != State::Open
        }
    }

    "quiet-deliveries-are-complete" aims ["AUE-5-03"] in DELIVERY { pinged: HashSet<usize> }
    "Takes a stream whose last event is a ping for one that has nothing more to say." => {
        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.pinged.clear();
            }
            Reference.first(place)
        }

        fn moves(&mut self, timeline: &Timeline, place: &Place) -> bool {
            if place.op == Op::Ping && timeline.state != State::Failed {
                self.pinged.insert(place.event);
            }
            Reference.moves(timeline, place)
        }

        fn is_complete(&mut self, stream: &JsonString, timeline: &Timeline) -> bool {
            self.pinged.contains(&timeline.last_event) || Reference.is_complete(stream, timeline)
        }
    }

    "ends-complete-nothing" aims ["AUE-5-04"] in DELIVERY
    "Counts no stream as complete before its connection is closed." => {
        fn is_complete(&mut self, _: &JsonString, _: &Timeline) -> bool {
            false
        }
    }

    "failed-deliveries-are-never-complete" aims ["AUE-5-04"] in DELIVERY
    "Does not count a delivery as complete that had an error, even after its end." => {
        fn advance(&mut self, state: State, op: Op) -> State {
            match (state, op) {
                (State::Failed, Op::End) => State::Failed,
                _ => Reference.advance(state, op),
            }
        }
    }

    "complete-streams-stay-complete" aims ["AUE-5-05"] in DELIVERY
        { current: JsonString, ended: HashSet<JsonString> }
    "Remembers that a stream has ended once, whatever comes after." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            self.current = stream.clone();
            stream.clone()
        }

        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.ended.clear();
            }
            Reference.first(place)
        }

        fn advance(&mut self, state: State, op: Op) -> State {
            if op == Op::End {
                self.ended.insert(self.current.clone());
            }
            Reference.advance(state, op)
        }

        fn is_complete(&mut self, stream: &JsonString, _: &Timeline) -> bool {
            self.ended.contains(stream)
        }
    }

    // Streams (4.2).

    "pings-carry-the-position-of-the-connection" aims ["AUE-4.2-19"] in DELIVERY { latest: Option<Number> }
    "Wants a ping to carry the latest position of whatever stream." => {
        fn ping_seq(&mut self, _: &Timeline, place: &Place) -> Judged {
            refuse_if(self.latest.as_ref() != Some(&place.seq))
        }

        fn moves(&mut self, timeline: &Timeline, place: &Place) -> bool {
            let moves = Reference.moves(timeline, place);
            if moves {
                self.latest = Some(place.seq.clone());
            }
            moves
        }
    }

    "all-streams-are-one-timeline" aims ["AUE-4.2-19"] in DELIVERY
    "Judges the order of the connection and not of each stream." => {
        fn timeline(&mut self, _: &JsonString) -> JsonString {
            JsonString::new()
        }
    }

    "the-first-streams-are-known-alone" aims ["AUE-4.2-19"] in DELIVERY { begun: usize }
    "Has room for a hundred streams and refuses the next." => {
        fn first(&mut self, place: &Place) -> Judged {
            if place.event == 0 {
                self.begun = 0;
            }
            self.begun += 1;
            refuse_if(self.begun > 100)?;
            Reference.first(place)
        }
    }

    "timelines-ignore-case" aims ["AUE-4.2-14"] in DELIVERY
    "Takes identifiers that differ in case for one stream." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            if INHERITED.iter().any(|name| stream == name) {
                return stream.clone();
            }
            mapped(stream, str::to_lowercase)
        }
    }

    "timelines-are-trimmed" aims ["AUE-4.2-14"] in DELIVERY
    "Removes the white space around the identifiers of streams." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            mapped(stream, |stream| stream.trim().to_owned())
        }
    }

    "timelines-are-composed" aims ["AUE-4.2-15"] in DELIVERY
    "Brings the identifiers of streams into a Unicode normal form." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            mapped(stream, composed)
        }
    }

    "timelines-are-numbers" aims ["AUE-4.2-16"] in DELIVERY
    "Takes identifiers that are the same number for one stream." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            mapped(stream, |stream| {
                let number: Result<f64, _> = stream.parse();
                number.map_or(stream.to_owned(), |number| number.to_string())
            })
        }
    }

    "inherited-timelines-have-begun" aims ["AUE-4.2-17"] in DELIVERY { inherited: bool }
    "Finds a stream where a JavaScript object has a member of that name." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            self.inherited = INHERITED.iter().any(|name| stream == name);
            stream.clone()
        }

        fn first(&mut self, place: &Place) -> Judged {
            if self.inherited { Ok(()) } else { Reference.first(place) }
        }
    }

    "inherited-timelines-are-not-listed" aims ["AUE-4.2-17"] in DELIVERY
    "Leaves out a complete stream whose name a JavaScript object has for a member." => {
        fn is_complete(&mut self, stream: &JsonString, timeline: &Timeline) -> bool {
            !INHERITED.iter().any(|name| stream == name) && Reference.is_complete(stream, timeline)
        }
    }
}

/// The refusal of a variant that refuses too much.
pub(super) fn refusal() -> Objection {
    Objection::new(
        "AUE-5",
        Level::Required,
        "another event",
        "this one",
        "It is refused by a fault.",
    )
}

pub(super) fn refuse_if(so: bool) -> Judged {
    if so { Err(refusal()) } else { Ok(()) }
}
