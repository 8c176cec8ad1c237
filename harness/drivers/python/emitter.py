"""AgentUE 1.1, profile `emitter`: from what a producer does to the events that say so (4, 5).

    Emitter(stream_id, inline_only).act(action)    emits events, or raises Rejected and emits none
                                   .events         all that were emitted
"""

import itertools
import time

from delivery import Delivery
from jsontext import shortest_text
from reducer import check_limits, is_name, require, value_at, with_value_at

# Characters of a string, or of the texts of elements, that one append carries (8).
MAX_DELTA = 16384


def is_spellable(name):
    """Say whether a mask can spell a member's name: it splits at dots (5.2)."""
    return is_name(name) and "." not in name


def split_delta(delta):
    """Split a string or an array into pieces of moderate size, but an empty one into one (8)."""
    if isinstance(delta, str):
        begins = range(0, max(len(delta), 1), MAX_DELTA)
        return [delta[begin:begin + MAX_DELTA] for begin in begins]
    pieces, size = [[]], 0
    for element in delta:
        element_size = len(shortest_text(element))
        if pieces[-1] and size + element_size > MAX_DELTA:
            pieces.append([])
            size = 0
        pieces[-1].append(element)
        size += element_size
    return pieces


class Emitter:
    """Emits one logical stream, and consumes it first: what would be rejected is not sent."""

    def __init__(self, stream_id=None, inline_only=False):
        """Begin a stream, unnamed with None, to a consumer that may know no references (3.5)."""
        self.events = []
        self._stream = {} if stream_id is None else {"stream_id": stream_id}
        self._inline_only = inline_only
        self._delivery = Delivery()
        self._actions = {
            "start": self._start, "set": self._set, "set_field": self._set_field,
            "set_meta": self._set_meta, "append": self._append, "fail": self._fail,
            "ping": self._ping, "end": self._end,
        }

    def act(self, action):
        """Do what an action says, or raise Rejected and leave everything as it was."""
        require(isinstance(action, dict), "an action is an object")
        name = action.get("do")
        require(isinstance(name, str) and name in self._actions, "there is no such action")
        self._actions[name](action)

    def _emit(self, op, **members):
        """Emit an event with the next seq; a ping has the latest (4.1)."""
        latest = self._delivery.order.latest or 0
        seq = latest if op == "ping" else latest + 1
        event = {"op": op, "seq": seq, **self._stream, **members}
        self._delivery.apply(event)
        self.events.append(event)

    def _check_inline(self, block):
        """Refuse a reference to a consumer that understands inline blocks only (3.5)."""
        is_reference = isinstance(block, dict) and "ref" in block
        require(not (self._inline_only and is_reference), "the consumer has no references (3.5)")

    def _start(self, action):
        """Send a model, which is of 1.1 unless it says otherwise (3.5, 5.1)."""
        model = action.get("model")
        require(isinstance(model, dict), "start without a model (5.1)")
        blocks = model.get("blocks")
        for block in blocks if isinstance(blocks, list) else ():
            self._check_inline(block)
        self._emit("start", model={"version": "1.1", **model})

    def _set(self, action):
        """Send a whole block (5.2)."""
        self._check_inline(action.get("block"))
        self._emit("set", block=action.get("block"))

    def _set_field(self, action):
        """Send the value at a path of a block (5.2)."""
        block_id, path = action.get("block_id"), self._path(action)
        require(isinstance(block_id, str), "no block is named (5.2)")
        # The payload would have to hold two values in one place.
        require(path[0] not in ("id", "ref"), "id and ref cannot be patched (5.2)")
        if is_spellable(path[0]):
            self._send_value("block", {"id": block_id}, path, action)
            return
        block = self._delivery.reducer.block(block_id)
        require(block is not None and "ref" not in block, "there is no inline block (3.4, 5.2)")
        self._emit("set", block=with_value_at(block, path, action["value"]))

    def _set_meta(self, action):
        """Send the value at a path of the metadata (5.2)."""
        path = self._path(action)
        require(is_spellable(path[0]), "no mask spells the name of that member of meta (5.2)")
        self._send_value("meta", {}, path, action)

    def _path(self, action):
        """Return the path of an action, which names members literally and has a value to set."""
        path = action.get("path")
        require(isinstance(path, list) and path, "there is no path (5.2)")
        require(all(isinstance(name, str) for name in path), "a name is not a string (5.2)")
        require("value" in action, "there is no value (5.2)")
        return path

    def _send_value(self, slot, payload, path, action):
        """Send a value with a mask, or the object around it where no mask spells its name."""
        value, spelled = action["value"], list(itertools.takewhile(is_spellable, path))
        if len(spelled) < len(path):
            value = value_at(with_value_at(self._target(slot, payload), path, value), spelled)
        mask = ".".join([slot] + spelled)
        self._emit("set", mask=mask, **{slot: with_value_at(payload, spelled, value)})

    def _target(self, slot, payload):
        """Return the block of a payload or the metadata, as they are now."""
        if slot == "block":
            return self._delivery.reducer.block(payload["id"]) or {}
        return self._delivery.reducer.meta() or {}

    def _append(self, action):
        """Send a delta, in several events if large, and all of a block that is new (5.3, 8)."""
        block, field = action.get("block"), action.get("field")
        require(isinstance(block, dict), "append needs a block (5.3)")
        # All of it now, as in an event, since no piece may be refused after the first was sent.
        check_limits({"block": block})
        require(isinstance(block.get("id"), str), "the block has no id (5.3)")
        require("ref" not in block, "a reference is not appended to (5.3)")
        require(is_spellable(field), "no mask spells the name of the field (5.3)")
        delta = value_at(block, [field])
        require(isinstance(delta, (str, list)), "only strings and arrays are appended (5.3)")
        payload = block
        if self._delivery.reducer.has_block(block["id"]):
            payload = {"id": block["id"]}  # Nothing else of it would have an effect.
        for piece in split_delta(delta):
            self._emit("append", mask="block." + field, block={**payload, field: piece})
            payload = {"id": block["id"]}

    def _fail(self, action):
        """Send an error object (5.4)."""
        self._emit("error", mask="meta.error", meta={"error": action.get("error")})

    def _ping(self, action):
        """Keep the delivery active (5.5)."""
        self._emit("ping", ts=int(time.time() * 1000))

    def _end(self, action):
        """End the delivery (5.6)."""
        self._emit("end")
