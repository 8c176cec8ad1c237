//! Findings as case files, so that they are replayed as any case and become golden ones once somebody has read them.

use uiconform_catalogue::Level;
use uiconform_json::{Array, Object, Value};

use super::case::Case;
use super::expect::{self, Expectation};
use super::probe::{Probe, ProbeKind};
use super::sequence::{Input, Method, Sequence};
use super::streams::Streams;
use crate::{Chain, Finding};

/// The file of a finding: what has to go before, then the case that shows it. `provenance` says where it comes from.
pub(super) fn of(chain: &Chain<Case>, finding: &Finding, provenance: &Object) -> Option<Value> {
    let shown = &chain.case;
    let mut cases = Array::new();
    for (at, before) in chain.before.iter().enumerate() {
        // A case file is of one profile.
        if before.sequence.method == shown.sequence.method {
            let why = "What the process is asked before the case that shows the finding.";
            cases.push(entry(
                before,
                &format!("before-{}", at + 1),
                why,
                None,
                provenance,
            )?);
        }
    }
    if is_relation(finding) {
        for (name, why, sequence) in related(shown)? {
            let case = Case {
                sequence,
                probe: Probe::NONE,
            };
            cases.push(entry(&case, &name, &why, Some(finding), provenance)?);
        }
    } else {
        cases.push(entry(
            shown,
            "finding",
            &finding.message,
            Some(finding),
            provenance,
        )?);
    }
    let profile = match shown.sequence.method {
        Method::Reduce => "reducer",
        Method::Route => "router",
    };
    Some(
        Object::from_iter([
            ("suite", Value::from("agentue-1.1")),
            ("profile", profile.into()),
            (
                "topic",
                format!("Found by fuzzing: {}", finding.oracle).into(),
            ),
            ("cases", cases.into()),
        ])
        .into(),
    )
}

/// Whether a finding is about different requests that come to different ends, and ought not to.
fn is_relation(finding: &Finding) -> bool {
    const RELATIONS: [&str; 5] = ["chunking", "writing", "ping", "naming", "interleaving"];
    RELATIONS.contains(&finding.oracle)
}

/// Requests that are to come to the same, as a case each: an implementation that tells them apart is wrong about one of them at least,
/// if it is fully specified what comes of each. Nothing if it is not.
fn related(case: &Case) -> Option<Vec<(String, String, Sequence)>> {
    let mut requests = vec![(
        "finding".to_owned(),
        "One of the requests that are to come to the same.".to_owned(),
        case.sequence.clone(),
    )];
    for (at, related) in case.probe.related(&case.sequence).into_iter().enumerate() {
        requests.push((
            format!("related-{}", at + 1),
            format!("Another one: {}.", related.message),
            related.sequence,
        ));
    }
    let is_specified = |sequence: &Sequence| {
        tell(sequence).is_some_and(|told| {
            let mut verdicts = told.verdicts.iter();
            verdicts.all(|expectation| {
                expectation.verdict == Level::Required && expectation.model == Level::Required
            })
        })
    };
    requests
        .iter()
        .all(|(_, _, sequence)| is_specified(sequence))
        .then_some(requests)
}

fn entry(
    case: &Case,
    name: &str,
    why: &str,
    finding: Option<&Finding>,
    provenance: &Object,
) -> Option<Value> {
    let sequence = &case.sequence;
    let told = tell(sequence)?;
    let event = finding.and_then(|finding| finding.event);
    // What is open besides is left open once, as case files have it.
    let open = told
        .verdicts
        .iter()
        .enumerate()
        .position(|(at, expectation)| expectation.verdict != Level::Required && Some(at) != event);
    let steps: Array = sequence
        .inputs
        .iter()
        .zip(&told.verdicts)
        .enumerate()
        .map(|(at, (input, expectation))| {
            let expect = match expectation.accepted {
                _ if open == Some(at) => "either",
                true => "accept",
                false => "reject",
            };
            let (member, value) = match input {
                Input::Event(event) => ("event", event.clone()),
                Input::Wire(text) => ("wire", text.clone().into()),
            };
            Object::from_iter([(member, value), ("expect", expect.into())])
        })
        .collect();
    let mut provenance = provenance.clone();
    if let Some(requirement) = finding.and_then(|finding| finding.requirement) {
        // A guess, for whoever adopts the case to look at.
        provenance.insert("requirement", requirement);
    }
    let mut entry = Object::from_iter([
        ("name", Value::from(name)),
        ("review", true.into()),
        ("provenance", provenance.into()),
        ("why", why.into()),
    ]);
    if let Some(finding) = finding {
        entry.insert("level", finding.level.word());
    }
    if sequence.method == Method::Reduce && !sequence.model.is_null() {
        entry.insert("model", sequence.model.clone());
        entry.insert("model_seq", sequence.model_seq);
    }
    entry.insert("steps", steps);
    let result = match open {
        None => told.result,
        Some(at) => Object::from_iter([
            ("accepted", forced(sequence, at, true)?),
            ("rejected", forced(sequence, at, false)?),
        ])
        .into(),
    };
    entry.insert("result", result);
    let holds = holds(case, finding);
    if !holds.is_empty() {
        entry.insert("holds", holds);
    }
    Some(entry.into())
}

/// The relations that a finding is about.
fn holds(case: &Case, finding: Option<&Finding>) -> Array {
    let mut holds: Vec<&str> = Vec::new();
    if let Some(finding) = finding {
        if finding.oracle == "replay" || case.sequence.replay {
            holds.push("replay");
        }
        if case.sequence.trace && case.sequence.method == Method::Reduce {
            holds.push("trace");
        }
    }
    match case.probe.kind {
        ProbeKind::Repeat => holds.push("repeat"),
        ProbeKind::Fresh => holds.push("fresh"),
        ProbeKind::Resume => holds.push("resume"),
        _ => {}
    }
    holds.into_iter().collect()
}

/// What the reference makes of a sequence.
struct Told {
    verdicts: Vec<Expectation>,
    result: Value,
}

fn tell(sequence: &Sequence) -> Option<Told> {
    let mut streams = Streams::new(sequence)?;
    let verdicts = sequence
        .inputs
        .iter()
        .map(|input| streams.apply(&expect::read(&input.text())))
        .collect();
    Some(Told {
        verdicts,
        result: streams.result(),
    })
}

/// The result if one event is accepted or rejected, whatever the reference does with it.
fn forced(sequence: &Sequence, open: usize, accepted: bool) -> Option<Value> {
    let mut streams = Streams::new(sequence)?;
    for (at, input) in sequence.inputs.iter().enumerate() {
        let read = expect::read(&input.text());
        if at != open {
            streams.apply(&read);
        } else if accepted {
            streams.accept(&read);
        }
    }
    Some(streams.result())
}
