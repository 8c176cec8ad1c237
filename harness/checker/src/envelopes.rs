//! A check of a recorded stream of agent-ui@1: what a frontend would object to, and what the text forbids whoever sends.
//!
//! Nothing connects two envelopes, so each event is judged by itself; only an identifier that comes again is remembered. What is
//! listed in a registry, and which props and params its entries take, is not in a recording, so nothing is said of that.
//!
//! # Levels
//!
//! A finding is of the level of its rule, with this exception: where the text fixes a form and leaves open what a frontend makes of
//! another one (`AUI-2-05` to `AUI-2-07`, `AUI-3-11` to `AUI-3-14`, `AUI-3-20`), whoever sends is bound to the form, so it is told as
//! required. Members that the type does not have are told as recommended (`AUI-3-21`): they say nothing, and a strict frontend refuses
//! them. Texts that look like programs are told as informative (`AUI-3-24`), since no one can tell them from texts about programs.

use hashbrown::HashMap;
use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{Kind, Reference, Refusal, Steps as _};

use crate::{Finding, Objection};

/// What has been read of a recording, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EnvelopeStatistics {
    /// Events named `ui_envelope`, also those that cannot be read.
    pub envelopes: usize,
    /// Events of other names, which are passed over.
    pub others: usize,
    /// Envelopes of each kind: components, charts, map actions.
    pub by_kind: [usize; 3],
    /// Bytes of the data of all envelopes.
    pub bytes: u64,
    /// Sessions.
    pub sessions: usize,
}

/// A recorded stream of agent-ui@1, event by event.
#[derive(Clone, Debug, Default)]
pub struct RecordedEnvelopes {
    statistics: EnvelopeStatistics,
    /// The number of the event that an identifier came with first.
    ids: HashMap<JsonString, usize>,
    sessions: HashMap<JsonString, ()>,
}

impl RecordedEnvelopes {
    /// A recording of which nothing has been read.
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything that is wrong with the next event: its name, if its format has names, and the text of its data. An event of another
    /// name is passed over.
    pub fn event(&mut self, name: Option<&str>, text: &str) -> Vec<Finding> {
        if name.is_some_and(|name| !Reference.brings_envelope(name)) {
            self.statistics.others += 1;
            return Vec::new();
        }
        self.statistics.envelopes += 1;
        self.statistics.bytes += text.len() as u64;
        let mut found = Found::default();
        match Reference.decode(text) {
            Ok(data) => self.data(&data, &mut found),
            Err(refusal) => found.refused(&refusal, "", "JSON"),
        }
        self.findings(found)
    }

    /// What there is to say of something in the place of an event: that it cannot be read, and why.
    pub fn unreadable(&mut self, why: String) -> Vec<Finding> {
        self.statistics.envelopes += 1;
        let mut found = Found::default();
        found.refused(&Refusal::new("AUI-2-03", why), "", "JSON");
        self.findings(found)
    }

    /// What there is to say where there is no event, but something that does not belong there.
    pub fn stray(&mut self, rule: &'static str, level: Level, why: String) -> Vec<Finding> {
        let mut found = Found::default();
        found.objections.push(Objection::new(
            rule,
            level,
            "whole events in UTF-8",
            why,
            "What cannot be read is lost, and nobody knows what it was to show.",
        ));
        self.findings(found)
    }

    /// Events so far that bring envelopes, also those that cannot be read.
    pub fn events(&self) -> usize {
        self.statistics.envelopes
    }

    /// What has been read so far, in numbers.
    pub fn statistics(&self) -> EnvelopeStatistics {
        EnvelopeStatistics {
            sessions: self.sessions.len(),
            ..self.statistics
        }
    }

    fn findings(&self, found: Found) -> Vec<Finding> {
        let event = self.statistics.envelopes.saturating_sub(1);
        let objections = found.objections.into_iter();
        objections
            .map(|objection| Finding::new(event, found.session.clone(), objection))
            .collect()
    }

    fn data(&mut self, data: &Value, found: &mut Found) {
        let object = match Reference.data_object(data) {
            Ok(object) => object,
            Err(refusal) => {
                found.refused(
                    &refusal,
                    "",
                    "an object, of which no two members share a name",
                );
                match data.as_object() {
                    Some(object) => object.clone(),
                    None => return,
                }
            }
        };
        match Reference.session_id(&object) {
            Ok(session) => {
                if session.is_empty() {
                    found.open("AUI-2-22", "/session_id", "a session", "an empty string");
                }
                self.sessions.insert(session.clone(), ());
                found.session = session;
            }
            Err(refusal) => found.refused(&refusal, "/session_id", "a string"),
        }
        match Reference.envelope_id(&object) {
            Ok(id) => self.id(id, found),
            Err(refusal) => found.refused(&refusal, "/envelope_id", "a string"),
        }
        match Reference.created_at(&object) {
            Ok(Value::Number(time)) if !time.is_integer() || time.is_negative() => found.open(
                "AUI-2-19",
                "/created_at",
                "milliseconds, as an integer",
                time.lexeme(),
            ),
            Ok(_) => {}
            Err(refusal) => found.refused(&refusal, "/created_at", "a number"),
        }
        let known = ["session_id", "envelope_id", "created_at", "envelope"];
        found.surplus("AUI-2-09", Level::Informative, "", &object, &known);
        match Reference.envelope(&object) {
            Ok(envelope) => self.envelope(&envelope, found),
            Err(refusal) => found.refused(&refusal, "", "an `envelope`"),
        }
    }

    fn id(&mut self, id: JsonString, found: &mut Found) {
        if id.is_empty() {
            found.open(
                "AUI-2-22",
                "/envelope_id",
                "an identifier",
                "an empty string",
            );
        }
        let event = self.statistics.envelopes;
        let first = *self.ids.entry(id).or_insert(event);
        if first != event {
            let got = format!("the one of event {first}");
            found.open("AUI-2-21", "/envelope_id", "an identifier of its own", &got);
        }
    }

    fn envelope(&mut self, envelope: &Value, found: &mut Found) {
        let object = match Reference.object(envelope) {
            Ok(object) => object,
            Err(refusal) => return found.refused(&refusal, "/envelope", "an object"),
        };
        let kind = match Reference.kind(&object) {
            Ok(kind) => kind,
            Err(refusal) => {
                let names: Vec<&str> = Kind::ALL.iter().map(|(name, _)| *name).collect();
                return found.refused(&refusal, "/envelope/kind", &one_of(&names));
            }
        };
        let index = Kind::ALL.iter().position(|(_, known)| *known == kind);
        if let Some(count) = index.and_then(|index| self.statistics.by_kind.get_mut(index)) {
            *count += 1;
        }
        let mut judge = |verdict: Result<(), Refusal>, member: &str, expected: &str| {
            if let Err(refusal) = verdict {
                found.refused(&refusal, &format!("/envelope/{member}"), expected);
            }
        };
        judge(
            Reference.version(kind, &object),
            "schemaVersion",
            "`agent-ui@1`",
        );
        let surfaces = one_of(kind.surfaces());
        judge(
            Reference.surface(kind, &object).map(drop),
            "surface",
            &surfaces,
        );
        match kind {
            Kind::Chart => judge(
                Reference.grammar(&object).map(drop),
                "grammar",
                "`echarts-safe-subset`",
            ),
            _ => judge(
                Reference.name(kind, &object).map(drop),
                kind.called(),
                "a string",
            ),
        }
        let value = "a value, which may be null";
        judge(
            Reference.payload(kind, &object).map(drop),
            kind.payload(),
            value,
        );
        judge(Reference.data(kind, &object).map(drop), "data", value);
        judge(
            Reference.fallback_text(&object).map(drop),
            "fallbackText",
            "a string, or nothing",
        );
        let mut known = vec!["kind", "schemaVersion", "surface", "fallbackText"];
        known.extend([kind.called(), kind.payload()]);
        if kind != Kind::MapAction {
            known.push("data");
        }
        found.surplus("AUI-3-21", Level::Recommended, "/envelope", &object, &known);
        if kind == Kind::MapAction && !object.contains("fallbackText") {
            found.open(
                "AUI-4-13",
                "/envelope",
                "a `fallbackText`, for a map action that turns out to be invalid",
                "none",
            );
        }
        for member in ["props", "spec", "params", "data"] {
            if let Some(text) = object.get(member).and_then(program) {
                let got = format!("{text:?}");
                found.open(
                    "AUI-3-24",
                    &format!("/envelope/{member}"),
                    "no text that looks like a program or a style sheet",
                    &got,
                );
            }
        }
    }
}

/// What is found in one event.
#[derive(Default)]
struct Found {
    session: JsonString,
    objections: Vec<Objection>,
}

impl Found {
    /// Adds a refusal of what stands at that place.
    fn refused(&mut self, refusal: &Refusal, pointer: &str, expected: &str) {
        // Two members of one name are an open point; all else is a form that the text gives.
        let level = match refusal.rule {
            "AUI-2-23" => Level::Informative,
            _ => Level::Required,
        };
        let why = match level {
            Level::Required => "A frontend does not render it, so nothing of it is shown.",
            _ => "Readers differ in what it means.",
        };
        let objection = Objection::new(
            refusal.rule,
            level,
            expected.to_owned(),
            refusal.message.clone(),
            why,
        );
        self.objections.push(at(objection, pointer));
    }

    /// Adds something that the text leaves open.
    fn open(&mut self, rule: &'static str, pointer: &str, expected: &str, got: &str) {
        let objection = Objection::new(
            rule,
            Level::Informative,
            expected.to_owned(),
            got.to_owned(),
            "The text leaves open what a frontend makes of it.",
        );
        self.objections.push(at(objection.bearable(), pointer));
    }

    /// Adds the members of an object that its form does not have.
    fn surplus(
        &mut self,
        rule: &'static str,
        level: Level,
        pointer: &str,
        object: &Object,
        known: &[&str],
    ) {
        let is_known = |name: &JsonString| known.iter().any(|known| *name == *known);
        if let Some(name) = object.names().find(|name| !is_known(name)) {
            let objection = Objection::new(
                rule,
                level,
                "the members that the form has, and no others".to_owned(),
                format!("{name:?}"),
                "It means nothing, and a strict frontend refuses what has it.",
            );
            let mut objection = at(objection.bearable(), pointer);
            objection.pointer = objection.pointer.join(name);
            self.objections.push(objection);
        }
    }
}

/// The objection, said of a place in the data.
fn at(mut objection: Objection, pointer: &str) -> Objection {
    for token in pointer.split('/').skip(1) {
        objection.pointer = objection.pointer.join(token);
    }
    objection
}

fn one_of(names: &[&str]) -> String {
    format!("`{}`", names.join("` or `"))
}

/// A text within a value that looks like a program, markup with one in it, or a style sheet.
fn program(value: &Value) -> Option<&str> {
    let signs = [
        "<script",
        "</",
        "javascript:",
        "function(",
        "function (",
        "=>",
        "@import",
    ];
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => {
                let text = text.as_str()?;
                if signs.iter().any(|sign| text.contains(sign)) {
                    return Some(text);
                }
            }
            Value::Array(list) => open.extend(list.iter()),
            Value::Object(object) => open.extend(object.iter().map(|(_, member)| member)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules of the findings in an event, with their places.
    fn found(recorded: &mut RecordedEnvelopes, data: &str) -> Vec<String> {
        let findings = recorded.event(Some("ui_envelope"), data);
        let shown = findings.iter().map(|finding| {
            let objection = &finding.objection;
            format!("{} {}", objection.rule, objection.pointer)
        });
        shown.collect()
    }

    fn data(id: &str, envelope: &str) -> String {
        format!(r#"{{"session_id":"s","envelope_id":"{id}","created_at":1,"envelope":{envelope}}}"#)
    }

    const PANEL: &str = r#"{"kind":"registered_component","schemaVersion":"agent-ui@1","component":"panel","surface":"canvas","props":"a < b"}"#;

    #[test]
    fn a_valid_event_has_no_finding() {
        let mut recorded = RecordedEnvelopes::new();
        assert_eq!(found(&mut recorded, &data("a", PANEL)), [""; 0]);
        assert!(recorded.event(Some("token"), "{").is_empty());
        assert!(recorded.event(None, &data("b", PANEL)).is_empty());
        let statistics = recorded.statistics();
        assert_eq!((statistics.envelopes, statistics.others), (2, 1));
        assert_eq!((statistics.by_kind, statistics.sessions), ([2, 0, 0], 1));
    }

    #[test]
    fn each_offence_of_an_event_is_told() {
        let mut recorded = RecordedEnvelopes::new();
        let envelope = r#"{"kind":"chart","schemaVersion":1,"surface":"map_overlay","grammar":"vega","fallbackText":null,"more":1}"#;
        assert_eq!(
            found(&mut recorded, &data("a", envelope)),
            [
                "AUI-3-03 /envelope/schemaVersion",
                "AUI-3-07 /envelope/surface",
                "AUI-3-08 /envelope/grammar",
                "AUI-3-13 /envelope/spec",
                "AUI-3-14 /envelope/data",
                "AUI-3-20 /envelope/fallbackText",
                "AUI-3-21 /envelope/more",
            ]
        );
        let bare = r#"{"envelope":5,"created_at":"now","x":1}"#;
        assert_eq!(
            found(&mut recorded, bare),
            [
                "AUI-2-06 /session_id",
                "AUI-2-05 /envelope_id",
                "AUI-2-07 /created_at",
                "AUI-2-09 /x",
                "AUI-3-23 /envelope",
            ]
        );
        assert_eq!(found(&mut recorded, "[]"), ["AUI-2-04 "]);
        assert_eq!(found(&mut recorded, "{"), ["AUI-2-03 "]);
    }

    #[test]
    fn open_points_weigh_nothing() {
        let mut recorded = RecordedEnvelopes::new();
        let zoom = r#"{"kind":"map_action","schemaVersion":"agent-ui@1","action":"zoom","surface":"map_overlay","params":["javascript:x"]}"#;
        let first = data("", zoom).replace("created_at\":1", "created_at\":-1.5");
        assert_eq!(
            found(&mut recorded, &first),
            [
                "AUI-2-22 /envelope_id",
                "AUI-2-19 /created_at",
                "AUI-4-13 /envelope",
                "AUI-3-24 /envelope/params",
            ]
        );
        let again = recorded.event(None, &data("", PANEL));
        let light = |finding: &Finding| finding.objection.level == Level::Informative;
        assert!(again.iter().all(light));
        assert_eq!(again[1].objection.got, "the one of event 1");
        let twice = recorded.event(
            None,
            &data("z", PANEL).replace("\"s\"", "\"s\",\"session_id\":\"s\""),
        );
        assert_eq!(twice[0].objection.rule, "AUI-2-23");
        assert_eq!(twice.len(), 1);
    }
}
