//! What holds of every implementation, whatever it is sent: it lives, it answers alike, and a refusal leaves no trace.

use uiconform_catalogue::Level;

use crate::Finding;
use crate::agentue::answer::Answered;
use crate::finding::ALIVE;
use crate::target::{Breakage, Cause};

/// A crash, a time-out, or an answer that is none. What the text leaves open may lead to an answer that is no JSON, as `Infinity`,
/// which then is advised against only.
pub(in crate::agentue) fn alive(breakage: &Breakage, is_open: bool) -> Finding {
    let message = match &breakage.cause {
        Cause::Crash(how) => format!("there is no answer: {how}"),
        Cause::Timeout(None) => "there is no answer in time".to_owned(),
        Cause::Timeout(Some(hint)) => format!("there is no answer in time: {hint}"),
        Cause::BadAnswer(why) => format!("what was answered is no answer: {why}"),
        Cause::DriverError(code, said) => format!("the driver failed ({code}): {said}"),
        Cause::NotStarted(why) => format!("nothing could be asked: {why}"),
    };
    let mut finding = Finding::new(ALIVE, message);
    finding.target = breakage.cause.kind();
    finding.stderr.clone_from(&breakage.stderr);
    if is_open && matches!(breakage.cause, Cause::BadAnswer(_)) {
        finding.level = Level::Recommended;
    }
    finding
}

/// The same events, applied again from the same start in one request.
pub(in crate::agentue) fn replayed(answered: &Answered<'_>) -> Option<Finding> {
    let (accepted, model) = answered.replayed.as_ref()?;
    let message = "the same events applied again from the same start give something else";
    let finding = Finding::new("replay", message).under(Some("AUE-6-02"), Level::Required);
    if let Some(at) = differs(&answered.accepted, accepted) {
        return Some(
            finding
                .at(at, "verdict")
                .verdicts(answered.accepted[at], accepted[at]),
        );
    }
    uiconform_json::compare(&answered.result, model)
        .difference
        .as_ref()?;
    Some(finding.between(&answered.result, model))
}

/// The same request, asked again; `fresh` if of a fresh process.
pub(in crate::agentue) fn repeated(
    first: &Answered<'_>,
    again: &Answered<'_>,
    fresh: bool,
) -> Option<Finding> {
    let (oracle, requirement, message) = if fresh {
        (
            "fresh",
            "AUE-6-01",
            "the same request was answered differently by a fresh process",
        )
    } else {
        (
            "repeat",
            "AUE-2-04",
            "the same request, asked again, was answered differently",
        )
    };
    let finding = Finding::new(oracle, message).under(Some(requirement), Level::Required);
    if let Some(at) = differs(&first.accepted, &again.accepted) {
        return Some(
            finding
                .at(at, "verdict")
                .verdicts(first.accepted[at], again.accepted[at]),
        );
    }
    uiconform_json::compare(&first.result, &again.result)
        .difference
        .as_ref()?;
    Some(finding.between(&first.result, &again.result))
}

fn differs(one: &[bool], other: &[bool]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| one != other)
}
