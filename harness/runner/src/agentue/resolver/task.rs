//! A case of `resolver` as a request, and the judging of its answer.

use std::borrow::Cow;

use uiconform_catalogue::{Answer, Described, Finding, Judgement, Relation, Verdict};
use uiconform_json::{Located, Object, Value};

use super::{Answered, Expect, Values};
use crate::agentue::body::matches;
use crate::agentue::single::{self, Reply, compare, differing, recorded};

/// What a case expects.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// That model; where a resolution may not be applied, an error will do as well.
    Fixed { expect: Expect, result: Described },
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
            Expectation::Fixed {
                expect: Expect::Accept,
                ..
            } => Relation::Accepts,
            Expectation::Fixed {
                expect: Expect::Reject,
                ..
            } => Relation::Rejects,
        }
    }

    fn judge(&self, answer: &Answer) -> Result<Judgement, Located> {
        let got = Reply::read(answer, "model")?.object()?;
        Ok(match (&self.expectation, got) {
            (
                Expectation::Fixed {
                    expect: Expect::Accept,
                    result,
                },
                Ok(got),
            ) => compare(
                &result.get(),
                got,
                false,
                "every resolution is to be applied, and the model is not the expected one",
            ),
            (
                Expectation::Fixed {
                    expect: Expect::Accept,
                    result,
                },
                Err(why),
            ) => {
                let message =
                    format!("the answer is an error (“{why}”); every resolution is to be applied");
                let finding = Finding {
                    expected: Some(result.get().into_owned()),
                    ..Finding::new(message)
                };
                Judgement::wrong(Verdict::Fail, finding)
            }
            (
                Expectation::Fixed {
                    expect: Expect::Reject,
                    result,
                },
                Ok(got),
            ) => compare(
                &result.get(),
                got,
                true,
                "not every resolution may be applied, and the model is not the one that leaves that reference; an error would do as well",
            ),
            (
                Expectation::Fixed {
                    expect: Expect::Reject,
                    ..
                },
                Err(_),
            ) => Judgement::pass(true, Vec::new()),
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
        let accepts = matches!(
            self.expectation,
            Expectation::Fixed {
                expect: Expect::Accept,
                ..
            }
        );
        accepts && matches!(Reply::read(answer, "model"), Ok(Reply::Refused(_)))
    }

    fn differs(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located> {
        let read = |answer| Reply::read(answer, "model")?.object();
        Ok(differing(read(first)?, read(again)?))
    }
}
