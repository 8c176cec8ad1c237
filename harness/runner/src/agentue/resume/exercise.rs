//! A case as calls.

use std::borrow::Cow;

use uiconform_catalogue::{
    Answer, Call, Exercise, Finding, Judgement, Process, Relation, Size, depth,
};
use uiconform_json::{Object, Value};

use super::{Body, Expectation, judge};

/// What a call of a case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The log at that cursor.
    Main(u64),
    /// The delivery of the first call, at that cursor.
    Again(u64),
    /// The first call again.
    Repeat,
    /// The first call in a fresh process.
    Fresh,
}

/// A case of the profile `resume`.
pub(super) struct ResumeExercise {
    body: Body,
    phases: Vec<Phase>,
}

impl ResumeExercise {
    pub(super) fn new(body: Body) -> Self {
        let mut phases: Vec<Phase> = body.cursors.iter().copied().map(Phase::Main).collect();
        phases.extend(body.again.iter().copied().map(Phase::Again));
        if body.repeat {
            phases.push(Phase::Repeat);
        }
        if body.fresh {
            phases.push(Phase::Fresh);
        }
        Self { body, phases }
    }

    fn log(&self) -> impl Iterator<Item = Cow<'_, Value>> {
        self.body.log.sent(0..self.body.log.len())
    }

    /// The params of a request, as text: each event is written where it stands, none is copied.
    fn params(&self, cursor: u64) -> String {
        let mut text = String::from(r#"{"log":["#);
        for (index, event) in self.log().enumerate() {
            if index > 0 {
                text.push(',');
            }
            event.write_to(&mut text);
        }
        text.push_str(r#"],"cursor":"#);
        text.push_str(&cursor.to_string());
        text.push('}');
        text
    }
}

impl Exercise for ResumeExercise {
    fn input(&self) -> Value {
        let cursors: Vec<Value> = self.body.cursors.iter().copied().map(Value::from).collect();
        let log = self.body.log.described();
        Object::from_iter([("log", Value::from(log)), ("cursors", cursors.into())]).into()
    }

    fn input_at(&self, step: usize) -> Option<String> {
        let at = step.checked_sub(self.body.log.len());
        match at {
            None => Some(self.log().nth(step)?.to_text()),
            Some(at) => Some(format!("cursor {}", self.body.cursors.get(at)?)),
        }
    }

    fn relation(&self) -> Relation {
        match self.body.expectation {
            Expectation::Fixed(_) => Relation::Accepts,
            Expectation::Open(_) => Relation::Records,
        }
    }

    fn next_call(&self, answers: &[Answer]) -> Option<Call> {
        let phase = *self.phases.get(answers.len())?;
        if let (Some(answer), 1) = (answers.first(), answers.len())
            && !judge::main_holds(&self.body, answer)
        {
            return None; // What is wrong already needs no further calls.
        }
        let first = *self.body.cursors.first()?;
        let (params, purpose) = match phase {
            Phase::Main(cursor) => (self.params(cursor), "the case"),
            Phase::Again(cursor) => {
                let resumed = answers.first()?.result().value().get("events")?.to_text();
                (
                    format!(r#"{{"log":{resumed},"cursor":{cursor}}}"#),
                    "the resumed delivery, resumed again",
                )
            }
            Phase::Repeat => (self.params(first), "the same request again"),
            Phase::Fresh => (self.params(first), "the same request in a fresh process"),
        };
        Some(Call {
            method: "agentue/resume",
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
        self.log().fold(Size::default(), |largest, event| Size {
            depth: largest.depth.max(depth(&event)),
            bytes: largest.bytes.max(event.to_text().len()),
        })
    }

    fn is_refusal(&self, answers: &[Answer]) -> bool {
        matches!(self.body.expectation, Expectation::Fixed(_))
            && answers.iter().any(judge::is_refusal)
    }

    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding> {
        let message = "the same case, run again, was answered differently";
        let mut pairs = first.iter().zip(again);
        pairs.find_map(|(first, again)| judge::differs(first, again, message))
    }
}
