//! The judge of a resumed delivery (section 6).

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::resume::resume;
use uiconform_protocols::agentue::{Event, Op, Reference, Rejection, Steps};

use crate::steps::named;
use crate::{Checker, DeliverySteps, Finding, Judged, Objection, Place, Timeline, Tolerance};

/// Everything that is wrong with a delivery that resumes a log at a cursor.
///
/// Pings are not compared, nor is an `end` that the log does not have. Where nothing but the `end` is left, the `start` may have any
/// `seq` from the last state change up to the cursor: the model is the same at all of them.
///
/// # Errors
///
/// If the log itself cannot be resumed, so that there is nothing to compare with.
pub fn check_resumed(
    events: &[Event],
    log: &[Event],
    cursor: &Number,
) -> Result<Vec<Finding>, Rejection> {
    let expected = resume(&mut Reference, log, cursor)?;
    let stream = expected
        .first()
        .and_then(|start| start.get("stream_id"))
        .and_then(Value::as_string)
        .cloned()
        .unwrap_or_default();
    let mut checker = Checker::new(Tolerance::Recommended);
    let mut findings: Vec<Finding> = Vec::new();
    let mut find = |event, objection| {
        findings.push(Finding::new(event, stream.clone(), objection));
    };
    for (number, event) in events.iter().enumerate() {
        for finding in checker.event(&mut Resumed, event) {
            find(number, finding.objection);
        }
    }
    if events.is_empty() {
        find(0, beginning("nothing".to_owned()));
    }
    for finding in checker.finish(&mut Resumed) {
        find(finding.event, finding.objection);
    }
    if let (Some(got), Some(wanted)) = (events.first(), expected.first()) {
        let at_the_end = expected.len() == 2;
        for objection in start_rules(got, wanted, at_the_end.then_some(cursor)) {
            find(0, objection);
        }
    }
    if !events.is_empty() {
        for (event, objection) in rest_rules(events, log, &expected) {
            find(event, objection);
        }
    }
    findings.sort_by_key(|finding| finding.event);
    Ok(findings)
}

/// The rules of order that bind a resumed delivery.
struct Resumed;

impl Steps for Resumed {
    /// A log is of one stream, and so is what resumes it.
    fn stream(&mut self, _: Option<&JsonString>) -> JsonString {
        JsonString::new()
    }
}

impl DeliverySteps for Resumed {
    fn first(&mut self, place: &Place) -> Judged {
        match place.op {
            Op::Start => Ok(()),
            op => Err(beginning(named(op)).at("op")),
        }
    }

    /// Whether data follows an error is up to the log.
    fn after_error(&mut self, _: &Timeline, _: &Place) -> Judged {
        Ok(())
    }

    fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        let judged = Reference.change_seq(timeline, place);
        judged.map_err(|mut objection| {
            if timeline.started {
                objection.rule = "AUE-6-15";
            }
            objection
        })
    }

    fn unfinished(&mut self, timeline: &Timeline) -> Judged {
        Reference.unfinished(timeline).map_err(|mut objection| {
            objection.rule = "AUE-6-12";
            objection
        })
    }
}

fn beginning(got: String) -> Objection {
    Objection::new(
        "AUE-6-08",
        Level::Required,
        "a `start` with the model that the cursor covers",
        got,
        "The client replaces its model by that of the start, whatever it had.",
    )
}

/// The `start` beside the one that is wanted; its `seq` may be anything up to that one, if there is one.
fn start_rules(got: &Event, wanted: &Event, up_to: Option<&Number>) -> Vec<Objection> {
    let mut objections = Vec::new();
    let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_text);
    if got.get("op") != wanted.get("op") {
        return objections;
    }
    if got.get("model") != wanted.get("model") {
        objections.push(beginning("another model".to_owned()).at("model"));
    }
    let seq = |event: &Event| event.get("seq").and_then(Value::as_number).cloned();
    let within = match (seq(got), seq(wanted), up_to) {
        (Some(got), Some(wanted), Some(most)) => {
            got == wanted || (got.cmp_value(&wanted).is_gt() && got.cmp_value(most).is_le())
        }
        (got, wanted, _) => got == wanted,
    };
    if !within {
        objections.push(
            Objection::new(
                "AUE-6-16",
                Level::Recommended,
                format!("{}, the highest that is covered", text(wanted.get("seq"))),
                text(got.get("seq")),
                "The client takes the seq of the start for its place in the timeline.",
            )
            .at("seq"),
        );
    }
    let name = |event: &Event| {
        let stream_id = event.get("stream_id").and_then(Value::as_string);
        stream_id.cloned().unwrap_or_default()
    };
    if name(got) != name(wanted) {
        objections.push(
            Objection::new(
                "AUE-4.2-20",
                Level::Required,
                format!("the stream {:?}", name(wanted)),
                format!("the stream {:?}", name(got)),
                "A resumed start goes to the stream of the model that it has.",
            )
            .at("stream_id"),
        );
    }
    objections
}

/// The events after the `start` beside those of the log, each with the number of the event.
fn rest_rules(events: &[Event], log: &[Event], expected: &[Event]) -> Vec<(usize, Objection)> {
    let mut wanted: Vec<&Event> = expected.iter().skip(1).collect();
    let mut got: Vec<(usize, &Event)> = events
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, event)| op(event) != Some(Op::Ping))
        .collect();
    // That there is an end is judged as order.
    if wanted
        .last()
        .is_some_and(|event| op(event) == Some(Op::End))
    {
        wanted.pop();
    }
    if got
        .last()
        .is_some_and(|(_, event)| op(event) == Some(Op::End))
    {
        got.pop();
    }
    let mut objections = Vec::new();
    let mut next = 0;
    for (number, event) in got {
        // Where the two agree, the next one is found at once.
        let place = wanted.iter().skip(next).position(|wanted| *wanted == event);
        match place {
            Some(0) => next += 1,
            Some(skipped) => {
                objections.push((number, missing(wanted[next])));
                next += skipped + 1;
            }
            None if wanted[..next].contains(&event) => {
                objections.push((number, repeated("has been sent already")));
            }
            None if log.contains(event) => {
                objections.push((number, repeated("is covered by the start")));
            }
            None => objections.push((number, foreign())),
        }
    }
    if let Some(event) = wanted.get(next) {
        objections.push((events.len().saturating_sub(1), missing(event)));
    }
    objections
}

fn missing(event: &Event) -> Objection {
    let seq = event.get("seq").unwrap_or(&Value::Null);
    Objection::new(
        "AUE-6-10",
        Level::Required,
        format!("the event with seq {seq}, which follows in the log"),
        "none",
        "What is left out is missing from the model of the client for ever.",
    )
}

fn repeated(what: &str) -> Objection {
    Objection::new(
        "AUE-6-11",
        Level::Required,
        "an event that the client does not have yet",
        format!("one that {what}"),
        "An append that is applied twice doubles its text.",
    )
}

fn foreign() -> Objection {
    Objection::new(
        "AUE-6-10",
        Level::Required,
        "an event of the log",
        "another",
        "A resumed delivery goes on as the log does.",
    )
}

fn op(event: &Event) -> Option<Op> {
    Op::named(event.get("op")?.as_str()?)
}

#[cfg(test)]
mod tests;
