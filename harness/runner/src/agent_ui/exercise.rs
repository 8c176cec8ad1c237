//! A case of agent-ui@1 as a request, and the judging of its answer.

use uiconform_catalogue::{Answer, Judgement, Relation, Size, depth};
use uiconform_json::{Located, Value};

use super::body::{Body, Expectation};
use super::request::{As, params, shown, variants};
use super::{answer, judge, sent};
use crate::asked::{Request, holds};

impl Request for Body {
    const METHOD: &'static str = "agent-ui/receive";

    fn input(&self) -> Value {
        params(self, As::Described, 0)
    }

    fn input_at(&self, step: usize) -> Option<String> {
        let step = self.steps().nth(step)?;
        Some(shown(self, step))
    }

    fn relation(&self) -> Relation {
        Self::relation(self)
    }

    fn size(&self) -> Size {
        let envelopes = self.steps().filter_map(sent::envelope);
        envelopes.fold(Size::default(), |largest, envelope| Size {
            depth: largest.depth.max(depth(&envelope)),
            bytes: largest.bytes.max(envelope.to_text().len()),
        })
    }

    fn variants(&self) -> usize {
        variants(self)
    }

    fn params(&self, variant: usize) -> String {
        params(self, As::Sent, variant).to_text()
    }

    fn judge(&self, answer: &Answer) -> Result<Judgement, Located> {
        judge::judge(self, answer, false)
    }

    fn is_refusal(&self, answer: &Answer) -> Result<bool, Located> {
        let fixed = matches!(self.expectation, Expectation::Fixed(_));
        let holds = |relaxed| Ok(holds(&judge::judge(self, answer, relaxed)?));
        Ok(fixed && !holds(false)? && holds(true)?)
    }

    fn comparable(&self, answer: &Answer) -> Result<Value, Located> {
        let phases = answer::read(answer, self.phases.len(), self.records)?;
        Ok(answer::comparable(&phases))
    }
}
