"""AG-UI: the events of the protocol, their members, and what cannot be read.

    decode(value)    the event, checked, or Unreadable, or UnknownType

A member that may be absent may also be null, which is the same, except for
`metadata` and `subagentRunId`: these are of their type where they are there.
"""

import math

# Levels of objects and arrays in an event, which is the first itself.
MAX_DEPTH = 256


class Unreadable(Exception):
    """Bytes or a value that is no event. A run cannot go on after it."""


class UnknownType(Unreadable):
    """An event of a type that is not in the table."""


def is_natural(value):
    """Say whether a value is an integer from 0 up; True and False are int in Python."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


KINDS = {
    "text": lambda value: isinstance(value, str),
    "object": lambda value: isinstance(value, dict),
    "boolean": lambda value: isinstance(value, bool),
    "list": lambda value: isinstance(value, list),
    "objects": lambda value: isinstance(value, list) and all(isinstance(v, dict) for v in value),
    "any": lambda value: True,
    "content": lambda value: isinstance(value, (str, list)),
    "message role": lambda value: value in ("developer", "system", "assistant", "user"),
    "reasoning role": lambda value: value == "reasoning",
    "tool role": lambda value: value == "tool",
    "subtype": lambda value: value in ("message", "tool-call"),
}

# Every event: the members that it needs, and those that it may have, with their kinds.
EVENTS = {
    "RUN_STARTED": ("threadId:text runId:text", "parentRunId:text input:object"),
    "RUN_FINISHED": ("threadId:text runId:text", "result:any outcome:object"),
    "RUN_ERROR": ("message:text", "code:text"),
    "STEP_STARTED": ("stepName:text", ""),
    "STEP_FINISHED": ("stepName:text", ""),
    "TEXT_MESSAGE_START": ("messageId:text", "role:message_role name:text"),
    "TEXT_MESSAGE_CONTENT": ("messageId:text delta:text", ""),
    "TEXT_MESSAGE_END": ("messageId:text", ""),
    "TEXT_MESSAGE_CHUNK": ("", "messageId:text role:message_role name:text delta:text"),
    "TOOL_CALL_START": ("toolCallId:text toolCallName:text", "parentMessageId:text"),
    "TOOL_CALL_ARGS": ("toolCallId:text delta:text", ""),
    "TOOL_CALL_END": ("toolCallId:text", ""),
    "TOOL_CALL_CHUNK": ("", "toolCallId:text toolCallName:text parentMessageId:text delta:text"),
    "TOOL_CALL_RESULT": ("messageId:text toolCallId:text content:content", "role:tool_role"),
    "STATE_SNAPSHOT": ("snapshot:any", ""),
    "STATE_DELTA": ("delta:objects", ""),
    "MESSAGES_SNAPSHOT": ("messages:objects", ""),
    "ACTIVITY_SNAPSHOT": ("messageId:text activityType:text content:object", "replace:boolean"),
    "ACTIVITY_DELTA": ("messageId:text activityType:text patch:objects", ""),
    "RAW": ("event:any", "source:text"),
    "CUSTOM": ("name:text value:any", ""),
    "REASONING_START": ("messageId:text", ""),
    "REASONING_END": ("messageId:text", ""),
    "REASONING_MESSAGE_START": ("messageId:text role:reasoning_role", ""),
    "REASONING_MESSAGE_CONTENT": ("messageId:text delta:text", ""),
    "REASONING_MESSAGE_END": ("messageId:text", ""),
    "REASONING_MESSAGE_CHUNK": ("", "messageId:text delta:text"),
    "REASONING_ENCRYPTED_VALUE": ("subtype:subtype entityId:text encryptedValue:text", ""),
    "SUBAGENT_STARTED": (
        "subagentRunId:text name:text",
        "description:text parentSubagentRunId:text parentToolCallId:text parentMessageId:text"),
    "SUBAGENT_FINISHED": ("subagentRunId:text", "result:any outcome:object"),
    "SUBAGENT_ERROR": ("subagentRunId:text message:text", "code:text"),
    "THINKING_START": ("", "title:text"),
    "THINKING_END": ("", ""),
    "THINKING_TEXT_MESSAGE_START": ("", ""),
    "THINKING_TEXT_MESSAGE_CONTENT": ("delta:text", ""),
    "THINKING_TEXT_MESSAGE_END": ("", ""),
}

# Those that say nothing of who sent them, or are about a subagent themselves.
UNTAGGED = ("RUN_", "MESSAGES_", "THINKING_", "SUBAGENT_")


def parse_members(text):
    """Return the names of a row of the table with their kinds."""
    return [(name, kind.replace("_", " ")) for name, kind in (m.split(":") for m in text.split())]


MEMBERS = {
    kind: (parse_members(needed), parse_members(optional))
    for kind, (needed, optional) in EVENTS.items()}


def decode(value):
    """Check that a JSON value is an event and return it without members that are null."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise Unreadable("an event is an object with a type")
    kind = value["type"]
    if kind not in MEMBERS:
        raise UnknownType("unknown event type %s" % kind)
    check_limits(value)
    needed, optional = MEMBERS[kind]
    for name, member in needed:
        if name not in value:
            raise Unreadable("%s lacks %s" % (kind, name))
        check(kind, name, member, value[name])
    for name, member in optional:
        if value.get(name) is not None:
            check(kind, name, member, value[name])
    for name, member in (("metadata", "object"), ("subagentRunId", "text")):
        if name in value:
            check(kind, name, member, value[name])
    event = {name: member for name, member in value.items()
             if member is not None or name in ("snapshot", "result", "event", "value")}
    if kind.startswith(UNTAGGED[:3]):
        event.pop("subagentRunId", None)
    check_inside(kind, event)
    return event


def check(kind, name, member, value):
    """Check the kind of a member."""
    if not KINDS[member](value):
        raise Unreadable("%s of %s is no %s" % (name, kind, member))


def check_inside(kind, event):
    """Check what is inside of outcomes and messages."""
    if kind == "MESSAGES_SNAPSHOT":
        for message in event["messages"]:
            if not (isinstance(message.get("id"), str) and isinstance(message.get("role"), str)):
                raise Unreadable("a message has an id and a role")
    outcome = event.get("outcome")
    if outcome is None:
        return
    known = {"RUN_FINISHED": ("success", "interrupt", "cancelled"),
             "SUBAGENT_FINISHED": ("success", "suspended")}[kind]
    if outcome.get("type") not in known:
        raise Unreadable("unknown outcome of %s" % kind)
    if outcome["type"] == "interrupt":
        interrupts = outcome.get("interrupts")
        if not KINDS["objects"](interrupts):
            raise Unreadable("an interrupt outcome has a list of interrupts")
        if not all(isinstance(interrupt.get("id"), str) for interrupt in interrupts):
            raise Unreadable("an interrupt has an id")


def check_limits(value):
    """Check the depth of an event and that its numbers are finite, level by level."""
    containers, depth = [value], 0
    while containers:
        depth += 1
        if depth > MAX_DEPTH:
            raise Unreadable("nested deeper than %d levels" % MAX_DEPTH)
        inner = []
        for container in containers:
            for member in container.values() if isinstance(container, dict) else container:
                if isinstance(member, (dict, list)):
                    inner.append(member)
                elif isinstance(member, float) and not math.isfinite(member):
                    raise Unreadable("a number is out of range")
        containers = inner
