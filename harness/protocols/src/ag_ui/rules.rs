//! The rules of the order of events.
//!
//! Each says whether an event may come now, and changes nothing.

use uiconform_json::JsonString;

use super::order::Order;
use super::{Announcement, Body, Error, Id, Result, Session, Stream};

/// Who opened what the event continues, if it is known.
pub(super) fn owner<'s>(
    session: &'s Session,
    order: &'s Order,
    stream: Stream,
    id: &Id,
) -> Option<Option<&'s Id>> {
    let kept = match stream {
        Stream::Text => session
            .conversation
            .message(id)
            .map(|message| message.owner()),
        // A call belongs to whom the message belongs that holds it.
        Stream::Call => session
            .conversation
            .call(id)
            .and_then(|(index, _)| session.conversation.at(index))
            .map(|message| message.owner()),
        Stream::Reasoning => session
            .reasoning
            .get(id)
            .map(|thought| thought.owner.as_ref()),
    };
    kept.or_else(|| order.open(stream, id).map(|opened| opened.owner.as_ref()))
}

/// Nothing but events for the application comes before the start of the run. What an agent says of its failure is worth more than
/// that.
pub(super) fn first(order: &Order, body: &Body) -> Result<()> {
    let may_be_first = matches!(
        body,
        Body::RunStarted { .. } | Body::RunError { .. } | Body::Application
    );
    if order.started || may_be_first {
        Ok(())
    } else {
        Err(Error::protocol("the run has not started yet"))
    }
}

/// A run is started once.
pub(super) fn start(order: &Order) -> Result<()> {
    if order.started {
        Err(Error::protocol("the run has started already"))
    } else {
        Ok(())
    }
}

/// In protocol 1.0, the run that is streamed is the one that was asked for.
pub(super) fn identity(expected: (&Id, &Id), found: (&Id, &Id)) -> Result<()> {
    for (what, expected, found) in [
        ("thread", expected.0, found.0),
        ("run", expected.1, found.1),
    ] {
        if expected != found {
            return Err(Error::protocol(format!(
                "the {what} is `{expected}`, not `{found}`"
            )));
        }
    }
    Ok(())
}

/// What is open is not started.
pub(super) fn opening(order: &Order, stream: Stream, id: &Id) -> Result<()> {
    match order.open(stream, id) {
        Some(_) => Err(Error::protocol(format!(
            "{} `{id}` is open already",
            stream.name()
        ))),
        None => Ok(()),
    }
}

/// Only what is open goes on or ends.
pub(super) fn continuing(order: &Order, stream: Stream, id: &Id) -> Result<()> {
    match order.open(stream, id) {
        Some(_) => Ok(()),
        None => Err(Error::protocol(format!(
            "{} `{id}` is not open",
            stream.name()
        ))),
    }
}

/// A tag on a continuation names the subagent that opened the entity (seed, "Subagents"). Without one it is of whoever did, and of what
/// nobody knows, everybody may be the opener.
pub(super) fn owned(opener: Option<Option<&Id>>, tag: Option<&Id>) -> Result<()> {
    match (opener, tag) {
        (Some(opener), Some(tag)) if opener != Some(tag) => Err(Error::protocol(match opener {
            Some(opener) => format!("subagent `{tag}` goes on with what `{opener}` opened"),
            None => format!("subagent `{tag}` goes on with what the agent opened"),
        })),
        _ => Ok(()),
    }
}

/// A step is started once, and finishes once, for each of those who take it.
pub(super) fn step(
    order: &Order,
    owner: &Option<Id>,
    name: &JsonString,
    starts: bool,
) -> Result<()> {
    match (order.has_step(owner, name), starts) {
        (true, true) => Err(Error::protocol(format!("step `{name}` is open already"))),
        (false, false) => Err(Error::protocol(format!("step `{name}` is not open"))),
        _ => Ok(()),
    }
}

/// A run does not finish while something is open.
pub(super) fn finish(order: &Order) -> Result<()> {
    match order.unfinished() {
        Some(what) => Err(Error::protocol(format!(
            "the run finishes while a {what} is open"
        ))),
        None => Ok(()),
    }
}

/// A run that waits for something says for what.
pub(super) fn interrupts(count: usize) -> Result<()> {
    if count == 0 {
        Err(Error::protocol("an interrupt outcome without an interrupt"))
    } else {
        Ok(())
    }
}

/// A subagent is announced once in a run, and after its parent.
pub(super) fn announcement(order: &Order, announcement: &Announcement) -> Result<()> {
    let id = &announcement.id;
    if order.subagent(id).is_some() {
        return Err(Error::protocol(format!(
            "subagent `{id}` was announced already"
        )));
    }
    match &announcement.parent {
        Some(parent) if order.subagent(parent).is_none() => Err(Error::protocol(format!(
            "subagent `{parent}`, the parent of `{id}`, was never announced"
        ))),
        _ => Ok(()),
    }
}

/// Only a subagent that is at work finishes or fails.
pub(super) fn conclusion(order: &Order, id: &Id) -> Result<()> {
    if order.subagent(id) == Some(true) {
        Ok(())
    } else {
        Err(Error::protocol(format!("subagent `{id}` is not at work")))
    }
}
