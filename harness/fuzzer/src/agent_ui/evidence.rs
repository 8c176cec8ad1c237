//! What the calls of the fixtures show that no word on a single envelope says: nothing is rendered that was not sent or must not be,
//! whatever else is open, and map actions are performed in their order.

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Value};
use uiconform_protocols::agent_ui::Kind;

use super::told::{Step, Told};
use crate::Finding;
use crate::target::Reply;

/// A call of a fixture.
struct Call<'a> {
    id: Option<&'a JsonString>,
    name: Option<&'a Value>,
    value: Option<&'a Value>,
}

/// The calls of a phase.
fn calls(reply: &Reply, phase: usize) -> Vec<Call<'_>> {
    let phases = reply.value().ok().and_then(|value| value.get("phases"));
    let calls = phases.and_then(|phases| phases.as_array()?.get(phase)?.get("calls")?.as_array());
    let calls = calls.into_iter().flatten();
    let read = |call| Call {
        id: Value::get(call, "id").and_then(Value::as_string),
        name: call.get("name"),
        value: call.get("value"),
    };
    calls.map(read).collect()
}

/// A call for an identifier that comes several times is about one of the envelopes that have come with it, and of these one that may
/// be rendered.
pub(super) fn unexplained(told: &Told, reply: &Reply) -> Option<Finding> {
    if told.repeated.is_empty() {
        return None;
    }
    let mut came: Vec<&Step> = Vec::new();
    for (at, phase) in told.phases.iter().enumerate() {
        // What a message brings is not looked at, nor what it takes away.
        if phase.members.contains("reload") {
            return None;
        }
        came.extend(&phase.steps);
        for call in calls(reply, at) {
            let Some(id) = call.id.filter(|id| told.repeated.contains(id)) else {
                continue;
            };
            let own: Vec<&&Step> = came
                .iter()
                .filter(|step| step.id.as_ref() == Some(id))
                .collect();
            // Nothing is said of values that readers understand differently, nor of what has no envelope.
            let may_be = |step: &&Step| {
                step.envelope.as_ref().is_none_or(|(envelope, may)| {
                    crate::lossy::is_read_differently(envelope, super::verdict::DEPTH)
                        || (*may && is_about(&call, envelope))
                })
            };
            if own.iter().any(|step| may_be(step)) {
                continue;
            }
            let finding = Finding::new(
                "evidence",
                "a fixture was called for an identifier that came several times, with what none of its envelopes has that may be rendered",
            );
            return Some(finding.under(Some("AUI-1-06"), Level::Required));
        }
    }
    None
}

/// Whether a call has the name and the value of an envelope; those of a chart may lack something.
fn is_about(call: &Call<'_>, envelope: &Value) -> bool {
    let kind = envelope.get("kind").and_then(Value::as_str);
    let Some((_, kind)) = Kind::ALL.iter().find(|(name, _)| Some(*name) == kind) else {
        return false;
    };
    let same = |one: Option<&Value>, other: Option<&Value>| match (one, other) {
        (Some(one), Some(other)) => uiconform_json::compare(one, other).difference.is_none(),
        // What is absent may be said as null, or made up, which is advised against elsewhere.
        _ => true,
    };
    same(envelope.get(kind.called()), call.name)
        && (*kind == Kind::Chart || same(envelope.get(kind.payload()), call.value))
}

/// The map actions of each phase that come once, in the order in which they do.
pub(super) fn arrivals(told: &Told) -> Vec<(usize, Vec<JsonString>)> {
    let of_phase = |steps: &[Step]| -> Vec<JsonString> {
        let actions = steps
            .iter()
            .filter(|step| step.word == "map action" && step.input.is_some())
            .filter(|step| matches!(step.envelope, Some((_, true))));
        let ids = actions.filter_map(|step| step.id.clone());
        ids.filter(|id| !told.repeated.contains(id)).collect()
    };
    let phases = told.phases.iter().enumerate();
    phases
        .map(|(at, phase)| (at, of_phase(&phase.steps)))
        .collect()
}

/// Whether map actions are performed in the order in which they came (Registry).
fn is_ordered(order: &[JsonString], calls: &[Call<'_>]) -> bool {
    let called: Vec<&JsonString> = calls
        .iter()
        .filter_map(|call| call.id)
        .filter(|id| order.contains(id))
        .collect();
    let wanted: Vec<&JsonString> = order.iter().filter(|id| called.contains(id)).collect();
    called.len() != wanted.len() || called == wanted
}

/// What is wrong with the order of map actions.
pub(super) fn ordered(told: &Told, reply: &Reply) -> Option<Finding> {
    let arrivals = arrivals(told);
    arrivals
        .iter()
        .find(|(phase, order)| !is_ordered(order, &calls(reply, *phase)))?;
    let finding = Finding::new(
        "order",
        "map actions were not performed in the order in which they came",
    );
    Some(finding.under(Some("AUI-4-20"), Level::Recommended))
}
