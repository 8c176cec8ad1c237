"""AgentUE 1.1: checks of events, models and blocks, a reducer and a router (3 to 5).

JSON values that came in are shared with the model and never changed in place:
a change makes a new object for every object on its path. So a rejected event
needs no undo, snapshots stay as they were, and events can be applied again.
"""

import itertools
import math

# Levels of objects and arrays in an event, which is the first itself (8).
MAX_DEPTH = 256

VERSIONS = ("1.0", "1.1")  # (3.5)

# The members that every event may have (4), and those that an operation uses (5).
COMMON_MEMBERS = ("op", "seq", "stream_id", "ts", "event_type")
OPERATION_MEMBERS = {
    "start": ("model",),
    "set": ("mask", "meta", "block"),
    "append": ("mask", "block"),
    "error": ("mask", "meta"),
    "ping": (),
    "end": (),
}


class Rejected(Exception):
    """An input that is not applied, with the reason and the section behind it."""


class Unresolved(Rejected):
    """A field patch, sound in itself, of a reference that has to be resolved first (3.4)."""


def require(condition, reason):
    """Reject the event unless the condition holds."""
    if not condition:
        raise Rejected(reason)


def is_natural(value):
    """Say whether a value is an integer from 0 up; True and False are int in Python."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_name(value):
    """Say whether a value is a string that is not empty."""
    return isinstance(value, str) and value != ""


def is_null_or(kind, value):
    """Say whether a value is null or of that type; an absent member counts as null."""
    return value is None or isinstance(value, kind)


def check_envelope(event):
    """Check the members of an event and their types (4), and that the operation uses them (5)."""
    require(isinstance(event, dict), "an event is an object (4)")
    op = event.get("op")
    require(isinstance(op, str) and op in OPERATION_MEMBERS, "op missing or unknown (4)")
    require(is_natural(event.get("seq")), "seq is not an integer from 0 up (4)")
    for name, value in event.items():
        if name not in COMMON_MEMBERS and name not in OPERATION_MEMBERS[op]:
            raise Rejected("%s does not use the member %.40r (4, 5)" % (op, name))
        if name in ("stream_id", "mask", "event_type"):
            require(isinstance(value, str), "%s is not a string (4)" % name)
        elif name in ("model", "meta", "block"):
            require(isinstance(value, dict), "%s is not an object (4)" % name)
        elif name == "ts":
            require(is_natural(value), "ts is not a time in milliseconds (4)")


def check_limits(value):
    """Check the depth of an object and that its numbers are finite, level by level (8)."""
    containers, depth = [value], 0
    while containers:
        depth += 1
        require(depth <= MAX_DEPTH, "nested deeper than %d levels (8)" % MAX_DEPTH)
        inner = []
        for container in containers:
            for member in container.values() if isinstance(container, dict) else container:
                if isinstance(member, (dict, list)):
                    inner.append(member)
                elif isinstance(member, float):
                    require(math.isfinite(member), "a number is out of range (8)")
        containers = inner


def check_model(model):
    """Check a complete model (3.1, 3.5)."""
    require(model.get("version") in VERSIONS, "version missing or unknown (3.5)")
    require(is_name(model.get("biz")), "biz is not a name (3.1)")
    require(isinstance(model.get("meta"), dict), "meta is not an object (3.1)")
    require(isinstance(model.get("blocks"), list), "blocks is not an array (3.1)")
    check_meta(model["meta"])
    ids = set()
    for block in model["blocks"]:
        check_block(block, model["version"])
        require(block["id"] not in ids, "two blocks have one id (3.3, 3.4)")
        ids.add(block["id"])


def check_meta(meta):
    """Check the members that the protocol knows; the others may be anything (3.2)."""
    if meta.get("error") is not None:
        check_error(meta["error"])
    for name in ("task_id", "trace_id"):
        require(is_null_or(str, meta.get(name)), "%s is not a string or null (3.2)" % name)
    require(is_null_or(dict, meta.get("stats")), "stats is not an object or null (3.2)")


def check_error(error):
    """Check an error object (3.2)."""
    require(isinstance(error, dict), "the error is not an object (3.2)")
    for name in ("code", "message"):
        require(isinstance(error.get(name), str), "the error has no string %s (3.2)" % name)


def check_block(block, version):
    """Check a whole block; one that has `ref` can only be a reference (3.3 to 3.5)."""
    require(isinstance(block, dict), "a block is an object (3.3)")
    if "ref" not in block:
        check_inline_block(block)
        return
    require(version != "1.0", "a 1.0 model has no references (3.5)")
    require(block.keys() == {"id", "ref"}, "a reference is exactly id and ref (3.4)")
    require(is_name(block["id"]) and is_name(block["ref"]), "id or ref is not a name (3.4)")


def check_inline_block(block):
    """Check a complete inline block; a frame is one like any other (3.3)."""
    for name in ("id", "type"):
        require(is_name(block.get(name)), "%s of an inline block is not a name (3.3)" % name)
    for name in ("parent_id", "group_id"):
        require(is_null_or(str, block.get(name)), "%s is not a string or null (3.3)" % name)


def split_mask(mask, *roots):
    """Split a mask into the payload slot that it begins with and the path inside (5.2)."""
    root, *path = mask.split(".")
    require(root in roots, "the mask does not begin with %s (5)" % " or ".join(roots))
    require(path and all(path), "the mask does not name a field (5)")
    return root, path


def value_at(payload, path):
    """Return the value at a path of the payload; null is a value (5.2)."""
    value = payload
    for name in path:
        found = isinstance(value, dict) and name in value
        require(found, "the payload has no value at the mask (5.2, 5.3)")
        value = value[name]
    return value


def with_value_at(target, path, value):
    """Return the object with a value at a path, with new objects where there are none (5.2)."""
    objects = [target]
    for name in path[:-1]:
        inner = objects[-1].get(name, {})
        require(isinstance(inner, dict), "the path leads through a value, not an object (5.2)")
        objects.append(inner)
    for container, name in zip(reversed(objects), reversed(path)):
        value = {**container, name: value}
    return value


class Reducer:
    """Holds one model and applies events to it (3, 5). It loads no references (3.4)."""

    def __init__(self, model=None):
        """Begin with a complete model, or with None for no model yet."""
        self._model = None  # The members of the model; its blocks are held below.
        self._blocks = {}  # Blocks by id. A dict keeps the place of a replaced member.
        self._deltas = {}  # What waits to be joined: {block id: {field: [delta, ...]}}.
        if model is not None:
            require(isinstance(model, dict), "the model is not an object (3.1)")
            check_limits(model)
            self._start(model)

    def snapshot(self):
        """Return the model as a JSON value that no later event changes, or None."""
        if self._model is None:
            return None
        for block_id in list(self._deltas):
            self._join_deltas(block_id)
        return {**self._model, "blocks": list(self._blocks.values())}

    def meta(self):
        """Return the metadata of the model, or None for no model yet."""
        return None if self._model is None else self._model["meta"]

    def has_block(self, block_id):
        """Say whether the model has a block of that id."""
        return block_id in self._blocks

    def block(self, block_id):
        """Return the block of that id as it is now, or None."""
        self._join_deltas(block_id)
        return self._blocks.get(block_id)

    def put(self, block):
        """Put a valid block in the place of the one with its id, or at the end (5.2)."""
        self._deltas.pop(block["id"], None)
        self._blocks[block["id"]] = block

    def apply(self, event):
        """Apply one event, or raise Rejected and leave the model as it was."""
        check_envelope(event)
        check_limits(event)
        op = event["op"]
        if op in ("ping", "end"):
            return  # They change nothing, wherever they stand (5.5, 5.6).
        if op == "start":
            require("model" in event, "start without a model (5.1)")
            self._start(event["model"])
            return
        require(self._model is not None, "no model yet, start comes first (5)")
        if op == "append":
            self._append(event)
        elif op == "error":
            self._error(event)
        elif "mask" in event:
            self._set_field(event)
        else:
            self._set_block(event)

    def _start(self, model):
        """Take a new model; nothing of the earlier one stays (5.1)."""
        check_model(model)
        self._model = dict(model)
        self._blocks = {block["id"]: block for block in model["blocks"]}
        self._deltas = {}

    def _set_block(self, event):
        """Create or replace a whole block (5.2)."""
        require("block" in event, "set without a mask needs a block (5.2)")
        require("meta" not in event, "set without a mask does not use meta (5.2)")
        check_block(event["block"], self._model["version"])
        self.put(event["block"])

    def _set_field(self, event):
        """Set the value at the mask, and refuse a result that is no valid block or meta (5.2)."""
        root, path = split_mask(event["mask"], "meta", "block")
        other = "meta" if root == "block" else "block"
        require(root in event, "the mask needs the slot %s (5.2)" % root)
        require(other not in event, "the mask does not use the slot %s (5.2)" % other)
        payload = event[root]
        value = value_at(payload, path)
        if root == "meta":
            meta = with_value_at(self._model["meta"], path, value)
            check_meta(meta)
            self._model["meta"] = meta
            return
        target = self._field_target(payload, path)
        require(target is not None, "no block has that id (5.2)")
        block = with_value_at(target, path, value)
        check_inline_block(block)
        self._blocks[payload["id"]] = block
        # A path into a string or an array was refused: the value is that of the whole field.
        self._deltas.get(payload["id"], {}).pop(path[0], None)

    def _append(self, event):
        """Append a string or an array to a field, or insert the payload as a block (5.3)."""
        require("mask" in event and "block" in event, "append needs a mask and a block (5.3)")
        _, path = split_mask(event["mask"], "block")
        require(len(path) == 1, "append takes a mask of the form block.<field> (5.3)")
        payload, field = event["block"], path[0]
        delta = value_at(payload, path)
        require(isinstance(delta, (str, list)), "only strings and arrays are appended (5.3)")
        target = self._field_target(payload, path)
        if target is None:
            check_inline_block(payload)
            self._blocks[payload["id"]] = payload
            return
        # The block tells the type even while deltas wait, since they never change it.
        same_type = type(target.get(field)) is type(delta)
        require(same_type, "the field is not of the type of the delta (5.3)")
        # Joining here would copy all of a long text again for each of its deltas.
        self._deltas.setdefault(payload["id"], {}).setdefault(field, []).append(delta)

    def _error(self, event):
        """Put the error object in the place of an earlier one (5.4)."""
        require(event.get("mask") == "meta.error", "error needs the mask meta.error (5.4)")
        require("error" in event.get("meta", {}), "error without meta.error (5.4)")
        error = event["meta"]["error"]
        check_error(error)
        self._model["meta"] = {**self._model["meta"], "error": error}

    def _field_target(self, payload, path):
        """Return the inline block that a field patch is for, or None (3.4, 5.2, 5.3)."""
        require(path[0] not in ("id", "ref"), "id and ref cannot be patched (5.2, 5.3)")
        require(isinstance(payload.get("id"), str), "the payload has no id (5.2, 5.3)")
        require("ref" not in payload, "a field patch carries a reference (5.2, 5.3)")
        target = self._blocks.get(payload["id"])
        if target is not None and "ref" in target:
            raise Unresolved("the block is an unresolved reference (3.4)")
        return target

    def _join_deltas(self, block_id):
        """Bring a block up to date with all that was appended to it (5.3)."""
        for field, deltas in self._deltas.pop(block_id, {}).items():
            block = self._blocks[block_id]
            if isinstance(block[field], str):
                value = block[field] + "".join(deltas)
            else:
                value = block[field] + list(itertools.chain.from_iterable(deltas))
            self._blocks[block_id] = {**block, field: value}


class Router:
    """Gives every logical stream a reducer of its own (4.2)."""

    def __init__(self):
        self._streams = {}

    def apply(self, event):
        """Apply an event to its stream; an omitted stream_id and an empty one are the same."""
        check_envelope(event)  # What is no event has no stream either.
        self._streams.setdefault(event.get("stream_id", ""), Reducer()).apply(event)

    def models(self):
        """Return (stream_id, model) for every stream that has a model."""
        models = [(stream_id, reducer.snapshot()) for stream_id, reducer in self._streams.items()]
        return [(stream_id, model) for stream_id, model in models if model is not None]
