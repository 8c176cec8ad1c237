//! A case of `host` as a request, and the judging of its answer.

use std::borrow::Cow;

use uiconform_catalogue::{Answer, Described, Finding, Judgement, Relation, Size, Verdict};
use uiconform_json::{Array, JsonString, Located, Object, Value};
use uiconform_protocols::agentue::host::Host;
use uiconform_protocols::agentue::resolver::Resolution;
use uiconform_protocols::agentue::{Event, Reference};

use super::answer::{Hosted, Word};
use crate::agentue::single::{self, recorded, unequal};
use crate::values::matches;

/// What arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Event,
    Loaded,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Loaded => "loaded",
        }
    }
}

/// What the answer to an input is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// `applied`.
    Accept,
    /// `refused`.
    Reject,
    /// `deferred`, and it has its effect later; or `refused`, and it has none.
    Defer,
    /// Any: it has no effect.
    Ignore,
}

impl Expect {
    fn allows(self, word: Word) -> bool {
        match self {
            Self::Accept => word == Word::Applied,
            Self::Reject => word == Word::Refused,
            Self::Defer => word != Word::Applied,
            Self::Ignore => true,
        }
    }

    fn told(self) -> &'static str {
        match self {
            Self::Accept => "it must be `applied`",
            Self::Reject => "it must be `refused`",
            Self::Defer => {
                "the content of its block is not there, so it is `deferred`, or `refused` for good"
            }
            Self::Ignore => "any answer will do",
        }
    }
}

/// One input, or copies of it.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub(super) kind: Kind,
    pub(super) value: Described,
    /// How many copies there are, each with its index; absent for one as it is.
    pub(super) times: Option<u64>,
    /// Absent in an informative case.
    pub(super) expect: Option<Expect>,
}

impl Input {
    pub(super) fn len(&self) -> usize {
        self.times
            .map_or(1, |times| usize::try_from(times).unwrap_or(usize::MAX))
    }

    /// The inputs that it stands for, each as an event or a load.
    fn values(&self) -> Vec<Cow<'_, Value>> {
        match self.times {
            None => vec![self.value.get()],
            Some(times) => (0..times)
                .map(|index| Cow::Owned(self.value.copy(index)))
                .collect(),
        }
    }
}

/// What a case expects.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// A model at the end.
    Fixed {
        /// If every patch that may be deferred was.
        deferred: Described,
        /// If every one was refused; absent if there is none.
        refused: Option<Described>,
    },
    /// Nothing: what matches is recorded.
    Open(Vec<(String, Outcome)>),
}

/// A behaviour that an informative case knows by name.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The answer to each input; absent where any will do.
    pub(super) words: Vec<Option<Word>>,
    pub(super) result: Described,
}

/// A case of `host`.
pub(super) struct Task {
    pub(super) model: Described,
    pub(super) inputs: Vec<Input>,
    pub(super) expectation: Expectation,
}

impl Task {
    fn len(&self) -> usize {
        self.inputs.iter().map(Input::len).sum()
    }

    /// What each input expects, copies one by one.
    pub(super) fn expects(&self) -> impl Iterator<Item = Expect> {
        self.inputs.iter().flat_map(|input| {
            std::iter::repeat_n(input.expect.unwrap_or(Expect::Ignore), input.len())
        })
    }

    /// All inputs, copies one by one.
    fn sent(&self) -> impl Iterator<Item = (Kind, Cow<'_, Value>)> {
        self.inputs.iter().flat_map(|input| {
            let values = input.values().into_iter();
            values.map(move |value| (input.kind, value))
        })
    }

    fn judge_fixed(
        &self,
        deferred: &Described,
        refused: Option<&Described>,
        got: &Hosted<'_>,
    ) -> Judgement {
        let answers = || self.expects().zip(&got.words);
        let wrong = answers().position(|(expect, word)| !expect.allows(*word));
        if let Some((step, (expect, word))) =
            wrong.and_then(|step| Some((step, answers().nth(step)?)))
        {
            let message = format!(
                "the answer to this input is `{}`; {}",
                word.text(),
                expect.told()
            );
            let finding = Finding::new(message)
                .at_step(step)
                .between(&deferred.get(), got.model);
            return Judgement::wrong(Verdict::Fail, finding);
        }
        let patches = || answers().filter(|(expect, _)| *expect == Expect::Defer);
        let kept = patches().any(|(_, word)| *word == Word::Deferred);
        let lost = patches().any(|(_, word)| *word == Word::Refused);
        let expected = match (refused, kept, lost) {
            (Some(refused), false, _) => refused.get(),
            (_, _, false) => deferred.get(),
            (_, _, true) => match self.without_refused(&got.words) {
                Some(model) => Cow::Owned(model),
                None => deferred.get(),
            },
        };
        match matches(&expected, got.model) {
            Some(lossy) => Judgement::pass(self.rejects(), lossy),
            None => unequal(
                &expected,
                got.model,
                match (kept, lost) {
                    (true, true) => {
                        "every answer is right, and the model at the end is not what the inputs that were not refused make"
                    }
                    (false, true) => {
                        "every answer is right, and the model at the end is not what the other inputs make without the refused patches"
                    }
                    (true, false) => {
                        "every answer is right, and the model at the end is not the one with every deferred patch in it, once and in order"
                    }
                    (false, false) => {
                        "every answer is right, and the model at the end is not the expected one"
                    }
                },
            ),
        }
    }

    /// The model at the end if only some of the patches that may be deferred were: what the rule gives, by the reference.
    pub(super) fn without_refused(&self, words: &[Word]) -> Option<Value> {
        let mut host = Host::new(&mut Reference, &self.model.get()).ok()?;
        let taken = self.sent().zip(self.expects().zip(words));
        for ((kind, value), (expect, word)) in taken {
            match kind {
                Kind::Event if expect == Expect::Defer && *word == Word::Refused => {}
                Kind::Event => {
                    if let Ok(event) = Event::try_from(value.into_owned()) {
                        host.event(&mut Reference, &event);
                    }
                }
                Kind::Loaded => {
                    host.loaded(&mut Reference, &resolution(&value)?);
                }
            }
        }
        host.model().map(|model| model.document().clone().into())
    }

    fn judge_open(&self, outcomes: &[(String, Outcome)], got: &Hosted<'_>) -> Judgement {
        recorded(outcomes.iter().filter_map(|(name, outcome)| {
            let mut answers = outcome.words.iter().zip(&got.words);
            answers
                .all(|(expected, word)| expected.is_none_or(|expected| expected == *word))
                .then(|| matches(&outcome.result.get(), got.model))
                .flatten()
                .map(|lossy| (name.as_str(), lossy))
        }))
    }

    fn rejects(&self) -> bool {
        self.expects()
            .any(|expect| matches!(expect, Expect::Reject | Expect::Ignore))
    }
}

/// What was loaded, as the reference takes it.
fn resolution(loaded: &Value) -> Option<Resolution> {
    let text = |member| -> Option<JsonString> { loaded.get(member)?.as_string().cloned() };
    Some(Resolution {
        block_id: text("block_id")?,
        key: text("ref")?,
        content: match loaded.get("block") {
            Some(block) => Ok(block.clone()),
            None => Err(text("failure")?.to_string_lossy().into_owned()),
        },
    })
}

impl single::Task for Task {
    fn method(&self) -> &'static str {
        "agentue/host"
    }

    fn input(&self) -> Value {
        let inputs: Array = self
            .inputs
            .iter()
            .map(|input| {
                let mut members =
                    Object::from_iter([(input.kind.name(), input.value.as_given().clone())]);
                if let Some(times) = input.times {
                    members.insert("times", times);
                }
                members
            })
            .collect();
        Object::from_iter([
            ("model", self.model.as_given().clone()),
            ("inputs", inputs.into()),
        ])
        .into()
    }

    fn params(&self) -> Value {
        let inputs: Array = self
            .sent()
            .map(|(kind, value)| Object::from_iter([(kind.name(), value.into_owned())]))
            .collect();
        Object::from_iter([
            ("model", self.model.get().into_owned()),
            ("inputs", inputs.into()),
        ])
        .into()
    }

    fn parts(&self) -> Vec<Cow<'_, Value>> {
        self.sent()
            .map(|(kind, value)| {
                let input = Object::from_iter([(kind.name(), value.into_owned())]);
                Cow::Owned(input.into())
            })
            .collect()
    }

    fn size(&self) -> Size {
        let model = std::iter::once(self.model.get());
        let values = self.sent().map(|(_, value)| value);
        single::largest(&model.chain(values).collect::<Vec<_>>())
    }

    fn relation(&self) -> Relation {
        match &self.expectation {
            Expectation::Open(_) => Relation::Records,
            Expectation::Fixed { .. } if self.rejects() => Relation::Rejects,
            Expectation::Fixed { .. } => Relation::Accepts,
        }
    }

    fn judge(&self, answer: &Answer) -> Result<Judgement, Located> {
        let got = Hosted::read(answer, self.len())?;
        Ok(match &self.expectation {
            Expectation::Fixed { deferred, refused } => {
                self.judge_fixed(deferred, refused.as_ref(), &got)
            }
            Expectation::Open(outcomes) => self.judge_open(outcomes, &got),
        })
    }

    fn is_refusal(&self, answer: &Answer) -> bool {
        let Ok(got) = Hosted::read(answer, self.len()) else {
            return false;
        };
        let answers = || self.expects().zip(&got.words);
        answers().any(|(expect, word)| expect == Expect::Accept && *word == Word::Refused)
            && answers().all(|(expect, word)| expect.allows(*word) || *word == Word::Refused)
    }

    fn differs(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located> {
        let first = Hosted::read(first, self.len())?;
        let again = Hosted::read(again, self.len())?;
        let step = first
            .words
            .iter()
            .zip(&again.words)
            .position(|(one, other)| one != other);
        if step.is_none() && matches(first.model, again.model).is_some() {
            return Ok(None);
        }
        let mut finding = Finding::new(match step {
            Some(_) => "another answer to this input",
            None => "another model at the end",
        })
        .between(first.model, again.model);
        finding.step = step;
        Ok(Some(finding))
    }
}
