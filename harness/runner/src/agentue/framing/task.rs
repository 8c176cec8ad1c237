//! A case of `framing` as a request.

use std::borrow::Cow;

use uiconform_catalogue::{Answer, Finding, Judgement, Relation, Size, depth};
use uiconform_json::{Located, Object, Value, parse};

use super::{Answered, Block, Values, judge};
use crate::agentue::single::{self, Reply, differing};

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) enum Ask {
    /// The frames of a block, none of them larger than that.
    Split { block: Block, max_bytes: u64 },
    /// The block of these frames.
    Join(Values),
}

/// What a case expects.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// That block, or frames that hold it.
    Block(Block),
    /// An error.
    Refusal,
    /// Nothing: what matches is recorded.
    Open(Vec<(String, Answered)>),
}

/// What must be true besides the expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// No frame takes more bytes than allowed.
    Budget,
    /// The data is cut between characters.
    Characters,
    /// The frames, given back to the same driver, are joined to the block.
    Rejoin,
    /// The same request again is answered equally.
    Repeat,
    /// So it is in a fresh process.
    Fresh,
}

impl Hold {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("budget", Self::Budget),
        ("characters", Self::Characters),
        ("rejoin", Self::Rejoin),
        ("repeat", Self::Repeat),
        ("fresh", Self::Fresh),
    ];
}

/// A case of `framing`.
pub(super) struct Task {
    pub(super) ask: Ask,
    pub(super) expectation: Expectation,
    pub(super) holds: Vec<Hold>,
}

impl Task {
    fn members(&self, frames: impl FnOnce(&Values) -> Value, block: fn(&Block) -> Value) -> Value {
        let members = match &self.ask {
            Ask::Join(given) => Object::from_iter([("frames", frames(given))]),
            Ask::Split {
                block: given,
                max_bytes,
            } => Object::from_iter([
                ("block", block(given)),
                ("max_bytes", Value::from(*max_bytes)),
            ]),
        };
        members.into()
    }
}

impl single::Task for Task {
    fn method(&self) -> &'static str {
        match self.ask {
            Ask::Split { .. } => "agentue/frame",
            Ask::Join(_) => "agentue/unframe",
        }
    }

    fn input(&self) -> Value {
        self.members(Values::as_given, |block| block.as_given().clone())
    }

    fn params(&self) -> Value {
        self.members(
            |frames| frames.get().into(),
            |block| block.get().into_owned(),
        )
    }

    fn parts(&self) -> Vec<Cow<'_, Value>> {
        match &self.ask {
            Ask::Split { block, .. } => vec![block.get()],
            Ask::Join(frames) => frames.get().into_iter().map(Cow::Owned).collect(),
        }
    }

    fn size(&self) -> Size {
        let parts = self.parts();
        let largest = single::largest(&parts);
        // Frames are small and flat; what they hold need not be.
        let data = parts.iter().filter_map(|part| part.get("data")?.as_str());
        let text: String = data.collect();
        Size {
            depth: largest
                .depth
                .max(parse(&text).map_or(0, |block| depth(&block))),
            bytes: largest.bytes.max(text.len()),
        }
    }

    fn relation(&self) -> Relation {
        match self.expectation {
            Expectation::Block(_) => Relation::Accepts,
            Expectation::Refusal => Relation::Rejects,
            Expectation::Open(_) => Relation::Records,
        }
    }

    fn judge(&self, answer: &Answer) -> Result<Judgement, Located> {
        match &self.ask {
            Ask::Join(_) => judge::joined(&self.expectation, answer),
            Ask::Split { max_bytes, .. } => {
                judge::split(&self.expectation, *max_bytes, &self.holds, answer)
            }
        }
    }

    fn is_refusal(&self, answer: &Answer) -> bool {
        let name = match self.ask {
            Ask::Split { .. } => "frames",
            Ask::Join(_) => "block",
        };
        matches!(self.expectation, Expectation::Block(_))
            && matches!(Reply::read(answer, name), Ok(Reply::Refused(_)))
    }

    fn differs(&self, first: &Answer, again: &Answer) -> Result<Option<Finding>, Located> {
        match &self.ask {
            Ask::Join(_) => {
                let read = |answer| Reply::read(answer, "block")?.object();
                Ok(differing(read(first)?, read(again)?))
            }
            // The ids of frames may be chosen at random, so what is compared is the block that they hold.
            Ask::Split { .. } => {
                let (first, again) = (judge::held(first)?, judge::held(again)?);
                Ok(differing(
                    first.as_ref().map_err(Clone::clone),
                    again.as_ref().map_err(Clone::clone),
                ))
            }
        }
    }

    fn follow_up(&self, answer: &Answer) -> Option<(&'static str, String, &'static str)> {
        let Ok(Reply::Given(frames)) = Reply::read(answer, "frames") else {
            return None;
        };
        let params = Object::from_iter([("frames", frames.value().clone())]);
        Some((
            "agentue/unframe",
            Value::from(params).to_text(),
            "its own frames, to be joined",
        ))
    }

    fn judge_follow_up(
        &self,
        _first: &Answer,
        second: &Answer,
    ) -> Result<Option<Judgement>, Located> {
        let judgement = judge::joined(&self.expectation, second)?;
        Ok(judgement.finding.is_some().then_some(judgement))
    }
}
