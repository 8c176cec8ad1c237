"""Tests of the emitter. Run in this folder: python3 -m unittest"""

import copy
import json
import time
import unittest

from delivery import Delivery
from emitter import MAX_DELTA, Emitter
from fixtures import model_of, text
from reducer import Rejected, with_value_at

REFERENCE = {"id": "r", "ref": "k"}
START = {"do": "start", "model": model_of(text(tool={"x": 1}), REFERENCE, stats=None)}


def set_field(path, value=None, block_id="a"):
    """An action on a field of a block."""
    return {"do": "set_field", "block_id": block_id, "path": path, "value": value}


def set_meta(path, value=None):
    """An action on the metadata."""
    return {"do": "set_meta", "path": path, "value": value}


def append(block, field="content"):
    """An action that appends."""
    return {"do": "append", "block": block, "field": field}


class EmitterTest(unittest.TestCase):
    """The rules of sections 3.5, 4.1 and 5."""

    def emit(self, actions, *arguments):
        """Return the events of actions that are all done, and the model that they make."""
        kept, emitter = copy.deepcopy(actions), Emitter(*arguments)
        for action in actions:
            emitter.act(action)
        self.assertEqual(actions, kept)
        return emitter.events, self.reduced(emitter.events)

    def reduced(self, events):
        """Return what a consumer makes of events; none may be refused, by JSON texts or else."""
        delivery = Delivery()
        for given in json.loads(json.dumps(events)):
            delivery.apply(given)
        return delivery.reducer.snapshot()

    def check_refused(self, before, *actions):
        """Each of the actions is refused after some others, emits nothing and moves nothing."""
        for action in actions:
            with self.subTest(action=action):
                emitter = Emitter()
                for earlier in before:
                    emitter.act(earlier)
                events = list(emitter.events)
                self.assertRaises(Rejected, emitter.act, action)
                self.assertEqual(emitter.events, events)
                emitter.act({"do": "start", "model": model_of()})
                self.assertEqual(emitter.events[-1]["seq"], len(events) + 1)

    def test_a_whole_stream(self):
        error = {"code": "c", "message": "m", "detail": None}
        tool = {"id": "t", "type": "tool", "log": []}
        events, model = self.emit([
            START, {"do": "ping"}, append({"id": "a", "type": "text", "content": "!"}),
            set_field(["tool", "y"]), set_meta(["stats"], {"n": 1}), append(tool, "log"),
            append({"id": "t", "log": [None]}, "log"), {"do": "set", "block": text("r")},
            {"do": "fail", "error": error}, {"do": "end"}], "__proto__")
        self.assertEqual(model, model_of(
            text(content="go!", tool={"x": 1, "y": None}), text("r"), {**tool, "log": [None]},
            stats={"n": 1}, error=error))
        self.assertEqual([given["seq"] for given in events], [1, 1, *range(2, 10)])
        self.assertEqual({given["stream_id"] for given in events}, {"__proto__"})
        self.assertIsInstance(events[1].pop("ts"), int)
        self.assertEqual(events[1], {"op": "ping", "seq": 1, "stream_id": "__proto__"})
        self.assertEqual(events[2]["block"], {"id": "a", "content": "!"})
        self.assertEqual(events[-2], {
            "op": "error", "seq": 8, "stream_id": "__proto__", "mask": "meta.error",
            "meta": {"error": error}})
        self.assertEqual(events[-1], {"op": "end", "seq": 9, "stream_id": "__proto__"})

    def test_version(self):
        model = model_of(text())
        bare = {name: value for name, value in model.items() if name != "version"}
        self.assertEqual(self.emit([{"do": "start", "model": bare}])[1], model)
        old = model_of(text(), version="1.0")
        _, after = self.emit([{"do": "start", "model": old}, append(text(content="!"))])
        self.assertEqual(after, model_of(text(content="go!"), version="1.0"))
        self.check_refused([{"do": "start", "model": old}], {"do": "set", "block": REFERENCE})
        bad = [
            {}, None, {**model, "version": None}, {**bare, "blocks": 5},
            model_of(REFERENCE, version="1.0")]
        self.check_refused([], *({"do": "start", "model": model} for model in bad), {"do": "start"})

    def test_order(self):
        inside = [
            {"do": "set", "block": text()}, set_field(["x"]), set_field(["a.b"]), set_meta(["x"]),
            set_meta(["x", ""]), append(text()), {"do": "ping"}, {"do": "end"},
            {"do": "fail", "error": {"code": "c", "message": "m"}}]
        self.check_refused([], *inside)
        self.check_refused([START, {"do": "end"}], *inside)
        events, _ = self.emit([START, START, {"do": "end"}, START, {"do": "ping"}, {"do": "end"}])
        self.assertEqual([given["seq"] for given in events], [1, 2, 3, 4, 4, 5])

    def test_unsound_actions(self):
        self.check_refused(
            [START], None, 5, [], {}, {"do": None}, {"do": ["set"]}, {"do": "restart"},
            {"do": "set"}, {"do": "set", "block": {"id": "a"}},
            {"do": "set", "block": {**REFERENCE, "type": "t"}},
            {"do": "set", "block": "a"}, {"do": "fail"}, {"do": "fail", "error": {"code": "c"}},
            {"do": "fail", "error": {"code": 5, "message": "m"}}, set_field([]), set_field("x"),
            set_field([5]), set_field(["id"], "b"), set_field(["id", "x"]), set_field(["ref"], "k"),
            set_field(["ref", ""], "k"), set_field(["x"], 1, "absent"), set_field(["x"], 1, "r"),
            set_field(["a.b"], 1, "absent"), set_field(["a.b"], 1, "r"),
            set_field(["x", "a.b"], 1, "r"),
            set_field(["x"], 1, None), set_field(["x"], 1, ["a"]), set_field(["content", "x"], 1),
            set_field(["tool", "x", ""], 1), set_field(["type"], 5), set_field(["x"], float("inf")),
            {"do": "set_field", "block_id": "a", "path": ["x"]}, {"do": "set_meta", "path": ["x"]},
            set_meta([""]), set_meta(["a.b"]), set_meta(["stats"], 5), set_meta(["stats", "x"]),
            append(None), append({"id": "a"}), append({"id": "a", "content": 5}), append(text("r")),
            append(text(ref="k")), append({"id": "n", "content": ""}), append({"content": ""}),
            append({"id": [], "content": ""}), append({"id": "a", "content": []}),
            append({"id": "a", "id ": ""}, "id"), append(text(**{"a.b": ""}), "a.b"),
            append(text(), None), append(text(x=""), "x"), {"do": "append", "block": text()},
            append(text("n", ref="k")))

    def test_names_that_no_mask_spells(self):
        for path in (["a.b"], [""], [".", "x"], ["tool", "a.b"], ["tool", "", "y"],
                     ["tool", "n", ".", "z"], ["__proto__", "constructor."], ["\ud83d.", "x"]):
            with self.subTest(path=path):
                events, model = self.emit([START, set_field(path, [1])])
                block = with_value_at(START["model"]["blocks"][0], path, [1])
                self.assertEqual(model["blocks"], [block, REFERENCE])
                self.assertEqual(len(events), 2)
        events, model = self.emit([START, set_meta(["m", "a.b"], 1), set_meta(["m", ""], None)])
        self.assertEqual(model["meta"], {"stats": None, "m": {"a.b": 1, "": None}})
        events, model = self.emit([START, append(text(content="x")), set_field(["."], 1)])
        self.assertEqual(model["blocks"][0]["content"], "gox")
        self.assertEqual(self.emit([START, set_field(["__proto__", "toString"], 1)])[0][1], {
            "op": "set", "seq": 2, "mask": "block.__proto__.toString",
            "block": {"id": "a", "__proto__": {"toString": 1}}})

    def test_inline_only(self):
        emitter = Emitter(None, True)
        self.assertRaises(Rejected, emitter.act, START)
        self.assertEqual(emitter.events, [])
        emitter.act({"do": "start", "model": model_of(text())})
        self.assertRaises(Rejected, emitter.act, {"do": "set", "block": REFERENCE})
        emitter.act(set_field(["tool", "ref"], "an ordinary member"))
        self.assertEqual([given["seq"] for given in emitter.events], [1, 2])

    def test_large_strings(self):
        for delta in ("", "x", "é\U0001f600" * MAX_DELTA, "\ud83d\r\n" * 50000):
            events, model = self.emit([START, append({"id": "a", "content": delta})])
            self.assertEqual(model["blocks"][0]["content"], "go" + delta)
            events, model = self.emit([START, append(text("n", delta, more=1))])
            self.assertEqual(model["blocks"][2], text("n", delta, more=1))
            self.assertEqual(len(events), 1 + max(1, -(-len(delta) // MAX_DELTA)))
            sizes = [len(given["block"]["content"]) for given in events[1:]]
            self.assertLessEqual(max(sizes), MAX_DELTA)
            self.assertTrue(all(given["block"].keys() == {"id", "content"} for given in events[2:]))

    def test_large_arrays(self):
        long = "x" * MAX_DELTA
        for delta in ([], [[]], [{"k": "v" * 100}] * 5000, [long * 3, "y", long, 1]):
            again = append({"id": "n", "content": delta})
            events, model = self.emit([START, append(text("n", delta)), again])
            self.assertEqual(model["blocks"][2]["content"], delta + delta)
            pieces = [given["block"]["content"] for given in events[1:]]
            for piece in pieces:
                self.assertTrue(len(piece) <= 1 or len(json.dumps(piece)) < 2 * MAX_DELTA)
            self.assertGreaterEqual(len(pieces), len(json.dumps(delta + delta)) // MAX_DELTA // 4)

    def test_a_refused_piece_refuses_all(self):
        deep = []
        for _ in range(253):
            deep = [deep]
        filler = "x" * MAX_DELTA
        begin = [{"do": "start", "model": model_of(text(content=[]))}]
        for value in (deep, float("inf")):
            self.check_refused(begin, append({"id": "a", "content": [filler, value]}))
        self.emit([*begin, append({"id": "a", "content": [filler, deep[0]]})])

    def test_depth(self):
        deep = {}
        for _ in range(100000):
            deep = {"x": deep}
        self.check_refused(
            [START], set_field(["x"] * 100000, 1), set_field(["x"] * 100000 + ["."], 1),
            set_field(["x"], deep), set_field(["."], deep),
            set_meta(["x"] * 100000, 1), append(text(more=deep)),
            append({"id": "a", "content": [deep]}), {"do": "set", "block": text(more=deep)},
            {"do": "start", "model": model_of(x=deep)}, {"do": "fail", "error": deep})

    def test_many_actions(self):
        begin = time.process_time()
        emitter = Emitter()
        emitter.act({"do": "start", "model": model_of(text(content="x" * 1000000))})
        for _ in range(20000):
            emitter.act(append({"id": "a", "content": "y"}))
            emitter.act(set_field(["k"], 1))
        self.assertEqual(len(emitter.events), 40001)
        self.assertLess(time.process_time() - begin, 5)


if __name__ == "__main__":
    unittest.main()
