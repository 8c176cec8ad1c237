#!/usr/bin/env python3
"""A sample driver for uiconform: AgentUE 1.1 with all of its profiles.

Python 3.8 or later, standard library only. Try it:

    uiconform run --suite agentue-1.1 --driver "python3 agentue.py"

The sample has two halves. The first is an implementation of AgentUE 1.1 written
from the protocol text, whose sections stand in parentheses. The second, the
driver, is this file, jsonrpc.py and jsontext.py: it speaks JSON-RPC with the harness and
needs of the first only these names. Each file of it but the first is an optional
profile, or two.

    reducer.py      Rejected          the exception that says no to an event
                    Reducer(model)    .apply(event), which may raise Rejected, and .snapshot()
                    Router()          .apply(event), which may raise Rejected, and .models()
                    MAX_DEPTH         a limit to declare
    delivery.py     Consumer()        .apply(event), which may raise Rejected, and .complete()
    framing.py      frame(block, max_bytes), unframe(frames)
    references.py   resolve(model, resolutions)
                    Host(model)       .receive(event), .loaded(resolution) and .snapshot()
    resume.py       resume(log, cursor)
    emitter.py      Emitter(stream_id, inline_only)
                                      .act(action), which may raise Rejected, and .events

To test your own implementation, keep this file, jsonrpc.py and jsontext.py, and replace the
imports of the others by some that give your library these names
(`from my_sdk import InvalidEvent as Rejected`). Of a profile that your library
does not have, remove the line in PROFILES and nothing else is asked of you;
state your own limits and choices in `initialize`. If your library parses texts
itself, let `parse_event` call it. A driver observes and never repairs: what the
library gets wrong is what the suite wants to see. Only mappings of form belong
here; a library whose "no model yet" is `{}`, for example, has to say None for
it, and one that has a method for each kind of action gets them from `emit`.
"""

# The implementation under test.
from delivery import Consumer
from emitter import MAX_DELTA, Emitter
from framing import frame, unframe
from references import Host, resolve
from reducer import MAX_DEPTH, Reducer, Rejected, Router
from resume import resume

# The driver's own.
from jsonrpc import INVALID_PARAMS, RequestError, serve
from jsontext import MAX_DIGITS, parse_strictly

# ------------------------------------------------------------------------------
# The methods: what the harness asks for, and what it is told.
# ------------------------------------------------------------------------------


def initialize(params):
    """Introduce the implementation; what the harness says of itself changes nothing."""
    return {
        "protocol": 1,
        "implementation": {
            "name": "uiconform-python-sample", "version": "1.0.0", "language": "Python"},
        "profiles": ["agentue-1.1/" + name for name in PROFILES],
        "features": ["batch"],
        "limits": {"depth": MAX_DEPTH},
        # What the protocol leaves to the reader, for the report.
        "choices": {
            "append to an absent or null field": "rejected",
            "content loaded before its reference or after it": "refused",
            "cursor before the first event": "the whole log is delivered",
            "decimals": "binary64, rejected out of its range",
            "duplicate member names": "rejected in wire texts and in the data of frames",
            "end with the latest seq": "accepted",
            "field patches with an invalid model as result": "rejected",
            "integers": "exact up to %d digits, then rejected" % MAX_DIGITS,
            "integers written as 1.0": "rejected for seq, ts and the numbers of frames",
            "large deltas": "emitted in pieces of at most %d characters" % MAX_DELTA,
            "log without end": "resumed with an end of the latest seq",
            "names that no mask can spell": "the object around is set; refused for members of meta",
            "null envelope members": "rejected",
            "order of seq": "judged in deliveries and logs only",
            "patches after error": "accepted",
            "start with a lower seq": "accepted in deliveries, rejected in logs",
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


def deliver(params):
    """Take the events of deliveries in the order in which they came."""
    consumer = Consumer()
    return {"steps": apply_all(consumer, read_events(params)), "complete": consumer.complete()}


def frame_block(params):
    """Split a block into frames."""
    return result_or_error("frames", frame, params.get("block"), params.get("max_bytes"))


def unframe_block(params):
    """Put a block together again."""
    return result_or_error("block", unframe, read_list(params, "frames"))


def resolve_model(params):
    """Resolve the references of a model."""
    resolutions = read_list(params, "resolutions")
    return result_or_error("model", resolve, params.get("model"), resolutions)


def host(params):
    """Take events and loaded content in the order in which they came."""
    application, steps = Host(params.get("model")), []
    for given in read_list(params, "inputs"):
        if isinstance(given, dict) and "event" in given:
            steps.append(application.receive(given["event"]))
        elif isinstance(given, dict) and "loaded" in given:
            steps.append(application.loaded(given["loaded"]))
        else:
            raise RequestError(INVALID_PARAMS, "an input is neither an event nor loaded content")
    return {"steps": steps, "model": application.snapshot()}


def resume_delivery(params):
    """Make the delivery that follows a cursor."""
    return result_or_error("events", resume, read_list(params, "log"), params.get("cursor"))


def emit(params):
    """Emit the events that actions lead to."""
    emitter = Emitter(params.get("stream_id"), params.get("consumer") == "inline-only")
    steps = [step(emitter.act, action) for action in read_list(params, "actions")]
    return {"steps": steps, "events": emitter.events}


# What is claimed: the methods of each profile.
PROFILES = {
    "reducer": {"agentue/reduce": reduce},
    "router": {"agentue/route": route},
    "delivery": {"agentue/deliver": deliver},
    "framing": {"agentue/frame": frame_block, "agentue/unframe": unframe_block},
    "resolver": {"agentue/resolve": resolve_model},
    "host": {"agentue/host": host},
    "resume": {"agentue/resume": resume_delivery},
    "emitter": {"agentue/emit": emit},
}
METHODS = {"initialize": initialize}
for methods in PROFILES.values():
    METHODS.update(methods)


def step(function, given):
    """Return what became of one input."""
    try:
        if isinstance(given, Rejected):
            raise given
        function(given)
        return {"ok": True}
    except Rejected as reason:
        return {"ok": False, "error": str(reason)}


def apply_all(target, events, trace=None):
    """Apply the events in order, return a step for each, and add the models to the trace."""
    steps = []
    for event in events:
        steps.append(step(target.apply, event))
        if trace is not None:
            trace.append(target.snapshot())
    return steps


def result_or_error(name, function, *arguments):
    """Return the result of a function under its name, or why there is none."""
    try:
        return {name: function(*arguments)}
    except Rejected as reason:
        return {"error": str(reason)}


def read_list(params, name):
    """Return a parameter that has to be an array."""
    if not isinstance(params.get(name), list):
        raise RequestError(INVALID_PARAMS, "%s is not an array" % name)
    return params[name]


def read_events(params):
    """Return the events of a request; an unparsable text leaves its rejection in its place."""
    if "wire" not in params:
        return read_list(params, "events")
    events = []
    for text in read_list(params, "wire"):
        if not isinstance(text, str):
            raise RequestError(INVALID_PARAMS, "an element of wire is not a string")
        try:
            events.append(parse_event(text))
        except Rejected as reason:
            events.append(reason)
    return events


def parse_event(text):
    """Parse the text of one event."""
    try:
        return parse_strictly(text)
    except ValueError as error:
        raise Rejected("not one JSON value: %s (4)" % error)


# ------------------------------------------------------------------------------
# The lines are those of jsonrpc.py.
# ------------------------------------------------------------------------------


def with_models(method):
    """Say of a model that is refused that the params are at fault: events that are become steps."""
    def run(params):
        try:
            return method(params)
        except Rejected as reason:
            raise RequestError(INVALID_PARAMS, "model: %s" % reason)
    return run


if __name__ == "__main__":
    # What is too deep is left out, so that the id and the other events are not lost; the event in
    # question keeps enough levels to be rejected for them.
    serve({name: with_models(method) for name, method in METHODS.items()}, MAX_DEPTH + 10)
