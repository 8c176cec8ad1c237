//! From text to events.

use std::borrow::Cow;

use uiconform_json::{Array, JsonString, Value};
use uiconform_stream::sse::Frame;

use crate::ag_ui::{Event, Policy, Result, bytes, decode};

/// How bytes and texts become events.
pub trait ReadSteps {
    /// Reads the JSON text of an event.
    fn read(&mut self, text: &str) -> Result<Value> {
        decode::read(text)
    }

    /// Takes bytes of a stream before they are read.
    fn bytes<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
        bytes
    }

    /// The text of the event that a frame carries; none passes the frame over.
    fn frame<'f>(&mut self, frame: &'f Frame) -> Result<Option<Cow<'f, str>>> {
        bytes::text(frame)
    }

    /// Reads the type of an event; none passes the event over.
    fn kind<'v>(&mut self, kind: Option<&'v Value>) -> Result<Option<&'v JsonString>> {
        decode::kind(kind)
    }

    /// Judges an event of a type that is not known: refuses it, or passes it over.
    fn unknown(&mut self, policy: Policy, kind: &JsonString) -> Result<()> {
        decode::unknown(policy, kind)
    }

    /// What stands for a member that an event needs and lacks.
    fn missing(&mut self, member: &'static str) -> Result<Value> {
        Err(decode::missing(member))
    }

    /// Reads a member that is a text.
    fn text(&mut self, member: &'static str, value: Value) -> Result<JsonString> {
        decode::text(member, value)
    }

    /// Reads a member that is a list.
    fn list(&mut self, member: &'static str, value: Value) -> Result<Array> {
        decode::list(member, value)
    }

    /// Takes an event that could be read, before anything is made of it; none passes it over.
    fn event(&mut self, event: Event) -> Option<Event> {
        Some(event)
    }
}
