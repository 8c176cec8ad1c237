//! Cases that are one request, perhaps in several variants, which may be asked again.

use uiconform_catalogue::{
    Answer, Call, Exercise, Finding, Fit, Judgement, Offer, Process, Relation, Size, Verdict,
};
use uiconform_json::{Located, Value};

use crate::values::matches;

/// A case that is one request. What the methods mean where nothing is said is told by those of [`Exercise`].
pub(crate) trait Request: Send + Sync {
    /// The method that it calls.
    const METHOD: &'static str;

    fn input(&self) -> Value;

    fn input_at(&self, step: usize) -> Option<String>;

    fn relation(&self) -> Relation;

    fn size(&self) -> Size;

    fn fit(&self, _offer: &Offer) -> Fit {
        Fit::AsItIs
    }

    /// In how many ways it is put, each of which must be answered as the case expects; at least one.
    fn variants(&self) -> usize;

    /// The params of a variant as JSON text.
    fn params(&self, variant: usize) -> String;

    /// Judges an answer to any of the variants. An error is about the shape of the answer.
    fn judge(&self, answer: &Answer) -> Result<Judgement, Located>;

    fn is_refusal(&self, answer: &Answer) -> Result<bool, Located>;

    /// What two answers to it have to have in common.
    fn comparable(&self, answer: &Answer) -> Result<Value, Located>;
}

/// How a request is asked again, and must be answered alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    /// In the same process.
    Repeat,
    /// In a fresh one.
    Fresh,
}

impl Again {
    /// The words for them in a case's `holds`.
    pub(crate) const WORDS: [(&'static str, Self); 2] =
        [("repeat", Self::Repeat), ("fresh", Self::Fresh)];
}

/// What a call is for.
#[derive(Clone, Copy, Debug)]
enum Ask {
    /// The case, in that variant.
    Main(usize),
    /// The first variant, again.
    Again(Again),
}

/// The exercise of such a case.
pub(crate) struct Asked<R> {
    request: R,
    asks: Vec<Ask>,
}

impl<R: Request> Asked<R> {
    pub(crate) fn new(request: R, again: &[Again]) -> Self {
        let variants = (0..request.variants()).map(Ask::Main);
        let asks = variants.chain(again.iter().copied().map(Ask::Again));
        Self {
            asks: asks.collect(),
            request,
        }
    }

    fn check(&self, answers: &[Answer]) -> Result<Judgement, Located> {
        let mut main = self.request.judge(&answers[0])?;
        for (ask, answer) in self.asks.iter().zip(answers).skip(1) {
            if !holds(&main) {
                break;
            }
            match ask {
                Ask::Main(_) => {
                    let judgement = self.request.judge(answer)?;
                    if !holds(&judgement) || judgement.outcome != main.outcome {
                        main = judgement;
                    }
                }
                Ask::Again(again) => {
                    if let Some(mut finding) = self.unequal(&answers[0], answer)? {
                        finding.message = match again {
                            Again::Fresh => {
                                "the same request was answered differently by a fresh process"
                            }
                            Again::Repeat => {
                                "the same request, asked again, was answered differently"
                            }
                        }
                        .to_owned();
                        main = Judgement::wrong(Verdict::Nondeterministic, finding);
                    }
                }
            }
        }
        Ok(main)
    }

    fn unequal(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located> {
        let first = self.request.comparable(first)?;
        let again = self.request.comparable(again)?;
        Ok(match matches(&first, &again) {
            Some(_) => None,
            None => Some(Finding::default().between(&first, &again)),
        })
    }
}

/// Whether nothing is wrong.
pub(crate) fn holds(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Pass | Verdict::Recorded)
}

impl<R: Request> Exercise for Asked<R> {
    fn input(&self) -> Value {
        self.request.input()
    }

    fn input_at(&self, step: usize) -> Option<String> {
        self.request.input_at(step)
    }

    fn relation(&self) -> Relation {
        self.request.relation()
    }

    fn next_call(&self, answers: &[Answer]) -> Option<Call> {
        let ask = *self.asks.get(answers.len())?;
        if let Some(last) = answers.last() {
            // What is wrong already needs no further calls.
            let judgement = self.request.judge(last).ok()?;
            if !holds(&judgement) {
                return None;
            }
        }
        let (variant, process, purpose) = match ask {
            Ask::Main(0) => (0, Process::Same, "the case"),
            Ask::Main(variant) => (variant, Process::Same, "the case, cut at another place"),
            Ask::Again(Again::Repeat) => (0, Process::Same, "the same request again"),
            Ask::Again(Again::Fresh) => (0, Process::Fresh, "the same request in a fresh process"),
        };
        Some(Call {
            method: R::METHOD,
            params: self.request.params(variant),
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
        self.request.size()
    }

    fn is_refusal(&self, answers: &[Answer]) -> bool {
        let refuses = |answer| self.request.is_refusal(answer).ok();
        answers.first().and_then(refuses).unwrap_or(false)
    }

    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding> {
        // What cannot be read was judged already, in both runs.
        let mut pairs = first.iter().zip(again);
        let mut finding =
            pairs.find_map(|(first, again)| self.unequal(first, again).ok().flatten())?;
        finding.message = "the same case, run again, was answered differently".to_owned();
        Some(finding)
    }

    fn fit(&self, offer: &Offer) -> Fit {
        self.request.fit(offer)
    }
}
