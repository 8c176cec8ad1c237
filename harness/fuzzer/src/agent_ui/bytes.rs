//! Streams: bytes as they go to a driver, and the events in them.

use data_encoding::BASE64;
use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_stream::sse::Decoder;

/// A piece of a stream as it goes to a driver: a string, or base64 for bytes that are no text by themselves.
pub(super) fn piece(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => Object::from_iter([("b64", BASE64.encode(bytes))]).into(),
    }
}

/// The bytes of such a piece.
pub(super) fn of(piece: &Value) -> Option<Vec<u8>> {
    match piece {
        Value::String(text) => Some(text.as_str()?.as_bytes().to_vec()),
        other => BASE64.decode(other.get("b64")?.as_str()?.as_bytes()).ok(),
    }
}

/// An event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    /// Its name; empty if it has none.
    pub(super) name: String,
    /// The text of its data.
    pub(super) data: String,
}

/// Reads a stream piece by piece.
#[derive(Debug, Default)]
pub(super) struct Reader {
    decoder: Decoder,
    /// What has come since the last event.
    tail: Vec<u8>,
}

impl Reader {
    /// The parts of a piece, each up to the end of an event, with that event; the last part may have none.
    pub(super) fn parts(&mut self, piece: &[u8]) -> Vec<(Vec<u8>, Option<Message>)> {
        let mut parts = Vec::new();
        let mut part = Vec::new();
        for byte in piece {
            part.push(*byte);
            self.tail.push(*byte);
            let byte = [*byte];
            let frame = self.decoder.push(&byte).flatten().next();
            if let Some(frame) = frame {
                self.tail.clear();
                let message = Message {
                    name: frame.event.unwrap_or_default(),
                    data: frame.data,
                };
                parts.push((std::mem::take(&mut part), Some(message)));
            }
        }
        if !part.is_empty() || parts.is_empty() {
            parts.push((part, None));
        }
        parts
    }

    /// The identifiers of the envelopes that a piece completes.
    pub(super) fn ids(&mut self, piece: &[u8]) -> Vec<JsonString> {
        let parts = self.parts(piece).into_iter();
        let ids = parts.filter_map(|(_, message)| {
            let data = parse(&message?.data).ok()?;
            super::script::id_of(&data).cloned()
        });
        ids.collect()
    }

    /// The event that the end of the stream would complete if an empty line came: some dispatch it all the same.
    pub(super) fn unfinished(mut self) -> Option<Message> {
        if self.tail.iter().all(|byte| matches!(byte, b'\n' | b'\r')) {
            return None;
        }
        let frame = self.decoder.push(b"\n\n").flatten().next()?;
        Some(Message {
            name: frame.event.unwrap_or_default(),
            data: frame.data,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn each_part_ends_with_an_event() {
        let mut reader = Reader::default();
        let parts = reader.parts(b"event: a\ndata: 1\n\ndata: 2\r\n\r\nda");
        let names: Vec<Option<String>> = parts
            .iter()
            .map(|(_, message)| message.as_ref().map(|message| message.name.clone()))
            .collect();
        assert_eq!(names, [Some("a".to_owned()), Some(String::new()), None]);
        let whole: Vec<u8> = parts.into_iter().flat_map(|(part, _)| part).collect();
        assert_eq!(whole, b"event: a\ndata: 1\n\ndata: 2\r\n\r\nda");
        reader.parts(b"ta: 3");
        assert_eq!(reader.unfinished().unwrap().data, "3");
    }

    #[test]
    fn bytes_that_are_no_text_come_back() {
        for bytes in [&b"a\xff"[..], b"", "é".as_bytes()] {
            assert_eq!(of(&piece(bytes)).unwrap(), bytes);
        }
    }
}
