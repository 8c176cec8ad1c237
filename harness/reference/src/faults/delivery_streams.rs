//! Faults in deliveries that show in the events themselves, in their operations, streams and masks, and in what one request leaves to the next.

use uiconform_checker::{DeliverySteps, Judged, Place, Timeline};
use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Envelope, Event, Model, Op, Reference, Steps, Verdict};

use super::tools::{accept_if, is, refuse_if};
use super::{DELIVERY, delivering, faults};

faults! {
    impl Steps, and DeliverySteps, over [] => delivering;

    "connections-begin-with-an-append" aims ["AUE-5-01"] in DELIVERY
    "Takes an append as the first event of a connection, since it can bring its block along." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            accept_if(model.is_none() && is(event, Op::Append), verdict)
        }
    } and {
        fn first(&mut self, place: &Place) -> Judged {
            match place.op {
                Op::Append if place.event == 0 => Ok(()),
                _ => Reference.first(place),
            }
        }
    }

    "connections-begin-with-an-error" aims ["AUE-5-01"] in DELIVERY
    "Takes an error as the first event of a connection, for a run that failed before it began." => {
        fn settle(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            accept_if(model.is_none() && is(event, Op::Error), verdict)
        }
    } and {
        fn first(&mut self, place: &Place) -> Judged {
            match place.op {
                Op::Error if place.event == 0 => Ok(()),
                _ => Reference.first(place),
            }
        }
    }

    "masked-sets-have-any-position" aims ["AUE-4.1-03", "AUE-4.1-04"] in DELIVERY { masked: bool }
    "Takes a set of a field wherever it stands in the timeline, as if it could be applied twice." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.masked = envelope.op == Op::Set && envelope.mask.is_some();
            Ok(())
        }
    } and {
        fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
            if self.masked {
                return Ok(());
            }
            Reference.change_seq(timeline, place)
        }
    }

    "empty-identifiers-are-a-stream" aims ["AUE-4.2-05"] in DELIVERY
    "Takes the empty identifier for the name of a stream of its own." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            match stream_id {
                Some(id) if id.is_empty() => "(empty)".into(),
                other => Reference.stream(other),
            }
        }
    } and {}

    "empty-identifiers-are-refused" aims ["AUE-4.2-05"] in DELIVERY
    "Refuses an event with an empty identifier." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.stream_id.is_some_and(JsonString::is_empty))
        }
    } and {}

    "the-first-request-takes-no-second-delivery" aims ["AUE-6-01"] in DELIVERY { requests: u64, ended: bool }
    "Refuses a start after an end in the first request of a process, before it has warmed up." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.requests += 1;
            self.ended = false;
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.requests == 1 && self.ended && envelope.op == Op::Start)?;
            self.ended |= envelope.op == Op::End;
            Ok(())
        }
    } and {}
}
