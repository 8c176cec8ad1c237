"""agent-ui@1: what an envelope has to look like (Envelope Types, Registry).

    read_event(data)                      the parts of an event, or Unreadable
    check(envelope, registry, entries)    nothing, or Invalid
    view_of(envelope)                     what its renderer gets

The registry says what is allowed, the entries are what this frontend has: both have to know a name.
"""

import math

VERSION = "agent-ui@1"
GRAMMAR = "echarts-safe-subset"
CHART_SURFACES = ("chat_inline", "side_panel", "canvas")
MAP_SURFACES = ("map_overlay",)
COMPONENT_SURFACES = CHART_SURFACES + MAP_SURFACES

# How deep the data of an event may nest.
MAX_DEPTH = 200


class Unreadable(Exception):
    """An event that brings no envelope."""


class Invalid(Exception):
    """An envelope that is not rendered."""


def require(condition, reason, error=Invalid):
    """Raise the error unless the condition holds."""
    if not condition:
        raise error(reason)


def read_event(data):
    """Return session id, envelope id, time and envelope of an event's data (SSE Event)."""
    require(isinstance(data, dict), "the data is not an object", Unreadable)
    check_limits(data)
    for name in ("session_id", "envelope_id"):
        require(isinstance(data.get(name), str), "%s is not a string" % name, Unreadable)
    require(is_number(data.get("created_at")), "created_at is not a number", Unreadable)
    require("envelope" in data, "there is no envelope", Unreadable)
    return data["session_id"], data["envelope_id"], data["created_at"], data["envelope"]


def is_number(value):
    """Tell numbers from true and false, which are numbers to Python."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def check_limits(value):
    """Refuse what could not be written down again."""
    level = [value]
    for _ in range(MAX_DEPTH):
        if not level:
            return
        inner = []
        for one in level:
            if isinstance(one, dict):
                inner.extend(one.values())
            elif isinstance(one, list):
                inner.extend(one)
            elif isinstance(one, float):
                require(math.isfinite(one), "a number is out of range", Unreadable)
        level = inner
    require(not level, "the data is nested too deep", Unreadable)


def check(envelope, registry, entries):
    """Check an envelope by its kind and the registry, which is None while there is none."""
    require(isinstance(envelope, dict), "the envelope is not an object")
    kind = envelope.get("kind")
    require(isinstance(kind, str) and kind in KINDS, "the kind is unknown")
    require(envelope.get("schemaVersion") == VERSION, "the version is not %s" % VERSION)
    KINDS[kind](envelope, registry, entries)
    text = envelope.get("fallbackText", "")
    require(isinstance(text, str), "fallbackText is not a string")


def check_component(envelope, registry, entries):
    """Check what is special to registered components."""
    check_surface(envelope, COMPONENT_SURFACES)
    check_listed(envelope.get("component"), registry, "components")
    require("props" in envelope, "there are no props")
    component = entries.components.get(envelope["component"])
    require(component is not None, "this frontend has no such component")
    require(component.takes(envelope["props"]), "the component does not take these props")


def check_chart(envelope, registry, _entries):
    """Check what is special to charts; which specs are drawn is for the renderer to know."""
    check_surface(envelope, CHART_SURFACES)
    require(envelope.get("grammar") == GRAMMAR, "the grammar is not %s" % GRAMMAR)
    check_listed(GRAMMAR, registry, "grammars")
    for name in ("spec", "data"):
        require(name in envelope, "there is no %s" % name)


def check_map_action(envelope, registry, entries):
    """Check what is special to map actions, before any of it can touch the map."""
    check_surface(envelope, MAP_SURFACES)
    check_listed(envelope.get("action"), registry, "actions")
    require("params" in envelope, "there are no params")
    action = entries.actions.get(envelope["action"])
    require(action is not None, "this frontend has no such action")
    require(action.takes(envelope["params"]), "the action does not take these params")


def check_surface(envelope, surfaces):
    """Check that the envelope may stand where it wants to."""
    surface = envelope.get("surface")
    require(isinstance(surface, str) and surface in surfaces, "the surface is not for this kind")


def check_listed(name, registry, what):
    """Check that a name stands in one of the lists of the registry."""
    require(registry is not None, "the registry is not loaded")
    listed = isinstance(name, str) and name in registry.get(what, [])
    require(listed, "not among the %s of the registry" % what)


KINDS = {
    "registered_component": check_component,
    "chart": check_chart,
    "map_action": check_map_action,
}


def view_of(envelope):
    """Return name, surface, value and data of a valid envelope; only two kinds have data."""
    name, value = {
        "registered_component": ("component", "props"),
        "chart": ("grammar", "spec"),
        "map_action": ("action", "params"),
    }[envelope["kind"]]
    data = None if envelope["kind"] == "map_action" else envelope.get("data")
    return envelope[name], envelope["surface"], envelope[value], data
