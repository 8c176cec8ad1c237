//! Events as lines of any text.

use uiconform_checker::{Deliveries, DeliverySteps};
use uiconform_json::Value;
use uiconform_protocols::agentue::{Event, Model, Reducer, Reference};

/// Raw lines through a reducer: what is rejected changes nothing, what is accepted leaves a valid model, and going on from the
/// model that the first half makes comes to the same (6).
///
/// # Panics
///
/// If that is not so.
pub fn reduce_lines(data: &[u8]) {
    let Some(text) = super::text(data) else {
        return;
    };
    let events = super::events(text);
    let mut reducer = Reducer::new();
    let mut verdicts = Vec::with_capacity(events.len());
    let mut half = Value::Null;
    for (at, event) in events.iter().enumerate() {
        if at == events.len() / 2 {
            half = document(reducer.model());
        }
        let before = document(reducer.model());
        let verdict = reducer.apply(&mut Reference, event);
        if let Err(why) = &verdict {
            let after = document(reducer.model());
            assert_eq!(
                after.to_text(),
                before.to_text(),
                "rejected, and changed: {why}"
            );
        } else if reducer.model().is_some() {
            let after = document(reducer.model());
            let again = Reducer::resume(&mut Reference, &after, 0);
            assert!(again.is_ok(), "accepted, and the model is none: {after}");
        }
        verdicts.push(verdict.is_ok());
    }
    resumed(&half, &events, &verdicts, reducer.model());
}

/// The second half from the model of the first.
fn resumed(half: &Value, events: &[Event], verdicts: &[bool], expected: Option<&Model>) {
    if half.is_null() {
        return;
    }
    let Ok(mut reducer) = Reducer::resume(&mut Reference, half, 0) else {
        panic!("a model on the way is none: {half}");
    };
    let rest = events.len() / 2..;
    for (event, verdict) in events[rest.clone()].iter().zip(&verdicts[rest]) {
        let again = reducer.apply(&mut Reference, event).is_ok();
        assert_eq!(
            again,
            *verdict,
            "after resuming, {:?} is judged otherwise",
            event.members()
        );
    }
    assert_eq!(
        document(reducer.model()),
        document(expected),
        "after resuming, the model is another"
    );
}

/// Raw lines through a consumer that enforces the order of deliveries: what it refuses leaves no trace, so that without it all the
/// rest is accepted and the same deliveries are complete.
///
/// # Panics
///
/// If that is not so.
pub fn deliver(data: &[u8]) {
    let Some(text) = super::text(data) else {
        return;
    };
    let mut deliveries = Deliveries::new();
    let mut accepted = Vec::new();
    for event in super::events(text) {
        if deliveries.apply(&mut Reference, &event).is_ok() {
            accepted.push(event);
        }
    }
    let mut again = Deliveries::new();
    for event in &accepted {
        if let Err(why) = again.apply(&mut Reference, event) {
            panic!(
                "refused without what was refused before it: {why}: {:?}",
                event.members()
            );
        }
    }
    assert_eq!(
        complete(&deliveries, &mut Reference),
        complete(&again, &mut Reference),
        "what was refused decides which deliveries are complete"
    );
}

fn complete<S: DeliverySteps>(
    deliveries: &Deliveries,
    steps: &mut S,
) -> Vec<uiconform_json::JsonString> {
    deliveries.complete(steps)
}

fn document(model: Option<&Model>) -> Value {
    model.map_or(Value::Null, |model| model.document().clone().into())
}
