//! Judging the answers of a driver against what a case expects.

use uiconform_catalogue::{Answer, Described, Finding, Judgement, Verdict};
use uiconform_json::{Located, Pointer};

use super::Method;
use super::answer::{self, Reduced};
use super::body::{Body, Expect, Expectation, Hold, Outcome};
use super::exercise::Phase;
use crate::values::{OTHER, matches, repeated_name};

/// Whether the first answer is as expected, so that the relations are worth asking for.
pub(super) fn main_holds(body: &Body, answer: &Answer) -> bool {
    matches!(
        judge_main(body, answer),
        Ok(Judgement {
            verdict: Verdict::Pass | Verdict::Recorded,
            ..
        })
    )
}

/// Judges all answers of a case.
pub(super) fn judge(body: &Body, phases: &[Phase], answers: &[Answer]) -> Judgement {
    let judgement = match judge_main(body, &answers[0]) {
        Ok(judgement) => judgement,
        Err(error) => return bad_answer(&error),
    };
    if !matches!(judgement.verdict, Verdict::Pass | Verdict::Recorded) {
        return judgement;
    }
    match check_relations(body, phases, answers) {
        Ok(None) => judgement,
        Ok(Some(wrong)) => wrong,
        Err(error) => bad_answer(&error),
    }
}

fn bad_answer(error: &Located) -> Judgement {
    Judgement::wrong(Verdict::BadAnswer, Finding::new(error.to_string()))
}

fn judge_main(body: &Body, answer: &Answer) -> Result<Judgement, Located> {
    let reduced = answer::read(answer, body.method, body.inputs.len())?;
    let judgement = match &body.expectation {
        Expectation::Fixed {
            steps,
            accepted,
            rejected,
        } => judge_fixed(body.method, steps, accepted, rejected, &reduced),
        Expectation::OneOf(outcomes) => judge_one_of(outcomes, &reduced),
        Expectation::Open(outcomes) => judge_open(body, outcomes, &reduced),
    };
    let fits = judgement.verdict == Verdict::Pass
        || judgement
            .outcome
            .as_ref()
            .is_some_and(|outcome| outcome != OTHER);
    if fits {
        return Ok(judgement);
    }
    Ok(match repeated_name(&reduced.result) {
        Some(why) => Judgement::wrong(Verdict::BadAnswer, Finding::new(why)),
        None => judgement,
    })
}

fn judge_fixed(
    method: Method,
    expects: &[Expect],
    accepted: &Described,
    rejected: &Described,
    reduced: &Reduced<'_>,
) -> Judgement {
    for (step, (expect, verdict)) in expects.iter().zip(&reduced.steps).enumerate() {
        if !expect.allows(verdict.accepted) {
            let message = if verdict.accepted {
                "the event was accepted; it must be rejected".to_owned()
            } else {
                format!(
                    "the event was rejected{}; it must be accepted",
                    said(verdict.reason.as_deref())
                )
            };
            // The model shows what became of it.
            let expected = if verdict.accepted { rejected } else { accepted }.get();
            let finding = Finding::new(message)
                .at_step(step)
                .between(&expected, &reduced.result);
            return Judgement::wrong(Verdict::Fail, finding);
        }
    }
    let open = expects.iter().position(|expect| *expect == Expect::Either);
    let refused = open.is_some_and(|step| !reduced.steps[step].accepted);
    let expected = if refused { rejected } else { accepted }.get();
    let rests_on_rejection = refused || expects.contains(&Expect::Reject);
    match matches(&expected, &reduced.result) {
        Some(found) => Judgement::pass(rests_on_rejection, found),
        None => {
            let last_rejected = reduced
                .steps
                .last()
                .is_some_and(|verdict| !verdict.accepted);
            let message = match (method, last_rejected, reduced.steps.len()) {
                (Method::Deliver, ..) => {
                    "every verdict is right, and the streams that count as complete are not the expected ones"
                }
                (_, true, _) => "the event was rejected, and yet the model is not as it was",
                (_, false, 1) => {
                    "the event was accepted, and the model after it is not the expected one"
                }
                (_, false, _) => {
                    "every verdict is right, and the model after the last event is not the expected one"
                }
            };
            let mut finding = Finding::new(message).between(&expected, &reduced.result);
            if method != Method::Deliver && (reduced.steps.len() == 1 || last_rejected) {
                finding = finding.at_step(reduced.steps.len() - 1);
            }
            Judgement::wrong(Verdict::Fail, finding)
        }
    }
}

fn said(reason: Option<&str>) -> String {
    reason.map_or_else(String::new, |reason| format!(" (“{reason}”)"))
}

fn judge_one_of(outcomes: &[Outcome], reduced: &Reduced) -> Judgement {
    if let Some((outcome, lossy)) = best(outcomes, reduced) {
        return Judgement::pass(outcome.steps.contains(&false), lossy);
    }
    let names: Vec<&str> = outcomes
        .iter()
        .map(|outcome| outcome.name.as_str())
        .collect();
    let message = format!(
        "the verdicts and the model are none of those that are right: {}",
        names.join(", ")
    );
    let mut finding = Finding::new(message);
    // The model says something beside one that comes of the same verdicts.
    if let Some(near) = outcomes
        .iter()
        .find(|outcome| has_verdicts(outcome, reduced))
    {
        finding = finding.between(&near.result.get(), &reduced.result);
    }
    Judgement::wrong(Verdict::Fail, finding)
}

/// The outcome that the answer is. An exact match is preferred, so that a kept number and a rounded one are told apart.
fn best<'o>(outcomes: &'o [Outcome], reduced: &Reduced) -> Option<(&'o Outcome, Vec<Pointer>)> {
    let mut fitting: Vec<(&Outcome, Vec<Pointer>)> = outcomes
        .iter()
        .filter(|outcome| has_verdicts(outcome, reduced))
        .filter_map(|outcome| {
            matches(&outcome.result.get(), &reduced.result).map(|lossy| (outcome, lossy))
        })
        .collect();
    let exact = fitting.iter().position(|(_, lossy)| lossy.is_empty());
    (!fitting.is_empty()).then(|| fitting.swap_remove(exact.unwrap_or_default()))
}

fn has_verdicts(outcome: &Outcome, reduced: &Reduced) -> bool {
    let verdicts = reduced.steps.iter().map(|verdict| verdict.accepted);
    outcome.steps.iter().copied().eq(verdicts)
}

fn judge_open(body: &Body, outcomes: &[Outcome], reduced: &Reduced) -> Judgement {
    if let Some((outcome, lossy)) = best(outcomes, reduced) {
        return Judgement::recorded(outcome.name.clone(), lossy);
    }
    let all_rejected = reduced.steps.iter().all(|verdict| !verdict.accepted);
    if all_rejected
        && body.method == Method::Reduce
        && matches(&body.model.get(), &reduced.result).is_none()
    {
        let finding = Finding::new("everything was rejected, and yet the model is not as it was")
            .between(&body.model.get(), &reduced.result);
        return Judgement::wrong(Verdict::Fail, finding);
    }
    Judgement::recorded(OTHER, Vec::new())
}

/// Checks the relations that a case wants to hold; `None` if all of them do.
fn check_relations(
    body: &Body,
    phases: &[Phase],
    answers: &[Answer],
) -> Result<Option<Judgement>, Located> {
    let count = body.inputs.len();
    let main = answer::read(&answers[0], body.method, count)?;
    if body.holds(Hold::Replay) {
        let replayed = answer::read_replayed(&answers[0], count)?;
        if let Some(wrong) = unequal(
            &main,
            &replayed,
            "the same events applied again from the same start give something else: they, or the model they made, were changed by the first run",
            Verdict::Nondeterministic,
        ) {
            return Ok(Some(wrong));
        }
    }
    let trace = if body.holds(Hold::Trace) || body.holds(Hold::Resume) {
        answer::read_trace(&answers[0], count)?
    } else {
        Vec::new()
    };
    if let Some(last) = trace.last()
        && matches(last, &main.result).is_none()
    {
        let finding = Finding::new("the last model of the trace is not the final one")
            .at_step(count - 1)
            .between(&main.result, last);
        return Ok(Some(Judgement::wrong(Verdict::Fail, finding)));
    }
    for (phase, answer) in phases.iter().zip(answers) {
        let wrong = match *phase {
            Phase::Main => None,
            Phase::Repeat => unequal(
                &main,
                &answer::read(answer, body.method, count)?,
                "the same request, asked again, was answered differently",
                Verdict::Nondeterministic,
            ),
            Phase::Fresh => unequal(
                &main,
                &answer::read(answer, body.method, count)?,
                "the same request was answered differently by a fresh process",
                Verdict::Nondeterministic,
            ),
            Phase::Prefix(events) => {
                let alone = answer::read(answer, body.method, events)?;
                matches(&alone.result, trace[events - 1]).is_none().then(|| {
                    let finding = Finding::new(
                        "the model that the trace shows after this event is not what the events up to it give",
                    )
                    .at_step(events - 1)
                    .between(&alone.result, trace[events - 1]);
                    Judgement::wrong(Verdict::Fail, finding)
                })
            }
            Phase::Resume(events) => {
                let rest = answer::read(answer, body.method, count - events)?;
                matches(&main.result, &rest.result).is_none().then(|| {
                    let finding = Finding::new(
                        "started from the model after this event, the remaining events lead to another end",
                    )
                    .at_step(events - 1)
                    .between(&main.result, &rest.result);
                    Judgement::wrong(Verdict::Fail, finding)
                })
            }
        };
        if wrong.is_some() {
            return Ok(wrong);
        }
    }
    Ok(None)
}

/// Whether an answer differs from what is expected only in that more is rejected.
pub(super) fn is_refusal(body: &Body, answer: &Answer) -> bool {
    let Expectation::Fixed { steps, .. } = &body.expectation else {
        return false;
    };
    answer::read(answer, body.method, body.inputs.len()).is_ok_and(|reduced| {
        let verdicts = || steps.iter().zip(&reduced.steps);
        verdicts().any(|(expect, verdict)| *expect == Expect::Accept && !verdict.accepted)
            && !verdicts().any(|(expect, verdict)| *expect == Expect::Reject && verdict.accepted)
    })
}

/// How the answer of a repetition differs from the first one.
pub(super) fn differs(body: &Body, first: &Answer, again: &Answer) -> Option<Finding> {
    let count = body.inputs.len();
    // What cannot be read was judged already, in both runs.
    let first = answer::read(first, body.method, count).ok()?;
    let again = answer::read(again, body.method, count).ok()?;
    unequal(
        &first,
        &again,
        "the same case, run again, was answered differently",
        Verdict::Nondeterministic,
    )?
    .finding
}

/// A judgement if two runs of the same differ.
fn unequal(
    first: &Reduced<'_>,
    second: &Reduced<'_>,
    message: &str,
    verdict: Verdict,
) -> Option<Judgement> {
    let step = first
        .steps
        .iter()
        .zip(&second.steps)
        .position(|(a, b)| a.accepted != b.accepted);
    if step.is_none() && matches(&first.result, &second.result).is_some() {
        return None;
    }
    let mut finding = Finding::new(message).between(&first.result, &second.result);
    finding.step = step;
    Some(Judgement::wrong(verdict, finding))
}
