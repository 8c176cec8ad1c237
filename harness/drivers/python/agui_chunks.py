"""AG-UI: chunks become starts, contents and ends.

    Chunks().expand(event)      the events that stand for it, or Violation
    Chunks().close(event)       the ends of what chunks opened, at the end of the run
    Chunks().forget(owner)      the start that came of a chunk was refused

Every owner, the agent or one of its subagents, has one stream that chunks have
opened, so that those who speak at once are not spliced into each other.
"""


class Violation(Exception):
    """An event that parsed but may not come here. It is not applied."""


class Family:
    """How the events of one kind of stream are called."""

    def __init__(self, chunk, start, content, end, key):
        self.chunk, self.start, self.content, self.end, self.key = chunk, start, content, end, key


FAMILIES = (
    Family("TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT",
           "TEXT_MESSAGE_END", "messageId"),
    Family("TOOL_CALL_CHUNK", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "toolCallId"),
    Family("REASONING_MESSAGE_CHUNK", "REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT",
           "REASONING_MESSAGE_END", "messageId"),
)
BY_CHUNK = {family.chunk: family for family in FAMILIES}
BY_START = {family.start: family for family in FAMILIES}
BY_END = {family.end: family for family in FAMILIES}
# Of a chunk, what belongs to the start of the stream alone.
OF_START = ("role", "name", "toolCallName", "parentMessageId")


class Chunks:
    """What chunks have opened in one run."""

    def __init__(self):
        self._open = {}  # Owner to family and id. The owner is None for the agent.

    def expand(self, event):
        """Return the events that an event stands for; one that is no chunk stands for itself."""
        kind = event["type"]
        if kind in BY_CHUNK:
            return self._expand_chunk(BY_CHUNK[kind], event)
        if kind in BY_START:
            return self._close(event.get("subagentRunId")) + [event]
        if kind in BY_END:
            owner = self._owner_of(BY_END[kind], event[BY_END[kind].key])
            if owner is not MISSING:
                del self._open[owner]
        elif kind == "TOOL_CALL_RESULT":
            return self._close(self._owner_of(FAMILIES[1], event["toolCallId"])) + [event]
        elif kind in ("RUN_FINISHED", "RUN_ERROR"):
            return self.close() + [event]
        return [event]

    def close(self):
        """Return the ends of all that is open."""
        return [end for owner in list(self._open) for end in self._close(owner)]

    def forget(self, owner):
        """Take it that nothing is open for an owner."""
        self._open.pop(owner, None)

    def _expand_chunk(self, family, chunk):
        """Continue a stream, or end the one before and start another."""
        owner = self._owner(family, chunk)
        current, stream = self._open.get(owner, (None, None))
        given = chunk.get(family.key, stream if current is family else None)
        if given is None:
            raise Violation("a first %s has no %s" % (family.chunk, family.key))
        events = []
        if current is not family or stream != given:
            if family.start == "TOOL_CALL_START" and "toolCallName" not in chunk:
                raise Violation("a first TOOL_CALL_CHUNK has no toolCallName")
            events = self._close(owner)
            self._open[owner] = (family, given)
            start = {"type": family.start, family.key: given}
            start.update((name, chunk[name]) for name in OF_START if name in chunk)
            if family.start == "REASONING_MESSAGE_START":
                start["role"] = "reasoning"
            events.append(with_tag(start, chunk))
        if "delta" in chunk or "metadata" in chunk:
            content = {"type": family.content, family.key: given, "delta": chunk.get("delta", "")}
            if "metadata" in chunk:
                content["metadata"] = chunk["metadata"]
            events.append(with_tag(content, chunk))
        return events

    def _owner(self, family, chunk):
        """Return whose stream a chunk is of."""
        if "subagentRunId" in chunk:
            return chunk["subagentRunId"]
        if family.key in chunk:
            owner = self._owner_of(family, chunk[family.key])
            return None if owner is MISSING else owner
        owners = [owner for owner, (kind, _) in self._open.items() if kind is family]
        if None in owners or not owners:
            return None
        if len(owners) > 1:
            raise Violation("a %s that says neither whose nor which it is" % family.chunk)
        return owners[0]

    def _owner_of(self, family, stream):
        """Return the owner of an open stream, or MISSING."""
        owners = [owner for owner, open_one in self._open.items() if open_one == (family, stream)]
        return owners[0] if owners else MISSING

    def _close(self, owner):
        """Return the end of what is open for an owner."""
        if owner not in self._open:
            return []
        family, stream = self._open.pop(owner)
        return [{"type": family.end, family.key: stream}]


MISSING = object()


def with_tag(event, chunk):
    """Return an event with the tag of the chunk that it comes of."""
    if "subagentRunId" in chunk:
        event["subagentRunId"] = chunk["subagentRunId"]
    return event
