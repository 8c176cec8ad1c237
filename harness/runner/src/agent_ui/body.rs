//! The body of a case: what happens, and what is expected. Values are kept as the case file describes them.

use uiconform_catalogue::{Described, Relation};
use uiconform_json::JsonString;

use super::expect::Words;
use super::records::RecordExpected;
use crate::framings::Framing;

/// A case.
#[derive(Clone)]
pub(super) struct Body {
    /// Whether the events travel as a stream.
    pub(super) streams: bool,
    /// Whether records are asked for.
    pub(super) records: bool,
    /// How that is written where a step does not write it out itself; as plain events if nothing is said.
    pub(super) framing: Option<&'static Framing>,
    pub(super) phases: Vec<Phase>,
    pub(super) expectation: Expectation,
}

/// What happens at one time.
#[derive(Clone)]
pub(super) struct Phase {
    /// The registry from now on; absent if it stays.
    pub(super) registry: Option<Described>,
    pub(super) session: Option<JsonString>,
    pub(super) reload: Option<Reload>,
    pub(super) steps: Vec<Step>,
}

/// What a frontend starts anew from.
#[derive(Clone)]
pub(super) enum Reload {
    /// What it has persisted.
    Persisted,
    /// This message.
    Message(Described),
}

/// Something that arrives, or an envelope from earlier.
#[derive(Clone)]
pub(super) struct Step {
    /// Its place among all steps of the case, from 1.
    pub(super) place: usize,
    pub(super) input: Input,
    /// What is expected; in an open case the outcomes say it.
    pub(super) expect: Option<Words>,
    /// What the fixture does; it reports that it is done if nothing is said.
    pub(super) renderer: Option<Renderer>,
}

#[derive(Clone)]
pub(super) enum Input {
    /// An event `ui_envelope` around this envelope.
    Envelope(Described),
    /// An event with this data.
    Event { name: String, data: Described },
    /// Nothing: the step is about an envelope that has come before.
    Earlier(JsonString),
    /// These bytes of a stream.
    Piece {
        written: Written,
        /// The envelope that is in them, if one is.
        envelope: Option<Described>,
    },
}

/// How a case file writes out a part of a stream.
#[derive(Clone)]
pub(super) enum Written {
    /// Text, in which `{data}` stands for the data of the event.
    Text(String),
    Bytes(Vec<u8>),
}

/// What a fixture does when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Renderer {
    Done,
    Threw,
    Hold,
}

impl Renderer {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Threw => "threw",
            Self::Hold => "hold",
        }
    }
}

#[derive(Clone)]
pub(super) enum Expectation {
    /// What is expected of each phase besides its steps.
    Fixed(Vec<AfterPhase>),
    /// Nothing is: what fits is recorded, by its name.
    Open(Vec<(String, Outcome)>),
}

/// What is said of a phase besides its steps. What is absent is not looked at.
#[derive(Clone, Default)]
pub(super) struct AfterPhase {
    /// The ids of all calls.
    pub(super) calls: Option<Vec<JsonString>>,
    pub(super) records: Vec<RecordExpected>,
    /// Ids of records in their order.
    pub(super) record_order: Vec<JsonString>,
}

/// One of the answers to an open question.
#[derive(Clone)]
pub(super) struct Outcome {
    /// For each step of the case.
    pub(super) steps: Vec<Words>,
    /// What is said of the last phase.
    pub(super) after: AfterPhase,
}

impl Body {
    pub(super) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.phases.iter().flat_map(|phase| &phase.steps)
    }

    pub(super) fn relation(&self) -> Relation {
        match self.expectation {
            Expectation::Open(_) => Relation::Records,
            Expectation::Fixed(_) => {
                let mut words = self.steps().filter_map(|step| step.expect.as_ref());
                match words.any(Words::rejects) {
                    true => Relation::Rejects,
                    false => Relation::Accepts,
                }
            }
        }
    }
}

impl Step {
    /// The identifier that an envelope has for its place.
    pub(super) fn own_id(&self) -> String {
        format!("e{}", self.place)
    }

    /// The time that an envelope has for its place, in milliseconds.
    pub(super) fn own_time(&self) -> u64 {
        1_710_000_000_000 + 1000 * (self.place as u64 - 1)
    }
}
