//! What holds of every implementation, whatever it is sent: it lives, it answers alike, and a refusal leaves no trace.

use uiconform_catalogue::Level;

use crate::agentue::answer::Answered;
use crate::target::Breakage;
use crate::{Answer, Finding};

/// A crash, a time-out, or an answer that is none. What the text leaves open may lead to an answer that is no JSON, as `Infinity`,
/// which then is advised against only.
pub(in crate::agentue) fn alive(breakage: &Breakage, is_open: bool) -> Finding {
    let message = match breakage {
        Breakage::Crash(how) => format!("there is no answer: {how}"),
        Breakage::Timeout => "there is no answer in time".to_owned(),
        Breakage::BadAnswer(why) => format!("what was answered is no answer: {why}"),
        Breakage::DriverError(code, said) => format!("the driver failed ({code}): {said}"),
    };
    let mut finding = Finding::new("alive", message);
    finding.target = breakage.kind();
    if is_open && matches!(breakage, Breakage::BadAnswer(_)) {
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
    again: &Answer,
    read: impl Fn(&Answer) -> Option<(Vec<bool>, uiconform_json::Value)>,
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
    let (accepted, result) = read(again)?;
    if let Some(at) = differs(&first.accepted, &accepted) {
        return Some(
            finding
                .at(at, "verdict")
                .verdicts(first.accepted[at], accepted[at]),
        );
    }
    uiconform_json::compare(&first.result, &result)
        .difference
        .as_ref()?;
    Some(finding.between(&first.result, &result))
}

fn differs(one: &[bool], other: &[bool]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| one != other)
}
