//! Nobody is blamed for what the interpretation of agent-ui@1 allows: frontends that differ from the reference only there.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::collections::BTreeSet;

use uiconform_catalogue::Level;
use uiconform_driver::Service;
use uiconform_driver::agent_ui::Driver;
use uiconform_fuzzer::agent_ui::AgentUi;
use uiconform_fuzzer::{Fuzzer, InProcess, Protocol};
use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{
    Again, Became, Call, Kind, Record, Reference, Refusal, Registry, Report, Status, Steps,
};
use uiconform_reference::ReferenceFrontend;

/// Sequences that are tried on each.
const EXECS: u64 = 4_000;

fn refusal() -> Refusal {
    Refusal::new("AUI-0", "refused by choice")
}

fn refuse_if(so: bool) -> Result<(), Refusal> {
    if so { Err(refusal()) } else { Ok(()) }
}

/// Shows a text wherever there is one, keeps records of all that it refuses, and performs actions again.
#[derive(Default)]
struct Generous;

impl Steps for Generous {
    fn instead(
        &mut self,
        _: Option<Kind>,
        refusal: &Refusal,
        fallback: Option<&JsonString>,
    ) -> Became {
        match fallback {
            // Whatever is not listed is rejected.
            Some(text) if refusal.rule != "AUI-4-04" => Became::Fallback(text.clone()),
            _ => Became::Rejected(refusal.to_string()),
        }
    }

    fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
        match (&report, fallback) {
            (Report::Threw(_), Some(text)) => Became::Fallback(text.clone()),
            _ => Reference.reported(kind, report, fallback),
        }
    }

    fn status(&mut self, became: &Became) -> Option<Status> {
        Some(Reference.status(became).unwrap_or(Status::Error))
    }

    fn again(&mut self, _: &Record) -> Again {
        Again::Judge
    }
}

/// Draws charts whatever the registry says of them, and leaves out what its subset has not.
#[derive(Default)]
struct Charts;

impl Steps for Charts {
    fn listed(
        &mut self,
        kind: Kind,
        name: &JsonString,
        registry: &Registry,
    ) -> Result<(), Refusal> {
        match kind {
            Kind::Chart => Ok(()),
            _ => Reference.listed(kind, name, registry),
        }
    }

    fn unloaded(&mut self, kind: Kind, name: &JsonString) -> Result<(), Refusal> {
        match kind {
            Kind::Chart => Ok(()),
            _ => Reference.unloaded(kind, name),
        }
    }

    fn handed(&mut self, mut call: Call, _: &Value) -> Vec<Call> {
        if let (Kind::Chart, Some(spec)) = (call.kind, call.value.as_object_mut()) {
            let known = ["xAxis", "yAxis", "series", "title"];
            *spec = std::mem::take(spec)
                .into_iter()
                .filter(|(name, _)| known.iter().any(|known| name == known))
                .collect();
        }
        vec![call]
    }
}

/// Refuses what looks like a program or markup, and takes an identifier once.
#[derive(Default)]
struct Wary {
    ids: BTreeSet<JsonString>,
}

impl Steps for Wary {
    fn begin(&mut self) {
        self.ids.clear();
    }

    fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
        let id = Reference.envelope_id(data)?;
        match self.ids.insert(id.clone()) {
            true => Ok(id),
            false => Err(refusal()),
        }
    }

    fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
        let object = Reference.object(envelope)?;
        let text = envelope.to_text();
        let signs = [
            "<b",
            "<script",
            "<!--",
            "javascript:",
            "data:text",
            "=>",
            "${",
            "{{",
            "function",
        ];
        refuse_if(signs.iter().any(|sign| text.contains(sign)))?;
        Ok(object)
    }
}

/// Refuses members that the type does not have, times that are no milliseconds of our days, and empty identifiers.
#[derive(Default)]
struct Strict;

impl Steps for Strict {
    fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
        let kind = Reference.kind(envelope)?;
        let known = [
            "kind",
            "schemaVersion",
            "surface",
            "fallbackText",
            kind.called(),
            kind.payload(),
        ];
        let is_known = |name: &JsonString| {
            known.iter().any(|known| name == known) || (*name == "data" && kind != Kind::MapAction)
        };
        refuse_if(!envelope.names().all(is_known))?;
        Ok(kind)
    }

    fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
        let id = Reference.envelope_id(data)?;
        refuse_if(id.is_empty())?;
        Ok(id)
    }

    fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
        let time = Reference.created_at(data)?;
        let number = time.as_number().and_then(|number| number.to_u64());
        refuse_if(number.is_none_or(|time| time > 0 && time < 1_000_000_000_000))?;
        Ok(time)
    }
}

/// Takes what should be refused: missing values, texts that are none, any props, and data that lack something.
#[derive(Default)]
struct Tolerant;

impl Steps for Tolerant {
    fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
        Ok(Reference.fallback_text(envelope).unwrap_or_default())
    }

    fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
        let value = Reference.payload(kind, envelope);
        match kind {
            // Of an action nothing can be made up.
            Kind::MapAction => value,
            _ => Ok(value.unwrap_or_default()),
        }
    }

    fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
        Ok(Reference.data(kind, envelope).unwrap_or_default())
    }

    fn session_id(&mut self, _: &Object) -> Result<JsonString, Refusal> {
        Ok(JsonString::new())
    }

    fn unread(&mut self, _: &Refusal) -> Option<String> {
        None
    }

    fn brings_envelope(&mut self, event: &str) -> bool {
        ["ui_envelope", "tool_call", "artifacts"].contains(&event)
    }
}

fn served<S: Steps + Send + Default + 'static>() -> Box<dyn Service + Send> {
    let steps: Box<dyn Steps + Send> = Box::new(S::default());
    Box::new(Driver::new(ReferenceFrontend::by(steps, "lawful")))
}

/// Nothing of more than that level is found.
fn is_not_blamed(make: fn() -> Box<dyn Service + Send>, most: Option<Level>) {
    let mut fuzzer = Fuzzer::new(AgentUi::default());
    let mut target = InProcess::new(make);
    for index in 0..EXECS {
        let case = fuzzer.case(2, index);
        let findings = fuzzer.examine(&mut target, std::slice::from_ref(&case));
        let blamed = findings
            .into_iter()
            .flatten()
            .find(|finding| most.is_none_or(|most| finding.level > most));
        let shown = fuzzer.protocol().to_value(&case);
        assert!(blamed.is_none(), "{index}: {blamed:#?}\n{shown}");
    }
}

#[test]
fn who_shows_texts_and_keeps_all_is_not_blamed() {
    is_not_blamed(served::<Generous>, None);
}

#[test]
fn who_decides_about_charts_by_himself_is_not_blamed() {
    is_not_blamed(served::<Charts>, None);
}

#[test]
fn who_is_wary_of_code_and_of_repetition_is_only_advised() {
    // To refuse an envelope for the text that is not shown of it is advised against.
    is_not_blamed(served::<Wary>, Some(Level::Recommended));
}

#[test]
fn who_is_strict_about_members_is_only_advised() {
    is_not_blamed(served::<Strict>, Some(Level::Recommended));
}

#[test]
fn who_takes_what_should_be_refused_is_only_advised() {
    is_not_blamed(served::<Tolerant>, Some(Level::Recommended));
}
