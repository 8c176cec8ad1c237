//! Frontends of agent-ui@1: drawn scripts, the bytes of streams, and recordings of them.

use uiconform_checker::{Level, RecordedEnvelopes};
use uiconform_json::Value;
use uiconform_stream::{Format, Records};

use super::sequences::judged;
use crate::agent_ui::{self, AgentUi, Case, Input, Phase, Probe, ProbeKind, Profile, Script, What};
use crate::{Fuzzer, InProcess, Protocol};

/// Registries, envelopes, renderers and reloads for the reference frontend, judged by every oracle.
///
/// # Panics
///
/// If an oracle finds something.
pub fn receive(data: &[u8]) {
    judged("agent-ui-1/frontend,agent-ui-1/records", data);
}

/// The bytes of a stream for the reference frontend: however they are cut, what is rendered is what may be.
///
/// # Panics
///
/// If an oracle finds something, or if the stream is another one when it is cut otherwise.
pub fn receive_sse(data: &[u8]) {
    let protocol = AgentUi::default();
    let mut fuzzer = Fuzzer::suspicious(protocol);
    let mut target = InProcess::reference();
    let script = |size: usize| Script {
        profile: Profile::Sse,
        phases: vec![Phase {
            registry: Some(agent_ui::full_registry()),
            inputs: data.chunks(size.max(1)).map(piece).collect(),
            ..Phase::default()
        }],
    };
    let case = |size, kind| Case {
        script: script(size),
        probe: Probe {
            kind,
            salt: data.len() as u64,
        },
    };
    let cases = [
        case(data.len(), ProbeKind::Reframe),
        case(7, ProbeKind::None),
    ];
    let answers: Vec<_> = cases
        .iter()
        .map(|case| crate::Target::call(&mut target, &protocol.calls(case)))
        .collect();
    let firsts: Vec<_> = answers
        .iter()
        .filter_map(|answers| answers.first())
        .collect();
    if let [Ok(whole), Ok(pieces)] = firsts[..] {
        let is_same = protocol.is_same(&cases[0], 0, whole, pieces);
        assert!(is_same, "in pieces it is another stream: {}", pieces.text());
    }
    let found = fuzzer.examine(&mut target, &cases);
    let found: Vec<_> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{found:#?}");
}

fn piece(bytes: &[u8]) -> Input {
    Input {
        what: What::Piece(bytes.to_vec()),
        renderer: None,
    }
}

/// A recorded stream of envelopes: its check objects to whatever no frontend may render, whichever registry it has, and to nothing else that
/// is binding.
///
/// # Panics
///
/// If that is not so.
pub fn check_envelopes(data: &[u8]) {
    let mut records = Records::new(Format::Sse);
    let mut all: Vec<_> = records.push(data).collect();
    all.extend(records.finish());
    let mut recorded = RecordedEnvelopes::new();
    for record in &all {
        let Ok(text) = &record.text else { continue };
        let name = record.event.as_deref().unwrap_or_default();
        let before = recorded.events();
        let findings = recorded.event(Some(name), text);
        for finding in &findings {
            assert_eq!(finding.event, before, "another event is blamed");
        }
        if name != "ui_envelope" {
            assert!(findings.is_empty(), "an event of another name is blamed");
            continue;
        }
        let rules: Vec<&str> = findings
            .iter()
            .filter(|finding| finding.objection.level == Level::Required)
            .map(|finding| finding.objection.rule)
            .collect();
        if let Ok(data) = uiconform_json::parse(text) {
            let broken = broken(&data);
            for rule in &broken {
                assert!(
                    !rules.is_empty(),
                    "{rule} is broken, and the check says nothing: {text}"
                );
            }
            let blamed = rules.iter().any(|rule| rule.starts_with("AUI-3-0"));
            assert!(
                !blamed || !broken.is_empty(),
                "{rules:?} without an offence: {text}"
            );
        }
    }
}

/// Requirements by which no frontend renders the envelope in the data of an event, whatever its registry.
fn broken(data: &Value) -> Vec<&'static str> {
    let Some(envelope) = data.get("envelope") else {
        return Vec::new();
    };
    let broken = agent_ui::offences(envelope).into_iter();
    broken
        .filter(|rule| rule.starts_with("AUI-3") || *rule == "AUI-4-10")
        .collect()
}
