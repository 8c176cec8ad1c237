//! The requirement that says what an accepted event does: the one that is broken if it does something else.

use uiconform_json::Value;
use uiconform_protocols::agentue::{Event, Model, Op};

/// The requirement on what an event does to a model, if it is one that does something to it.
pub(super) fn of(event: &Event, op: Op, before: Option<&Model>) -> Option<&'static str> {
    let block = event.get("block");
    let id = block.and_then(|block| block.get("id")?.as_string());
    let is_known = id.is_some_and(|id| before.is_some_and(|model| model.position(id).is_some()));
    let mask = event.get("mask").and_then(Value::as_str);
    let path: Option<Vec<&str>> = mask.map(|mask| mask.split('.').collect());
    Some(match (op, path.as_deref()) {
        (Op::Start, _) => "AUE-5.1-03",
        (Op::Set, None) if is_known => "AUE-5.2-02",
        (Op::Set, None) => "AUE-5.2-01",
        (Op::Set, Some(["meta", _])) => "AUE-5.2-17",
        (Op::Set, Some([_, _])) => "AUE-5.2-18",
        (Op::Set, Some(_)) => "AUE-5.2-19",
        (Op::Append, Some(["block", field])) if is_known => match block?.get(field)? {
            Value::Array(_) => "AUE-5.3-04",
            _ => "AUE-5.3-01",
        },
        (Op::Append, _) if !is_known => "AUE-5.3-18",
        (Op::Append, _) => return None,
        (Op::Error, _) => "AUE-5.4-01",
        (Op::Ping, _) => "AUE-5.5-01",
        (Op::End, _) => "AUE-5.6-01",
    })
}
