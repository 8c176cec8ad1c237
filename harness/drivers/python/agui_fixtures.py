"""Events, messages and runs for the AG-UI tests."""

from agui_session import Session


def event(kind, **members):
    """An event; `by` is the subagent that sends it."""
    if "by" in members:
        members["subagentRunId"] = members.pop("by")
    return {"type": kind, **members}


START = event("RUN_STARTED", threadId="t", runId="r")
FINISH = event("RUN_FINISHED", threadId="t", runId="r")


def begin(message_id, **members):
    """The start of a text."""
    return event("TEXT_MESSAGE_START", messageId=message_id, **members)


def content(message_id, delta, **members):
    """A delta of a text."""
    return event("TEXT_MESSAGE_CONTENT", messageId=message_id, delta=delta, **members)


def finish(message_id, **members):
    """The end of a text."""
    return event("TEXT_MESSAGE_END", messageId=message_id, **members)


def text(message_id, delta, **members):
    """A text from its start to its end."""
    return [
        begin(message_id, **members), content(message_id, delta, **members),
        finish(message_id, **members)]


def chunk(message_id=None, delta=None, **members):
    """A chunk of a text."""
    named = {} if message_id is None else {"messageId": message_id}
    said = {} if delta is None else {"delta": delta}
    return event("TEXT_MESSAGE_CHUNK", **named, **said, **members)


def call(call_id="c", parent="m", **members):
    """The start of a call."""
    return event(
        "TOOL_CALL_START", toolCallId=call_id, toolCallName="find", parentMessageId=parent,
        **members)


def patch(*operations):
    """A patch of the state."""
    return event("STATE_DELTA", delta=list(operations))


def said(message_id, words, role="assistant", **members):
    """A message with a text."""
    return {"id": message_id, "role": role, "content": words, **members}


def run(*events, session=None, **members):
    """Run the events between a start and a finish; return the session and its updates."""
    return run_bare(START, *events, FINISH, session=session, **members)


def run_bare(*events, session=None, **members):
    """Run the events as they are."""
    session = session or Session("t", **members)
    return session, list(session.run("r", iter(events)))


def words_of(updates):
    """Say in a word each what updates are about."""
    return [update.get("change") or update.get("end") or update.get("kind") or update["update"]
            for update in updates]
