//! Judging the answer to a request.

use std::borrow::Cow;

use uiconform_catalogue::{Answer, Judgement, Relation};
use uiconform_json::{JsonString, Located, Pointer, Value};

use super::answer::{self, FixtureCall, Outcome, PhaseAnswer};
use super::body::{AfterPhase, Body, Expectation, Input, Phase, Renderer, Step};
use super::expect::{Word, Words};
use super::records::check_order;
use super::sent::{self, Sent, Which};
use super::steps::{Seen, check};
use super::strays::Known;
use crate::values::OTHER;
use crate::wrong::Wrong;

/// Judges an answer. `relaxed` lets whatever is to be rendered be refused.
///
/// An error is about the shape of the answer.
pub(super) fn judge(body: &Body, answer: &Answer, relaxed: bool) -> Result<Judgement, Located> {
    let phases = answer::read(answer, body.phases.len(), body.records)?;
    match &body.expectation {
        Expectation::Fixed(after) => {
            let words = |step: &Step| {
                let words = step.expect.clone().unwrap_or_else(Words::any);
                if relaxed { words.relaxed() } else { words }
            };
            let after: Vec<Option<&AfterPhase>> = after.iter().map(Some).collect();
            Ok(match fits(body, &phases, words, &after) {
                Ok(lossy) => Judgement::pass(body.relation() == Relation::Rejects, lossy),
                Err(wrong) => wrong.into_judgement(),
            })
        }
        Expectation::Open(outcomes) => {
            let found = outcomes.iter().find_map(|(name, outcome)| {
                let words = |step: &Step| {
                    let words = outcome.steps.get(step.place - 1);
                    words.cloned().unwrap_or_else(Words::any)
                };
                let mut after = vec![None; body.phases.len()];
                if let Some(last) = after.last_mut() {
                    *last = Some(&outcome.after);
                }
                let lossy = fits(body, &phases, words, &after).ok()?;
                Some(Judgement::recorded(name, lossy))
            });
            Ok(found.unwrap_or_else(|| Judgement::recorded(OTHER, Vec::new())))
        }
    }
}

/// Checks that all phases are as expected. Gives places where numbers agree only as binary64.
fn fits(
    body: &Body,
    phases: &[PhaseAnswer<'_>],
    words: impl Fn(&Step) -> Words,
    after: &[Option<&AfterPhase>],
) -> Result<Vec<Pointer>, Wrong> {
    let mut sent = Sent::default();
    let mut lossy = Vec::new();
    for ((phase, answer), after) in body.phases.iter().zip(phases).zip(after) {
        sent.begin(phase);
        lossy.extend(check_steps(phase, answer, &sent, &words)?);
        for step in &phase.steps {
            sent.add(step);
        }
        if let Some(after) = after {
            lossy.extend(check_after(after, answer, &sent)?);
        }
    }
    Ok(lossy)
}

fn check_steps(
    phase: &Phase,
    answer: &PhaseAnswer<'_>,
    sent: &Sent<'_>,
    words: impl Fn(&Step) -> Words,
) -> Result<Vec<Pointer>, Wrong> {
    let ids: Vec<Option<JsonString>> = phase.steps.iter().map(sent::id).collect();
    let words: Vec<Words> = phase.steps.iter().map(words).collect();
    let earlier = sent.ids();
    let known = Known {
        here: &ids,
        earlier: &earlier,
    };
    let shares = shares(phase, answer, &ids, &words);
    let mut lossy = Vec::new();
    let mut unreported = 0;
    for (index, step) in phase.steps.iter().enumerate() {
        let (outcomes, calls) = &shares[index];
        let earlier = matches!(step.input, Input::Earlier(_));
        let envelope = match &ids[index] {
            Some(id) if earlier => sent.envelope(id, Which::Last).map(Cow::Borrowed),
            _ => sent::envelope(step),
        };
        let seen = Seen {
            id: ids[index].as_ref(),
            envelope: envelope.as_deref(),
            earlier,
            after_reload: phase.reload.is_some(),
            renderer: step.renderer,
            outcomes,
            calls,
        };
        lossy.extend(check(&words[index], &seen).map_err(|wrong| wrong.at(step.place - 1))?);
        if words[index].has(Word::Reported) && !seen.is_reported() {
            unreported += 1;
        }
    }
    known.check(answer)?;
    let reports = answer.errors + known.unreadable(answer).count();
    if unreported > reports {
        let step = phase.steps.iter().zip(&words);
        let mut step = step.filter(|(_, words)| words.has(Word::Reported));
        let wrong = Wrong::new(format!(
            "{unreported} events are to be reported and have no outcome of their own; there are {reports} errors for them"
        ));
        return Err(match step.next() {
            Some((step, _)) => wrong.at(step.place - 1),
            None => wrong,
        });
    }
    Ok(lossy)
}

/// The outcomes and the calls that belong to one step.
type Share<'p, 'a> = (Vec<&'p Outcome<'a>>, Vec<&'p FixtureCall<'a>>);

/// Deals out the outcomes and the calls of a phase to its steps: those of one id belong to the steps of that id, in their order.
fn shares<'p, 'a>(
    phase: &Phase,
    answer: &'p PhaseAnswer<'a>,
    ids: &[Option<JsonString>],
    words: &[Words],
) -> Vec<Share<'p, 'a>> {
    let mut shares: Vec<Share<'p, 'a>> = phase.steps.iter().map(|_| Share::default()).collect();
    for (index, id) in ids.iter().enumerate() {
        let Some(id) = id else { continue };
        if ids[..index].iter().flatten().any(|other| other == id) {
            continue; // Dealt out with the first step of this id.
        }
        let own: Vec<usize> = (index..ids.len())
            .filter(|at| ids[*at].as_ref() == Some(id))
            .collect();
        // An event of another name has no outcome that could be taken for one of the others.
        let takers = |at: &usize| own.len() == 1 || !words[*at].has(Word::Ignored);
        let takers: Vec<usize> = own.iter().copied().filter(takers).collect();
        let outcomes = answer.outcomes.iter().filter(|one| one.id == Some(id));
        for (nth, outcome) in outcomes.enumerate() {
            if let Some(at) = takers.get(nth).or(takers.last()) {
                shares[*at].0.push(outcome);
            }
        }
        let called = |at: &usize| {
            let is_called = |outcome: &&Outcome<'_>| outcome.became.may_have_a_call();
            takers.len() == 1
                || phase.steps[*at].renderer == Some(Renderer::Threw)
                || shares[*at].0.iter().any(is_called)
        };
        let called: Vec<usize> = takers.iter().copied().filter(called).collect();
        let calls = answer.calls.iter().filter(|one| one.id == Some(id));
        for (nth, call) in calls.enumerate() {
            let at = called.get(nth).or(called.last()).or(own.last());
            if let Some(at) = at {
                shares[*at].1.push(call);
            }
        }
    }
    shares
}

/// Checks what is said of a phase besides its steps.
fn check_after(
    after: &AfterPhase,
    answer: &PhaseAnswer<'_>,
    sent: &Sent<'_>,
) -> Result<Vec<Pointer>, Wrong> {
    if let Some(calls) = &after.calls {
        let list = |ids: Vec<Value>| Value::from(ids);
        let expected = list(calls.iter().map(Value::from).collect());
        let got = answer.calls.iter().map(|call| match call.id {
            Some(id) => id.into(),
            None => Value::Null,
        });
        let got = list(got.collect());
        if expected != got {
            let message = "the fixtures were called for other envelopes, or in another order";
            return Err(Wrong::new(message).between(&expected, &got));
        }
    }
    let mut lossy = Vec::new();
    for expected in &after.records {
        lossy.extend(expected.check(&answer.records, sent)?);
    }
    check_order(&after.record_order, &answer.records)?;
    Ok(lossy)
}
