//! What becomes of the parts of a session.

use uiconform_json::{JsonString, Object, Value};

use super::subagents::{Status, Subagent};
use super::{
    Announcement, Conversation, Encrypted, End, Error, ErrorKind, Id, Message, Outcome, Result,
    StateType, Stop, SubagentChange, Subagents,
};

/// Finds the message of a text that starts, or makes it at the end; a message without a role is the assistant's.
///
/// # Errors
///
/// The message of that id is none that holds a text.
pub(super) fn start_text(
    conversation: &mut Conversation,
    id: &Id,
    role: Option<&JsonString>,
    name: Option<&JsonString>,
    owner: Option<&Id>,
) -> Result<usize> {
    if let Some(index) = conversation.place(id) {
        return match conversation.at(index) {
            Some(message) if message.takes_text() => Ok(index),
            _ => Err(Error::protocol(format!("message `{id}` holds no text"))),
        };
    }
    let role = role.and_then(|role| role.as_str());
    let mut message = Message::new(id, role.unwrap_or("assistant"));
    message.set("content", "");
    if let Some(name) = name {
        message.set("name", name);
    }
    message.set_owner(owner);
    Ok(conversation.push(message))
}

/// Puts a call into the message that it names as its parent, which is made at the end if it is not there. A call without a parent, or
/// whose parent cannot hold calls, gets a message of its own. One that is there already begins anew where it is: a replay of
/// history does not make two of it.
pub(super) fn start_call(
    conversation: &mut Conversation,
    call: &Id,
    name: &JsonString,
    parent: Option<&Id>,
    owner: Option<&Id>,
) -> usize {
    if let Some((index, place)) = conversation.call(call) {
        let message = conversation.at_mut(index);
        if let Some(arguments) = message.and_then(|message| message.arguments_mut(place)) {
            *arguments = Value::from("");
        }
        return index;
    }
    let place = parent.and_then(|parent| conversation.place(parent));
    let index = match (parent, place) {
        (_, Some(index)) if conversation.at(index).is_some_and(Message::takes_calls) => index,
        (Some(parent), None) => push_assistant(conversation, parent, owner),
        _ => {
            let id = free_id(conversation, call);
            push_assistant(conversation, &id, owner)
        }
    };
    conversation.push_call(index, call, name);
    index
}

fn push_assistant(conversation: &mut Conversation, id: &Id, owner: Option<&Id>) -> usize {
    let mut message = Message::new(id, "assistant");
    message.set_owner(owner);
    conversation.push(message)
}

/// An id that no message has, for one that nobody named.
fn free_id(conversation: &Conversation, call: &Id) -> Id {
    let mut id = Id::from("call-");
    id.push(call);
    while conversation.place(&id).is_some() {
        id.push(&Id::from("-"));
    }
    id
}

/// Makes the message of a result at the end; a second result under its id takes its place.
///
/// # Errors
///
/// The message of that id is no result.
pub(super) fn result(
    conversation: &mut Conversation,
    id: &Id,
    call: &Id,
    content: Value,
    owner: Option<&Id>,
) -> Result<usize> {
    let index = match conversation.place(id) {
        Some(index) => index,
        None => {
            let mut message = Message::new(id, "tool");
            message.set_owner(owner);
            conversation.push(message)
        }
    };
    match conversation.at_mut(index) {
        Some(message) if message.role() == "tool" => {
            message.set("content", content);
            message.set("toolCallId", call);
            Ok(index)
        }
        _ => Err(Error::protocol(format!("message `{id}` is no result"))),
    }
}

/// Checks that the state is of the type that the application chose.
///
/// # Errors
///
/// It is not.
pub(super) fn fits(state_type: Option<StateType>, state: &Value) -> Result<()> {
    state_type
        .map_or(Ok(()), |fits| fits(state))
        .map_err(|reason| {
            Error::new(
                ErrorKind::State,
                format!("the state does not fit: {reason}"),
            )
        })
}

/// Makes an activity at the end, or replaces the content of the one that is there unless it is told not to.
///
/// # Errors
///
/// The message of that id is no activity.
pub(super) fn activity_snapshot(
    conversation: &mut Conversation,
    id: &Id,
    kind: &JsonString,
    content: Object,
    replace: bool,
    owner: Option<&Id>,
) -> Result<usize> {
    let (index, is_new) = match conversation.place(id) {
        Some(index) => (index, false),
        None => (conversation.push(Message::new(id, "activity")), true),
    };
    match conversation.at_mut(index) {
        Some(message) if message.role() == "activity" => {
            if is_new || replace {
                message.set("activityType", kind);
                message.set("content", content);
                message.set_owner(owner);
            }
            Ok(index)
        }
        _ => Err(Error::protocol(format!("message `{id}` is no activity"))),
    }
}

/// Where the activity stands that is to be patched.
///
/// # Errors
///
/// There is none: a patch of nothing fails.
pub(super) fn activity(conversation: &Conversation, id: &Id) -> Result<usize> {
    let index = conversation
        .place(id)
        .ok_or_else(|| Error::patch(format!("there is no activity `{id}`")))?;
    match conversation.at(index) {
        Some(message) if message.role() == "activity" => Ok(index),
        _ => Err(Error::protocol(format!("message `{id}` is no activity"))),
    }
}

/// Puts an encrypted value into its message or call; none if there is no such thing.
pub(super) fn encrypt(
    conversation: &mut Conversation,
    of: Encrypted,
    id: &Id,
    value: &JsonString,
) -> Option<usize> {
    match of {
        Encrypted::Message => {
            let index = conversation.place(id)?;
            conversation.at_mut(index)?.set("encryptedValue", value);
            Some(index)
        }
        Encrypted::ToolCall => {
            let (index, place) = conversation.call(id)?;
            let call = conversation.at_mut(index)?.call_mut(place)?;
            call.insert("encryptedValue", value);
            Some(index)
        }
    }
}

/// Enters a subagent. One that is suspended is resumed: it stays the same entry, with what the announcement says now.
pub(super) fn announce(
    subagents: &mut Subagents,
    announcement: &Announcement,
) -> (usize, SubagentChange) {
    let entry = Subagent {
        announcement: announcement.clone(),
        status: Status::Running,
    };
    let Some(place) = subagents.place(&announcement.id) else {
        return (subagents.push(entry), SubagentChange::Started);
    };
    let mut change = SubagentChange::Started;
    if let Some(subagent) = subagents.at_mut(place) {
        if matches!(subagent.status, Status::Suspended { .. }) {
            change = SubagentChange::Resumed;
        }
        *subagent = entry;
    }
    (place, change)
}

/// Notes what has become of a subagent; one that nobody announced is named by its id.
pub(super) fn conclude(subagents: &mut Subagents, id: &Id, status: Status) -> usize {
    let place = match subagents.place(id) {
        Some(place) => place,
        None => subagents.push(Subagent {
            announcement: Announcement::of(id),
            status: Status::Running,
        }),
    };
    if let Some(subagent) = subagents.at_mut(place) {
        subagent.status = status;
    }
    place
}

/// The end that the agent names.
pub(super) fn finish(result: Option<Value>, outcome: &Outcome) -> End {
    match outcome {
        Outcome::Success => End::Success { result },
        Outcome::Interrupt(interrupts) => End::Interrupted {
            interrupts: interrupts.clone(),
        },
        Outcome::Cancelled => End::Cancelled,
    }
}

/// What is wrong with a stream that stopped.
pub(super) fn stop(stop: Stop) -> Error {
    Error::transport(match stop {
        Stop::Ended => "the stream ended before the run did",
        Stop::WithinFrame => "the stream ended within a frame, before the run did",
        Stop::Broken => "the connection broke before the run ended",
        Stop::Refused => "the request did not become a stream",
    })
}
