//! Chunks: pieces that leave out what a stream has said before.

use uiconform_json::{JsonString, Object};

use super::Run;
use crate::ag_ui::order::Continued;
use crate::ag_ui::{Chunk, Error, Id, Opening, Result, Start, Steps, Stream};

impl<S: Steps + ?Sized> Run<'_, S> {
    /// Takes a chunk for the start and the content, or the content alone, that it stands for.
    pub(super) fn chunk(&mut self, chunk: &Chunk, tag: Option<Id>, metadata: Object) -> Result<()> {
        let stream = chunk.stream;
        let brought = self.steps.brought(chunk, &metadata);
        let nothing = Object::new();
        let (id, metadata) = match &chunk.id {
            Some(id) if self.continues(stream, id, tag.as_ref()) => (id.clone(), &metadata),
            Some(id) => {
                let opening = opening(chunk, id)?;
                let start = Start {
                    id: id.clone(),
                    opening,
                };
                self.start(&start, tag.clone(), &metadata, true)?;
                if chunk.delta.is_none() {
                    return Ok(());
                }
                (id.clone(), &nothing)
            }
            None => match self.steps.continued(&self.order, stream, &tag) {
                Continued::One(id) => (id, &metadata),
                Continued::None => {
                    return Err(Error::protocol(format!(
                        "a chunk of a {} without an id, where none is open that it could continue",
                        stream.name()
                    )));
                }
                Continued::Several => {
                    return Err(Error::protocol(format!(
                        "a chunk of a {} says neither which nor whose, where several are open",
                        stream.name()
                    )));
                }
            },
        };
        match brought {
            Some(delta) => self.content(stream, &id, &delta, tag.as_ref(), metadata),
            None => Ok(()),
        }
    }

    /// Whether a chunk continues the stream of its id, which chunks of the same owner have opened.
    fn continues(&self, stream: Stream, id: &Id, tag: Option<&Id>) -> bool {
        let opened = self.order.open(stream, id);
        opened.is_some_and(|opened| {
            opened.by_chunks && (tag.is_none() || tag == opened.owner.as_ref())
        })
    }
}

/// What the first chunk of a stream says of it.
fn opening(chunk: &Chunk, id: &Id) -> Result<Opening> {
    Ok(match chunk.stream {
        Stream::Text => Opening::Text {
            role: chunk.role.clone(),
            name: chunk.name.clone(),
        },
        Stream::Call => Opening::Call {
            name: named(chunk.name.as_ref(), id)?,
            parent: chunk.parent.clone(),
        },
        Stream::Reasoning => Opening::Reasoning,
    })
}

fn named(name: Option<&JsonString>, id: &Id) -> Result<JsonString> {
    name.cloned().ok_or_else(|| {
        Error::protocol(format!(
            "the first chunk of call `{id}` does not name the tool"
        ))
    })
}
