"""AG-UI: messages, state, reasoning and subagents, and what each event makes of them.

    View(messages, state, typed)
        .apply(event)    the updates that it gives; raises Violation, PatchFailed or
                         StateMismatch and leaves what a view shows as it was, but for the
                         raw state of a StateMismatch, which is right

JSON values are never changed in place, so that an update which was given out
stays as it was, without copies.
"""

from agui_chunks import Violation
from agui_events import is_natural
from agui_patch import apply_patch


class StateMismatch(Exception):
    """A state that is not of the chosen type."""


class View:
    """Everything that a view shows, across the runs of a session."""

    def __init__(self, messages, state, typed=False):
        self.messages = list(messages)
        self.state = state
        self.reasoning = {}  # Entries by id.
        self.subagents = {}  # Entries by id.
        self._typed = typed
        self._places = {}
        self._find_places()
        self._calls = {}  # The id of the message that holds a call.
        self._find_calls()
        self._thoughts = 0

    def apply(self, event):
        """Change what is shown, and return the updates."""
        method = METHODS.get(event["type"])
        return method(self, event) if method else []

    # Messages.

    def add_user(self, message_id, text):
        """Add the user's own turn."""
        self._append({"id": message_id, "role": "user", "content": text})

    def _append(self, message):
        """Add a message at the end."""
        self._places[message["id"]] = len(self.messages)
        self.messages.append(message)

    def _get(self, message_id):
        """Return a message, or None."""
        place = self._places.get(message_id)
        return None if place is None else self.messages[place]

    def _change(self, message, event=None, **members):
        """Put a changed message in its place, with the metadata of an event merged into it."""
        message = {**message, **members}
        if event is not None and "metadata" in event:
            message["metadata"] = {**message.get("metadata", {}), **event["metadata"]}
        self.messages[self._places[message["id"]]] = message
        return message

    def _update(self, message_id, change, **members):
        """Return the update of a message."""
        place = self._places[message_id]
        return {"update": "message", "index": place, "id": message_id, "change": change,
                **members, "message": self.messages[place]}

    def _find_places(self):
        """Note where each message stands; the first of two with one id counts."""
        self._places = {}
        for place, message in enumerate(self.messages):
            self._places.setdefault(message.get("id"), place)

    def _find_calls(self):
        """Note which message holds each call."""
        for message in self.messages:
            for call in message.get("toolCalls") or []:
                self._calls[call.get("id")] = message.get("id")

    def _spoken(self, message_id):
        """Return a message that can have text, or None."""
        message = self._get(message_id)
        if message is not None and message["role"] == "activity":
            raise Violation("text for the activity %s" % message_id)
        return message

    def _text_start(self, event):
        message_id = event["messageId"]
        message = self._spoken(message_id)
        if message is None:
            message = with_owner(
                {"id": message_id, "role": event.get("role", "assistant"), "content": ""}, event)
            if "name" in event:
                message["name"] = event["name"]
            self._append(message)
        self._change(message, event)
        return [self._update(message_id, "started")]

    def _text_content(self, event):
        message_id, delta = event["messageId"], event["delta"]
        message = self._spoken(message_id)
        if message is None:  # A snapshot dropped it, or nobody verifies the order.
            message = with_owner({"id": message_id, "role": "assistant", "content": ""}, event)
            self._append(message)
        self._change(message, event, content=text_of(message) + delta)
        return [self._update(message_id, "content", delta=delta)]

    def _text_end(self, event):
        message = self._spoken(event["messageId"])
        if message is None:
            return []
        self._change(message, event)
        return [self._update(event["messageId"], "ended")]

    def _snapshot(self, event):
        listed = event["messages"]
        for message in listed:
            if message["role"] == "reasoning":
                self.reasoning[message["id"]] = with_owner(
                    {"id": message["id"], "content": text_of(message)}, message)
        messages = [message for message in listed if message["role"] != "reasoning"]
        if not any(message["role"] == "activity" for message in messages):
            messages += [message for message in self.messages if message["role"] == "activity"]
        self.messages = messages
        self._calls = {}
        self._find_places()
        self._find_calls()
        return [{"update": "messages", "messages": list(messages)}]

    # Tool calls.

    def _call_start(self, event):
        call_id, name = event["toolCallId"], event["toolCallName"]
        holder = self._get(self._calls.get(call_id))
        if holder is not None:  # Replayed: the call is there already, and its arguments come anew.
            self._set_arguments(holder, call_id, "")
        else:
            holder = self._holder(event)
            call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
            if "metadata" in event:
                call["metadata"] = event["metadata"]
            self._change(holder, toolCalls=(holder.get("toolCalls") or []) + [call])
            self._calls[call_id] = holder["id"]
        return [self._update(holder["id"], "tool_started", tool=call_id, name=name)]

    def _holder(self, event):
        """Return the message that is to hold a call; it is made if it is not there."""
        parent = self._get(event.get("parentMessageId"))
        if parent is not None and parent["role"] == "assistant":
            return parent
        message_id = event["toolCallId"]
        if parent is None and "parentMessageId" in event:
            message_id = event["parentMessageId"]
        holder = self._get(message_id)
        if holder is None:
            holder = with_owner({"id": message_id, "role": "assistant"}, event)
            self._append(holder)
        return holder

    def _set_arguments(self, holder, call_id, arguments):
        """Put arguments in the place of those of a call."""
        self._change(holder, toolCalls=[
            with_arguments(call, arguments) if call["id"] == call_id else call
            for call in holder["toolCalls"]])

    def _change_call(self, event, fragment=None):
        """Add to the arguments of a call and to its metadata, and return its message's id."""
        call_id = event["toolCallId"]
        holder = self._get(self._calls.get(call_id))
        if holder is None:
            return None
        calls = []
        for call in holder["toolCalls"]:
            if call["id"] == call_id:
                if fragment is not None:
                    call = with_arguments(call, call["function"]["arguments"] + fragment)
                if "metadata" in event:
                    call = {**call, "metadata": {**call.get("metadata", {}), **event["metadata"]}}
            calls.append(call)
        self._change(holder, toolCalls=calls)
        return holder["id"]

    def _call_args(self, event):
        holder = self._change_call(event, event["delta"])
        if holder is None:
            return []
        call_id = event["toolCallId"]
        return [self._update(holder, "tool_args", tool=call_id, delta=event["delta"])]

    def _call_end(self, event):
        holder = self._change_call(event)
        return [] if holder is None else [
            self._update(holder, "tool_ended", tool=event["toolCallId"])]

    def _call_result(self, event):
        message_id, call_id = event["messageId"], event["toolCallId"]
        message = self._get(message_id)
        if message is None:
            message = with_owner({"id": message_id, "role": "tool", "content": ""}, event)
            self._append(message)
        self._change(message, event, toolCallId=call_id, content=event["content"])
        return [self._update(message_id, "tool_result", tool=call_id)]

    # The state.

    def _state_snapshot(self, event):
        return self._set_state(event["snapshot"])

    def _state_delta(self, event):
        return self._set_state(apply_patch(self.state, event["delta"]))

    def _set_state(self, state):
        """Take a state; the raw one is right even if it does not fit the type."""
        self.state = state
        if self._typed and not (isinstance(state, dict) and is_natural(state.get("count"))):
            raise StateMismatch("the state has no count that is an integer from 0 up")
        return [{"update": "state", "state": state}]

    # Reasoning.

    def _think(self, entry_id, change, event, delta=""):
        """Add to an entry of reasoning; it is made if it is not there."""
        entry = self.reasoning.get(entry_id) or with_owner({"id": entry_id, "content": ""}, event)
        entry = {**entry, "content": entry["content"] + delta}
        self.reasoning[entry_id] = entry
        update = {"update": "reasoning", "id": entry_id, "change": change, "text": entry["content"]}
        if change == "content":
            update["delta"] = delta
        return [update]

    def _reasoning_start(self, event):
        return self._think(event["messageId"], "started", event)

    def _reasoning_content(self, event):
        return self._think(event["messageId"], "content", event, event["delta"])

    def _reasoning_end(self, event):
        return self._think(event["messageId"], "ended", event)

    def _thought(self):
        """Return the id of a thought that came without one."""
        return "thinking-%d" % self._thoughts

    def _thinking_start(self, event):
        self._thoughts += 1
        return self._think(self._thought(), "started", event)

    def _thinking_content(self, event):
        return self._think(self._thought(), "content", event, event["delta"])

    def _thinking_end(self, event):
        return self._think(self._thought(), "ended", event)

    def _encrypted(self, event):
        entity, value = event["entityId"], event["encryptedValue"]
        if event["subtype"] == "tool-call":
            holder = self._get(self._calls.get(entity))
            if holder is None:
                return []
            self._change(holder, toolCalls=[
                {**call, "encryptedValue": value} if call["id"] == entity else call
                for call in holder["toolCalls"]])
            return [self._update(holder["id"], "encrypted", tool=entity)]
        if entity in self.reasoning:
            self.reasoning[entity] = {**self.reasoning[entity], "encryptedValue": value}
            return self._think(entity, "encrypted", event)
        message = self._get(entity)
        if message is None:
            return []
        self._change(message, encryptedValue=value)
        return [self._update(entity, "encrypted")]

    # Activities.

    def _activity(self, event):
        """Return the activity of an event, or None if there is none yet."""
        message = self._get(event["messageId"])
        if message is not None and message["role"] != "activity":
            raise Violation("%s is no activity" % event["messageId"])
        return message

    def _show_activity(self, event, message, content):
        """Make or change an activity."""
        if message is None:
            message = with_owner({"id": event["messageId"], "role": "activity"}, event)
            self._append(message)
        self._change(message, event, activityType=event["activityType"], content=content)
        return [self._update(event["messageId"], "activity")]

    def _activity_snapshot(self, event):
        message = self._activity(event)
        if message is not None and event.get("replace") is False:
            return []
        return self._show_activity(event, message, event["content"])

    def _activity_delta(self, event):
        message = self._activity(event)
        content = apply_patch({} if message is None else message["content"], event["patch"])
        return self._show_activity(event, message, content)

    # Subagents.

    def _subagent(self, event, change, status, **members):
        """Change the entry of a subagent; it is made if it is not there."""
        name = event["subagentRunId"]
        entry = {**self.subagents.get(name, {"id": name, "name": name}), **members}
        self.subagents[name] = {**entry, "status": status}
        return [{"update": "subagent", "change": change, "subagent": self.subagents[name]}]

    def _subagent_started(self, event):
        name = event["subagentRunId"]
        earlier = self.subagents.get(name)
        is_back = earlier is not None and earlier["status"] == "suspended"
        told = {**earlier, **event} if is_back else event
        entry = {"id": name, "name": event["name"]}
        entry.update((member, told[member]) for member in PARENTS if member in told)
        self.subagents[name] = entry
        return self._subagent(event, "resumed" if is_back else "started", "running")

    def _subagent_finished(self, event):
        outcome = event.get("outcome", {"type": "success"})
        if outcome["type"] == "suspended":
            return self._subagent(
                event, "suspended", "suspended", interruptIds=outcome.get("interruptIds") or [])
        result = {"result": event["result"]} if "result" in event else {}
        return self._subagent(event, "finished", "finished", **result)

    def _subagent_error(self, event):
        code = {"code": event["code"]} if "code" in event else {}
        return self._subagent(event, "failed", "failed", message=event["message"], **code)


PARENTS = ("description", "parentSubagentRunId", "parentToolCallId", "parentMessageId")

# Of the other events nothing is shown.
METHODS = {
    "TEXT_MESSAGE_START": View._text_start,
    "TEXT_MESSAGE_CONTENT": View._text_content,
    "TEXT_MESSAGE_END": View._text_end,
    "TOOL_CALL_START": View._call_start,
    "TOOL_CALL_ARGS": View._call_args,
    "TOOL_CALL_END": View._call_end,
    "TOOL_CALL_RESULT": View._call_result,
    "STATE_SNAPSHOT": View._state_snapshot,
    "STATE_DELTA": View._state_delta,
    "MESSAGES_SNAPSHOT": View._snapshot,
    "ACTIVITY_SNAPSHOT": View._activity_snapshot,
    "ACTIVITY_DELTA": View._activity_delta,
    "REASONING_MESSAGE_START": View._reasoning_start,
    "REASONING_MESSAGE_CONTENT": View._reasoning_content,
    "REASONING_MESSAGE_END": View._reasoning_end,
    "REASONING_ENCRYPTED_VALUE": View._encrypted,
    "THINKING_TEXT_MESSAGE_START": View._thinking_start,
    "THINKING_TEXT_MESSAGE_CONTENT": View._thinking_content,
    "THINKING_TEXT_MESSAGE_END": View._thinking_end,
    "SUBAGENT_STARTED": View._subagent_started,
    "SUBAGENT_FINISHED": View._subagent_finished,
    "SUBAGENT_ERROR": View._subagent_error,
}


def with_arguments(call, arguments):
    """Return a call with other arguments."""
    return {**call, "function": {**call["function"], "arguments": arguments}}


def with_owner(entry, event):
    """Return an entry with the tag of the event that opens it."""
    if isinstance(event.get("subagentRunId"), str):
        entry["subagentRunId"] = event["subagentRunId"]
    return entry


def text_of(message):
    """Return the text of a message; a message that only holds calls has none."""
    content = message.get("content")
    return content if isinstance(content, str) else ""
