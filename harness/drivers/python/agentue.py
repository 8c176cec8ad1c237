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

import json
import sys

from jsontext import MAX_DIGITS, parse_shallow, parse_strictly
from reducer import MAX_DEPTH, Reducer, Rejected, Router

# ------------------------------------------------------------------------------
# The driver: JSON-RPC 2.0, one message a line, stdin to stdout.
# ------------------------------------------------------------------------------

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
    """Parse the text of one event."""
    try:
        return parse_strictly(text)
    except ValueError as error:
        raise Rejected("not one JSON value: %s (4)" % error)


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
            # What is too deep is left out, so that the id and the other events are not lost;
            # the event in question keeps enough levels to be rejected for them.
            request = parse_shallow(line.decode("utf-8"), MAX_DEPTH + 10)
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
