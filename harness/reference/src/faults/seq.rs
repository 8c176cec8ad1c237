//! Faults in the `seq` of single operations, which are not checked where nothing depends on them (section 4).

use uiconform_json::Value;
use uiconform_protocols::agentue::{
    Envelope, Event, Model, Op, Reference, Rejection, Steps, Verdict,
};

use super::tools::{accept_if, refuse_if};
use super::{REDUCER, faults};

faults! {
    "seq-of-an-append-may-be-anything" aims ["AUE-4-10", "AUE-4-13"] in REDUCER
    "Looks at the `seq` of an append only to see that there is one." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).map(|event| with_any_seq(event, Op::Append))
        }
    }

    "seq-of-an-error-may-be-anything" aims ["AUE-4-11"] in REDUCER
    "Looks at the `seq` of an error only to see that there is one." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).map(|event| with_any_seq(event, Op::Error))
        }
    }

    "seq-of-a-ping-may-be-anything" aims ["AUE-4-10", "AUE-4-14"] in REDUCER
    "Looks at the `seq` of a ping only to see that there is one." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).map(|event| with_any_seq(event, Op::Ping))
        }
    }

    "seq-of-an-end-may-be-anything" aims ["AUE-4-12", "AUE-4-37"] in REDUCER
    "Looks at the `seq` of an end only to see that there is one." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).map(|event| with_any_seq(event, Op::End))
        }
    }

    "seq-of-a-first-start-may-be-anything"
    aims ["AUE-4-10", "AUE-4-11", "AUE-4-12", "AUE-4-13", "AUE-4-14", "AUE-4-37"] in REDUCER { started: bool }
    "Checks a `seq` by comparing it with the latest, of which there is none before the first start." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.started = model.is_some();
        }

        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(!self.started && seq.is_some(), Reference.seq(seq))
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.started |= model.is_some();
            verdict
        }
    }

    "seq-may-be-a-boolean-in-order" aims ["AUE-4-13"] in REDUCER { started: bool }
    "Takes a boolean `seq` for zero or one, which its watch over the order refuses everywhere but in the first event." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.started = model.is_some();
        }

        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(matches!(seq, Some(Value::Bool(_))), Reference.seq(seq))
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.started && envelope.seq.is_none())
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.started |= model.is_some();
            verdict
        }
    }
}

/// An event of which a `seq` that is there, and is none, passes for one.
fn with_any_seq(mut event: Value, op: Op) -> Value {
    let named = event.get("op").and_then(Value::as_str) == Some(op.name());
    if let (true, Some(seq)) = (
        named,
        event
            .as_object_mut()
            .and_then(|members| members.get_mut("seq")),
    ) && Reference.seq(Some(seq)).is_err()
    {
        *seq = 0_u64.into();
    }
    event
}
