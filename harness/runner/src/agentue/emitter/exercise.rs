//! A case as calls.

use uiconform_catalogue::{
    Answer, Call, Exercise, Finding, Judgement, Process, Relation, Size, depth,
};
use uiconform_json::{Object, Value};

use super::{Body, Expectation, judge};
use crate::agentue::body::Expect;

/// A case of the profile `emitter`.
pub(super) struct EmitterExercise {
    body: Body,
    /// The process of each call. All are the same request, and each answer is judged alike.
    calls: Vec<(Process, &'static str)>,
}

impl EmitterExercise {
    pub(super) fn new(body: Body) -> Self {
        let mut calls = vec![(Process::Same, "the case")];
        if body.repeat {
            calls.push((Process::Same, "the same request again"));
        }
        if body.fresh {
            calls.push((Process::Fresh, "the same request in a fresh process"));
        }
        Self { body, calls }
    }

    /// The params of the request, as text: each action is written where it stands, none is copied.
    fn params(&self) -> String {
        let mut text = String::from("{");
        if let Some(stream_id) = &self.body.stream_id {
            text.push_str(r#""stream_id":"#);
            Value::from(stream_id.clone()).write_to(&mut text);
            text.push(',');
        }
        if self.body.inline_only {
            text.push_str(r#""consumer":"inline-only","#);
        }
        text.push_str(r#""actions":["#);
        for (index, action) in self
            .body
            .actions
            .sent(0..self.body.actions.len())
            .enumerate()
        {
            if index > 0 {
                text.push(',');
            }
            action.write_to(&mut text);
        }
        text.push_str("]}");
        text
    }
}

impl Exercise for EmitterExercise {
    fn input(&self) -> Value {
        let mut input = Object::new();
        if let Some(stream_id) = &self.body.stream_id {
            input.push("stream_id", stream_id.clone());
        }
        if self.body.inline_only {
            input.push("consumer", "inline-only");
        }
        input.push("actions", self.body.actions.described());
        input.into()
    }

    fn input_at(&self, step: usize) -> Option<String> {
        let action = self.body.actions.sent(step..step + 1).next()?;
        Some(action.to_text())
    }

    fn relation(&self) -> Relation {
        match &self.body.expectation {
            Expectation::Open(_) => Relation::Records,
            Expectation::Fixed { steps, .. }
                if steps.iter().all(|step| *step == Expect::Accept) =>
            {
                Relation::Accepts
            }
            Expectation::Fixed { .. } => Relation::Rejects,
        }
    }

    fn next_call(&self, answers: &[Answer]) -> Option<Call> {
        let (process, purpose) = *self.calls.get(answers.len())?;
        if !answers.is_empty() && judge::judge(&self.body, answers).verdict.is_failure() {
            return None; // What is wrong already needs no further calls.
        }
        Some(Call {
            method: "agentue/emit",
            params: self.params(),
            process,
            purpose,
        })
    }

    fn judge(&self, answers: &[Answer]) -> Judgement {
        judge::judge(&self.body, answers)
    }

    fn size(&self) -> Size {
        let actions = self.body.actions.sent(0..self.body.actions.len());
        actions.fold(Size::default(), |largest, action| Size {
            depth: largest.depth.max(depth(&action)),
            bytes: largest.bytes.max(action.to_text().len()),
        })
    }

    fn is_refusal(&self, answers: &[Answer]) -> bool {
        answers
            .iter()
            .any(|answer| judge::is_refusal(&self.body, answer))
    }

    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding> {
        judge::differs(&self.body, first.first()?, again.first()?)
    }
}
