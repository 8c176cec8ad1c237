"""Tests of the reducer and the router. Run in this folder: python3 -m unittest"""

import copy
import time
import unittest

from fixtures import append, event, model_of, text
from jsontext import parse_strictly
from reducer import MAX_DEPTH, Reducer, Rejected, Router


class ReducerTest(unittest.TestCase):
    """The rules of sections 3 to 5."""

    def check(self, before, given, after):
        """Apply an event to a model; neither may be changed by it."""
        kept = copy.deepcopy((before, given))
        reducer = Reducer(before)
        reducer.apply(given)
        self.assertEqual(reducer.snapshot(), after)
        self.assertEqual((before, given), kept)

    def check_rejected(self, before, *events):
        """Every one of the events is rejected and leaves the model as it was."""
        for given in events:
            with self.subTest(given=given):
                reducer = Reducer(before)
                with self.assertRaises(Rejected):
                    reducer.apply(given)
                self.assertEqual(reducer.snapshot(), before)

    def test_envelope(self):
        self.check(model_of(), event("ping", ts=1, stream_id="", event_type="tick"), model_of())
        self.check_rejected(
            model_of(text()),
            None, [], "x", {}, {"op": "ping"},
            event("Set", block=text()), event(["ping"]), event(None), event("start", model=[]),
            *({"op": "ping", "seq": seq} for seq in (-1, 1.5, "1", True, None)),
            event("ping", ts=1.5), event("ping", ts=True), event("ping", stream_id=1),
            event("ping", extra=1), event("ping", Mask="block.x"), event("end", block=text()),
            append("x", meta={}), event("set", block=text(), meta={}),
            event("start", model=model_of(), meta={}), event("start"),
        )

    def test_model(self):
        bad = [
            {**model_of(), "version": 1.1}, {**model_of(), "version": "9.0"},
            {**model_of(), "biz": ""}, {**model_of(), "meta": None}, {**model_of(), "blocks": {}},
            model_of(text("a"), {"id": "a", "ref": "k"}), model_of({"id": "a"}), model_of("a"),
            model_of({"id": "a", "ref": "k", "type": "text"}), model_of({"id": "a", "ref": ""}),
            model_of({"id": "a", "ref": "k"}, version="1.0"), model_of(text(parent_id=1)),
            model_of(error={"code": "x"}), model_of(task_id=1), model_of(stats=[]),
        ]
        self.check_rejected(model_of(text()), *(event("start", model=model) for model in bad))
        good = {**model_of(text(), {"id": "r", "ref": "k"}, error=None, x=[None]), "more": {"y": 1}}
        self.check(model_of(text("old"), error={"code": "c", "message": "m"}),
                   event("start", model=good), good)

    def test_without_model(self):
        self.check(None, event("ping"), None)
        self.check_rejected(None, append("x"), event("set", block=text()))

    def test_set_block(self):
        before = model_of(text("a", more=1), text("b"))
        self.check(before, event("set", block=text("c")), model_of(*before["blocks"], text("c")))
        new = text("a", "new")
        self.check(before, event("set", block=new), model_of(new, text("b")))
        reference = {"id": "a", "ref": "k"}
        self.check(before, event("set", block=reference), model_of(reference, text("b")))
        self.check(model_of(reference), event("set", block=text()), model_of(text()))
        self.check_rejected(before, event("set"), event("set", block={"id": "a"}))
        self.check_rejected(model_of(version="1.0"), event("set", block=reference))

    def test_set_field(self):
        def patch(mask, **members):
            return event("set", mask=mask, block={"id": "a", **members})

        before = model_of(text(tool={"x": 1, "y": {"z": 2}}), n=1)
        self.check(before, patch("block.tool.y", tool={"y": None, "x": 5}),
                   model_of(text(tool={"x": 1, "y": None}), n=1))
        self.check(before, patch("block.p.q.ref", p={"q": {"ref": 0}}),
                   model_of(text(tool={"x": 1, "y": {"z": 2}}, p={"q": {"ref": 0}}), n=1))
        self.check(before, event("set", mask="meta.id", meta={"id": 7, "n": 2}),
                   model_of(text(tool={"x": 1, "y": {"z": 2}}), n=1, id=7))
        self.check_rejected(
            before,
            patch("block"), patch("block."), patch("blocks.x", x=1), patch("meta.x", x=1),
            patch("block.tool.x", x=1), patch("block.tool.x.w", tool={"x": {"w": 1}}),
            {**patch("block.x", x=1), "meta": {}}, event("set", mask="meta.x"),
            patch("block.ref", ref="k"), patch("block.id", x=1),
            patch("block.content", content="", ref="k"),
            patch("block.type", type=5), event("set", mask="meta.stats", meta={"stats": 5}),
            event("set", mask="block.x", block={"x": 1}),
            event("set", mask="block.content", block=text("absent")),
        )
        reference = model_of({"id": "a", "ref": "k"})
        self.check_rejected(reference, patch("block.type", type="text"), append(""))

    def test_append(self):
        self.check(model_of(text()), append("go"), model_of(text(content="gogo")))
        joined = model_of(text(content=[1, 1, [2]]))
        self.check(model_of(text(content=[1])), append([1, [2]]), joined)
        whole = event("append", mask="block.content", block=text("n", "x", k=1))
        self.check(model_of(text()), whole, model_of(text(), text("n", "x", k=1)))
        other = event("append", mask="block.content", block={"id": "a", "type": 5, "content": ""})
        self.check(model_of(text()), other, model_of(text()))
        self.check_rejected(
            model_of(text(n=1, t={"log": ""}, o={})),
            append([]), append(1), append(None), append("x", "absent"),
            event("append", block=text()), event("append", mask="block.content"),
            *(event("append", mask=mask, block=text(n=1, t={"log": "x"}, o=[], absent=""))
              for mask in ("block", "meta.content", "block.n", "block.o", "block.id",
                           "block.absent", "block.t.log", "block.missing")),
            event("append", mask="block.t.log", block=text("n", t={"log": "x"})),
            event("append", mask="block.ref", block={"id": "a", "ref": "x"}),
            event("append", mask="block.content", block=text("n", "x", ref="k")),
        )

    def test_error(self):
        error = {"code": "c", "message": "m", "detail": "d"}
        before = model_of(n=1, error={"code": "old", "message": "m", "trace_id": "t"})
        given = event("error", mask="meta.error", meta={"error": error, "n": 2})
        self.check(before, given, model_of(n=1, error=error))
        self.check_rejected(
            before,
            event("error", meta={"error": error}), event("error", mask="meta.error", meta={}),
            event("error", mask="meta.error", meta={"error": None}),
            event("error", mask="meta.error", meta={"error": {"code": "c"}}),
        )

    def test_waiting_deltas(self):
        reducer = Reducer(model_of(text(), text("b", [])))
        for given in (append("1"), append([1], "b"), append("2")):
            reducer.apply(given)
        early = reducer.snapshot()
        reducer.apply(append("3"))
        self.assertEqual(reducer.snapshot()["blocks"][0]["content"], "go123")
        reducer.apply(event("set", mask="block.k", block={"id": "a", "k": 1}))
        reducer.apply(append([2], "b"))
        reducer.apply(event("set", block=text("b", [9])))
        reducer.apply(append([3], "b"))
        reducer.apply(append("lost"))
        reducer.apply(event("set", mask="block.content", block={"id": "a", "content": "new"}))
        reducer.apply(append([4], "b"))
        reducer.apply(event("set", mask="block.k", block={"id": "b", "k": 2}))
        late = model_of(text(content="new", k=1), text("b", [9, 3, 4], k=2))
        self.assertEqual(early, model_of(text(content="go12"), text("b", [1])))
        self.assertEqual(reducer.snapshot(), late)
        reducer.apply(append("lost"))
        reducer.apply(event("start", model=model_of(text())))
        self.assertEqual(reducer.snapshot(), model_of(text()))

    def test_many_deltas_are_not_quadratic(self):
        size, count = 4000000, 50000
        reducer = Reducer(model_of(text(content="x" * size)))
        given, begin = append("y"), time.process_time()
        other = event("set", mask="block.k", block={"id": "a", "k": 1})
        for _ in range(count):
            reducer.apply(given)
            reducer.apply(other)  # Of another field: nothing is joined.
        self.assertEqual(len(reducer.snapshot()["blocks"][0]["content"]), size + count)
        self.assertLess(time.process_time() - begin, 5)  # Copying at each delta takes far longer.

    def test_limits(self):
        def nested(levels):
            value = {}
            for _ in range(levels - 3):  # The innermost object, meta and the event are levels, too.
                value = {"x": value}
            return event("set", mask="meta.x", meta={"x": value})

        Reducer(model_of()).apply(nested(MAX_DEPTH))
        self.check_rejected(model_of(), nested(MAX_DEPTH + 1))
        deep = model_of(x=nested(MAX_DEPTH))
        self.assertRaises(Rejected, Reducer, deep)
        for number in ("1e400", "-1e400", "9" * 5000):
            value = parse_strictly(number)
            self.check_rejected(model_of(), event("set", mask="meta.x", meta={"x": [value]}))


class RouterTest(unittest.TestCase):
    """The rules of section 4.2."""

    def test_router(self):
        router = Router()
        router.apply(event("start", model=model_of(text())))
        router.apply(event("start", model=model_of(text()), stream_id="__proto__"))
        router.apply(append("!", stream_id=""))
        for given in (append("!", stream_id="other"), event("ping", stream_id=None), 5):
            self.assertRaises(Rejected, router.apply, given)
        self.assertEqual(
            router.models(), [("", model_of(text(content="go!"))), ("__proto__", model_of(text()))])


if __name__ == "__main__":
    unittest.main()
