//! How an answer is not as expected.

use uiconform_catalogue::{Finding, Judgement, Verdict};
use uiconform_json::Value;

/// One thing that is not as expected.
#[derive(Debug)]
pub(super) struct Wrong {
    verdict: Verdict,
    /// One sentence.
    pub(super) message: String,
    /// The step that it is about, counted from 0 among all of the case.
    step: Option<usize>,
    /// What was expected and what came, if two values say more.
    between: Option<(Value, Value)>,
}

impl Wrong {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Fail,
            message: message.into(),
            step: None,
            between: None,
        }
    }

    /// The same, of an answer that lacks what every answer has.
    pub(super) fn bad_answer(message: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::BadAnswer,
            ..Self::new(message)
        }
    }

    pub(super) fn at(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }

    pub(super) fn between(mut self, expected: &Value, got: &Value) -> Self {
        self.between = Some((expected.clone(), got.clone()));
        self
    }

    pub(super) fn into_judgement(self) -> Judgement {
        let mut finding = Finding::new(self.message);
        finding.step = self.step;
        if let Some((expected, got)) = &self.between {
            finding = finding.between(expected, got);
        }
        Judgement::wrong(self.verdict, finding)
    }
}
