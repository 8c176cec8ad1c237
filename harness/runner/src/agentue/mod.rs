//! AgentUE 1.1: how its case files become calls, and how the answers are judged.

mod answer;
mod body;
mod delivery;
mod emitter;
mod events;
mod exercise;
mod file;
mod framing;
mod given;
mod host;
mod judge;
mod resolver;
mod results;
mod resume;
mod single;
mod steps;
#[cfg(test)]
mod testing;

use uiconform_catalogue::{FileForm, Form};
use uiconform_json::{Located, Members};

/// The form of the suite `agentue-1.1`.
pub(crate) struct AgentUe;

impl Form for AgentUe {
    fn open(&self, profile: &str, file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
        match profile {
            "delivery" => delivery::open(file),
            "framing" => framing::open(file),
            "resolver" => resolver::open(file),
            "host" => host::open(file),
            "resume" => resume::open(file),
            "emitter" => emitter::open(file),
            _ => Ok(Box::new(file::CaseFile::read(profile, file)?)),
        }
    }
}

/// What is asked of the driver: one model, one for each stream, or which streams are complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Reduce,
    Route,
    Deliver,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Reduce => "agentue/reduce",
            Self::Route => "agentue/route",
            Self::Deliver => "agentue/deliver",
        }
    }

    /// The member of a case that says what there is after all steps.
    fn result(self) -> &'static str {
        match self {
            Self::Reduce | Self::Route => "result",
            Self::Deliver => "complete",
        }
    }
}
