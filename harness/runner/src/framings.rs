//! The ways to write one and the same stream of server-sent events. They are data, written once for every suite that has streams:
//! a case stands for itself, and for a case in each framing of the group that it names.

use std::sync::OnceLock;

use data_encoding::BASE64;
use uiconform_json::{Document, Located, Node, Object, Value};

/// Where the framings stand within `spec-cases`.
pub(crate) const PATH: &str = "sse/framings.json";

/// An event of a stream.
pub(crate) struct Event<'a> {
    /// Its name; without one, the line of a frame that has it is left out.
    pub(crate) name: Option<&'a str>,
    /// Its data: the shortest JSON text of an object.
    pub(crate) data: &'a str,
}

/// One way to write events.
#[derive(Debug)]
pub(crate) struct Framing {
    pub(crate) name: String,
    /// One sentence: what is particular.
    pub(crate) about: String,
    group: String,
    before: String,
    frame: String,
    cut: Cut,
}

/// In which pieces a stream comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// One for each event.
    Events,
    /// One for all.
    Whole,
    /// One for each byte.
    Bytes,
    /// Two, for each place between two bytes.
    InTwo,
    /// One for each event, with an empty one before and after each.
    WithEmpty,
}

impl Framing {
    /// The framings of the group that a case names.
    pub(crate) fn group(node: &Node<'_>) -> Result<Vec<&'static Self>, Located> {
        let name = node.text()?;
        let all = all()?;
        let group: Vec<&Self> = all.iter().filter(|framing| framing.group == name).collect();
        if group.is_empty() {
            let mut groups: Vec<&str> = all.iter().map(|framing| &*framing.group).collect();
            groups.sort_unstable();
            groups.dedup();
            return Err(node.error(format!(
                "no group of framings `{name}`; there are {}",
                groups.join(", ")
            )));
        }
        Ok(group)
    }

    /// In how many streams the events are written so.
    pub(crate) fn variants(&self, events: &[Event<'_>]) -> usize {
        match self.cut {
            Cut::InTwo => self.whole(events).len().saturating_sub(1),
            _ => 1,
        }
    }

    /// The pieces of one of the streams.
    pub(crate) fn pieces(&self, events: &[Event<'_>], variant: usize) -> Vec<Vec<u8>> {
        let mut pieces = Vec::new();
        match self.cut {
            Cut::Events | Cut::WithEmpty => {
                if !self.before.is_empty() {
                    pieces.push(self.before.clone().into_bytes());
                }
                for event in events {
                    let piece = self.written(event).into_bytes();
                    if self.cut == Cut::WithEmpty {
                        pieces.extend([Vec::new(), piece, Vec::new()]);
                    } else {
                        pieces.push(piece);
                    }
                }
            }
            Cut::Whole => pieces.push(self.whole(events)),
            Cut::Bytes => pieces.extend(self.whole(events).into_iter().map(|byte| vec![byte])),
            Cut::InTwo => {
                let mut first = self.whole(events);
                let second = first.split_off(variant + 1);
                pieces.extend([first, second]);
            }
        }
        pieces
    }

    fn whole(&self, events: &[Event<'_>]) -> Vec<u8> {
        let mut text = self.before.clone();
        for event in events {
            text.push_str(&self.written(event));
        }
        text.into_bytes()
    }

    fn written(&self, event: &Event<'_>) -> String {
        let (head, tail) = event.data.split_at(event.data.len().min(1));
        let nameless;
        let (frame, name) = match event.name {
            Some(name) => (&*self.frame, name),
            None => {
                nameless = without_the_name(&self.frame);
                (&*nameless, "")
            }
        };
        let names = [
            ("{event}", name),
            ("{data}", event.data),
            ("{head}", head),
            ("{tail}", tail),
        ];
        let mut text = String::with_capacity(frame.len() + event.data.len());
        let mut rest = frame;
        // What was put in is not looked at again: data may well have braces.
        while let Some(at) = rest.find('{') {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            let name = names.iter().find(|(name, _)| rest.starts_with(name));
            let (written, length) = match name {
                Some((name, value)) => (*value, name.len()),
                None => ("{", 1),
            };
            text.push_str(written);
            rest = &rest[length..];
        }
        text.push_str(rest);
        text
    }
}

/// A frame without its lines that have the name of the event.
fn without_the_name(frame: &str) -> String {
    let mut text = String::with_capacity(frame.len());
    let mut rest = frame;
    while !rest.is_empty() {
        let end = match rest.find(['\r', '\n']) {
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, after) = rest.split_at(end);
        if !line.contains("{event}") {
            text.push_str(line);
        }
        rest = after;
    }
    text
}

/// A piece of a stream as it goes to a driver: a string, or base64 for bytes that are no text by themselves.
pub(crate) fn piece(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => Object::from_iter([("b64", BASE64.encode(bytes))]).into(),
    }
}

/// The bytes of a piece that a case file writes out.
pub(crate) fn read_piece(node: &Node<'_>) -> Result<Vec<u8>, Located> {
    if matches!(node.value(), Value::String(_)) {
        return Ok(node.text()?.to_owned().into_bytes());
    }
    let mut members = node.object()?;
    let text = members.required("b64")?;
    members.finish()?;
    match BASE64.decode(text.text()?.as_bytes()) {
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(text.error(format!("no base64: {error}"))),
    }
}

/// All framings.
fn all() -> Result<&'static [Framing], Located> {
    static ALL: OnceLock<Result<Vec<Framing>, Located>> = OnceLock::new();
    match ALL.get_or_init(|| read(uiconform_spec_cases::FRAMINGS)) {
        Ok(framings) => Ok(framings),
        Err(error) => Err(error.clone()),
    }
}

fn read(text: &str) -> Result<Vec<Framing>, Located> {
    let document = Document::parse(format!("spec-cases/{PATH}"), text)?;
    let mut file = document.root().object()?;
    file.required("title")?.text()?;
    let list = file.required("framings")?.list()?;
    file.finish()?;
    list.iter()
        .map(|node| {
            let mut members = node.object()?;
            let mut text = |name| members.required(name)?.text().map(str::to_owned);
            let (name, group) = (text("name")?, text("group")?);
            let (about, frame) = (text("about")?, text("frame")?);
            let before = members.optional("before");
            let cut = match members.optional("cut") {
                None => Cut::Events,
                Some(node) => match node.text()? {
                    "whole" => Cut::Whole,
                    "bytes" => Cut::Bytes,
                    "in-two" => Cut::InTwo,
                    "with-empty" => Cut::WithEmpty,
                    other => return Err(node.error(format!("unknown way to cut `{other}`"))),
                },
            };
            members.finish()?;
            let before = match before {
                Some(node) => node.text()?.to_owned(),
                None => String::new(),
            };
            Ok(Framing {
                name,
                about,
                group,
                before,
                frame,
                cut,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use std::collections::HashSet;

    use super::*;

    const EVENTS: [Event<'static>; 2] = [
        Event {
            name: Some("a"),
            data: r#"{"é":"{data}"}"#,
        },
        Event {
            name: Some("b"),
            data: "{}",
        },
    ];

    fn framing(name: &str) -> &'static Framing {
        let mut all = all().unwrap().iter();
        all.find(|framing| framing.name == name).unwrap()
    }

    fn texts(pieces: &[Vec<u8>]) -> Vec<String> {
        let pieces = pieces.iter().cloned();
        pieces
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .collect()
    }

    #[test]
    fn what_was_put_in_is_not_filled_again() {
        let pieces = framing("two-data-lines").pieces(&EVENTS, 0);
        assert_eq!(
            texts(&pieces),
            [
                "event: a\ndata: {\ndata: \"é\":\"{data}\"}\n\n",
                "event: b\ndata: {\ndata: }\n\n"
            ]
        );
    }

    #[test]
    fn events_without_a_name_have_no_line_for_it() {
        let written = |framing: &str| {
            let event = Event {
                name: None,
                data: "{}",
            };
            self::framing(framing).written(&event)
        };
        assert_eq!(written("lf"), "data: {}\n\n");
        assert_eq!(written("mixed-ends"), "data: {}\r\n\n");
        assert_eq!(written("crlf"), "data: {}\r\n\r\n");
        assert_eq!(
            written("data-lines-around-the-name"),
            "data: {\ndata: }\n\n"
        );
    }

    #[test]
    fn every_cut_leaves_the_bytes_as_they_are() {
        for framing in all().unwrap() {
            let whole = framing.whole(&EVENTS);
            for variant in 0..framing.variants(&EVENTS) {
                let pieces = framing.pieces(&EVENTS, variant);
                assert_eq!(pieces.concat(), whole, "{}", framing.name);
                // Between two bytes there is always a byte on each side.
                if framing.cut == Cut::InTwo {
                    assert!(pieces.iter().all(|piece| !piece.is_empty()));
                }
            }
        }
        let in_two = framing("in-two-pieces");
        assert_eq!(in_two.variants(&EVENTS), in_two.whole(&EVENTS).len() - 1);
    }

    #[test]
    fn bytes_that_are_no_text_go_as_base64() {
        let pieces = framing("byte-by-byte").pieces(&EVENTS, 0);
        let sent: Vec<String> = pieces.iter().map(|bytes| piece(bytes).to_text()).collect();
        assert!(sent.contains(&r#"{"b64":"ww=="}"#.to_owned()));
        for (piece, sent) in pieces.iter().zip(sent) {
            let document = Document::parse("piece", sent).unwrap();
            assert_eq!(read_piece(&document.root()).unwrap(), *piece);
        }
    }

    #[test]
    fn names_and_sentences_are_unique() {
        let mut seen = HashSet::new();
        for framing in all().unwrap() {
            assert!(seen.insert(&framing.name), "{} stands twice", framing.name);
            assert!(seen.insert(&framing.about), "said twice: {}", framing.about);
        }
    }
}
