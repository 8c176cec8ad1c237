//! Resumed deliveries (6).

use uiconform_json::{Number, Value};
use uiconform_protocols::agentue::resume::resume as resume_log;
use uiconform_protocols::agentue::{Event, Op, Reducer, Reference};

/// The lines of a log, resumed at each of its positions: the delivery comes to the model of the log, and so does one that is
/// resumed again.
///
/// # Panics
///
/// If that is not so.
pub fn resume(data: &[u8]) {
    /// Positions that are tried.
    const MOST: usize = 24;
    let Some(text) = super::text(data) else {
        return;
    };
    let log = super::events(text);
    let Some(expected) = reduced(&log) else {
        return;
    };
    if !is_ordered(&log) {
        return;
    }
    let cursors = log.iter().filter_map(seq).take(MOST);
    for cursor in cursors {
        let Ok(delivery) = resume_log(&mut Reference, &log, cursor) else {
            continue;
        };
        assert_eq!(
            reduced(&delivery),
            Some(expected.clone()),
            "resumed at {cursor}"
        );
        if let Ok(again) = resume_log(&mut Reference, &delivery, cursor) {
            assert_eq!(
                reduced(&again),
                Some(expected.clone()),
                "resumed twice at {cursor}"
            );
        }
    }
}

/// The model that a delivery adds up to; `None` if an event of it is refused.
fn reduced(events: &[Event]) -> Option<Value> {
    let mut reducer = Reducer::new();
    for event in events {
        reducer.apply(&mut Reference, event).ok()?;
    }
    Some(reducer.model()?.document().clone().into())
}

/// Whether a log is one delivery whose positions only rise: of others nobody knows what a position covers.
fn is_ordered(log: &[Event]) -> bool {
    let ops = log.iter().map(|event| {
        let op = event.get("op").and_then(Value::as_str);
        op.and_then(Op::named)
    });
    let starts = ops.clone().filter(|op| *op == Some(Op::Start)).count();
    let seqs: Vec<u64> = log
        .iter()
        .filter_map(|event| seq(event)?.to_u64())
        .collect();
    starts == 1
        && ops.clone().next() == Some(Some(Op::Start))
        && seqs.len() == log.len()
        && seqs.is_sorted_by(|earlier, later| earlier < later)
}

fn seq(event: &Event) -> Option<&Number> {
    event.get("seq").and_then(Value::as_number)
}
