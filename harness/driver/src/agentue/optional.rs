//! The optional profiles of AgentUE: a trait each. JSON goes in and out as text, so that nothing is reinterpreted on the way.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::text::present;

/// Profile `delivery`: a consumer that enforces the order of events, for each stream (4.1, 4.2, 5, 6).
pub trait Delivery {
    /// Begins without any stream.
    fn begin(&mut self);

    /// Takes the JSON text of one event.
    ///
    /// # Errors
    ///
    /// The reason for which the event is rejected.
    fn deliver(&mut self, event: &str) -> Result<(), String>;

    /// The identifiers, as JSON text, of the streams whose latest delivery has ended; `""` is the unnamed one.
    fn complete(&mut self) -> Vec<String>;
}

/// Profile `framing`: blocks to frames and back (3.3).
pub trait Framing {
    /// Splits a block into frames of which each has at most so many bytes as JSON text without white space, in UTF-8.
    ///
    /// # Errors
    ///
    /// The reason for which the block is not split.
    fn frame(&mut self, block: &RawValue, max_bytes: u64) -> Result<Vec<String>, String>;

    /// Restores the block from the frames of one group, which come in any order.
    ///
    /// # Errors
    ///
    /// The reason for which the frames are refused.
    fn unframe(&mut self, frames: &[&RawValue]) -> Result<String, String>;
}

/// What the application's loader gave for a reference, right or wrong (3.4).
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Resolution<'a> {
    /// The identifier of the block that was a reference when the loading began, a JSON string.
    #[serde(borrow)]
    pub block_id: &'a RawValue,
    /// The key that the block had then, a JSON string.
    #[serde(borrow, rename = "ref")]
    pub key: &'a RawValue,
    /// What was loaded.
    #[serde(borrow, default, deserialize_with = "present")]
    pub block: Option<&'a RawValue>,
    /// Why nothing was, a JSON string.
    #[serde(borrow, default, deserialize_with = "present")]
    pub failure: Option<&'a RawValue>,
}

/// Profile `resolver`: puts loaded content in the place of references (3.4).
pub trait Resolver {
    /// The model with the contents that may stand in it.
    ///
    /// # Errors
    ///
    /// The reason for which the whole is refused. A reference that stays in the model is as good an answer to wrong content.
    fn resolve(
        &mut self,
        model: &RawValue,
        resolutions: &[Resolution<'_>],
    ) -> Result<String, String>;
}

/// What became of an input at the time of its arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is in the model.
    Applied,
    /// It waits for the content of its block.
    Deferred,
    /// It has no effect, now or later.
    Refused,
}

/// Profile `host`: events and loaded contents as they arrive (3.4).
pub trait Host {
    /// Begins with a valid model.
    ///
    /// # Errors
    ///
    /// If it cannot be loaded, which is a failure of the driver.
    fn begin(&mut self, model: &RawValue) -> Result<(), String>;

    /// Takes the JSON text of one event.
    fn event(&mut self, event: &str) -> Taken;

    /// Takes what was loaded, or that loading failed.
    fn loaded(&mut self, resolution: &Resolution<'_>) -> Taken;

    /// The model as JSON text.
    fn model(&mut self) -> String;
}

/// Profile `resume`: a delivery from a persisted log (6).
pub trait Resume {
    /// The events of the delivery that resumes at a cursor, an event `seq`.
    ///
    /// # Errors
    ///
    /// The reason for which there is none.
    fn resume(&mut self, log: &[&RawValue], cursor: &RawValue) -> Result<Vec<String>, String>;
}

/// Something that an application does to its model.
#[derive(Clone, Debug)]
pub enum Action<'a> {
    /// Begins a delivery with a model, which may lack its version and keeps the one that it has.
    Start {
        /// The model.
        model: &'a RawValue,
    },
    /// Sets a whole block, inline or reference.
    Set {
        /// The block.
        block: &'a RawValue,
    },
    /// Sets a member of a block, at any depth.
    SetField {
        /// The identifier of the block, a JSON string.
        block_id: &'a RawValue,
        /// The names of members that lead there, JSON strings.
        path: Vec<&'a RawValue>,
        /// The value; null is one.
        value: &'a RawValue,
    },
    /// Sets a member of the metadata, at any depth.
    SetMeta {
        /// The names of members that lead there, JSON strings.
        path: Vec<&'a RawValue>,
        /// The value; null is one.
        value: &'a RawValue,
    },
    /// Appends to a string or a list of a block, which is created if it is not there.
    Append {
        /// The block, with the delta in its field.
        block: &'a RawValue,
        /// The name of the field, a JSON string.
        field: &'a RawValue,
    },
    /// Signals a failure.
    Fail {
        /// The error object.
        error: &'a RawValue,
    },
    /// Keeps the delivery alive.
    Ping,
    /// Ends the delivery.
    End,
}

/// Profile `emitter`: the events that say what an application does (5).
pub trait Emitter {
    /// Begins with nothing sent. `stream_id` is a JSON string; `inline_only` consumers know no references (3.5).
    fn begin(&mut self, stream_id: Option<&RawValue>, inline_only: bool);

    /// The events, as JSON texts, that one action makes.
    ///
    /// # Errors
    ///
    /// The reason for which the action is unlawful; nothing is sent then.
    fn act(&mut self, action: &Action<'_>) -> Result<Vec<String>, String>;
}
