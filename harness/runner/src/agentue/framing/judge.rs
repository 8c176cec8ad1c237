//! Judging frames, and the blocks that were made of frames.

use uiconform_catalogue::{Answer, Difference, Finding, Judgement, Verdict};
use uiconform_json::{JsonString, Located, Value, parse};
use uiconform_protocols::agentue::frames::{FrameSteps, Part, join};
use uiconform_protocols::agentue::{self, Rejection};

use super::Answered;
use super::task::{Expectation, Hold};
use crate::agentue::single::{Reply, compare, recorded, unequal};
use crate::values::matches;

/// Judges the answer to `agentue/unframe`.
pub(super) fn joined(expectation: &Expectation, answer: &Answer) -> Result<Judgement, Located> {
    let got = Reply::read(answer, "block")?.object()?;
    Ok(match (expectation, got) {
        (Expectation::Block(block), Ok(got)) => compare(
            &block.get(),
            got,
            false,
            "the frames were joined to another block than the one that they hold",
        ),
        (Expectation::Block(block), Err(why)) => refused(
            &format!("the frames were refused (“{why}”); they are whole and must be joined"),
            &block.get(),
        ),
        (Expectation::Refusal, Ok(got)) => {
            accepted("the frames were joined; they must be refused", got)
        }
        (Expectation::Refusal, Err(_)) => Judgement::pass(true, Vec::new()),
        (Expectation::Open(outcomes), got) => open(outcomes, got.ok()),
    })
}

/// Judges the answer to `agentue/frame`.
pub(super) fn split(
    expectation: &Expectation,
    max_bytes: u64,
    holds: &[Hold],
    answer: &Answer,
) -> Result<Judgement, Located> {
    let (node, got) = match Reply::read(answer, "frames")? {
        Reply::Given(node) => {
            node.list()?;
            (node.value(), group(node.value()))
        }
        Reply::Refused(why) => {
            return Ok(match expectation {
                Expectation::Block(block) => refused(
                    &format!("the block was not split (“{why}”); it must be"),
                    &block.get(),
                ),
                Expectation::Refusal => Judgement::pass(true, Vec::new()),
                Expectation::Open(outcomes) => open(outcomes, None),
            });
        }
    };
    Ok(match (expectation, got) {
        (Expectation::Refusal, _) => accepted("the block was split; it must be refused", node),
        (_, Err(finding)) => Judgement::wrong(Verdict::Fail, *finding),
        (Expectation::Open(outcomes), Ok(held)) => open(outcomes, Some(&held)),
        (Expectation::Block(block), Ok(held)) => {
            let block = block.get();
            match matches(&block, &held) {
                None => unequal(
                    &block,
                    &held,
                    "the frames hold another block than the one that was split",
                ),
                Some(lossy) => match broken(holds, max_bytes, node) {
                    Some(finding) => Judgement::wrong(Verdict::Fail, finding),
                    None => Judgement::pass(false, lossy),
                },
            }
        }
    })
}

/// The block that the frames of an answer hold, or why there is none.
pub(super) fn held(answer: &Answer) -> Result<Result<Value, String>, Located> {
    Ok(match Reply::read(answer, "frames")? {
        Reply::Given(node) => group(node.value()).map_err(|finding| finding.message),
        Reply::Refused(why) => Err(why),
    })
}

fn open(outcomes: &[(String, Answered)], got: Option<&Value>) -> Judgement {
    recorded(outcomes.iter().filter_map(|(name, outcome)| {
        let lossy = match (outcome, got) {
            (Answered::Refused, None) => Vec::new(),
            (Answered::With(block), Some(got)) => matches(&block.get(), got)?,
            _ => return None,
        };
        Some((name.as_str(), lossy))
    }))
}

fn refused(message: &str, expected: &Value) -> Judgement {
    let finding = Finding {
        expected: Some(expected.clone()),
        ..Finding::new(message)
    };
    Judgement::wrong(Verdict::Fail, finding)
}

fn accepted(message: &str, got: &Value) -> Judgement {
    let finding = Finding {
        got: Some(got.clone()),
        ..Finding::new(message)
    };
    Judgement::wrong(Verdict::Fail, finding)
}

/// The block that frames hold, if they are a whole group.
fn group(frames: &Value) -> Result<Value, Box<Finding>> {
    let wrong = |rejection: Rejection| {
        let place = rejection.pointer();
        let message = match rejection.pointer().tokens().next() {
            Some(_) => format!("{} (at {place} of the frames)", rejection.message()),
            None => rejection.message().to_owned(),
        };
        Box::new(Finding {
            difference: Some(Difference {
                got: frames.pointer(&place).cloned(),
                expected: None,
                pointer: place,
            }),
            got: Some(frames.clone()),
            ..Finding::new(format!("the frames are no whole group: {message}"))
        })
    };
    let list = frames.as_array().into_iter().flatten();
    for (index, frame) in list.clone().enumerate() {
        if frame.get("ref").is_some() {
            let rejection =
                Rejection::new("AUE-3.3-22", "a frame is an inline block and has no `ref`");
            return Err(wrong(rejection.at("ref").at_index(index)));
        }
    }
    join(&mut Reader, list).map_err(wrong)
}

/// Reads frames as the reference does, and what the text leaves open in favour of the driver.
struct Reader;

impl FrameSteps for Reader {
    /// That an identifier is not empty is a recommendation only.
    fn empty_frame_id(&mut self, _: &Part) -> agentue::Verdict {
        Ok(())
    }

    /// Where a lone surrogate of the block stands in the data itself, it means the same as its escape.
    fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
        let mut escaped = String::new();
        for point in text.code_points() {
            match char::from_u32(point) {
                Some(character) => escaped.push(character),
                None => escaped.push_str(&format!("\\u{point:04x}")),
            }
        }
        parse(&escaped).map_err(|error| {
            Rejection::new(
                "AUE-3.3-31",
                format!("the joined data is not JSON: {error}"),
            )
        })
    }
}

/// What frames of the right block break of the relations that the case wants.
fn broken(holds: &[Hold], max_bytes: u64, frames: &Value) -> Option<Finding> {
    let list = || frames.as_array().into_iter().flatten().enumerate();
    let finding = |message: String| Finding {
        got: Some(frames.clone()),
        ..Finding::new(message)
    };
    holds.iter().find_map(|hold| match hold {
        Hold::Budget => list().find_map(|(index, frame)| {
            let bytes = frame.to_text().len() as u64;
            (bytes > max_bytes).then(|| {
                finding(format!(
                    "the frame at /{index} takes {bytes} bytes as JSON without white space; {max_bytes} are allowed"
                ))
            })
        }),
        Hold::Characters => list().find_map(|(index, frame)| {
            let data = frame.get("data")?.as_string()?;
            data.has_lone_surrogates().then(|| {
                finding(format!(
                    "the data of the frame at /{index} begins or ends inside a character"
                ))
            })
        }),
        Hold::Rejoin | Hold::Repeat | Hold::Fresh => None,
    })
}
