//! What arrives: messages of a stream, and the envelopes in them.

use uiconform_json::{JsonString, Value};

/// A message of a stream of server-sent events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The name of the event; empty if it has none.
    pub event: String,
    /// Its data, as text.
    pub data: String,
}

/// An envelope as it arrives (section 2).
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// `envelope_id`.
    pub id: JsonString,
    /// `created_at`, a number.
    pub created_at: Value,
    /// `envelope`, which may be anything.
    pub envelope: Value,
}
