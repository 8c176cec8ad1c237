//! A case of agent-ui@1 as calls and their judging.

use uiconform_catalogue::{
    Answer, Call, Exercise, Finding, Judgement, Process, Relation, Size, Verdict, depth,
};
use uiconform_json::{Located, Value};

use super::body::{Body, Expectation};
use super::request::{As, params, shown, variants};
use super::{answer, judge, sent};
use crate::values::matches;

/// What a call of a case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// The case, in that variant of its framing.
    Main(usize),
    /// The first request in the same process.
    Repeat,
    /// The first request in a fresh process.
    Fresh,
}

/// A case of agent-ui@1.
pub(super) struct AgentUiExercise {
    body: Body,
    asks: Vec<Ask>,
}

impl AgentUiExercise {
    pub(super) fn new(body: Body) -> Self {
        let mut asks: Vec<Ask> = (0..variants(&body)).map(Ask::Main).collect();
        if body.repeat {
            asks.push(Ask::Repeat);
        }
        if body.fresh {
            asks.push(Ask::Fresh);
        }
        Self { body, asks }
    }

    fn check(&self, answers: &[Answer]) -> Result<Judgement, Located> {
        let mut main = judge::judge(&self.body, &answers[0], false)?;
        for (ask, answer) in self.asks.iter().zip(answers).skip(1) {
            if !holds(&main) {
                break;
            }
            match ask {
                Ask::Main(_) => {
                    let judgement = judge::judge(&self.body, answer, false)?;
                    if !holds(&judgement) || judgement.outcome != main.outcome {
                        main = judgement;
                    }
                }
                Ask::Repeat | Ask::Fresh => {
                    let finding = self.unequal(&answers[0], answer)?.map(|mut finding| {
                        finding.message = match ask {
                            Ask::Fresh => {
                                "the same request was answered differently by a fresh process"
                            }
                            _ => "the same request, asked again, was answered differently",
                        }
                        .to_owned();
                        finding
                    });
                    if let Some(finding) = finding {
                        main = Judgement::wrong(Verdict::Nondeterministic, finding);
                    }
                }
            }
        }
        Ok(main)
    }

    fn unequal(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located> {
        let read = |answer| answer::read(answer, self.body.phases.len(), self.body.records);
        let first = answer::comparable(&read(first)?);
        let again = answer::comparable(&read(again)?);
        Ok(match matches(&first, &again) {
            Some(_) => None,
            None => Some(Finding::default().between(&first, &again)),
        })
    }
}

fn holds(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Pass | Verdict::Recorded)
}

impl Exercise for AgentUiExercise {
    fn input(&self) -> Value {
        params(&self.body, As::Described, 0)
    }

    fn input_at(&self, step: usize) -> Option<String> {
        let step = self.body.steps().nth(step)?;
        Some(shown(&self.body, step))
    }

    fn relation(&self) -> Relation {
        self.body.relation()
    }

    fn next_call(&self, answers: &[Answer]) -> Option<Call> {
        let ask = *self.asks.get(answers.len())?;
        if let Some(last) = answers.last() {
            // What is wrong already needs no further calls.
            let judgement = judge::judge(&self.body, last, false).ok()?;
            if !holds(&judgement) {
                return None;
            }
        }
        let (variant, process, purpose) = match ask {
            Ask::Main(0) => (0, Process::Same, "the case"),
            Ask::Main(variant) => (variant, Process::Same, "the case, cut at another place"),
            Ask::Repeat => (0, Process::Same, "the same request again"),
            Ask::Fresh => (0, Process::Fresh, "the same request in a fresh process"),
        };
        Some(Call {
            method: "agent-ui/receive",
            params: params(&self.body, As::Sent, variant).to_text(),
            process,
            purpose,
        })
    }

    fn judge(&self, answers: &[Answer]) -> Judgement {
        self.check(answers).unwrap_or_else(|error| {
            Judgement::wrong(Verdict::BadAnswer, Finding::new(error.to_string()))
        })
    }

    fn size(&self) -> Size {
        let envelopes = self.body.steps().filter_map(sent::envelope);
        envelopes.fold(Size::default(), |largest, envelope| Size {
            depth: largest.depth.max(depth(&envelope)),
            bytes: largest.bytes.max(envelope.to_text().len()),
        })
    }

    fn is_refusal(&self, answers: &[Answer]) -> bool {
        let fixed = matches!(self.body.expectation, Expectation::Fixed(_));
        let judged = |relaxed| {
            let judgement = judge::judge(&self.body, answers.first()?, relaxed).ok()?;
            Some(holds(&judgement))
        };
        fixed && judged(false) == Some(false) && judged(true) == Some(true)
    }

    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding> {
        // What cannot be read was judged already, in both runs.
        let mut pairs = first.iter().zip(again);
        let mut finding =
            pairs.find_map(|(first, again)| self.unequal(first, again).ok().flatten())?;
        finding.message = "the same case, run again, was answered differently".to_owned();
        Some(finding)
    }
}
