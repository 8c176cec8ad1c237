//! How agents and subagents call the end of their run.

use uiconform_json::{JsonString, Object, Value};

use super::{Members, members::text, object};
use crate::ag_ui::event::Outcome;
use crate::ag_ui::{Error, Policy, ReadSteps, Result, Status};

/// The outcome of a run; without one it is a success.
pub(super) fn of_run<S: ReadSteps + ?Sized>(
    policy: Policy,
    members: &mut Members<'_, S>,
) -> Result<Outcome> {
    let Some((word, mut outcome)) = read(members)? else {
        return Ok(Outcome::Success);
    };
    match (word.as_str(), policy) {
        (Some("success"), _) => Ok(Outcome::Success),
        (Some("interrupt"), _) => {
            let interrupts = outcome.get_mut("interrupts").map(std::mem::take);
            let interrupts = match interrupts {
                Some(Value::Array(interrupts)) => interrupts,
                _ => return Err(Error::bytes("an interrupt outcome lists its `interrupts`")),
            };
            let interrupts = interrupts.into_iter().map(interrupt);
            Ok(Outcome::Interrupt(interrupts.collect::<Result<_>>()?))
        }
        (Some("cancelled"), Policy::V1) => Ok(Outcome::Cancelled),
        _ => Err(Error::bytes(format!("unknown outcome `{word}`"))),
    }
}

/// What became of a subagent; without an outcome it has finished.
pub(super) fn of_subagent<S: ReadSteps + ?Sized>(members: &mut Members<'_, S>) -> Result<Status> {
    let result = members.optional("result");
    let Some((word, mut outcome)) = read(members)? else {
        return Ok(Status::Finished { result });
    };
    match word.as_str() {
        Some("success") => Ok(Status::Finished { result }),
        Some("suspended") => {
            let interrupts = match outcome.get_mut("interruptIds").map(std::mem::take) {
                None => Vec::new(),
                Some(Value::Array(ids)) => {
                    let ids = ids.into_iter().map(|id| text("interruptIds", id));
                    ids.collect::<Result<_>>()?
                }
                Some(_) => return Err(Error::bytes("`interruptIds` is a list")),
            };
            Ok(Status::Suspended { interrupts })
        }
        _ => Err(Error::bytes(format!("unknown outcome `{word}`"))),
    }
}

fn read<S: ReadSteps + ?Sized>(
    members: &mut Members<'_, S>,
) -> Result<Option<(JsonString, Object)>> {
    let Some(outcome) = members.optional_object("outcome")? else {
        return Ok(None);
    };
    let word = outcome.get("type").and_then(Value::as_string).cloned();
    match word {
        Some(word) => Ok(Some((word, outcome))),
        None => Err(Error::bytes("an `outcome` has a `type`, which is a string")),
    }
}

/// An interrupt is kept as it came; only its id is needed here.
fn interrupt(value: Value) -> Result<Object> {
    let interrupt = object("interrupts", value)?;
    match interrupt.get("id") {
        Some(Value::String(_)) => Ok(interrupt),
        _ => Err(Error::bytes("an interrupt has an `id`, which is a string")),
    }
}
