//! The reducer and the router, section by section.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod append;
mod control;
mod envelope;
mod masks;
mod model;
mod references;
mod set;
mod streams;

use uiconform_json::{Value, parse};
use uiconform_protocols::agentue::{Event, Reducer, Reference, Rejection, Verdict};

/// A model with those blocks, written without the brackets of their list.
fn model(blocks: &str) -> String {
    format!(r#"{{"version":"1.1","biz":"chat","meta":{{}},"blocks":[{blocks}]}}"#)
}

/// A reducer with a model.
fn having(model: &str) -> Reducer {
    Reducer::resume(&mut Reference, &parse(model).unwrap(), 1).unwrap()
}

/// Applies the text of an event.
fn apply(reducer: &mut Reducer, event: &str) -> Verdict {
    Event::parse(event).and_then(|event| reducer.apply(&mut Reference, &event))
}

/// The model as JSON, null without one.
fn json(reducer: &Reducer) -> Value {
    reducer
        .model()
        .map_or(Value::Null, |model| model.document().clone().into())
}

/// The event is accepted and makes the one model of the other.
#[track_caller]
fn accepts(before: &str, event: &str, after: &str) {
    let mut reducer = having(before);
    apply(&mut reducer, event).unwrap();
    assert_eq!(json(&reducer), parse(after).unwrap(), "{event}");
}

/// The event is refused by that requirement, such as `5.3-12`, or by one of that section, and the model is as it was.
#[track_caller]
fn refuses(before: &str, event: &str, rule: &str) -> Rejection {
    let mut reducer = having(before);
    let rejection = apply(&mut reducer, event).expect_err(event);
    let named = [
        rejection.section(),
        rejection.rule().trim_start_matches("AUE-"),
    ];
    assert!(named.contains(&rule), "{rejection}, not {rule}");
    assert_eq!(json(&reducer), parse(before).unwrap(), "{event}");
    rejection
}
