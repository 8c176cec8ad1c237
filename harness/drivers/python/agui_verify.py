"""AG-UI: the order of events in one run, and who owns what.

    Verifier().check(event)    raises Violation and remembers nothing, or takes the event

Chunks are expanded before. A tag that continues, closes or reopens something
names the one who opened it; an untagged event is always fine.
"""

from agui_chunks import Violation

# For every event of a stream: which stream, what it does to it, and the member with its id.
STREAMS = {
    "TEXT_MESSAGE_START": ("message", "open", "messageId"),
    "TEXT_MESSAGE_CONTENT": ("message", "use", "messageId"),
    "TEXT_MESSAGE_END": ("message", "close", "messageId"),
    "TOOL_CALL_START": ("call", "open", "toolCallId"),
    "TOOL_CALL_ARGS": ("call", "use", "toolCallId"),
    "TOOL_CALL_END": ("call", "close", "toolCallId"),
    "REASONING_MESSAGE_START": ("reasoning", "open", "messageId"),
    "REASONING_MESSAGE_CONTENT": ("reasoning", "use", "messageId"),
    "REASONING_MESSAGE_END": ("reasoning", "close", "messageId"),
    "THINKING_TEXT_MESSAGE_START": ("thinking", "open", None),
    "THINKING_TEXT_MESSAGE_CONTENT": ("thinking", "use", None),
    "THINKING_TEXT_MESSAGE_END": ("thinking", "close", None),
    "STEP_STARTED": ("step", "open", "stepName"),
    "STEP_FINISHED": ("step", "close", "stepName"),
}
OWNED = ("message", "call", "reasoning")


def require(condition, reason):
    """Refuse the event unless the condition holds."""
    if not condition:
        raise Violation(reason)


class Verifier:
    """What is open in a run."""

    def __init__(self):
        self._is_started = False
        self._open = set()  # Pairs of kind and id.
        self._owners = {}  # The first who tagged or did not tag something, by kind and id.
        self._announced = set()
        self._running = set()

    def check(self, event):
        """Take an event that may come next."""
        kind = event["type"]
        if kind in ("RAW", "CUSTOM"):
            return
        if kind == "RUN_STARTED":
            require(not self._is_started, "RUN_STARTED in an active run")
            self._is_started = True
            for message in event.get("input", {}).get("messages") or []:
                if isinstance(message, dict):
                    self._owners.setdefault(("message", message.get("id")), owner_in(message))
            return
        require(self._is_started, "%s before RUN_STARTED" % kind)
        if kind in STREAMS:
            self._check_stream(event, *STREAMS[kind])
        elif kind == "RUN_FINISHED":
            self._check_finish()
        elif kind == "MESSAGES_SNAPSHOT":
            for message in event["messages"]:
                self._owners["message", message["id"]] = owner_in(message)
        elif kind.startswith("SUBAGENT_"):
            self._check_subagent(event)
        elif kind == "ACTIVITY_DELTA":
            self._check_owner("message", event["messageId"], event)

    def _check_stream(self, event, stream, does, member):
        """Check an event that opens, uses or closes something."""
        key = (stream, event.get(member))
        if stream == "step":  # Two subagents may have a step of one name each.
            key = (stream, event["stepName"], event.get("subagentRunId"))
        kind = event["type"]
        if does == "open":
            require(key not in self._open, "%s for what is open: %s" % (kind, key[1]))
        else:
            require(key in self._open, "%s for what is not open: %s" % (kind, key[1]))
        if stream in OWNED:
            self._check_owner(stream, key[1], event)
            owner = event.get("subagentRunId")
            if kind == "TOOL_CALL_START":
                owner = self._check_parent(event)
            self._owners.setdefault(key, owner)
        if does == "open":
            self._open.add(key)
        elif does == "close":
            self._open.discard(key)

    def _check_owner(self, stream, name, event):
        """Check that a tag is that of who opened something."""
        owner = self._owners.get((stream, name), MISSING)
        tag = event.get("subagentRunId")
        require(tag is None or owner is MISSING or tag == owner,
                "%s of %s names another owner than opened it" % (event["type"], name))

    def _check_parent(self, event):
        """Return the owner of a call: its own, or that of the message that it belongs to."""
        tag = event.get("subagentRunId")
        owner = self._owners.get(("message", event.get("parentMessageId")), MISSING)
        if owner is MISSING:
            return tag
        require(tag is None or tag == owner, "a call names another owner than its message has")
        return owner

    def _check_finish(self):
        """Check that nothing is open."""
        still = sorted("%s %s" % key[:2] for key in self._open) + [
            "subagent %s" % name for name in sorted(self._running)]
        require(not still, "RUN_FINISHED with something open: %s" % ", ".join(still))

    def _check_subagent(self, event):
        """Check the lifecycle of a subagent within the run."""
        name = event["subagentRunId"]
        if event["type"] != "SUBAGENT_STARTED":
            require(name in self._running, "%s for %s, which does not run" % (event["type"], name))
            self._running.discard(name)
            return
        require(name not in self._announced, "the subagent %s is announced twice" % name)
        parent = event.get("parentSubagentRunId")
        require(parent is None or parent in self._announced,
                "the parent %s was never announced" % parent)
        self._announced.add(name)
        self._running.add(name)


MISSING = object()


def owner_in(message):
    """Return the owner that a message names."""
    owner = message.get("subagentRunId")
    return owner if isinstance(owner, str) else None
