//! Judging the answer to a request.

use uiconform_catalogue::{Answer, Judgement, Relation};
use uiconform_json::{Located, Pointer};

use super::answer::{self, RunAnswer};
use super::body::{Body, Expectation};
use super::expected::Expected;
use super::{after, invariants, updates};
use crate::values::OTHER;
use crate::wrong::Wrong;

/// Judges an answer. An error is about its shape.
pub(super) fn judge(body: &Body, answer: &Answer) -> Result<Judgement, Located> {
    let runs = answer::read(answer, body.runs.len())?;
    let fits = |expected: &[Expected]| fits(body, &runs, expected);
    let judgement = match &body.expectation {
        Expectation::Fixed(expected) => fits(expected),
        Expectation::Open(outcomes) => {
            let found = outcomes
                .iter()
                .find_map(|(name, expected)| Some((name, fits(expected).ok()?)));
            return Ok(match found {
                Some((name, lossy)) => Judgement::recorded(name, lossy),
                None => Judgement::recorded(OTHER, Vec::new()),
            });
        }
        Expectation::Several(outcomes) => {
            let tried = outcomes.iter().map(|(_, expected)| fits(expected));
            let mut tried: Vec<Result<_, Wrong>> = tried.collect();
            match tried.iter().position(Result::is_ok) {
                Some(right) => tried.swap_remove(right),
                None => Err(none_of(outcomes, tried)),
            }
        }
    };
    Ok(match judgement {
        Ok(lossy) => Judgement::pass(body.relation() == Relation::Rejects, lossy),
        Err(wrong) => wrong.into_judgement(),
    })
}

/// Says that none of several right outcomes is what came, by the first of them.
fn none_of(outcomes: &[(String, Vec<Expected>)], tried: Vec<Result<Vec<Pointer>, Wrong>>) -> Wrong {
    let names: Vec<&str> = outcomes.iter().map(|(name, _)| &**name).collect();
    let first = tried.into_iter().find_map(Result::err);
    let mut wrong = first.unwrap_or_else(|| Wrong::new("nothing is expected"));
    wrong.message = format!(
        "it is none of {}; for the first: {}",
        names.join(", "),
        wrong.message
    );
    wrong
}

/// Checks that all runs are as expected. Gives places where numbers agree only as binary64.
fn fits(body: &Body, runs: &[RunAnswer<'_>], expected: &[Expected]) -> Result<Vec<Pointer>, Wrong> {
    let mut lossy = Vec::new();
    for (index, (run, expected)) in runs.iter().zip(expected).enumerate() {
        let found = fits_run(body, index, run, expected).map_err(|mut wrong| {
            if runs.len() > 1 {
                wrong.message = format!("run {}: {}", index + 1, wrong.message);
            }
            wrong
        })?;
        let place = Pointer::root().join("runs").join(index);
        lossy.extend(after::within(&place, found));
    }
    Ok(lossy)
}

fn fits_run(
    body: &Body,
    index: usize,
    run: &RunAnswer<'_>,
    expected: &Expected,
) -> Result<Vec<Pointer>, Wrong> {
    let silent = body.is_sound(index) && expected.after.errors.is_none();
    invariants::check(run, silent)?;
    let mut lossy = Vec::new();
    if let Some(listed) = &expected.updates {
        let updates = &run.updates;
        let ends_alone = body.tells_ends_alone;
        lossy.extend(updates::check(&body.profile, listed, updates, ends_alone)?);
    }
    let activities = body.profile.is("activity");
    lossy.extend(after::check(&expected.after, run, activities)?);
    Ok(lossy)
}

/// Whether a client kept to what holds in every case, and reports an error where nothing is wrong: it refused what it was given.
pub(super) fn is_refusal(body: &Body, answer: &Answer) -> Result<bool, Located> {
    let runs = answer::read(answer, body.runs.len())?;
    Ok(matches!(body.expectation, Expectation::Fixed(_))
        && runs.iter().all(|run| invariants::check(run, false).is_ok())
        && runs.iter().any(RunAnswer::has_error))
}
