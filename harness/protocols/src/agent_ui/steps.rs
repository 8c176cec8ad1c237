//! What a frontend does, step by step.

use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_stream::sse::Decoder;

use super::{
    Became, Call, Entry, Kind, Message, Program, Record, Refusal, Registry, Report, Status,
};

/// What is done with a record that is shown again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// Its envelope is judged anew, and rendered if it is allowed.
    Judge,
    /// This is how it is shown; nothing is rendered.
    As(Became),
    /// Nothing.
    Leave,
}

/// The steps of a frontend; the defaults are the protocol.
///
/// A deliberately wrong variant replaces one of them, and the defaults are short and call no other step.
pub trait Steps {
    /// Begins with a frontend that knows nothing.
    fn begin(&mut self) {}

    /// The messages of a stream that came in these pieces and ends with them.
    fn messages(&mut self, pieces: &[Vec<u8>]) -> Vec<Message> {
        let mut decoder = Decoder::new();
        let mut messages = Vec::new();
        for piece in pieces {
            // A frame beyond the limit of 64 MiB is dropped, as a browser would at some size.
            messages.extend(decoder.push(piece).flatten().map(|frame| Message {
                event: frame.event.unwrap_or_default(),
                data: frame.data,
            }));
        }
        messages
    }

    /// Brings the events that came together into the order in which they are taken: that of their arrival.
    fn arrange(&mut self, events: &mut Vec<(String, Value)>) {
        let _ = events;
    }

    /// The registry that counts when a new one is there: the new one (4).
    fn registry(&mut self, before: Option<&Registry>, now: Option<Registry>) -> Option<Registry> {
        let _ = before;
        now
    }

    /// Whether an event of that name brings an envelope (2).
    fn brings_envelope(&mut self, event: &str) -> bool {
        event == "ui_envelope"
    }

    /// The data of an event from its text (2).
    fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
        parse(text).map_err(|error| Refusal::new("AUI-2-03", format!("no JSON: {error}")))
    }

    /// The data as an object, of which no two members share a name (2).
    fn data_object(&mut self, data: &Value) -> Result<Object, Refusal> {
        if let Some(name) = repeated(data) {
            let message = format!("an object has two members {name:?}");
            return Err(Refusal::new("AUI-2-23", message));
        }
        data.as_object()
            .cloned()
            .ok_or_else(|| Refusal::new("AUI-2-04", "the data is no object"))
    }

    /// The envelope in the data (2).
    fn envelope(&mut self, data: &Object) -> Result<Value, Refusal> {
        data.get("envelope")
            .cloned()
            .ok_or_else(|| Refusal::new("AUI-2-04", "there is no `envelope`"))
    }

    /// Its identifier (2).
    fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
        string(data, "envelope_id", "AUI-2-05")
    }

    /// The session that it is for (2).
    fn session_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
        string(data, "session_id", "AUI-2-06")
    }

    /// When it was created (2).
    fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
        match data.get("created_at") {
            Some(time @ Value::Number(_)) => Ok(time.clone()),
            _ => Err(Refusal::new("AUI-2-07", "`created_at` is no number")),
        }
    }

    /// What is told of an event that cannot be read: why (2).
    fn unread(&mut self, refusal: &Refusal) -> Option<String> {
        Some(refusal.to_string())
    }

    /// The envelope as an object (3).
    fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
        envelope
            .as_object()
            .cloned()
            .ok_or_else(|| Refusal::new("AUI-3-23", "the envelope is no object"))
    }

    /// Its kind (3).
    fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
        let kind = envelope.get("kind").and_then(Value::as_str);
        let known = Kind::ALL.iter().find(|(name, _)| Some(*name) == kind);
        known
            .map(|(_, kind)| *kind)
            .ok_or_else(|| Refusal::new("AUI-3-01", "the kind is none of the three"))
    }

    /// The text that may be shown in its place (3).
    fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
        match envelope.get("fallbackText") {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(Refusal::new("AUI-3-20", "the `fallbackText` is no string")),
        }
    }

    /// Checks the version (3).
    fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
        let _ = kind;
        match envelope.get("schemaVersion").and_then(Value::as_str) {
            Some("agent-ui@1") => Ok(()),
            _ => Err(Refusal::new("AUI-3-03", "the version is not `agent-ui@1`")),
        }
    }

    /// The surface (3, 4).
    fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
        let rule = match kind {
            Kind::Component => "AUI-3-05",
            Kind::Chart => "AUI-3-07",
            Kind::MapAction => "AUI-4-10",
        };
        match envelope.get("surface") {
            Some(Value::String(surface))
                if kind.surfaces().iter().any(|known| *surface == *known) =>
            {
                Ok(surface.clone())
            }
            _ => Err(Refusal::new(
                rule,
                "the surface is none of those of its kind",
            )),
        }
    }

    /// The grammar of a chart (3).
    fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
        match envelope.get("grammar") {
            Some(Value::String(grammar)) if *grammar == "echarts-safe-subset" => {
                Ok(grammar.clone())
            }
            _ => Err(Refusal::new(
                "AUI-3-08",
                "the grammar is not the one that there is",
            )),
        }
    }

    /// The name of a component or an action (3).
    fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
        let rule = match kind {
            Kind::MapAction => "AUI-3-10",
            Kind::Component | Kind::Chart => "AUI-3-09",
        };
        string(envelope, kind.called(), rule)
    }

    /// The props, the params or the spec (3).
    fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
        let rule = match kind {
            Kind::Component => "AUI-3-11",
            Kind::MapAction => "AUI-3-12",
            Kind::Chart => "AUI-3-13",
        };
        envelope
            .get(kind.payload())
            .cloned()
            .ok_or_else(|| Refusal::new(rule, format!("there are no `{}`", kind.payload())))
    }

    /// The data: a chart needs it, a component may have it, and a map action has none (3).
    fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
        match (kind, envelope.get("data")) {
            (Kind::MapAction, _) => Ok(None),
            (Kind::Chart, None) => Err(Refusal::new("AUI-3-14", "the chart has no `data`")),
            (_, data) => Ok(data.cloned()),
        }
    }

    /// Checks that the registry lists a name (4).
    fn listed(
        &mut self,
        kind: Kind,
        name: &JsonString,
        registry: &Registry,
    ) -> Result<(), Refusal> {
        let (list, rule) = match kind {
            Kind::Component => (&registry.components, "AUI-4-02"),
            Kind::Chart => (&registry.grammars, "AUI-4-17"),
            Kind::MapAction => (&registry.actions, "AUI-4-04"),
        };
        match list.contains(name) {
            true => Ok(()),
            false => Err(Refusal::new(
                rule,
                format!("the registry does not list {name:?}"),
            )),
        }
    }

    /// Judges a name while no registry is loaded: nothing is allowed yet (4).
    fn unloaded(&mut self, kind: Kind, name: &JsonString) -> Result<(), Refusal> {
        let _ = (kind, name);
        Err(Refusal::new("AUI-4-15", "no registry is loaded"))
    }

    /// Finds the component or the action in the program (4).
    fn entry(
        &mut self,
        kind: Kind,
        name: &JsonString,
        program: &Program,
    ) -> Result<Entry, Refusal> {
        let entries = match kind {
            Kind::MapAction => &program.actions,
            Kind::Component | Kind::Chart => &program.components,
        };
        let entry = entries.iter().find(|entry| entry.name == *name);
        entry
            .cloned()
            .ok_or_else(|| Refusal::new("AUI-4-24", format!("there is no {name:?} here")))
    }

    /// Checks that the props or the params are those that the component or the action takes (4).
    fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
        let rule = match kind {
            Kind::MapAction => "AUI-4-11",
            Kind::Component | Kind::Chart => "AUI-4-19",
        };
        (entry.fits)(value).map_err(|why| Refusal::new(rule, why))
    }

    /// Makes what the renderer is called with; `envelope` is where it comes from.
    fn handed(&mut self, call: Call, envelope: &Value) -> Vec<Call> {
        let _ = envelope;
        vec![call]
    }

    /// What becomes of an envelope that is not rendered: the text of a map action is shown, of others nothing (4).
    fn instead(
        &mut self,
        kind: Option<Kind>,
        refusal: &Refusal,
        fallback: Option<&JsonString>,
    ) -> Became {
        match (kind, fallback) {
            (Some(Kind::MapAction), Some(text)) => Became::Fallback(text.clone()),
            _ => Became::Rejected(refusal.to_string()),
        }
    }

    /// What becomes of an envelope when its renderer reports (5).
    fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
        let _ = (kind, fallback);
        match report {
            Report::Done => Became::Rendered,
            Report::Threw(why) => Became::Error(why),
            Report::Held => Became::Pending,
        }
    }

    /// Looks at what has become of an envelope before the next one comes.
    fn concluded(&mut self, became: &mut Became) {
        let _ = became;
    }

    /// The status of a record, if there is to be one (5).
    fn status(&mut self, became: &Became) -> Option<Status> {
        match became {
            Became::Rendered => Some(Status::Rendered),
            Became::Pending => Some(Status::Pending),
            Became::Fallback(_) => Some(Status::Fallback),
            Became::Error(_) => Some(Status::Error),
            Became::Rejected(_) => None,
        }
    }

    /// Puts a record among the others, where an earlier one of that identifier stands, or behind all (5).
    fn keep(&mut self, records: &mut Vec<Record>, record: Record) {
        match records.iter_mut().find(|other| other.id == record.id) {
            Some(other) => *other = record,
            None => records.push(record),
        }
    }

    /// The records as they are persisted (5).
    fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
        records.iter().map(Record::to_object).collect()
    }

    /// The records of a message (5). What is none is left out.
    fn read(&mut self, message: &Value) -> Vec<Record> {
        let list = message.get("uiEnvelopes").and_then(Value::as_array);
        let records = list.into_iter().flat_map(|list| list.iter());
        records.filter_map(Record::read).collect()
    }

    /// What is done with a record that is shown again (5).
    fn again(&mut self, record: &Record) -> Again {
        let member = |name| record.envelope.get(name);
        match record.status {
            Status::Rendered | Status::Pending => match member("kind").and_then(Value::as_str) {
                Some("map_action") => Again::Leave,
                _ => Again::Judge,
            },
            Status::Fallback => match member("fallbackText").and_then(Value::as_string) {
                Some(text) => Again::As(Became::Fallback(text.clone())),
                None => Again::Leave,
            },
            Status::Error => {
                let why = record.error.as_ref().map(JsonString::to_string_lossy);
                let why = why.unwrap_or("it failed before".into());
                Again::As(Became::Error(why.into_owned()))
            }
        }
    }

    /// The status of a record after its envelope was judged anew: as before, unless that is no longer true (5).
    fn settled(&mut self, before: Status, became: &Became) -> Status {
        match (before, became) {
            (_, Became::Error(_)) => Status::Error,
            (Status::Pending, Became::Rendered) => Status::Rendered,
            (Status::Pending, Became::Fallback(_)) => Status::Fallback,
            (Status::Pending, Became::Rejected(_)) => Status::Error,
            (before, _) => before,
        }
    }
}

/// The protocol itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Steps for Reference {}

fn string(object: &Object, name: &str, rule: &'static str) -> Result<JsonString, Refusal> {
    match object.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(Refusal::new(rule, format!("`{name}` is no string"))),
    }
}

/// A name that two members of one object have, anywhere in a value.
fn repeated(value: &Value) -> Option<&JsonString> {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(list) => open.extend(list.iter()),
            Value::Object(object) => {
                if let Some(name) = object.duplicate_name() {
                    return Some(name);
                }
                open.extend(object.iter().map(|(_, member)| member));
            }
            _ => {}
        }
    }
    None
}
