//! A case of `resolver` as a request, and the judging of its answer.

use std::borrow::Cow;

use uiconform_catalogue::{Answer, Described, Finding, Judgement, Relation, Verdict};
use uiconform_json::{Located, Object, Value};

use super::{Answered, Values};
use crate::agentue::single::{self, Reply, compare, differing, recorded};
use crate::values::matches;

/// What a case expects.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// That model: every resolution may be applied.
    Applied(Described),
    /// One of these models, or an error: not every resolution may be applied. There is at least one.
    Left(Vec<Described>),
    /// Nothing: what matches is recorded.
    Open(Vec<(String, Answered)>),
}

/// A case of `resolver`.
pub(super) struct Task {
    pub(super) model: Described,
    pub(super) resolutions: Values,
    pub(super) expectation: Expectation,
}

impl single::Task for Task {
    fn method(&self) -> &'static str {
        "agentue/resolve"
    }

    fn input(&self) -> Value {
        Object::from_iter([
            ("model", self.model.as_given().clone()),
            ("resolutions", self.resolutions.as_given()),
        ])
        .into()
    }

    fn params(&self) -> Value {
        Object::from_iter([
            ("model", self.model.get().into_owned()),
            ("resolutions", self.resolutions.get().into()),
        ])
        .into()
    }

    fn parts(&self) -> Vec<Cow<'_, Value>> {
        let resolutions = self.resolutions.get().into_iter().map(Cow::Owned);
        std::iter::once(self.model.get())
            .chain(resolutions)
            .collect()
    }

    fn relation(&self) -> Relation {
        match &self.expectation {
            Expectation::Open(_) => Relation::Records,
            Expectation::Applied(_) => Relation::Accepts,
            Expectation::Left(_) => Relation::Rejects,
        }
    }

    fn judge(&self, answer: &Answer) -> Result<Judgement, Located> {
        let got = Reply::read(answer, "model")?.object()?;
        Ok(match (&self.expectation, got) {
            (Expectation::Applied(result), Ok(got)) => compare(
                &result.get(),
                got,
                false,
                "every resolution is to be applied, and the model is not the expected one",
            ),
            (Expectation::Applied(result), Err(why)) => {
                let message =
                    format!("the answer is an error (“{why}”); every resolution is to be applied");
                let finding = Finding {
                    expected: Some(result.get().into_owned()),
                    ..Finding::new(message)
                };
                Judgement::wrong(Verdict::Fail, finding)
            }
            (Expectation::Left(results), Ok(got)) => any_of(results, got),
            (Expectation::Left(_), Err(_)) => Judgement::pass(true, Vec::new()),
            (Expectation::Open(outcomes), got) => {
                recorded(outcomes.iter().filter_map(|(name, outcome)| {
                    let lossy = match (outcome, &got) {
                        (Answered::Refused, Err(_)) => Vec::new(),
                        (Answered::With(model), Ok(got)) => matches(&model.get(), got)?,
                        _ => return None,
                    };
                    Some((name.as_str(), lossy))
                }))
            }
        })
    }

    fn is_refusal(&self, answer: &Answer) -> bool {
        let accepts = matches!(self.expectation, Expectation::Applied(_));
        accepts && matches!(Reply::read(answer, "model"), Ok(Reply::Refused(_)))
    }

    fn differs(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located> {
        let read = |answer| Reply::read(answer, "model")?.object();
        Ok(differing(read(first)?, read(again)?))
    }
}

/// Compares with each of some models, of which any will do. A difference is told from the first, which leaves most as it was.
fn any_of(results: &[Described], got: &Value) -> Judgement {
    let message = "not every resolution may be applied, and the model is not one that leaves that reference; an error would do as well";
    let judged = |result: &Described| compare(&result.get(), got, true, message);
    let mut judgements = results.iter().map(judged);
    let first = judgements.next();
    match first {
        Some(first) if first.verdict != Verdict::Pass => judgements
            .find(|other| other.verdict == Verdict::Pass)
            .unwrap_or(first),
        Some(first) => first,
        None => Judgement::wrong(Verdict::Fail, Finding::new(message)),
    }
}
