//! How an answer is not as expected.

use uiconform_catalogue::{Finding, Judgement, Verdict};
use uiconform_json::Value;

/// One thing that is not as expected.
#[derive(Debug)]
pub(crate) struct Wrong {
    verdict: Verdict,
    /// One sentence.
    pub(crate) message: String,
    /// The step that it is about, counted from 0 among all of the case.
    step: Option<usize>,
    /// What was expected and what came, if two values say more.
    between: Option<(Value, Value)>,
    /// Whether the message names the place at which they differ, so that nothing else should.
    told: bool,
}

impl Wrong {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Fail,
            message: message.into(),
            step: None,
            between: None,
            told: false,
        }
    }

    /// The same, of an answer that lacks what every answer has.
    pub(crate) fn bad_answer(message: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::BadAnswer,
            ..Self::new(message)
        }
    }

    pub(crate) fn at(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }

    pub(crate) fn between(mut self, expected: &Value, got: &Value) -> Self {
        self.between = Some((expected.clone(), got.clone()));
        self
    }

    /// The same, beside two lists whose elements are written differently; the message says where they part.
    pub(crate) fn lists(mut self, expected: &Value, got: &Value) -> Self {
        self.told = true;
        self.between(expected, got)
    }

    pub(crate) fn into_judgement(self) -> Judgement {
        let mut finding = Finding::new(self.message);
        finding.step = self.step;
        if let Some((expected, got)) = &self.between {
            finding = finding.between(expected, got);
            if self.told {
                finding.difference = None;
            }
        }
        Judgement::wrong(self.verdict, finding)
    }
}
