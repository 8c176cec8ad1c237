//! Faults in the order of deliveries (sections 4.1, 5 and 6).
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

    "streams-outlive-requests" aims ["AUE-5-01"] in DELIVERY { begun: bool, current: JsonString }
    "Keeps a stream of an earlier request, so that a ping is taken for it." => {
        fn timeline(&mut self, stream: &JsonString) -> JsonString {
            self.current = stream.clone();
            stream.clone()
        }

        fn first(&mut self, place: &Place) -> Judged {
            let kept = self.current == "kept";
            if kept && self.begun && place.op == Op::Ping {
                return Ok(());
            }
            self.begun |= kept && place.op == Op::Start;
            Reference.first(place)
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

    // Positions (4.1).

    "positions-are-consecutive" aims ["AUE-4.1-01"] in DELIVERY
    "Takes a gap in the positions for lost events." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(number(&place.seq) > number(&timeline.latest) + 1)?;
            Reference.change_seq(timeline, place)
        }
    }

    "positions-are-near" aims ["AUE-4.1-01"] in DELIVERY
    "Takes a gap of more than a hundred positions for an error of the transport." => {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(number(&place.seq) > number(&timeline.latest) + 100)?;
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
    "Takes a second ping in a row for one that was sent twice." => {
        fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            refuse_if(place.event > 0 && self.pinged == Some(place.event - 1))?;
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
fn refusal() -> Objection {
    Objection::new(
        "AUE-5",
        Level::Required,
        "another event",
        "this one",
        "It is refused by a fault.",
    )
}

fn refuse_if(so: bool) -> Judged {
    if so { Err(refusal()) } else { Ok(()) }
}

/// A position as an integer; one that is none is beyond all others.
fn number(seq: &Number) -> u64 {
    seq.to_u64().unwrap_or(u64::MAX)
}
