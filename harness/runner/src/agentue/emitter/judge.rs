//! Judging the events that a driver emitted.

use uiconform_catalogue::{Answer, Described, Finding, Judgement, Verdict as Outcome};
use uiconform_checker::{Expected, check_delivery};
use uiconform_json::{Located, Object, Pointer, Value};
use uiconform_protocols::agentue::Event;

use super::{Body, Expectation};
use crate::agentue::answer::{Verdict, read_steps};
use crate::agentue::body::Expect;
use crate::agentue::events::{self, Wrong, op, shown, wrong};
use crate::values::{OTHER, matches};

/// What a driver answered.
struct Emitted<'a> {
    steps: Vec<Verdict>,
    events: Vec<&'a Object>,
}

/// Judges all answers of a case, which are to the same request.
pub(super) fn judge(body: &Body, answers: &[Answer]) -> Judgement {
    let mut first: Option<Judgement> = None;
    for answer in answers {
        let mut judgement = match read(body, answer) {
            Ok(emitted) => judge_one(body, &emitted),
            Err(error) => Judgement::wrong(Outcome::BadAnswer, Finding::new(error.to_string())),
        };
        match &first {
            None if judgement.verdict.is_failure() => return judgement,
            None => first = Some(judgement),
            // Emitters may well number otherwise the next time, so each answer is held against the case and not the first.
            Some(first) if judgement.verdict.is_failure() || judgement.outcome != first.outcome => {
                let finding = judgement.finding.get_or_insert_default();
                finding.message = format!("asked once more, {}", finding.message);
                judgement.verdict = Outcome::Nondeterministic;
                return judgement;
            }
            Some(_) => {}
        }
    }
    first.unwrap_or_else(|| Judgement::wrong(Outcome::BadAnswer, Finding::new("no answer")))
}

/// Whether an answer differs from what is expected only in that more is refused.
pub(super) fn is_refusal(body: &Body, answer: &Answer) -> bool {
    let Expectation::Fixed { steps, .. } = &body.expectation else {
        return false;
    };
    read(body, answer).is_ok_and(|emitted| {
        let verdicts = || steps.iter().zip(&emitted.steps);
        verdicts().any(|(expect, verdict)| *expect == Expect::Accept && !verdict.accepted)
            && !verdicts().any(|(expect, verdict)| *expect == Expect::Reject && verdict.accepted)
    })
}

/// How the answer of a repetition differs from the first one, in verdicts or in what the events reduce to.
pub(super) fn differs(body: &Body, first: &Answer, again: &Answer) -> Option<Finding> {
    // What cannot be read was judged already, in both runs.
    let (first, again) = (read(body, first).ok()?, read(body, again).ok()?);
    let message = "the same case, run again, was answered differently";
    let mut steps = first.steps.iter().zip(&again.steps);
    if let Some(step) = steps.position(|(first, again)| first.accepted != again.accepted) {
        return Some(Finding::new(message).at_step(step));
    }
    let models = (events::reduce(&first.events), events::reduce(&again.events));
    let (Ok(first), Ok(again)) = models else {
        return None;
    };
    match matches(&first, &again) {
        Some(_) => None,
        None => Some(Finding::new(message).between(&first, &again)),
    }
}

fn read<'a>(body: &Body, answer: &'a Answer) -> Result<Emitted<'a>, Located> {
    let mut members = answer.result().object()?;
    let node = members.required("steps")?;
    let steps = read_steps(&node)?;
    let count = body.actions.len();
    if steps.len() != count {
        return Err(node.error(format!(
            "{} verdicts for {count} actions; `steps` has one for each",
            steps.len()
        )));
    }
    Ok(Emitted {
        steps,
        events: events::read(&members.required("events")?)?,
    })
}

fn judge_one(body: &Body, emitted: &Emitted<'_>) -> Judgement {
    let (steps, rules, largest, accepted, refused) = match &body.expectation {
        Expectation::Open(outcomes) => return record(outcomes, emitted),
        Expectation::Fixed {
            steps,
            rules,
            largest,
            accepted,
            refused,
        } => (steps, rules, *largest, accepted, refused),
    };
    let checked = check_steps(steps, emitted)
        .and_then(|()| check_rules(body, rules, emitted))
        .and_then(|()| check_size(largest, emitted))
        .and_then(|()| {
            let open = steps.iter().position(|expect| *expect == Expect::Either);
            let was_refused = open.is_some_and(|step| !emitted.steps[step].accepted);
            let expected = if was_refused { refused } else { accepted };
            let lossy = check_result(expected.as_ref(), emitted)?;
            Ok((was_refused, lossy))
        });
    match checked {
        Ok((was_refused, lossy)) => {
            Judgement::pass(was_refused || steps.contains(&Expect::Reject), lossy)
        }
        Err(wrong) => *wrong,
    }
}

fn check_steps(expects: &[Expect], emitted: &Emitted<'_>) -> Result<(), Wrong> {
    for (step, (expect, verdict)) in expects.iter().zip(&emitted.steps).enumerate() {
        if !expect.allows(verdict.accepted) {
            let said = verdict.reason.as_ref();
            let said = said.map_or_else(String::new, |reason| format!(" (“{reason}”)"));
            let mut finding = Finding::new(if verdict.accepted {
                "the action was accepted; no consumer can take what it says".to_owned()
            } else {
                format!("the action was refused{said}; it is lawful")
            });
            finding.got = Some(shown(emitted.events.iter().copied()));
            return Err(wrong(finding.at_step(step)));
        }
    }
    Ok(())
}

/// Checks the rules of emission that the case cites.
fn check_rules(body: &Body, rules: &[&str], emitted: &Emitted<'_>) -> Result<(), Wrong> {
    if rules.is_empty() {
        return Ok(());
    }
    let events: Vec<Event> = emitted
        .events
        .iter()
        .map(|members| Event::from((*members).clone()))
        .collect();
    let expected = Expected {
        stream_id: body.stream_id.clone(),
        inline_only: body.inline_only,
        // Whatever is done after an end, no further end is due for it.
        open: done(body, emitted).last().as_deref() != Some("end"),
    };
    let findings = check_delivery(&events, &expected);
    let broken = findings
        .iter()
        .find(|finding| rules.contains(&finding.objection.rule));
    if let Some(broken) = broken {
        let objection = &broken.objection;
        let place = match objection.pointer {
            ref root if *root == Pointer::root() => String::new(),
            ref pointer => format!(" at {pointer}"),
        };
        let mut finding = Finding::new(format!(
            "event {} of the answer{place}: expected {}, got {}",
            broken.event + 1,
            objection.expected,
            objection.got
        ));
        finding.got = Some(shown(emitted.events.iter().copied()));
        return Err(wrong(finding));
    }
    // What is not there breaks no rule.
    for (rule, action, event) in [
        ("AUE-4.1-16", "ping", "ping"),
        ("AUE-5.5-03", "ping", "ping"),
        ("AUE-5-13", "fail", "error"),
    ] {
        let asked = done(body, emitted).filter(|name| name == action).count();
        let sent = emitted
            .events
            .iter()
            .filter(|sent| op(sent) == event)
            .count();
        if rules.contains(&rule) && sent < asked {
            let mut finding = Finding::new(format!(
                "{asked} actions `{action}` were accepted, and {sent} events `{event}` emitted"
            ));
            finding.got = Some(shown(emitted.events.iter().copied()));
            return Err(wrong(finding));
        }
    }
    Ok(())
}

/// The names of the accepted actions.
fn done<'b>(body: &'b Body, emitted: &'b Emitted<'_>) -> impl Iterator<Item = String> + 'b {
    let actions = body.actions.sent(0..body.actions.len());
    let accepted = actions
        .zip(&emitted.steps)
        .filter(|(_, step)| step.accepted);
    accepted.filter_map(|(action, _)| Some(action.get("do")?.as_str()?.to_owned()))
}

fn check_size(largest: Option<u64>, emitted: &Emitted<'_>) -> Result<(), Wrong> {
    let Some(largest) = largest else {
        return Ok(());
    };
    for (at, event) in emitted.events.iter().enumerate() {
        let bytes = event.to_text().len() as u64;
        if bytes > largest {
            return Err(wrong(Finding::new(format!(
                "event {} of the answer has {bytes} bytes; what is split has at most {largest}",
                at + 1
            ))));
        }
    }
    Ok(())
}

fn check_result(
    expected: Option<&Described>,
    emitted: &Emitted<'_>,
) -> Result<Vec<Pointer>, Wrong> {
    let Some(expected) = expected else {
        return Ok(Vec::new());
    };
    let got = events::reduce(&emitted.events)?;
    matches(&expected.get(), &got).ok_or_else(|| {
        let message = "the events reduce to another model than the actions say";
        wrong(Finding::new(message).between(&expected.get(), &got))
    })
}

fn record(outcomes: &[super::Outcome], emitted: &Emitted<'_>) -> Judgement {
    let reduced = events::reduce(&emitted.events).unwrap_or(Value::Null);
    let fitting: Vec<(&super::Outcome, Vec<Pointer>)> = outcomes
        .iter()
        .filter(|outcome| {
            let verdicts = emitted.steps.iter().map(|verdict| verdict.accepted);
            outcome.steps.iter().copied().eq(verdicts)
        })
        .filter_map(|outcome| Some((outcome, matches(&outcome.result.get(), &reduced)?)))
        .collect();
    // An exact match is preferred, so that a kept number and a rounded one are told apart.
    let best = fitting
        .iter()
        .find(|(_, lossy)| lossy.is_empty())
        .or(fitting.first());
    match best {
        Some((outcome, lossy)) => Judgement::recorded(outcome.name.as_str(), lossy.clone()),
        None => Judgement::recorded(OTHER, Vec::new()),
    }
}
