//! The profile `resolver`: how its cases read. A case has a `model`, `resolutions` that stand for what a loader gave, and the
//! `result`: the model with what may be applied.

mod task;

#[cfg(test)]
mod tests;

use uiconform_catalogue::{FileForm, Level, Reading};
use uiconform_json::{Located, Members, Node};

use self::task::{Expectation, Task};
use super::given::{Answered, Expect, Given, Values, read_given, read_outcomes, read_words};
use super::results::read_model;
use super::single::{Phase, Single};

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
            _ => Expectation::Fixed {
                expect: Expect::read(&case.required("expect")?)?,
                result: result(&case.required("result")?)?,
            },
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
