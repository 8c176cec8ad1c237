//! The profile `framing`: how its cases read. A case has either `frames` to be joined, or a `block` to be split into frames of
//! at most `max_bytes`.

mod judge;
mod task;

#[cfg(test)]
mod tests;

use uiconform_catalogue::{Described, FileForm, Level, Reading};
use uiconform_json::{Located, Members};

use self::task::{Ask, Expectation, Hold, Task};
use super::given::{Answered, Expect, Given, Values, read_given, read_object};
use super::single::{Phase, Single};
use crate::reading::{read_outcomes, read_words};

pub(super) fn open(file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Ok(Box::new(File {
        given: read_given(file)?,
    }))
}

/// The members that stand once in a file.
struct File {
    /// Blocks by name.
    given: Given,
}

impl FileForm for File {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let ask = self.read_ask(case)?;
        let expectation = match level {
            Level::Informative => self.read_open(case)?,
            _ => self.read_fixed(&ask, case)?,
        };
        let holds = read_holds(&ask, &expectation, case)?;
        let phases = holds.iter().filter_map(|hold| match hold {
            Hold::Rejoin => Some(Phase::FollowUp),
            Hold::Repeat => Some(Phase::Repeat),
            Hold::Fresh => Some(Phase::Fresh),
            Hold::Budget | Hold::Characters => None,
        });
        let phases: Vec<Phase> = phases.collect();
        let task = Task {
            ask,
            expectation,
            holds,
        };
        Ok(Reading {
            exercise: Box::new(Single::new(task, phases)),
            derived: Vec::new(),
        })
    }
}

impl File {
    fn read_ask(&self, case: &mut Members<'_>) -> Result<Ask, Located> {
        let (frames, block, most) = (
            case.optional("frames"),
            case.optional("block"),
            case.optional("max_bytes"),
        );
        match (frames, block, most) {
            (Some(frames), None, None) => Ok(Ask::Join(Values::read(&frames)?)),
            (None, Some(block), Some(most)) => Ok(Ask::Split {
                block: read_object(&block, &self.given)?,
                max_bytes: most.unsigned()?,
            }),
            _ => Err(case.node().error(
                "a case has either `frames` to join, or a `block` to split into frames of at most `max_bytes`",
            )),
        }
    }

    fn read_fixed(&self, ask: &Ask, case: &mut Members<'_>) -> Result<Expectation, Located> {
        let expect = Expect::read(&case.required("expect")?)?;
        let result = case.optional("result");
        match (ask, expect, result) {
            (Ask::Join(_), Expect::Accept, Some(result)) => {
                Ok(Expectation::Block(read_object(&result, &self.given)?))
            }
            (Ask::Join(_), Expect::Accept, None) => Err(case
                .node()
                .error("say in `result` which block the frames hold")),
            (Ask::Split { block, .. }, Expect::Accept, None) => {
                Ok(Expectation::Block(block.clone()))
            }
            (Ask::Split { .. }, Expect::Accept, Some(result)) => Err(result.error(
                "the frames of a block hold that block, so there is no `result`; remove it",
            )),
            (_, Expect::Reject, Some(result)) => {
                Err(result.error("what is refused has no `result`; remove it"))
            }
            (_, Expect::Reject, None) => Ok(Expectation::Refusal),
        }
    }

    fn read_open(&self, case: &mut Members<'_>) -> Result<Expectation, Located> {
        let outcomes = read_outcomes(&case.required("outcomes")?, |members| {
            Answered::read(members, |result| read_object(result, &self.given))
        })?;
        Ok(Expectation::Open(outcomes))
    }
}

fn read_holds(
    ask: &Ask,
    expectation: &Expectation,
    case: &mut Members<'_>,
) -> Result<Vec<Hold>, Located> {
    let node = case.optional("holds");
    let holds = read_words(node.clone(), &Hold::ALL)?;
    let of_frames = |hold: &Hold| !matches!(hold, Hold::Repeat | Hold::Fresh);
    let gives_frames = matches!(
        (ask, expectation),
        (Ask::Split { .. }, Expectation::Block(_))
    );
    match node {
            Some(node) if !gives_frames && holds.iter().any(of_frames) => Err(node.error(
                "`budget`, `characters` and `rejoin` are about the frames of a block that is to be split",
            )),
            _ => Ok(holds),
        }
}

/// What joining or splitting must give, as a value.
type Block = Described;
