//! Reading what an agent streams.

use data_encoding::BASE64;
use uiconform_json::{Located, Members, Node};

use super::body::{End, Piece, Stream};
use super::element::Element;

/// Reads `events` or `sse`.
pub(super) fn read(members: &mut Members<'_>, may_be_bytes: bool) -> Result<Stream, Located> {
    let events = members.optional("events");
    let bytes = members.optional("sse");
    match (events, bytes) {
        (Some(events), None) => Ok(Stream::Events(self::events(&events)?)),
        (None, Some(bytes)) if may_be_bytes => {
            let pieces = bytes.list()?;
            let pieces = pieces.iter().map(|node| marked(node, piece));
            Ok(Stream::Bytes(pieces.collect::<Result<_, _>>()?))
        }
        (None, Some(bytes)) => Err(bytes.error("bytes are for the profile `sse`")),
        (Some(_), Some(bytes)) => {
            Err(bytes.error("a run streams `events` or bytes as `sse`, not both"))
        }
        (None, None) => Err(members
            .node()
            .error("say what the agent streams: `events`, or bytes as `sse`")),
    }
}

/// Reads a list of events.
pub(super) fn events(node: &Node<'_>) -> Result<Vec<Element>, Located> {
    let list = node.list()?;
    list.iter()
        .map(|node| marked(node, Element::read))
        .collect()
}

/// Reads how a stream stops, if the case says it.
pub(super) fn end(members: &mut Members<'_>) -> Result<Option<End>, Located> {
    let Some(node) = members.optional("end") else {
        return Ok(None);
    };
    let word = node.text()?;
    let known = End::WORDS.iter().find(|(known, _)| *known == word);
    match known {
        Some((_, end)) => Ok(Some(*end)),
        None => Err(node.error("a stream ends by `eof`, `reset` or `refused`")),
    }
}

/// Reads something that may be marked as refused.
fn marked<T>(
    node: &Node<'_>,
    read: impl Fn(&Node<'_>, bool) -> Result<T, Located>,
) -> Result<T, Located> {
    if node.value().get("refused").is_none() || node.value().get("type").is_some() {
        return read(node, false);
    }
    let mut members = node.object()?;
    let inner = members.required("refused")?;
    members.finish()?;
    read(&inner, true)
}

fn piece(node: &Node<'_>, refused: bool) -> Result<Piece, Located> {
    let has = |name: &str| node.value().get(name).is_some();
    if has("type") || !(has("text") || has("b64")) {
        return Ok(Piece::Frame(Element::read(node, refused)?));
    }
    let mut members = node.object()?;
    let bytes = match (members.optional("text"), members.optional("b64")) {
        (Some(text), None) => text.text()?.as_bytes().to_vec(),
        (None, Some(text)) => BASE64
            .decode(text.text()?.as_bytes())
            .map_err(|error| text.error(format!("no base64: {error}")))?,
        _ => return Err(node.error("a piece is `text`, or bytes as `b64`")),
    };
    members.finish()?;
    Ok(Piece::Written { bytes, refused })
}
