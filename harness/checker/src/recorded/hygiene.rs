//! What no rule forbids and nobody wants: found only if asked for.

use uiconform_catalogue::Level;
use uiconform_json::{Pointer, Value};
use uiconform_protocols::agentue::{Event, Op};

use crate::Objection;

/// What is looked for beside the rules of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hygiene {
    /// Appends that add nothing.
    pub empty_deltas: bool,
    /// Events whose text has more bytes than this.
    pub large: Option<usize>,
}

impl Hygiene {
    pub(super) fn of(self, op: Option<Op>, event: &Event, bytes: usize) -> Vec<Objection> {
        let mut objections = Vec::new();
        if self.empty_deltas
            && op == Some(Op::Append)
            && let Some(pointer) = empty_delta(event)
        {
            let mut objection = Objection::new(
                "AUE-5.3-07",
                Level::Informative,
                "a delta that adds something",
                "an empty one",
                "It is allowed and changes nothing, and every client has to take it in.",
            );
            objection.pointer = pointer;
            objections.push(objection);
        }
        if let Some(most) = self.large
            && bytes > most
        {
            objections.push(Objection::new(
                "AUE-8-04",
                Level::Recommended,
                format!("an event of {most} bytes at most"),
                format!("{bytes} bytes"),
                match op {
                    Some(Op::Start) => {
                        "A client sees nothing of a large model until all of it has come; its large texts and lists can follow in appends."
                    }
                    _ => {
                        "A large text or list is better sent in several appends, which transports carry and clients show as they come."
                    }
                },
            ));
        }
        objections
    }
}

/// Where the delta of an append is, if it is empty.
fn empty_delta(event: &Event) -> Option<Pointer> {
    let field = event.get("mask")?.as_str()?.strip_prefix("block.")?;
    let empty = match event.get("block")?.get(field)? {
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    empty.then(|| Pointer::root().join("block").join(field))
}
