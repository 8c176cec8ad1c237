#!/usr/bin/env python3
"""A driver for uiconform: it stands between the harness and your implementation of AgentUE 1.1.

Run it:

    uiconform run --driver "python3 driver.py"

It starts, answers, and conforms to nothing yet, since it rejects every event. Next steps:

1. Put your implementation into `Reducer`, below. Nothing else here knows about it.
2. Look at one area at a time: add `--filter '*/set/*'`, and `--full` for every failure.
3. Say who you are, and which limits you have, in `initialize`.
4. Offer more profiles when you have them: add `agentue-1.1/router` to the list and `agentue/route` to METHODS.
   docs/driver-protocol.md of uiconform has all of them.

A driver observes and never repairs: what the implementation gets wrong is what the suite wants to see. Standard output is for
answers alone; print to standard error whatever you like.
"""

import copy
import json
import sys


class Rejected(Exception):
    """The implementation says no to an event, and the model is as it was before."""


class Reducer:
    def __init__(self, model):
        self.model = model  # a model, or None before the first start

    def apply(self, event):
        """Change the model, or raise Rejected and leave it as it was."""
        # TODO: call your implementation.
        raise Rejected("not implemented yet")


def parse(text):
    """Some cases send texts, of which some are no JSON: a text that cannot be read is a rejected event."""
    # TODO: if your implementation reads texts itself, let it.
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as reason:
        return Rejected(f"no JSON: {reason}")


def initialize(params):
    return {
        "protocol": 1,
        # TODO: yours.
        "implementation": {"name": "my-reducer", "version": "0.1.0", "language": "Python"},
        "profiles": ["agentue-1.1/reducer"],
        # "limits": {"depth": 64, "bytes": 1000000},  inputs beyond them may be refused
    }


def reduce(params):
    """Apply the events to the model, one after the other."""
    wire = params.get("wire")
    events = params["events"] if wire is None else [parse(text) for text in wire]
    trace = [] if params.get("trace") else None
    result = run(params["model"], events, trace)
    if trace is not None:
        result["trace"] = trace
    if params.get("replay"):
        # The same parsed events once more, from the same start: an implementation that keeps or changes its inputs shows here.
        result["replayed"] = run(params["model"], events, None)
    return result


def run(model, events, trace):
    reducer, steps = Reducer(copy.deepcopy(model)), []
    for event in events:
        try:
            if isinstance(event, Rejected):
                raise event
            reducer.apply(event)
            steps.append({"ok": True})
        except Rejected as reason:
            steps.append({"ok": False, "error": str(reason)})
        if trace is not None:
            trace.append(copy.deepcopy(reducer.model))
    return {"steps": steps, "model": copy.deepcopy(reducer.model)}


METHODS = {"initialize": initialize, "agentue/reduce": reduce}


def main():
    """JSON-RPC 2.0: one request a line, one answer a line."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "id" not in request:  # `shutdown` is a notification: no answer
            break
        answer = {"jsonrpc": "2.0", "id": request["id"]}
        method = METHODS.get(request["method"])
        if method is None:
            answer["error"] = {"code": -32601, "message": f"method not found: {request['method']}"}
        else:
            try:
                answer["result"] = method(request.get("params", {}))
            except Exception as error:  # the driver failed; what the implementation rejects is a result
                answer["error"] = {"code": -32603, "message": repr(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
