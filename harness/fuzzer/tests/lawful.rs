//! Nobody is blamed for what the interpretation allows: implementations that differ from the reference only there.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::collections::HashMap;

use uiconform_catalogue::Level;
use uiconform_driver::Service;
use uiconform_driver::agentue::Driver;
use uiconform_fuzzer::agentue::AgentUe;
use uiconform_fuzzer::{Fuzzer, InProcess, Protocol};
use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{
    Envelope, Event, Model, Op, Reference, Rejection, Steps, Verdict,
};
use uiconform_reference::ReferenceDriver;

/// Sequences that are tried on each.
const EXECS: u64 = 4_000;

fn refuse_if(so: bool) -> Verdict {
    if so {
        Err(Rejection::new("AUE-0", "refused by choice"))
    } else {
        Ok(())
    }
}

/// Watches over the order as a consumer of deliveries does: refuses what does not go on, and all but a start after an end.
#[derive(Default)]
struct Watchful {
    /// By stream: the latest position, and whether the delivery has ended.
    streams: HashMap<JsonString, (Number, bool)>,
    /// The stream of the event, the unnamed one of all events of a single reducer.
    stream: JsonString,
}

impl Steps for Watchful {
    fn begin(&mut self, model: Option<&Model>, seq: u64) {
        self.streams.clear();
        self.stream = JsonString::new();
        if model.is_some() {
            self.streams.insert(JsonString::new(), (seq.into(), false));
        }
    }

    fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
        self.stream = Reference.stream(stream_id);
        self.stream.clone()
    }

    fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
        let (Some(seq), Some((latest, ended))) = (envelope.seq, self.streams.get(&self.stream))
        else {
            return Ok(());
        };
        let order = seq.cmp_value(latest);
        refuse_if(match envelope.op {
            Op::Start => order.is_lt(),
            _ if *ended => true,
            Op::Ping => order.is_ne(),
            _ => order.is_le(),
        })
    }

    fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
        let op = event.get("op").and_then(Value::as_str).and_then(Op::named);
        let seq = event.get("seq").and_then(Value::as_number);
        if let (Ok(()), Some(op), Some(seq)) = (&verdict, op, seq)
            && op != Op::Ping
        {
            self.streams
                .insert(self.stream.clone(), (seq.clone(), op == Op::End));
        }
        verdict
    }
}

/// Accepts, without effect, what the text only advises to refuse.
#[derive(Default)]
struct Tolerant;

impl Steps for Tolerant {
    fn ts(&mut self, _: &Value) -> Verdict {
        Ok(())
    }

    fn text(&mut self, member: &'static str, value: &Value) -> Verdict {
        match member {
            "event_type" => Ok(()),
            _ => Reference.text(member, value),
        }
    }

    fn unknown(&mut self, _: &JsonString, _: &Value) -> Verdict {
        Ok(())
    }

    fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
        match (op, member) {
            (Op::Start, "meta" | "block") => Reference.surplus(op, member),
            _ => Ok(()),
        }
    }

    fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
        match op {
            Op::Set => Ok(()),
            _ => Reference.stray_ref(op, payload),
        }
    }

    fn error_object(&mut self, _: &Value) -> Verdict {
        Ok(())
    }
}

/// Makes an absent field by an append, and takes null for an empty one.
#[derive(Default)]
struct Creating;

impl Steps for Creating {
    fn join_absent(&mut self, block: &mut Object, field: &JsonString, delta: &Value) -> Verdict {
        block.insert(field, delta.clone());
        Ok(())
    }

    fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
        if target.is_null() {
            *target = delta.clone();
            return Ok(());
        }
        Reference.join_other(target, delta)
    }
}

/// Keeps numbers as binary64, and puts a mark for what is no character.
#[derive(Default)]
struct Rounding;

impl Steps for Rounding {
    fn copy(&mut self, _: Op, value: &Value) -> Value {
        rounded(value)
    }

    fn snapshot(&mut self, model: Option<&Model>) -> String {
        let model = model.map_or(Value::Null, |model| model.document().clone().into());
        rounded(&model).to_text()
    }
}

fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let number = number.to_f64();
            let number = number
                .is_finite()
                .then(|| Number::parse(&format!("{number:?}")));
            number.flatten().map_or(Value::Null, Value::from)
        }
        Value::String(text) => text.to_string_lossy().into_owned().into(),
        Value::Array(list) => list.iter().map(rounded).collect::<Vec<_>>().into(),
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name.to_string_lossy().into_owned(), rounded(value)))
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}

/// Refuses a parent that is not there, and objects that are missing on a path.
#[derive(Default)]
struct Strict;

impl Steps for Strict {
    fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
        let reached = Reference.reach(target, path)?;
        refuse_if(reached + 1 < path.len())?;
        Ok(reached)
    }

    fn control(&mut self, model: &mut Option<Model>, _: &Envelope<'_>) -> Verdict {
        refuse_if(model.is_none())
    }
}

fn served<S: Steps + Send + Default + 'static>() -> Box<dyn Service + Send> {
    let steps: Box<dyn Steps + Send> = Box::new(S::default());
    Box::new(Driver::new(ReferenceDriver::faulty("lawful", steps)))
}

/// Nothing of more than that level is found.
fn is_not_blamed(make: fn() -> Box<dyn Service + Send>, most: Option<Level>) {
    let mut fuzzer = Fuzzer::new(AgentUe::default());
    let mut target = InProcess::new(make);
    for index in 0..EXECS {
        let case = fuzzer.case(2, index);
        let findings = fuzzer.examine(&mut target, std::slice::from_ref(&case));
        let blamed = findings
            .into_iter()
            .flatten()
            .find(|finding| most.is_none_or(|most| finding.level > most));
        let shown = fuzzer.protocol().to_value(&case);
        assert!(blamed.is_none(), "{index}: {blamed:#?}\n{shown}");
    }
}

#[test]
fn who_watches_over_the_order_is_not_blamed() {
    is_not_blamed(served::<Watchful>, Some(Level::Recommended));
}

#[test]
fn who_ignores_what_should_be_refused_is_only_advised() {
    is_not_blamed(served::<Tolerant>, Some(Level::Recommended));
}

#[test]
fn who_makes_an_absent_field_is_not_blamed() {
    is_not_blamed(served::<Creating>, None);
}

#[test]
fn who_keeps_numbers_as_binary64_is_not_blamed() {
    is_not_blamed(served::<Rounding>, None);
}

#[test]
fn who_creates_no_objects_on_a_path_is_only_advised() {
    is_not_blamed(served::<Strict>, Some(Level::Recommended));
}
