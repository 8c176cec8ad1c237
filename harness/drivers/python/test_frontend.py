"""Tests of the frontend. Run in this folder: python3 -m unittest"""

import unittest

from agent_ui import Stage
from envelopes import MAX_DEPTH
from frontend import Frontend

FULL = {
    "components": ["fixture_panel", "fixture_strict"],
    "actions": ["fixture_zoom", "fixture_clear"],
    "grammars": ["echarts-safe-subset"],
}


def component(**members):
    """A component envelope."""
    return {"kind": "registered_component", "schemaVersion": "agent-ui@1",
            "component": "fixture_panel", "surface": "canvas", "props": {}, **members}


def chart(**members):
    """A chart envelope."""
    return {"kind": "chart", "schemaVersion": "agent-ui@1", "grammar": "echarts-safe-subset",
            "surface": "canvas", "spec": {}, "data": [], **members}


def zoom(**members):
    """A map action."""
    return {"kind": "map_action", "schemaVersion": "agent-ui@1", "action": "fixture_zoom",
            "surface": "map_overlay", "params": {"level": 5}, **members}


def without(envelope, name):
    """An envelope without one of its members."""
    return {other: value for other, value in envelope.items() if other != name}


def event(envelope, envelope_id="e"):
    """The data of an event."""
    return {"session_id": "s", "envelope_id": envelope_id, "created_at": 5, "envelope": envelope}


class FrontendTest(unittest.TestCase):
    """What becomes of envelopes."""

    def setUp(self):
        self.stage = Stage()
        self.frontend = Frontend(self.stage.entries)
        self.frontend.registry = FULL

    def outcome(self, envelope, envelope_id="e"):
        """What becomes of an envelope."""
        self.frontend.receive("ui_envelope", event(envelope, envelope_id))
        return self.frontend.outcomes[-1]["outcome"]

    def assert_refused(self, *envelopes):
        """Assert that none of them is rendered."""
        for envelope in envelopes:
            with self.subTest(envelope=str(envelope)[:200]):
                self.assertEqual(self.outcome(envelope), "rejected")
        self.assertEqual(self.stage.calls, [])

    def test_valid_envelopes(self):
        for surface in ("chat_inline", "side_panel", "canvas", "map_overlay"):
            self.assertEqual(self.outcome(component(surface=surface)), "rendered")
        for surface in ("chat_inline", "side_panel", "canvas"):
            self.assertEqual(self.outcome(chart(surface=surface)), "rendered")
        self.assertEqual(self.outcome(component(props=None, data=False, title=1)), "rendered")
        self.assertEqual(self.outcome(zoom(data=[], fallbackText="")), "rendered")
        self.assertEqual(self.stage.calls[-2], {
            "id": "e", "name": "fixture_panel", "surface": "canvas", "value": None, "data": False})
        self.assertEqual(self.stage.calls[-1], {
            "id": "e", "name": "fixture_zoom", "surface": "map_overlay", "value": {"level": 5}})

    def test_invalid_envelopes(self):
        for make in (component, chart, zoom):
            self.assert_refused(*(without(make(), name) for name in make()))
            for name in ("kind", "schemaVersion", "surface", "component", "action", "grammar"):
                if name in make():
                    for value in (None, True, 1, [make()[name]], {}, "", make()[name] + " ",
                                  make()[name].title(), "__proto__", "constructor", "__class__"):
                        self.assert_refused(make(**{name: value}))
            self.assert_refused(*(make(fallbackText=value) for value in (None, 5, [], {})))
        self.assert_refused(chart(surface="map_overlay"), zoom(surface="canvas"), None, [], "x")

    def test_schemas(self):
        levels = (-1, 23, 5.5, "5", True, None, [5])
        self.assert_refused(*(zoom(params={"level": level}) for level in levels))
        others = (None, [], {}, 5, {"level": 5, "x": 1})
        self.assert_refused(*(zoom(params=params) for params in others))
        self.assert_refused(*(component(component="fixture_strict", props=props)
                              for props in ({}, {"title": 5}, {"title": "", "x": 1}, None)))
        self.assertEqual(self.outcome(zoom(action="fixture_clear", params={})), "rendered")

    def test_registry(self):
        self.frontend.registry = None
        self.assert_refused(component(), chart(), zoom())
        self.frontend.registry = {
            **FULL, "components": ["fixture_zoom"], "actions": ["fixture_panel"]}
        self.assert_refused(component(), zoom(), component(component="fixture_zoom"),
                            zoom(action="fixture_panel"))
        self.frontend.registry = FULL
        self.assertEqual(self.outcome(component()), "rendered")

    def test_fallback(self):
        self.assertEqual(self.outcome(zoom(params={}, fallbackText="<b>${no}</b>")), "fallback")
        self.assertEqual(self.frontend.outcomes[-1]["text"], "<b>${no}</b>")
        self.assertEqual(self.outcome(component(component="x", fallbackText="no")), "rejected")
        self.assertEqual(self.stage.calls, [])

    def test_unreadable_events(self):
        for data in (None, 5, [], {}, *(without(event(component()), n) for n in event(0)),
                     {**event(component()), "created_at": True}, event(component(props=1e400))):
            self.frontend.receive("ui_envelope", data)
        self.assertEqual((len(self.frontend.errors), self.frontend.records), (10, []))
        for name in ("message", "tool_call", "artifacts", "UI_ENVELOPE"):
            self.frontend.receive(name, event(component()))
        self.assertEqual((len(self.frontend.errors), self.stage.calls), (10, []))

    def test_depth(self):
        deep = 0
        for _ in range(MAX_DEPTH - 4):
            deep = [deep]
        self.assertEqual(self.outcome(component(props=deep)), "rendered")
        self.frontend.receive("ui_envelope", event(component(props=[[[deep]]])))
        self.assertEqual(len(self.frontend.errors), 1)

    def test_renderers(self):
        self.stage.manner = {"a": "threw", "b": "hold", "c": "hold"}
        self.assertEqual(self.outcome(component(), "a"), "error")
        self.assertEqual(self.outcome(component(fallbackText="no"), "a"), "fallback")
        self.assertEqual(self.outcome(component(), "b"), "pending")
        self.assertEqual(self.outcome(chart(), "c"), "pending")
        self.frontend.reported("c")
        self.frontend.reported("b", "late")
        statuses = [record["renderStatus"] for record in self.frontend.records]
        self.assertEqual(statuses, ["fallback", "error", "rendered"])

    def test_records(self):
        envelope = component(title="Flow", props={"list": [1]})
        self.outcome(envelope, "a")
        self.stage.calls[-1]["value"]["list"].append(2)  # A renderer that changes its props.
        self.outcome(zoom(params={}, fallbackText="no"), "b")
        first, second = self.frontend.records
        self.assertEqual(first, {"envelopeId": "a", "createdAt": 5, "envelope": envelope,
                                 "renderStatus": "rendered"})
        self.assertEqual((second["renderStatus"], type(second["error"])), ("fallback", str))

    def test_restore(self):
        for number, envelope in enumerate((component(), chart(), zoom(), component(kind="x"))):
            self.outcome(envelope, str(number))
        again = Frontend(self.stage.entries)
        again.registry = {**FULL, "components": []}
        self.stage.calls.clear()
        again.restore(self.frontend.records)
        self.assertEqual(again.records, self.frontend.records)
        self.assertEqual([call["name"] for call in self.stage.calls], ["echarts-safe-subset"])


if __name__ == "__main__":
    unittest.main()
