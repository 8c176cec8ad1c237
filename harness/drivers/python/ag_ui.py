#!/usr/bin/env python3
"""A sample driver for uiconform: the update stream of an AG-UI client.

Python 3.8 or later, standard library only. Try it:

    uiconform run --suite ag-ui --driver "python3 ag_ui.py"
    uiconform run --suite ag-ui --driver "python3 ag_ui.py --policy v1"

The sample has two halves. The first is a client, written from the text of the
protocol. The second, the driver, is this file with jsonrpc.py and jsontext.py: it
speaks JSON-RPC with the harness and needs of the first only these names.

    agui_session.py    Session(thread, messages, state, policy, verify, typed)
                           .run(run_id, source, send), which yields the updates of a run
                           .view and .interrupts, what stands after it
                       Broken          what a source raises for a connection that broke
    agui_sse.py        Frames().feed(bytes), which yields the data of frames
    agui_events.py     Unreadable      what a source raises for what is no event
                       MAX_DEPTH       a limit to declare

Behind Session are agui_events.py (what an event is), agui_chunks.py (chunks become
starts, contents and ends), agui_verify.py (the order), agui_view.py (what events
make of messages, state, reasoning and subagents) and agui_patch.py (JSON Patch).

To test your own client, keep this file, jsonrpc.py and jsontext.py, feed your
library from a transport that hands out the events or bytes of a run, and write
down each update as it comes. A driver observes and never repairs: what the
library gets wrong is what the suite wants to see. Of a profile that your library
does not have, remove the name from PROFILES. A library without a stream of
updates leaves out `updates` and answers an `error` for each one that it reports,
and one `done`.
"""

import base64
import binascii
import sys

# The implementation under test.
from agui_events import MAX_DEPTH, Unreadable
from agui_session import Broken, Session
from agui_sse import Frames

# The driver's own.
from jsontext import parse_strictly
from jsonrpc import INVALID_PARAMS, RequestError, serve

POLICIES = ("seed", "v1")
PROFILES = (
    "common", "updates", "typed-state", "verify-off", "subagents", "interrupts", "activity",
    "reasoning", "sse", "error-kinds")


def initialize(policy):
    """Introduce the implementation."""
    return {
        "protocol": 1,
        "implementation": {
            "name": "uiconform-python-ag-ui-sample", "version": "1.0.0", "language": "Python"},
        "profiles": ["ag-ui/" + name for name in PROFILES + (policy,)],
        "features": ["batch", "bytes"],
        "limits": {"depth": MAX_DEPTH},
        "choices": {
            "activity snapshot that is not to replace": "the activity stays as it is",
            "activities that a snapshot of messages does not have": "kept if it has none at all",
            "call without a parent": "a message with the id of the call",
            "finish in the middle": "reported, and the run ends as the agent says (seed)",
            "late results": "at the end of the list",
            "malformed patches": "fail like any other patch",
            "policy": policy,
            "reasoning": "beside the messages",
        },
    }


def run_all(params, policy):
    """Run a session, run by run."""
    session = Session(
        text(params, "thread"), listed(params, "messages"), params.get("state", {}), policy,
        params.get("verify", True), params.get("typed", False))
    is_light = params.get("detail") == "light"
    return {"runs": [run_one(session, run, is_light) for run in listed(params, "runs")]}


def run_one(session, run, is_light):
    """Run one run to its end and say what stands then."""
    if not isinstance(run, dict):
        raise RequestError(INVALID_PARAMS, "a run is not an object")
    updates = []
    for update in session.run(text(run, "run"), source(run), run.get("send")):
        if is_light:
            update.pop("message", None)
        updates.append(update)
    view = session.view
    return {
        "updates": updates,
        "messages": list(view.messages),
        "state": view.state,
        "reasoning": list(view.reasoning.values()),
        "subagents": list(view.subagents.values()),
        "interrupts": session.interrupts,
    }


def source(run):
    """Yield the events of a run, as a transport would."""
    end = run.get("end", "eof")
    if end == "refused":
        raise Broken("the request was refused")
    yield from sse_events(listed(run, "sse")) if "sse" in run else listed(run, "events")
    if end == "reset":
        raise Broken("the connection was reset")


def sse_events(pieces):
    """Yield the events of a body of server-sent events."""
    frames = Frames()
    for piece in pieces:
        for data in frames.feed(piece_bytes(piece)):
            try:
                yield parse_strictly(data)
            except ValueError as error:
                raise Unreadable("a frame is no JSON: %s" % error)


def piece_bytes(piece):
    """Return the bytes of a piece of a body."""
    if isinstance(piece, str):
        return piece.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(text(piece, "b64"), validate=True)
    except binascii.Error as error:
        raise RequestError(INVALID_PARAMS, "b64: %s" % error)


def text(params, name):
    """Return a parameter that has to be a string."""
    if not isinstance(params, dict) or not isinstance(params.get(name), str):
        raise RequestError(INVALID_PARAMS, "%s is not a string" % name)
    return params[name]


def listed(params, name):
    """Return a parameter that has to be an array; an absent one is empty."""
    if not isinstance(params.get(name, []), list):
        raise RequestError(INVALID_PARAMS, "%s is not an array" % name)
    return params.get(name, [])


def main(arguments):
    """Answer with the policy that the command line names."""
    policy = arguments[1] if len(arguments) == 2 and arguments[0] == "--policy" else "seed"
    if policy not in POLICIES or len(arguments) not in (0, 2):
        sys.exit("usage: ag_ui.py [--policy seed|v1]")
    # An event, what is too deep left out, keeps enough levels to be refused for them.
    serve({
        "initialize": lambda params: initialize(policy),
        "ag-ui/run": lambda params: run_all(params, policy),
    }, MAX_DEPTH + 10)


if __name__ == "__main__":
    main(sys.argv[1:])
