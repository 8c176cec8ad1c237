#!/usr/bin/env python3
"""A sample driver for uiconform: agent-ui@1 with all of its profiles.

Python 3.8 or later, standard library only. Try it:

    uiconform run --suite agent-ui-1 --driver "python3 agent_ui.py"

The implementation, written from the text, is frontend.py with envelopes.py, and eventstream.py for
the profile `sse`. The rest is the driver: this file, jsonrpc.py and jsontext.py. To test a frontend
of your own, keep these, and let `Stage` register its fixtures by your own mechanism, feed your
frontend in `receive`, and tell what it made of it. Without a profile, leave it out of PROFILES.
"""

import base64

from envelopes import MAX_DEPTH, is_number
from eventstream import EventStream
from frontend import PENDING, Entries, Entry, Frontend
from jsonrpc import INVALID_PARAMS, RequestError, serve
from jsontext import parse_strictly

PROFILES = ["frontend", "records", "sse"]


def initialize(_params):
    """Introduce the implementation."""
    return {
        "protocol": 1,
        "implementation": {
            "name": "uiconform-python-agent-ui-sample", "version": "1.0.0", "language": "Python"},
        "profiles": ["agent-ui-1/" + name for name in PROFILES],
        "features": ["batch"],
        "limits": {"depth": MAX_DEPTH},
        # What the protocol leaves to the frontend, for the report.
        "choices": {
            "a chart whose grammar is not listed": "rejected",
            "fallbackText of components and charts": "shown if the renderer threw",
            "a map action after a reload": "not performed again",
            "a map action that is not listed": "the fallback text, if there is one",
            "a renderer that threw": "the fallback text, if there is one",
            "an id that comes twice": "both are shown, the later one is recorded",
            "before the registry is loaded": "rejected",
            "duplicate member names in a stream": "not read",
            "rejected envelopes": "recorded as errors",
            "sessions": "all are shown",
        },
    }


class Stage:
    """The fixtures, with what they were called with: the evidence of what was rendered."""

    def __init__(self):
        self.calls = []
        self.manner = {}  # How the renderer of an envelope behaves, by its id.
        self.entries = Entries(
            {"fixture_panel": Entry(takes_anything, self.note),
             "fixture_strict": Entry(takes_title, self.note)},
            {"fixture_zoom": Entry(takes_level, self.note),
             "fixture_clear": Entry(takes_nothing, self.note)},
            self.note)

    def note(self, envelope_id, name, surface, value, data):
        """Be a renderer: note the call, and behave as the request wants it."""
        call = {"id": envelope_id, "name": name, "surface": surface, "value": value}
        if data is not None:
            call["data"] = data
        self.calls.append(call)
        manner = self.manner.get(envelope_id, "done")
        if manner == "threw":
            raise RuntimeError("the renderer threw")
        return PENDING if manner == "hold" else None


def takes_anything(_props):
    """The schema of `fixture_panel`."""
    return True


def takes_title(props):
    """The schema of `fixture_strict`."""
    return has_only(props, "title") and isinstance(props["title"], str)


def takes_level(params):
    """The schema of `fixture_zoom`."""
    return has_only(params, "level") and is_number(params["level"]) and params["level"] in range(23)


def takes_nothing(params):
    """The schema of `fixture_clear`."""
    return has_only(params)


def has_only(value, *names):
    """Tell whether a value is an object with exactly these members."""
    return isinstance(value, dict) and value.keys() == set(names)


def receive(params):
    """Run a frontend through the phases."""
    if not isinstance(params.get("phases"), list):
        raise RequestError(INVALID_PARAMS, "phases is not an array")
    stage = Stage()
    frontend = Frontend(stage.entries)
    results = []
    for phase in params["phases"]:
        if not isinstance(phase, dict):
            raise RequestError(INVALID_PARAMS, "a phase is not an object")
        stage.calls, stage.manner = [], phase.get("render", {})
        frontend = begin(frontend, stage, phase)
        report(frontend, stage.manner)
        for name, data in events_of(phase, frontend.errors):
            frontend.receive(name, data)
        results.append({
            "outcomes": frontend.outcomes, "calls": stage.calls, "errors": frontend.errors,
            "records": [dict(record) for record in frontend.records]})
        frontend.outcomes, frontend.errors = [], []
    return {"phases": results}


def begin(frontend, stage, phase):
    """Load the registry and the page, if the phase says so, and return the frontend."""
    registry = phase["registry"] if "registry" in phase else frontend.registry
    reload = phase.get("reload")
    if reload is None or reload is False:
        frontend.registry = registry
        return frontend
    records = frontend.records if reload is True else reload.get("uiEnvelopes", [])
    frontend = Frontend(stage.entries)
    frontend.registry = registry
    frontend.restore(records)
    return frontend


def report(frontend, manners):
    """Let the renderers report that were held and are done, or have thrown, by now."""
    for record in list(frontend.records):
        manner = manners.get(record["envelopeId"])
        if record["renderStatus"] == "pending" and manner in ("done", "threw"):
            reason = "the renderer threw" if manner == "threw" else None
            frontend.reported(record["envelopeId"], reason)


def events_of(phase, errors):
    """Yield name and data of the events of a phase, and add to the errors what cannot be parsed."""
    for event in phase.get("events", []):
        yield event["event"], event["data"]
    stream = EventStream()
    for piece in phase.get("sse", []):
        for name, text in stream.feed(bytes_of(piece)):
            try:
                data = parse_strictly(text)
            except ValueError as error:
                if name == "ui_envelope":  # What is in other events is no concern of ours.
                    errors.append("the data of an event is not JSON: %s" % error)
                continue
            yield name, data


def bytes_of(piece):
    """Return the bytes of a piece of a stream."""
    if isinstance(piece, str):
        return piece.encode("utf-8", "surrogatepass")
    return base64.b64decode(piece["b64"])


METHODS = {"initialize": initialize, "agent-ui/receive": receive}

if __name__ == "__main__":
    # What is too deep for us is left out, so that the rest of a request is not lost; the event in
    # question keeps enough levels to be refused for them.
    serve(METHODS, MAX_DEPTH + 10)
