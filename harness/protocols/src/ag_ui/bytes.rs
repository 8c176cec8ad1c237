//! From the bytes of a response to the texts of events.

use std::borrow::Cow;

use uiconform_stream::sse::Frame;

use super::{Error, Result};

/// The text of the event that a frame carries.
///
/// # Errors
///
/// There were bytes in it that are no UTF-8: what they stood for is lost, and a text with something else in their place is not what
/// the agent said.
pub(super) fn text(frame: &Frame) -> Result<Option<Cow<'_, str>>> {
    match frame.malformed {
        None => Ok(Some(Cow::Borrowed(&frame.data))),
        Some(place) => Err(Error::bytes(format!("{place}: bytes that are not UTF-8"))),
    }
}
