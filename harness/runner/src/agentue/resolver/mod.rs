//! The profile `resolver`: how its cases read. A case has a `model`, `resolutions` that stand for what a loader gave, and the
//! `result`: the model with what may be applied, or, where something may not, a list of models of which any will do.

mod task;

#[cfg(test)]
mod tests;

use uiconform_catalogue::{Described, FileForm, Level, Reading};
use uiconform_json::{Located, Members, Node, Value};

use self::task::{Expectation, Task};
use super::given::{Answered, Expect, Given, Values, read_given};
use super::results::read_model;
use super::single::{Phase, Single};
use crate::reading::{read_outcomes, read_words};

pub(super) fn open(file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Ok(Box::new(File {
        given: read_given(file)?,
    }))
}

/// The members that stand once in a file.
struct File {
    /// Models by name.
    given: Given,
}

impl FileForm for File {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let model = read_model(&case.required("model")?, &self.given, None)?;
        let resolutions = Values::read(&case.required("resolutions")?)?;
        let result = |node: &Node<'_>| read_model(node, &self.given, Some(&model));
        let expectation = match level {
            Level::Informative => {
                let outcomes = case.required("outcomes")?;
                Expectation::Open(read_outcomes(&outcomes, |members| {
                    Answered::read(members, result)
                })?)
            }
            _ => {
                let expect = Expect::read(&case.required("expect")?)?;
                let node = case.required("result")?;
                match expect {
                    Expect::Accept => Expectation::Applied(result(&node)?),
                    Expect::Reject => Expectation::Left(alternatives(&node, result)?),
                }
            }
        };
        let phases = read_words(
            case.optional("holds"),
            &[("repeat", Phase::Repeat), ("fresh", Phase::Fresh)],
        )?;
        let task = Task {
            model,
            resolutions,
            expectation,
        };
        Ok(Reading {
            exercise: Box::new(Single::new(task, phases)),
            derived: Vec::new(),
        })
    }
}

/// The models that will do where something may not be applied: one, or any of a list.
fn alternatives(
    node: &Node<'_>,
    model: impl Fn(&Node<'_>) -> Result<Described, Located>,
) -> Result<Vec<Described>, Located> {
    if !matches!(node.value(), Value::Array(_)) {
        return Ok(vec![model(node)?]);
    }
    let models: Vec<Described> = node.list()?.iter().map(model).collect::<Result<_, _>>()?;
    if models.len() < 2 {
        return Err(node.error("a list holds two models or more, of which any will do"));
    }
    Ok(models)
}
