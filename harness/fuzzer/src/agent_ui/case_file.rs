//! Findings as case files, so that they are replayed as any case and become golden ones once somebody has read them.

use uiconform_catalogue::Level;
use uiconform_json::{Array, Object, Value};

use super::case::Case;
use super::evidence;
use super::judge::{self, Part};
use super::probe::{Probe, ProbeKind};
use super::told::{self, Told};
use super::{SUITE, Script};
use crate::{Chain, Finding};

/// The file of a finding: what has to go before, then the case that shows it. `provenance` says where it comes from.
pub(super) fn of(chain: &Chain<Case>, finding: &Finding, provenance: &Object) -> Option<Value> {
    let shown = &chain.case;
    let mut cases = Array::new();
    for (at, before) in chain.before.iter().enumerate() {
        // A case file is of one profile.
        if before.script.profile == shown.script.profile {
            let why = "What the process is asked before the case that shows the finding.";
            let name = format!("before-{}", at + 1);
            cases.push(entry(before, &name, why, None, provenance)?);
        }
    }
    match shown.probe.related(&shown.script) {
        Some(related) if related.oracle == finding.oracle => {
            // An implementation that tells the two apart is wrong about one of them at least, if it is specified what comes of each.
            let scripts = [
                (
                    "finding",
                    "One of the requests that are to come to the same.",
                    shown.script.clone(),
                ),
                ("related", related.message, related.script),
            ];
            for (name, why, script) in scripts {
                if !is_specified(&script) {
                    return None;
                }
                let case = Case {
                    script,
                    probe: Probe::NONE,
                };
                cases.push(entry(&case, name, why, Some(finding), provenance)?);
            }
        }
        _ => cases.push(entry(
            shown,
            "finding",
            &finding.message,
            Some(finding),
            provenance,
        )?),
    }
    let topic = format!("Found by fuzzing: {}", finding.oracle);
    Some(
        Object::from_iter([
            ("suite", Value::from(SUITE)),
            ("profile", shown.script.profile.name().into()),
            ("topic", topic.into()),
            ("cases", cases.into()),
        ])
        .into(),
    )
}

/// Whether it is binding what becomes of each input.
fn is_specified(script: &Script) -> bool {
    let told = told::tell(script);
    let mut steps = told.phases.iter().flat_map(|phase| &phase.steps);
    steps.all(|step| step.word == "part of an event" || step.expectation.required.is_some())
}

fn entry(
    case: &Case,
    name: &str,
    why: &str,
    finding: Option<&Finding>,
    provenance: &Object,
) -> Option<Value> {
    let told = told::tell(&case.script);
    let level = finding.map_or(Level::Required, |finding| finding.level);
    let members = members(&told, finding, level == Level::Recommended)?;
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
    for (name, value) in &members {
        entry.insert(name, value.clone());
    }
    let holds: &[&str] = match case.probe.kind {
        ProbeKind::Repeat => &["repeat"],
        ProbeKind::Fresh => &["fresh"],
        _ => &[],
    };
    if !holds.is_empty() {
        let holds: Array = holds.iter().map(|word| Value::from(*word)).collect();
        entry.insert("holds", holds);
    }
    // What no case can say is found out here, and not by whoever replays it.
    judge::exercise(case.script.profile, level, members)?;
    Some(entry.into())
}

/// What a case says that shows a finding; `None` if none can.
fn members(told: &Told, finding: Option<&Finding>, advised: bool) -> Option<Object> {
    let Some(finding) = finding else {
        return Some(judge::case(told, Part::Nothing, false));
    };
    let part = match finding.oracle {
        "records" => Part::Claims,
        "order" => return in_order(told),
        _ => Part::Steps,
    };
    Some(judge::case(told, part, advised))
}

/// A case on the order of the map actions of one phase, if nothing else is called in it.
fn in_order(told: &Told) -> Option<Object> {
    let (phase, order) = evidence::arrivals(told)
        .into_iter()
        .find(|(_, order)| order.len() > 1)?;
    let steps = &told.phases.get(phase)?.steps;
    let is_alone = steps.iter().all(|step| {
        step.id.as_ref().is_some_and(|id| order.contains(id))
            || matches!(step.envelope, None | Some((_, false)))
    });
    is_alone.then(|| judge::case(told, Part::Calls(phase, &order), true))
}
