//! The body of a case: what happens, and what is expected. Values are kept as the case file describes them.

use uiconform_catalogue::{Described, Relation};

use super::element::Element;
use super::expected::Expected;
use crate::asked::Again;
use crate::framings::Framing;

/// What a profile asks of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile(String);

impl Profile {
    pub(super) fn new(name: &str) -> Self {
        Self(name.to_owned())
    }

    pub(super) fn name(&self) -> &str {
        &self.0
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.0 == name
    }

    /// The kinds of updates that a list of this profile is about; none where it is the whole run.
    pub(super) fn about(&self) -> Option<&'static [&'static str]> {
        match self.name() {
            "subagents" => Some(&["subagent"]),
            "interrupts" => Some(&["interrupt"]),
            "reasoning" => Some(&["reasoning"]),
            "activity" => Some(&["activity", "error"]),
            "typed-state" => Some(&["state", "error"]),
            "error-kinds" => Some(&["error"]),
            _ => None,
        }
    }
}

/// A case.
#[derive(Clone)]
pub(super) struct Body {
    pub(super) profile: Profile,
    /// The messages and the state that the session starts from.
    pub(super) messages: Option<Described>,
    pub(super) state: Option<Described>,
    pub(super) runs: Vec<Run>,
    pub(super) expectation: Expectation,
    /// How the bytes are written where the case does not write them out.
    pub(super) framing: Option<&'static Framing>,
    /// Whether its bytes are also sent in pieces, with the same result.
    pub(super) split: bool,
    /// How the request is asked again.
    pub(super) again: Vec<Again>,
    /// Whether the client has no stream of updates, so that of a list only the errors and the done are judged.
    pub(super) tells_ends_alone: bool,
}

/// A run.
#[derive(Clone)]
pub(super) struct Run {
    /// What the user says.
    pub(super) send: Option<Described>,
    /// How interrupts were settled.
    pub(super) resume: Option<Described>,
    pub(super) stream: Stream,
    /// How the stream stops, where the run is cut short by it.
    pub(super) end: Option<End>,
}

/// What the agent streams.
#[derive(Clone)]
pub(super) enum Stream {
    Events(Vec<Element>),
    Bytes(Vec<Piece>),
}

/// A part of a body.
#[derive(Clone)]
pub(super) enum Piece {
    /// An event in a frame.
    Frame(Element),
    /// Bytes as they are.
    Written { bytes: Vec<u8>, refused: bool },
}

/// How a stream stops before its terminal event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Eof,
    Reset,
    Refused,
}

impl End {
    pub(super) const WORDS: [(&'static str, Self); 3] = [
        ("eof", Self::Eof),
        ("reset", Self::Reset),
        ("refused", Self::Refused),
    ];

    pub(super) fn text(self) -> &'static str {
        let known = Self::WORDS.iter().find(|(_, end)| *end == self);
        known.map_or("", |(word, _)| word)
    }
}

/// What is expected of all runs.
#[derive(Clone)]
pub(super) enum Expectation {
    /// For each run.
    Fixed(Vec<Expected>),
    /// One of these, by name.
    Several(Vec<(String, Vec<Expected>)>),
    /// Nothing is: what fits is recorded, by its name.
    Open(Vec<(String, Vec<Expected>)>),
}

impl Run {
    /// Whether something in it may not have any effect, or it is cut short.
    pub(super) fn rejects(&self) -> bool {
        let refused = match &self.stream {
            Stream::Events(events) => events.iter().any(|event| event.refused),
            Stream::Bytes(pieces) => pieces.iter().any(|piece| match piece {
                Piece::Frame(element) => element.refused,
                Piece::Written { refused, .. } => *refused,
            }),
        };
        refused || self.end.is_some()
    }

    /// Whether its stream is written as bytes.
    pub(super) fn has_bytes(&self) -> bool {
        matches!(self.stream, Stream::Bytes(_))
    }
}

impl Body {
    pub(super) fn relation(&self) -> Relation {
        match &self.expectation {
            Expectation::Open(_) => Relation::Records,
            Expectation::Several(_) => Relation::Rejects,
            Expectation::Fixed(_) if self.runs.iter().any(Run::rejects) => Relation::Rejects,
            Expectation::Fixed(_) => Relation::Accepts,
        }
    }

    /// Whether nothing can be wrong in a run, so that a client which makes a success of it has nothing to report.
    pub(super) fn is_sound(&self, run: usize) -> bool {
        matches!(self.expectation, Expectation::Fixed(_)) && !self.runs[run].rejects()
    }
}
