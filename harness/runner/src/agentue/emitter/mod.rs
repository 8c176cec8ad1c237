//! The profile `emitter`: what an application does goes in, and the events that say so come out (sections 3.5, 4, 5 and 8).
//!
//! Emitters are free in how they say it, so a case expects no events. It says what they reduce to, and the rules of emission are
//! checked that it cites as its requirements.

mod exercise;
mod file;
mod judge;

use uiconform_catalogue::{Described, FileForm};
use uiconform_json::{JsonString, Located, Members};

use super::body::{Expect, Inputs};

pub(super) fn open(file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Ok(Box::new(file::EmitterFile::read(file)?))
}

/// The rules that the checker knows of what emitters send; a case is judged by those that it cites.
const RULES: [&str; 10] = [
    "AUE-3.5-08",
    "AUE-4.1-15",
    "AUE-4.1-16",
    "AUE-4.2-20",
    "AUE-5-11",
    "AUE-5-12",
    "AUE-5-13",
    "AUE-5.1-07",
    "AUE-5.4-15",
    "AUE-5.5-03",
];

/// A case.
struct Body {
    actions: Inputs,
    stream_id: Option<JsonString>,
    inline_only: bool,
    expectation: Expectation,
    repeat: bool,
    fresh: bool,
}

enum Expectation {
    Fixed {
        /// One for each action.
        steps: Vec<Expect>,
        /// Those of [`RULES`] that the case cites.
        rules: Vec<&'static str>,
        /// The most bytes that the text of an event has.
        largest: Option<u64>,
        /// What the events reduce to, if what may be either is accepted, or if nothing is open; anything without.
        accepted: Option<Described>,
        /// What they reduce to if it is refused.
        refused: Option<Described>,
    },
    /// Nothing is expected: what matches is recorded.
    Open(Vec<Outcome>),
}

/// A behaviour that an informative case knows by name.
struct Outcome {
    name: String,
    /// Whether each action is accepted.
    steps: Vec<bool>,
    result: Described,
}

#[cfg(test)]
mod tests;
