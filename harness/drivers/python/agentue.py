#!/usr/bin/env python3
"""A sample driver for uiconform: AgentUE 1.1, profiles `reducer` and `router`.

Python 3.8 or later, standard library only. Try it:

    uiconform run --suite agentue-1.1 --driver "python3 agentue.py"

The file has two halves. The first is an implementation of AgentUE 1.1 written
from the protocol text, whose sections stand in parentheses. The second, from
"The driver" on, speaks JSON-RPC with the harness and needs of the first only:

    Rejected          the exception that says no to an event
    Reducer(model)    .apply(event), which may raise Rejected, and .snapshot()
    Router()          .apply(event), which may raise Rejected, and .models()
    MAX_DEPTH         a limit to declare

To test your own implementation, replace the first half by an import that gives
your library these names (`from my_sdk import InvalidEvent as Rejected`), keep
the second, and state your own limits and choices in `initialize`. If your
library parses texts itself, let `parse_event` call it. A driver observes and
never repairs: what the library gets wrong is what the suite wants to see. Only
mappings of form belong here; a library whose "no model yet" is `{}`, for
example, has to say None for it.
"""

import itertools
import json
import math
import re
import sys

# ------------------------------------------------------------------------------
# AgentUE 1.1: a reducer and a router.
#
# JSON values that came in are shared with the model and never changed in place:
# a change makes a new object for every object on its path. So a rejected event
# needs no undo, snapshots stay as they were, and events can be applied again.
# ------------------------------------------------------------------------------

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
    """An event that is not applied, with the reason and the section behind it."""


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
    name, rest = path[0], path[1:]
    if rest:
        inner = target.get(name, {})
        require(isinstance(inner, dict), "the path leads through a value, not an object (5.2)")
        value = with_value_at(inner, rest, value)
    return {**target, name: value}


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
        """Put a whole block in the place of the one with its id, or at the end (5.2)."""
        require("block" in event, "set without a mask needs a block (5.2)")
        require("meta" not in event, "set without a mask does not use meta (5.2)")
        block = event["block"]
        check_block(block, self._model["version"])
        self._deltas.pop(block["id"], None)
        self._blocks[block["id"]] = block

    def _set_field(self, event):
        """Set the value at the mask, and refuse a result that is no valid block or meta (5.2)."""
        root, path = split_mask(event["mask"], "meta", "block")
        other = "meta" if root == "block" else "block"
        require(root in event, "the mask needs the slot %s (5.2)" % root)
        require(other not in event, "the mask does not use the slot %s (5.2)" % other)
        payload = event[root]
        if root == "meta":
            meta = with_value_at(self._model["meta"], path, value_at(payload, path))
            check_meta(meta)
            self._model["meta"] = meta
            return
        require(self._field_target(payload, path) is not None, "no block has that id (5.2)")
        value = value_at(payload, path)
        self._join_deltas(payload["id"])
        block = with_value_at(self._blocks[payload["id"]], path, value)
        check_inline_block(block)
        self._blocks[payload["id"]] = block

    def _append(self, event):
        """Append a string or an array to a field, or insert the payload as a block (5.3)."""
        require("mask" in event and "block" in event, "append needs a mask and a block (5.3)")
        _, path = split_mask(event["mask"], "block")
        require(len(path) == 1, "append takes a mask of the form block.<field> (5.3)")
        payload, field = event["block"], path[0]
        target = self._field_target(payload, path)
        delta = value_at(payload, path)
        require(isinstance(delta, (str, list)), "only strings and arrays are appended (5.3)")
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
        if target is not None:
            require("ref" not in target, "the block is an unresolved reference (3.4)")
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


# ------------------------------------------------------------------------------
# The driver: JSON-RPC 2.0, one message a line, stdin to stdout.
# ------------------------------------------------------------------------------

# Digits of an integer; Python's own limit can be set as low as 640.
MAX_DIGITS = 600

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603


class RequestError(Exception):
    """A request that cannot be answered. A rejected event is none: that is a result."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def initialize(params):
    """Introduce the implementation; what the harness says of itself changes nothing."""
    return {
        "protocol": 1,
        "implementation": {"name": "uiconform-python-sample", "version": "1.0.0", "language": "Python"},
        "profiles": ["agentue-1.1/reducer", "agentue-1.1/router"],
        "limits": {"depth": MAX_DEPTH},
        # What the protocol leaves to the reader, for the report.
        "choices": {
            "append to an absent or null field": "rejected",
            "decimals": "binary64, rejected out of its range",
            "duplicate member names": "rejected in wire texts",
            "field patches with an invalid model as result": "rejected",
            "integers": "exact up to %d digits, then rejected" % MAX_DIGITS,
            "null envelope members": "rejected",
            "order of seq": "not judged",
        },
    }


def reduce(params):
    """Apply events to one model. `model_seq` is not needed, as order is not judged."""
    model, events = params.get("model"), read_events(params)
    trace = [] if params.get("trace") else None
    result = reduce_once(model, events, trace)
    if trace is not None:
        result["trace"] = trace
    if params.get("replay"):
        result["replayed"] = reduce_once(model, events)
    return result


def reduce_once(model, events, trace=None):
    """Apply the events to a new reducer."""
    reducer = Reducer(model)
    steps = apply_all(reducer, events, trace)
    return {"steps": steps, "model": reducer.snapshot()}


def route(params):
    """Apply events to the streams that they name."""
    router = Router()
    steps = apply_all(router, read_events(params))
    models = [{"stream_id": stream_id, "model": model} for stream_id, model in router.models()]
    return {"steps": steps, "models": models}


METHODS = {"initialize": initialize, "agentue/reduce": reduce, "agentue/route": route}


def read_events(params):
    """Return the events of a request; an unparsable text leaves its rejection in its place."""
    name = "wire" if "wire" in params else "events"
    inputs = params.get(name)
    if not isinstance(inputs, list):
        raise RequestError(INVALID_PARAMS, "%s is not an array" % name)
    if name == "events":
        return inputs
    events = []
    for text in inputs:
        if not isinstance(text, str):
            raise RequestError(INVALID_PARAMS, "an element of wire is not a string")
        try:
            events.append(parse_event(text))
        except Rejected as reason:
            events.append(reason)
    return events


def apply_all(target, events, trace=None):
    """Apply the events in order, return a step for each, and add the models to the trace."""
    steps = []
    for event in events:
        try:
            if isinstance(event, Rejected):
                raise event
            target.apply(event)
            steps.append({"ok": True})
        except Rejected as reason:
            steps.append({"ok": False, "error": str(reason)})
        if trace is not None:
            trace.append(target.snapshot())
    return steps


def parse_event(text):
    """Parse the text of one event, in which no two members of an object have one name."""
    try:
        return parse(text, object_pairs_hook=object_without_duplicates)
    except ValueError as error:
        raise Rejected("not one JSON value: %s (4)" % error)
    except RecursionError:
        raise Rejected("nested deeper than %d levels (8)" % MAX_DEPTH)


def parse_line(line):
    """Parse a request.

    Python's parser gives up on deep nesting. The request is then read without
    what is too deep, so that its id and its other events are not lost; the
    event in question keeps enough levels to be rejected for them.
    """
    text = line.decode("utf-8")
    try:
        return parse(text)
    except RecursionError:
        return parse(cut_below(text, MAX_DEPTH + 10))


def parse(text, **hooks):
    """Parse a JSON text; left alone, Python's parser would take NaN and Infinity, too."""
    return json.loads(text, parse_int=parse_integer, parse_constant=refuse_constant, **hooks)


def parse_integer(digits):
    """Parse an integer exactly; one of too many digits becomes infinite, as 1e400 does."""
    return int(digits) if len(digits) <= MAX_DIGITS else float(digits)


def refuse_constant(name):
    """Refuse NaN, Infinity and -Infinity."""
    raise ValueError("%s is not JSON" % name)


def object_without_duplicates(members):
    """Make an object of a list of members, or refuse it."""
    result = dict(members)
    if len(result) != len(members):
        raise ValueError("two members of an object have one name")
    return result


BRACKET_OR_STRING = re.compile(r'[\[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


def cut_below(text, depth):
    """Write 0 for whatever a JSON text has below that depth."""
    kept, level, begin = [], 0, 0
    for token in BRACKET_OR_STRING.finditer(text):
        if token[0] in ("[", "{"):
            level += 1
            if level == depth + 1:
                kept.append(text[begin:token.start()] + "0")
        elif token[0] in ("]", "}"):
            if level == depth + 1:
                begin = token.end()
            level -= 1
    if level <= depth:
        kept.append(text[begin:])
    return "".join(kept)


def call(request):
    """Return the result of a request, or raise what keeps it from having one."""
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise RequestError(INVALID_REQUEST, "not a request")
    if request["method"] not in METHODS:
        raise RequestError(METHOD_NOT_FOUND, "unknown method")
    params = request.get("params", {})
    if not isinstance(params, dict):
        raise RequestError(INVALID_PARAMS, "params is not an object")
    try:
        return METHODS[request["method"]](params)
    except Rejected as reason:  # Not of an event: those became steps.
        raise RequestError(INVALID_PARAMS, "model: %s" % reason)


def answer_to(request):
    """Return the answer to a request: its result, or the error that kept it from having one."""
    request_id = request.get("id") if isinstance(request, dict) else None
    answer = {"jsonrpc": "2.0", "id": request_id if isinstance(request_id, (str, int)) else None}
    try:
        answer["result"] = call(request)
    except RequestError as error:
        answer["error"] = {"code": error.code, "message": str(error)}
    except Exception as error:  # A fault of ours: say so, and go on with the next request.
        answer["error"] = {"code": INTERNAL_ERROR, "message": repr(error)}
    return answer


def send(answer):
    """Write one line and flush it, as the harness waits for it."""
    # UTF-8 has no lone surrogates; the escapes of ensure_ascii do.
    text = json.dumps(answer, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    sys.stdout.buffer.write(text.encode("ascii") + b"\n")
    sys.stdout.buffer.flush()


def main():
    """Answer one line after the other until shutdown or the end of input."""
    for line in sys.stdin.buffer:
        try:
            request = parse_line(line)
        except (ValueError, RecursionError) as error:
            error = {"code": PARSE_ERROR, "message": str(error)}
            send({"jsonrpc": "2.0", "id": None, "error": error})
            continue
        if isinstance(request, dict) and request.get("method") == "shutdown":
            return
        if isinstance(request, dict) and "method" in request and "id" not in request:
            continue  # Other notifications mean nothing here, and none is answered.
        send(answer_to(request))


if __name__ == "__main__":
    main()
