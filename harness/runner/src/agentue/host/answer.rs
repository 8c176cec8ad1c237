//! Reading what a driver answered.

use uiconform_catalogue::Answer;
use uiconform_json::{Located, Node, Value};

/// What became of an input when it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Applied,
    Deferred,
    Refused,
}

impl Word {
    const ALL: [(&'static str, Self); 3] = [
        ("applied", Self::Applied),
        ("deferred", Self::Deferred),
        ("refused", Self::Refused),
    ];

    pub(super) fn read(node: &Node<'_>) -> Result<Self, Located> {
        let word = node.value().as_str();
        let known = Self::ALL.iter().find(|(name, _)| Some(*name) == word);
        known.map(|(_, word)| *word).ok_or_else(|| {
            node.error(format!(
                "expected `applied`, `deferred` or `refused`, found {}",
                node.value().to_text()
            ))
        })
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Deferred => "deferred",
            Self::Refused => "refused",
        }
    }
}

/// The answer to `agentue/host`.
#[derive(Debug)]
pub(super) struct Hosted<'a> {
    pub(super) words: Vec<Word>,
    pub(super) model: &'a Value,
}

impl<'a> Hosted<'a> {
    pub(super) fn read(answer: &'a Answer, inputs: usize) -> Result<Self, Located> {
        let mut members = answer.result().object()?;
        let steps = members.required("steps")?;
        let list = steps.list()?;
        if list.len() != inputs {
            return Err(steps.error(format!(
                "{} answers to {inputs} inputs; `steps` has one for each",
                list.len()
            )));
        }
        let words = list.iter().map(Word::read).collect::<Result<_, _>>()?;
        let model = members.required("model")?;
        if model.value().as_object().is_none() {
            return Err(model.error(format!("expected a model, found a {}", model.kind())));
        }
        Ok(Self {
            words,
            model: model.value(),
        })
    }
}
