//! Judging the deliveries that a driver answered.

use uiconform_catalogue::{Answer, Described, Finding, Judgement, Verdict};
use uiconform_json::{JsonString, Located, Object, Pointer, Value};

use super::exercise::Phase;
use super::{Body, Bounds, Expectation, Expected, Later};
use crate::agentue::events::{self, Wrong, op, shown, wrong};
use crate::values::{OTHER, matches};

/// What a driver answered.
enum Outcome<'a> {
    Delivery(Vec<&'a Object>),
    Refusal(String),
}

/// A delivery as expected, with the places where numbers agree only as binary64; or what is wrong with it.
type Checked = Result<Vec<Pointer>, Wrong>;

/// Whether the first answer is as expected, so that the others are worth asking for.
pub(super) fn main_holds(body: &Body, answer: &Answer) -> bool {
    let Some(cursor) = body.cursors.first() else {
        return false;
    };
    let judgement = judge(body, &[Phase::Main(*cursor)], std::slice::from_ref(answer));
    matches!(judgement.verdict, Verdict::Pass | Verdict::Recorded)
}

/// Judges all answers of a case.
pub(super) fn judge(body: &Body, phases: &[Phase], answers: &[Answer]) -> Judgement {
    match judge_all(body, phases, answers) {
        Ok(judgement) => judgement,
        Err(error) => Judgement::wrong(Verdict::BadAnswer, Finding::new(error.to_string())),
    }
}

/// Whether an answer refuses what can be resumed.
pub(super) fn is_refusal(answer: &Answer) -> bool {
    matches!(read(answer), Ok(Outcome::Refusal(_)))
}

/// How the answers to the same request differ, if they do; what cannot be read was judged already.
pub(super) fn differs(first: &Answer, again: &Answer, message: &str) -> Option<Finding> {
    let (first, again) = (timeless(first)?, timeless(again)?);
    match matches(&first, &again) {
        Some(_) => None,
        None => Some(Finding::new(message).between(&first, &again)),
    }
}

fn judge_all(body: &Body, phases: &[Phase], answers: &[Answer]) -> Result<Judgement, Located> {
    let mut judgement = None;
    let mut lossy = Vec::new();
    for (phase, answer) in phases.iter().zip(answers) {
        let outcome = read(answer)?;
        let checked = match (*phase, &body.expectation) {
            (Phase::Main(cursor), Expectation::Fixed(expected)) => {
                let checked = check(expected, &outcome, cursor);
                // With one cursor, it stands in the case.
                let place = (body.cursors.len() > 1).then(|| format!("at the cursor {cursor}"));
                placed(checked, place)
            }
            (Phase::Main(cursor), Expectation::Open(outcomes)) => {
                judgement.get_or_insert_with(|| record(outcomes, &outcome, cursor));
                Ok(Vec::new())
            }
            (Phase::Again(cursor), Expectation::Fixed(expected)) => {
                let last = Expected {
                    last: expected.last.clone(),
                    ..Expected::default()
                };
                let place = format!("the resumed delivery, resumed again at the cursor {cursor}");
                placed(check(&last, &outcome, cursor), Some(place))
            }
            (Phase::Again(_), Expectation::Open(_)) => Ok(Vec::new()),
            (Phase::Repeat, _) => equal(
                answers,
                answer,
                "the same request, asked again, was answered differently",
            ),
            (Phase::Fresh, _) => equal(
                answers,
                answer,
                "the same request was answered differently by a fresh process",
            ),
        };
        match checked {
            Ok(found) => lossy.extend(found),
            Err(wrong) => return Ok(*wrong),
        }
    }
    Ok(judgement.unwrap_or_else(|| Judgement::pass(false, lossy)))
}

fn read(answer: &Answer) -> Result<Outcome<'_>, Located> {
    let result = answer.result();
    let mut members = result.object()?;
    match (
        members.optional("events"),
        events::reason(members.optional("error")),
    ) {
        (Some(list), None) => Ok(Outcome::Delivery(events::read(&list)?)),
        (None, Some(reason)) => Ok(Outcome::Refusal(reason)),
        _ => Err(result.error("an answer has either `events` or an `error`")),
    }
}

/// The same, with the place of the delivery before what is wrong.
fn placed(checked: Checked, place: Option<String>) -> Checked {
    checked.map_err(|mut judgement| {
        if let (Some(place), Some(finding)) = (place, &mut judgement.finding) {
            finding.message = format!("{place}: {}", finding.message);
        }
        judgement
    })
}

fn equal(answers: &[Answer], answer: &Answer, message: &str) -> Checked {
    let first = answers.first();
    match first.and_then(|first| differs(first, answer, message)) {
        None => Ok(Vec::new()),
        Some(finding) => Err(Box::new(Judgement::wrong(
            Verdict::Nondeterministic,
            finding,
        ))),
    }
}

/// An answer without the times of its events, which pass, and without the reason of a refusal.
fn timeless(answer: &Answer) -> Option<Value> {
    Some(match read(answer).ok()? {
        Outcome::Refusal(_) => "refused".into(),
        Outcome::Delivery(delivery) => {
            let events = delivery.into_iter().map(|event| {
                let mut event = event.clone();
                event.remove("ts");
                Value::Object(event)
            });
            events.collect::<Vec<_>>().into()
        }
    })
}

fn record(outcomes: &[(String, Expected)], outcome: &Outcome<'_>, cursor: u64) -> Judgement {
    let fitting: Vec<(&String, Vec<Pointer>)> = outcomes
        .iter()
        .filter_map(|(name, expected)| Some((name, check(expected, outcome, cursor).ok()?)))
        .collect();
    // An exact match is preferred, so that a kept number and a rounded one are told apart.
    let best = fitting
        .iter()
        .find(|(_, lossy)| lossy.is_empty())
        .or(fitting.first());
    match best {
        Some((name, lossy)) => Judgement::recorded(name.as_str(), lossy.clone()),
        None => Judgement::recorded(OTHER, Vec::new()),
    }
}

fn check(expected: &Expected, outcome: &Outcome<'_>, cursor: u64) -> Checked {
    let delivery = match (outcome, expected.refused) {
        (Outcome::Refusal(_), true) => return Ok(Vec::new()),
        (Outcome::Refusal(reason), false) => {
            return Err(wrong(Finding::new(format!(
                "the log was not resumed (“{reason}”)"
            ))));
        }
        (Outcome::Delivery(delivery), true) => {
            let mut finding = Finding::new("the log was resumed");
            finding.got = Some(shown(delivery.iter().copied()));
            return Err(wrong(finding));
        }
        (Outcome::Delivery(delivery), false) => delivery,
    };
    let mut lossy = Vec::new();
    if expected.model.is_some() || expected.seq.is_some() {
        lossy.extend(check_start(expected, delivery)?);
    }
    if let Some(then) = &expected.then {
        check_rest(then, delivery)?;
    }
    if let Some(ends) = expected.ends {
        check_end(ends, delivery)?;
    }
    if let Some(stream) = &expected.stream_id {
        check_stream(stream, delivery)?;
    }
    if let Some(last) = &expected.last {
        check_covered(delivery, cursor)?;
        lossy.extend(check_last(last, delivery)?);
    }
    Ok(lossy)
}

fn check_start(expected: &Expected, delivery: &[&Object]) -> Checked {
    let Some(start) = delivery.first().filter(|first| op(first) == "start") else {
        let mut finding = Finding::new("the delivery does not begin with a `start`");
        finding.got = Some(shown(delivery.iter().copied()));
        return Err(wrong(finding));
    };
    if let Some(bounds) = expected.seq {
        check_seq(bounds, start)?;
    }
    let Some(model) = &expected.model else {
        return Ok(Vec::new());
    };
    let got = start.get("model").unwrap_or(&Value::Null);
    matches(&model.get(), got).ok_or_else(|| {
        let message = "the model of the start is not the one that the cursor covers";
        wrong(Finding::new(message).between(&model.get(), got))
    })
}

fn check_seq(bounds: Bounds, start: &Object) -> Result<(), Wrong> {
    let got = start.get("seq");
    let number = got.and_then(Value::as_number).and_then(|seq| seq.to_u64());
    let within = |seq: u64| seq >= bounds.least && bounds.below.is_none_or(|below| seq < below);
    if number.is_some_and(within) {
        return Ok(());
    }
    let got = got.cloned().unwrap_or_default();
    let wanted = match bounds.below {
        Some(below) if below - bounds.least > 1 => {
            format!("at least {} and below {below}", bounds.least)
        }
        _ => bounds.least.to_string(),
    };
    let message = format!("the `seq` of the start is {got}; it must be {wanted}");
    let mut finding = Finding::new(message);
    finding.got = Some(Value::Object(start.clone()));
    Err(wrong(finding))
}

fn check_rest(then: &[Later], delivery: &[&Object]) -> Result<(), Wrong> {
    let mut got: Vec<&Object> = delivery.iter().skip(1).copied().collect();
    if got.last().is_some_and(|last| op(last) == "end") {
        got.pop(); // The end of this delivery, and not one of those within the log.
    }
    got.retain(|event| op(event) != "ping");
    let first = then
        .iter()
        .zip(&got)
        .position(|(later, event)| !is(later, event))
        .or_else(|| (then.len() != got.len()).then(|| then.len().min(got.len())));
    let Some(at) = first else {
        return Ok(());
    };
    let seq = |event: &Object| event.get("seq").cloned().unwrap_or_default();
    let missing = |later: &Later| {
        let seq = value(later).get("seq").cloned().unwrap_or_default();
        format!("the event of the log with the seq {seq} is left out")
    };
    let message = match (then.get(at), got.get(at)) {
        (Some(later), None) => missing(later),
        (Some(later), Some(event)) if then[at + 1..].iter().any(|later| is(later, event)) => {
            missing(later)
        }
        (Some(later), Some(event)) if Some(&seq(event)) == value(later).get("seq") => format!(
            "the event with the seq {} is not the one of the log",
            seq(event)
        ),
        (_, Some(event)) => format!(
            "the event with the seq {} is sent, which the start covers, or which was sent before",
            seq(event)
        ),
        (None, None) => return Ok(()),
    };
    let expected: Vec<Value> = then.iter().map(value).cloned().collect();
    let finding = Finding::new(message).between(&expected.into(), &shown(got));
    Err(wrong(finding))
}

fn value(later: &Later) -> &Value {
    match later {
        Later::Alike(event) | Later::Same(event) => event,
    }
}

/// The members that say what an event does; its time and its hint do not.
const EFFECTIVE: [&str; 6] = ["op", "seq", "mask", "model", "meta", "block"];

fn is(later: &Later, event: &Object) -> bool {
    let same = |expected: Option<&Value>, got: Option<&Value>| match (expected, got) {
        (Some(expected), Some(got)) => matches(expected, got).is_some(),
        (expected, got) => expected.is_none() && got.is_none(),
    };
    match later {
        Later::Alike(expected) => EFFECTIVE
            .iter()
            .all(|member| same(expected.get(member), event.get(member))),
        Later::Same(expected) => matches(expected, &Value::Object(event.clone())).is_some(),
    }
}

fn check_end(ends: bool, delivery: &[&Object]) -> Result<(), Wrong> {
    let ended = delivery.last().is_some_and(|last| op(last) == "end");
    if ended == ends {
        return Ok(());
    }
    let mut finding = Finding::new(if ends {
        "the last event of the delivery is not its `end`"
    } else {
        "the delivery ends, and the log does not"
    });
    finding.got = Some(shown(delivery.iter().copied()));
    Err(wrong(finding))
}

fn check_stream(stream: &JsonString, delivery: &[&Object]) -> Result<(), Wrong> {
    let unnamed = JsonString::new();
    for (at, event) in delivery.iter().enumerate() {
        let named = match event.get("stream_id") {
            None => Some(&unnamed),
            Some(id) => id.as_string(),
        };
        if named != Some(stream) {
            let got = named.map_or("something else".to_owned(), |name| format!("{name:?}"));
            let message = format!(
                "event {} of the delivery is of the stream {got}; the log is of {stream:?}",
                at + 1
            );
            let mut finding = Finding::new(message);
            finding.got = Some(Value::Object((*event).clone()));
            return Err(wrong(finding));
        }
    }
    Ok(())
}

/// Sees to it that no change at or below the cursor follows the start.
fn check_covered(delivery: &[&Object], cursor: u64) -> Result<(), Wrong> {
    let changes = |event: &&&Object| matches!(op(event), "start" | "set" | "append" | "error");
    let seq = |event: &Object| event.get("seq").and_then(Value::as_number)?.to_u64();
    let covered = |event: &&&Object| seq(event).is_some_and(|seq| seq <= cursor);
    let mut later = delivery.iter().skip(1).filter(changes);
    let Some(event) = later.find(covered) else {
        return Ok(());
    };
    let mut finding = Finding::new("a change that the cursor covers follows the start");
    finding.got = Some(Value::Object((*event).clone()));
    Err(wrong(finding))
}

fn check_last(last: &Described, delivery: &[&Object]) -> Checked {
    let got = events::reduce(delivery)?;
    matches(&last.get(), &got).ok_or_else(|| {
        let message = "a client of the delivery ends in another model than one of the whole log";
        wrong(Finding::new(message).between(&last.get(), &got))
    })
}
