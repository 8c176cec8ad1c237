//! A case of AgentUE as calls and their judging.

use uiconform_catalogue::{
    Answer, Call, Exercise, Finding, Judgement, Process, Relation, Size, depth,
};
use uiconform_json::{Number, Object, Value};

use super::body::{Body, Expect, Expectation, Hold};
use super::{answer, judge};

/// What a call of a case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The case itself.
    Main,
    /// The same request in the same process.
    Repeat,
    /// The same request in a fresh process.
    Fresh,
    /// Only the first events.
    Prefix(usize),
    /// The remaining events, from the model after the first ones.
    Resume(usize),
}

/// A case of AgentUE.
pub(super) struct AgentUeExercise {
    body: Body,
    phases: Vec<Phase>,
}

impl AgentUeExercise {
    pub(super) fn new(body: Body) -> Self {
        let mut phases = vec![Phase::Main];
        let inner = 1..body.inputs.len();
        for hold in &body.holds {
            match hold {
                Hold::Replay => {}
                Hold::Repeat => phases.push(Phase::Repeat),
                Hold::Fresh => phases.push(Phase::Fresh),
                Hold::Trace => phases.extend(inner.clone().map(Phase::Prefix)),
                Hold::Resume => phases.extend(inner.clone().map(Phase::Resume)),
            }
        }
        Self { body, phases }
    }

    /// The params of a request with some of the events, as text: each value is written where it stands, none is copied.
    fn params(
        &self,
        model: &Value,
        model_seq: Option<Number>,
        inputs: std::ops::Range<usize>,
        main: bool,
    ) -> String {
        let mut text = String::from("{");
        if self.body.method == super::Method::Reduce {
            text.push_str(r#""model":"#);
            model.write_to(&mut text);
            if let Some(seq) = model_seq {
                text.push_str(r#","model_seq":"#);
                text.push_str(seq.lexeme());
            }
            text.push(',');
        }
        text.push('"');
        text.push_str(self.body.inputs.member());
        text.push_str(r#"":["#);
        for (index, input) in self.body.inputs.sent(inputs).enumerate() {
            if index > 0 {
                text.push(',');
            }
            input.write_to(&mut text);
        }
        text.push(']');
        if main && self.body.holds(Hold::Replay) {
            text.push_str(r#","replay":true"#);
        }
        if main && (self.body.holds(Hold::Trace) || self.body.holds(Hold::Resume)) {
            text.push_str(r#","trace":true"#);
        }
        text.push('}');
        text
    }

    fn whole(&self) -> String {
        let seq = self.body.model_seq.map(Number::from);
        self.params(&self.body.model.get(), seq, 0..self.body.inputs.len(), true)
    }

    /// The `seq` that a model covers after some events: that of the last of them which has a usable one.
    fn covered(&self, events: usize) -> Option<Number> {
        self.body
            .inputs
            .sent(0..events)
            .collect::<Vec<_>>()
            .iter()
            .rev()
            .filter_map(|event| event.get("seq").and_then(Value::as_number))
            .find(|seq| seq.to_u64().is_some())
            .cloned()
            .or(self.body.model_seq.map(Number::from))
    }
}

impl Exercise for AgentUeExercise {
    fn input(&self) -> Value {
        let mut input = Object::new();
        input.push("model", self.body.model.as_given().clone());
        if let Some(seq) = self.body.model_seq {
            input.push("model_seq", seq);
        }
        input.push(self.body.inputs.member(), self.body.inputs.described());
        input.into()
    }

    fn input_at(&self, step: usize) -> Option<String> {
        let input = self.body.inputs.sent(step..step + 1).next()?;
        // A text is shown as it is, an event as the text of its value.
        match &*input {
            Value::String(text) if self.body.inputs.member() == "wire" => {
                Some(text.to_string_lossy().into_owned())
            }
            event => Some(event.to_text()),
        }
    }

    fn relation(&self) -> Relation {
        match &self.body.expectation {
            Expectation::Open(_) => Relation::Records,
            Expectation::Fixed { steps, .. }
                if steps.iter().all(|step| *step == Expect::Accept) =>
            {
                Relation::Accepts
            }
            // What may be rejected by an answer that is right proves as little as what has to be.
            Expectation::Fixed { .. } | Expectation::OneOf(_) => Relation::Rejects,
        }
    }

    fn next_call(&self, answers: &[Answer]) -> Option<Call> {
        let phase = *self.phases.get(answers.len())?;
        if answers.len() == 1 && !judge::main_holds(&self.body, &answers[0]) {
            return None; // What is wrong already needs no further calls.
        }
        let count = self.body.inputs.len();
        let (params, purpose) = match phase {
            Phase::Main => (self.whole(), "the case"),
            Phase::Repeat => (self.whole(), "the same request again"),
            Phase::Fresh => (self.whole(), "the same request in a fresh process"),
            Phase::Prefix(events) => {
                let seq = self.body.model_seq.map(Number::from);
                let model = self.body.model.get();
                (
                    self.params(&model, seq, 0..events, false),
                    "the first events only",
                )
            }
            Phase::Resume(events) => {
                let trace = answer::read_trace(answers.first()?, count).ok()?;
                (
                    self.params(
                        trace[events - 1],
                        self.covered(events),
                        events..count,
                        false,
                    ),
                    "the remaining events, from the model after the first ones",
                )
            }
        };
        Some(Call {
            method: self.body.method.name(),
            params,
            process: if phase == Phase::Fresh {
                Process::Fresh
            } else {
                Process::Same
            },
            purpose,
        })
    }

    fn judge(&self, answers: &[Answer]) -> Judgement {
        judge::judge(&self.body, &self.phases, answers)
    }

    fn size(&self) -> Size {
        let inputs = self.body.inputs.sent(0..self.body.inputs.len());
        let texts = self.body.inputs.member() == "wire";
        inputs.fold(Size::default(), |largest, input| {
            let (depth, bytes) = match &*input {
                Value::String(text) if texts => {
                    let text = text.to_string_lossy();
                    // What is no JSON has no depth to speak of.
                    let depth = uiconform_json::parse(&text).map_or(0, |event| depth(&event));
                    (depth, text.len())
                }
                event => (depth(event), event.to_text().len()),
            };
            Size {
                depth: largest.depth.max(depth),
                bytes: largest.bytes.max(bytes),
            }
        })
    }

    fn is_refusal(&self, answers: &[Answer]) -> bool {
        answers
            .first()
            .is_some_and(|answer| judge::is_refusal(&self.body, answer))
    }

    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding> {
        judge::differs(&self.body, first.first()?, again.first()?)
    }
}
