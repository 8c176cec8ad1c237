//! Reading the steps of a phase.

use uiconform_catalogue::Described;
use uiconform_json::{JsonString, Located, Members, Node, Value};

use super::body::{Input, Renderer, Step, Written};
use super::expect::Words;
use super::given::Given;
use crate::framings::read_piece;

/// What the steps of a case are read by.
pub(super) struct StepReader<'a> {
    pub(super) given: &'a Given,
    /// Whether the events travel as a stream.
    pub(super) streams: bool,
    /// Whether the outcomes of the case say what may become of its steps.
    pub(super) open: bool,
}

impl StepReader<'_> {
    /// Reads a step; `known` are the identifiers of envelopes that came before this phase.
    pub(super) fn read(
        &self,
        node: &Node<'_>,
        place: usize,
        known: &[JsonString],
    ) -> Result<Step, Located> {
        let mut members = node.object()?;
        let input = self.input(node, &mut members, known)?;
        let expect = match members.optional("expect") {
            Some(node) if self.open => {
                return Err(node.error(
                    "an informative case expects nothing; its `outcomes` say what may come",
                ));
            }
            Some(node) => Some(Words::read(&node)?),
            None if self.open => None,
            None => return Err(node.error("a step says what it expects")),
        };
        let renderer = match members.optional("renderer") {
            Some(node) => Some(renderer(&node, matches!(input, Input::Earlier(_)))?),
            None => None,
        };
        members.finish()?;
        let step = Step {
            place,
            input,
            expect,
            renderer,
        };
        let is_unreadable =
            matches!(&step.input, Input::Event { data, .. } if id_of(data).is_none());
        let fits = |words: &Words| words.fits_what_is_unreadable();
        if is_unreadable && !step.expect.as_ref().is_none_or(fits) {
            return Err(node.error(
                "the data has no `envelope_id` that is a string, so nothing can be told of its envelope; use `ignored`, `unread`, `reported` or `any`",
            ));
        }
        if is_unreadable && step.renderer.is_some() {
            return Err(node.error("a `renderer` is for an envelope with an identifier"));
        }
        Ok(step)
    }

    fn input(
        &self,
        node: &Node<'_>,
        members: &mut Members<'_>,
        known: &[JsonString],
    ) -> Result<Input, Located> {
        let envelope = members.optional("envelope");
        let name = members.optional("event");
        let data = members.optional("data");
        let earlier = members.optional("earlier");
        let sse = members.optional("sse");
        match (envelope, name, data, earlier, sse) {
            (Some(envelope), None, None, None, None) => {
                Ok(Input::Envelope(self.given.object(&envelope)?))
            }
            (None, Some(name), Some(data), None, None) => Ok(Input::Event {
                name: name.text()?.to_owned(),
                data: Described::read(&data, false)?,
            }),
            (None, None, None, Some(earlier), None) => {
                let id = JsonString::from(earlier.text()?);
                match known.contains(&id) {
                    true => Ok(Input::Earlier(id)),
                    false => {
                        Err(earlier.error("no envelope of this id has come before this phase"))
                    }
                }
            }
            (envelope, None, None, None, Some(sse)) if self.streams => {
                let written = match sse.value() {
                    Value::String(_) => Written::Text(sse.text()?.to_owned()),
                    _ => Written::Bytes(read_piece(&sse)?),
                };
                let envelope = envelope.map(|node| self.given.object(&node)).transpose()?;
                let uses_data = matches!(&written, Written::Text(text) if text.contains(DATA));
                if uses_data && envelope.is_none() {
                    return Err(sse.error("`{data}` stands for the data of an `envelope`; give it"));
                }
                Ok(Input::Piece { written, envelope })
            }
            (_, _, _, _, Some(sse)) => Err(sse
                .error("bytes are for the profile `sse`, with at most an `envelope` beside them")),
            _ => Err(node.error(
                "a step is an `envelope`, an `event` with `data`, something `earlier`, or `sse`",
            )),
        }
    }
}

/// What stands for the data of an event in a text that is written out.
pub(super) const DATA: &str = "{data}";

/// The identifier in the data of an event, if it can be read.
pub(super) fn id_of(data: &Described) -> Option<JsonString> {
    data.as_given().get("envelope_id")?.as_string().cloned()
}

fn renderer(node: &Node<'_>, is_earlier: bool) -> Result<Renderer, Located> {
    match (node.text()?, is_earlier) {
        ("threw", _) => Ok(Renderer::Threw),
        ("hold", false) => Ok(Renderer::Hold),
        ("done", true) => Ok(Renderer::Done),
        (_, false) => {
            Err(node.error("a renderer does `threw` or `hold`; it is done where nothing is said"))
        }
        (_, true) => Err(node.error("a renderer that was held reports `done` or `threw`")),
    }
}
