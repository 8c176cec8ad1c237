//! The profile `resume`: a log and a cursor go in, and the delivery that goes on from there comes out (section 6).
//!
//! A case says of the delivery what it is about and nothing more: the model or the `seq` of its `start`, which events follow,
//! whether it ends, its stream, or the model that a client has in the end.

mod exercise;
mod file;
mod judge;

use uiconform_catalogue::{Described, FileForm};
use uiconform_json::{JsonString, Located, Members, Value};

use super::body::Inputs;

pub(super) fn open(file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Ok(Box::new(file::ResumeFile::read(file)?))
}

/// A case.
struct Body {
    log: Inputs,
    /// Each is asked for by itself, and the delivery at each is as expected.
    cursors: Vec<u64>,
    /// At these, the delivery of the only cursor is resumed in its turn.
    again: Vec<u64>,
    expectation: Expectation,
    repeat: bool,
    fresh: bool,
}

enum Expectation {
    Fixed(Expected),
    /// Nothing is expected: what matches is recorded, by its name.
    Open(Vec<(String, Expected)>),
}

/// What is said of a delivery. What is absent is not looked at.
#[derive(Default)]
struct Expected {
    /// The log is not resumed; nothing else is said then.
    refused: bool,
    /// The model of the `start`.
    model: Option<Described>,
    /// The `seq` of the `start`.
    seq: Option<Bounds>,
    /// What follows the `start`, pings and the final `end` left aside.
    then: Option<Vec<Later>>,
    /// Whether the last event is an `end`.
    ends: Option<bool>,
    /// The stream that all events name.
    stream_id: Option<JsonString>,
    /// The model that a client has in the end, to which no change that the cursor covers is sent once more.
    last: Option<Described>,
}

/// Where a `seq` lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    least: u64,
    /// None is as large as this one.
    below: Option<u64>,
}

/// An event that is to follow the `start`.
enum Later {
    /// One of the log, recognized by what it does: time and hint may be others.
    Alike(Value),
    /// Exactly this one.
    Same(Value),
}

#[cfg(test)]
mod tests;
