//! Cases of the optional profiles that are one request: what goes in, how the answer is judged, and asking again.

use std::borrow::Cow;

use uiconform_catalogue::{
    Answer, Call, Exercise, Finding, Judgement, Process, Relation, Size, Verdict, depth,
};
use uiconform_json::{Located, Node, Value};

use crate::values::{OTHER, matches, repeated_name};

/// What one request asks for, and how its answer is judged.
pub(super) trait Task: Send + Sync {
    /// The method, such as `agentue/resolve`.
    fn method(&self) -> &'static str;

    /// The params as the case describes them.
    fn input(&self) -> Value;

    /// The params as they are sent.
    fn params(&self) -> Value;

    /// The parts of the params that are shown one by one, in the order in which findings count them.
    fn parts(&self) -> Vec<Cow<'_, Value>>;

    /// The largest of what goes in.
    fn size(&self) -> Size {
        largest(&self.parts())
    }

    /// What the case has to do with rejection.
    fn relation(&self) -> Relation;

    /// Judges an answer; an error is about its shape.
    fn judge(&self, answer: &Answer) -> Result<Judgement, Located>;

    /// Whether an answer differs from what is expected only in that more is rejected.
    fn is_refusal(&self, answer: &Answer) -> bool;

    /// How two answers to the same request differ, if they do.
    fn differs(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located>;

    /// A second request, made of the answer to the first: its method, its params and what it is for.
    fn follow_up(&self, answer: &Answer) -> Option<(&'static str, String, &'static str)> {
        let _ = answer;
        None
    }

    /// Judges the answer to the second request.
    fn judge_follow_up(
        &self,
        first: &Answer,
        second: &Answer,
    ) -> Result<Option<Judgement>, Located> {
        let _ = (first, second);
        Ok(None)
    }
}

/// What a call of a case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The case itself.
    Main,
    /// A request that follows from the answer.
    FollowUp,
    /// The same request in the same process.
    Repeat,
    /// The same request in a fresh process.
    Fresh,
}

/// A case that is one request.
pub(super) struct Single<T> {
    task: T,
    phases: Vec<Phase>,
}

impl<T: Task> Single<T> {
    /// The request, and then those phases.
    pub(super) fn new(task: T, more: impl IntoIterator<Item = Phase>) -> Self {
        let phases = std::iter::once(Phase::Main).chain(more).collect();
        Self { task, phases }
    }

    fn check(&self, answers: &[Answer]) -> Result<Judgement, Located> {
        let main = self.task.judge(&answers[0])?;
        if !matches!(main.verdict, Verdict::Pass | Verdict::Recorded) {
            return Ok(main);
        }
        for (phase, answer) in self.phases.iter().zip(answers).skip(1) {
            let wrong = match phase {
                Phase::Main => None,
                Phase::FollowUp => self.task.judge_follow_up(&answers[0], answer)?,
                Phase::Repeat | Phase::Fresh => {
                    let again = self.task.differs(&answers[0], answer)?;
                    again.map(|mut finding| {
                        finding.message = format!("{}: {}", repeated(*phase), finding.message);
                        Judgement::wrong(Verdict::Nondeterministic, finding)
                    })
                }
            };
            if let Some(wrong) = wrong {
                return Ok(wrong);
            }
        }
        Ok(main)
    }
}

fn repeated(phase: Phase) -> &'static str {
    match phase {
        Phase::Fresh => "the same request was answered differently by a fresh process",
        _ => "the same request, asked again, was answered differently",
    }
}

impl<T: Task> Exercise for Single<T> {
    fn input(&self) -> Value {
        self.task.input()
    }

    fn input_at(&self, step: usize) -> Option<String> {
        self.task.parts().get(step).map(|part| part.to_text())
    }

    fn relation(&self) -> Relation {
        self.task.relation()
    }

    fn next_call(&self, answers: &[Answer]) -> Option<Call> {
        let phase = *self.phases.get(answers.len())?;
        if answers.len() == 1 {
            // What is wrong already needs no further calls.
            let judgement = self.task.judge(&answers[0]).ok()?;
            if !matches!(judgement.verdict, Verdict::Pass | Verdict::Recorded) {
                return None;
            }
        }
        let whole = || (self.task.method(), self.task.params().to_text());
        let ((method, params), purpose) = match phase {
            Phase::Main => (whole(), "the case"),
            Phase::Repeat => (whole(), "the same request again"),
            Phase::Fresh => (whole(), "the same request in a fresh process"),
            Phase::FollowUp => {
                let (method, params, purpose) = self.task.follow_up(answers.first()?)?;
                ((method, params), purpose)
            }
        };
        Some(Call {
            method,
            params,
            process: match phase {
                Phase::Fresh => Process::Fresh,
                _ => Process::Same,
            },
            purpose,
        })
    }

    fn judge(&self, answers: &[Answer]) -> Judgement {
        self.check(answers).unwrap_or_else(|error| {
            Judgement::wrong(Verdict::BadAnswer, Finding::new(error.to_string()))
        })
    }

    fn size(&self) -> Size {
        self.task.size()
    }

    fn is_refusal(&self, answers: &[Answer]) -> bool {
        answers
            .first()
            .is_some_and(|answer| self.task.is_refusal(answer))
    }

    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding> {
        // What cannot be read was judged already, in both runs.
        let differs = self.task.differs(first.first()?, again.first()?);
        let mut finding = differs.ok().flatten()?;
        finding.message = format!(
            "the same case, run again, was answered differently: {}",
            finding.message
        );
        Some(finding)
    }
}

/// The depth of the deepest value, and the bytes of the longest.
pub(super) fn largest(values: &[Cow<'_, Value>]) -> Size {
    values.iter().fold(Size::default(), |largest, value| Size {
        depth: largest.depth.max(depth(value)),
        bytes: largest.bytes.max(value.to_text().len()),
    })
}

/// The answer to a request that may be refused as a whole.
#[derive(Debug)]
pub(super) enum Reply<'a> {
    /// What was asked for.
    Given(Node<'a>),
    /// Why it is refused.
    Refused(String),
}

impl<'a> Reply<'a> {
    /// Reads `{"<name>": …}` or `{"error": …}`.
    pub(super) fn read(answer: &'a Answer, name: &'static str) -> Result<Self, Located> {
        let mut members = answer.result().object()?;
        match (members.optional(name), members.optional("error")) {
            (Some(given), None) => Ok(Self::Given(given)),
            (None, Some(error)) => Ok(Self::Refused(match error.value().as_string() {
                Some(text) => text.to_string_lossy().into_owned(),
                None => error.value().to_text(),
            })),
            (Some(_), Some(error)) => Err(error.error(format!(
                "an `error` beside `{name}`: leave the error out where there is none, also as null"
            ))),
            (None, None) => Err(answer
                .result()
                .error(format!("neither `{name}` nor `error` is there"))),
        }
    }

    /// The answer if it is an object.
    pub(super) fn object(self) -> Result<Result<&'a Value, String>, Located> {
        match self {
            Self::Given(node) => node.object().map(|_| Ok(node.value())),
            Self::Refused(why) => Ok(Err(why)),
        }
    }
}

/// A pass if a value is the expected one, otherwise a failure with that message.
pub(super) fn compare(
    expected: &Value,
    got: &Value,
    rests_on_rejection: bool,
    message: &str,
) -> Judgement {
    match matches(expected, got) {
        Some(lossy) => Judgement::pass(rests_on_rejection, lossy),
        None => unequal(expected, got, message),
    }
}

/// A failure with both values whole, or a bad answer where names of one object repeat.
pub(super) fn unequal(expected: &Value, got: &Value, message: &str) -> Judgement {
    match repeated_name(got) {
        Some(why) => Judgement::wrong(Verdict::BadAnswer, Finding::new(why)),
        None => Judgement::wrong(Verdict::Fail, Finding::new(message).between(expected, got)),
    }
}

/// How two answers that may be refusals differ: in being one, or in their values.
pub(super) fn differing(
    first: Result<&Value, String>,
    again: Result<&Value, String>,
) -> Option<Finding> {
    match (first, again) {
        (Ok(first), Ok(again)) => matches(first, again)
            .is_none()
            .then(|| Finding::new("two different values").between(first, again)),
        (Err(_), Err(_)) => None,
        (Ok(_), Err(why)) => Some(Finding::new(format!(
            "first with a value, then with an error (“{why}”)"
        ))),
        (Err(why), Ok(_)) => Some(Finding::new(format!(
            "first with an error (“{why}”), then with a value"
        ))),
    }
}

/// The name of the outcome that matches, an exact match before one that is so only as binary64, or `other`.
pub(super) fn recorded<'o>(
    fitting: impl IntoIterator<Item = (&'o str, Vec<uiconform_json::Pointer>)>,
) -> Judgement {
    let mut best: Option<(&str, Vec<uiconform_json::Pointer>)> = None;
    for (name, lossy) in fitting {
        if best
            .as_ref()
            .is_none_or(|(_, earlier)| lossy.is_empty() && !earlier.is_empty())
        {
            best = Some((name, lossy));
        }
    }
    match best {
        Some((name, lossy)) => Judgement::recorded(name, lossy),
        None => Judgement::recorded(OTHER, Vec::new()),
    }
}
