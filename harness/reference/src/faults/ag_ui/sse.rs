//! Faults in how the bytes of a stream are read (the HTML Standard, 9.2).

use std::borrow::Cow;

use uiconform_protocols::ag_ui::{End, Error, Options, Reference, Result, Session, Stop};
use uiconform_stream::sse::Frame;

use super::ends_read::empty_last;
use super::{SSE, of_read_and_apply};

/// The bytes with every occurrence of some of them replaced.
fn replaced<'b>(bytes: Cow<'b, [u8]>, from: &[u8], to: &[u8]) -> Cow<'b, [u8]> {
    let mut changed = Vec::new();
    let mut rest = &*bytes;
    while let Some((first, after)) = rest.split_first() {
        match rest.strip_prefix(from) {
            Some(after) => {
                changed.extend_from_slice(to);
                rest = after;
            }
            None => {
                changed.push(*first);
                rest = after;
            }
        }
    }
    Cow::Owned(changed)
}

of_read_and_apply! {
    "knows-line-feeds-alone" aims ["AGU-SSE-01"] in SSE
    "Takes a carriage return for a character of the line." => {
        fn bytes<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
            replaced(bytes, b"\r", b" ")
        }
    } and {}

    "reads-pieces-one-by-one" aims ["AGU-SSE-02"] in SSE
    "Drops the line that the end of a piece cuts." => {
        fn bytes<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
            // A character that is cut is about another rule.
            let end = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
            let is_text = str::from_utf8(&bytes).is_ok();
            match end {
                Some(end) if is_text => Cow::Owned(bytes[..=end].to_vec()),
                None if is_text => Cow::Owned(Vec::new()),
                _ => bytes,
            }
        }
    } and {}

    "decodes-pieces-one-by-one" aims ["AGU-SSE-03"] in SSE
    "Decodes each piece by itself, so that a character that is cut is lost." => {
        fn bytes<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Cow::Owned(text.into_bytes())
        }
    } and {}

    "joins-lines-with-nothing" aims ["AGU-SSE-04"] in SSE
    "Joins the lines of data of a frame without a line feed." => {
        fn frame<'f>(&mut self, frame: &'f Frame) -> Result<Option<Cow<'f, str>>> {
            let text = Reference.frame(frame)?;
            Ok(text.map(|text| Cow::Owned(text.replace('\n', ""))))
        }
    } and {}

    "wants-a-space-behind-the-colon" aims ["AGU-SSE-05"] in SSE
    "Passes over a line of data that has no space behind its colon." => {
        fn bytes<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
            replaced(bytes, b"data:{", b"nothing:{")
        }
    } and {}

    "keeps-the-byte-order-mark" aims ["AGU-SSE-06"] in SSE
    "Takes a byte order mark for the start of the first line." => {
        fn bytes<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
            replaced(bytes, "\u{feff}".as_bytes(), b"x")
        }
    } and {}

    "takes-a-named-frame-for-another" aims ["AGU-SSE-08"] in SSE
    "Passes over a frame that has a name." => {
        fn frame<'f>(&mut self, frame: &'f Frame) -> Result<Option<Cow<'f, str>>> {
            match frame.event {
                Some(_) => Ok(None),
                None => Reference.frame(frame),
            }
        }
    } and {}

    "takes-half-a-frame-for-the-end" aims ["AGU-SSE-12"] in SSE
    "Ends a run as a success whose stream ends within a frame." => {
        fn frame<'f>(&mut self, frame: &'f Frame) -> Result<Option<Cow<'f, str>>> {
            Reference.frame(frame)
        }
    } and {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            match stop {
                Stop::WithinFrame => None,
                _ => Reference.stop(options, stop),
            }
        }
    }

    "takes-back-a-text-before-a-broken-frame" aims ["AGU-SSE-14"] in SSE { is_broken: bool }
    "Empties the last message when a frame is no JSON." => {
        fn read(&mut self, text: &str) -> Result<uiconform_json::Value> {
            let read = Reference.read(text);
            self.is_broken = read.is_err();
            read
        }
    } and {
        fn end(&mut self, session: &mut Session, end: End) -> End {
            if std::mem::take(&mut self.is_broken) {
                empty_last(&mut session.conversation);
            }
            end
        }
    }
}
