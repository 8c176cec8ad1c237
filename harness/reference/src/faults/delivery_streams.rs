//! Faults in the streams of a delivery that show in the events themselves, and in what one request leaves to the next.

use uiconform_checker::DeliverySteps;
use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Envelope, Model, Op, Reference, Steps, Verdict};

use super::tools::refuse_if;
use super::{DELIVERY, delivering, faults};

faults! {
    impl Steps, over [DeliverySteps] => delivering;

    "empty-identifiers-are-a-stream" aims ["AUE-4.2-05"] in DELIVERY
    "Takes the empty identifier for the name of a stream of its own." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            match stream_id {
                Some(id) if id.is_empty() => "(empty)".into(),
                other => Reference.stream(other),
            }
        }
    }

    "empty-identifiers-are-refused" aims ["AUE-4.2-05"] in DELIVERY
    "Refuses an event with an empty identifier." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.stream_id.is_some_and(JsonString::is_empty))
        }
    }

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
    }
}
