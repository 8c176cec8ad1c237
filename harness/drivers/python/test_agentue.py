"""Tests of the sample driver. Run in this folder: python3 -m unittest"""

import copy
import json
import os
import subprocess
import sys
import threading
import time
import unittest

import agentue

DRIVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agentue.py")


def model_of(*blocks, version="1.1", **meta):
    """A model with these blocks and members of meta."""
    return {"version": version, "biz": "chat", "meta": meta, "blocks": list(blocks)}


def text(block_id="a", content="go", **more):
    """An inline block."""
    return {"id": block_id, "type": "text", "content": content, **more}


def event(op, **members):
    """An event with a seq."""
    return {"op": op, "seq": 2, **members}


def append(content, block_id="a", **members):
    """An append to the content of a block."""
    payload = {"id": block_id, "content": content}
    return event("append", mask="block.content", block=payload, **members)


class ReducerTest(unittest.TestCase):
    """The rules of sections 3 to 5."""

    def check(self, before, given, after):
        """Apply an event to a model; neither may be changed by it."""
        kept = copy.deepcopy((before, given))
        reducer = agentue.Reducer(before)
        reducer.apply(given)
        self.assertEqual(reducer.snapshot(), after)
        self.assertEqual((before, given), kept)

    def check_rejected(self, before, *events):
        """Every one of the events is rejected and leaves the model as it was."""
        for given in events:
            with self.subTest(given=given):
                reducer = agentue.Reducer(before)
                with self.assertRaises(agentue.Rejected):
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
        reducer = agentue.Reducer(model_of(text(), text("b", [])))
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
        late = model_of(text(content="new", k=1), text("b", [9, 3]))
        self.assertEqual(early, model_of(text(content="go12"), text("b", [1])))
        self.assertEqual(reducer.snapshot(), late)
        reducer.apply(append("lost"))
        reducer.apply(event("start", model=model_of(text())))
        self.assertEqual(reducer.snapshot(), model_of(text()))

    def test_many_deltas_are_not_quadratic(self):
        size, count = 4000000, 50000
        reducer = agentue.Reducer(model_of(text(content="x" * size)))
        given, begin = append("y"), time.process_time()
        for _ in range(count):
            reducer.apply(given)
        self.assertEqual(len(reducer.snapshot()["blocks"][0]["content"]), size + count)
        self.assertLess(time.process_time() - begin, 5)  # Copying at each delta takes far longer.

    def test_wire_text(self):
        self.assertEqual(agentue.parse_event(' {"n":9007199254740993} '), {"n": 9007199254740993})
        for wire in ("", "NaN", '{"a":-Infinity}', "{} {}", "{}x", '{"a":1,"a":1}', "[" * 100000):
            with self.subTest(wire=wire[:20]), self.assertRaises(agentue.Rejected):
                agentue.parse_event(wire)

    def test_limits(self):
        def nested(levels):
            value = {}
            for _ in range(levels - 3):  # The innermost object, meta and the event are levels, too.
                value = {"x": value}
            return event("set", mask="meta.x", meta={"x": value})

        agentue.Reducer(model_of()).apply(nested(agentue.MAX_DEPTH))
        self.check_rejected(model_of(), nested(agentue.MAX_DEPTH + 1))
        deep = model_of(x=nested(agentue.MAX_DEPTH))
        self.assertRaises(agentue.Rejected, agentue.Reducer, deep)
        for number in ("1e400", "-1e400", "9" * 5000):
            value = agentue.parse_event(number)
            self.check_rejected(model_of(), event("set", mask="meta.x", meta={"x": [value]}))

    def test_router(self):
        router = agentue.Router()
        router.apply(event("start", model=model_of(text())))
        router.apply(event("start", model=model_of(text()), stream_id="__proto__"))
        router.apply(append("!", stream_id=""))
        for given in (append("!", stream_id="other"), event("ping", stream_id=None), 5):
            self.assertRaises(agentue.Rejected, router.apply, given)
        self.assertEqual(
            router.models(), [("", model_of(text(content="go!"))), ("__proto__", model_of(text()))])


class DriverTest(unittest.TestCase):
    """The line protocol, through real pipes."""

    def setUp(self):
        environment = dict(os.environ)
        environment.pop("PYTHONUNBUFFERED", None)  # The driver has to flush on its own.
        command, pipe = [sys.executable, DRIVER], subprocess.PIPE
        self.driver = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment)
        self.watchdog = threading.Timer(20, self.driver.kill)  # A lost answer must not hang.
        self.watchdog.start()

    def tearDown(self):
        self.watchdog.cancel()
        self.driver.kill()
        self.driver.communicate()

    def exchange(self, line):
        """Send a line and wait for one; the driver's input stays open."""
        self.driver.stdin.write(line + b"\n")
        self.driver.stdin.flush()
        answer = self.driver.stdout.readline()
        self.assertTrue(answer.endswith(b"\n"), "no answer")
        return json.loads(answer.decode("ascii"))

    def call(self, method, params):
        """Send a request and return its result."""
        request = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        answer = self.exchange(json.dumps(request, ensure_ascii=False).encode("utf-8"))
        self.assertEqual((answer["jsonrpc"], answer["id"]), ("2.0", 7))
        return answer["result"]

    def code(self, line):
        """Send a line and return the code of the error."""
        return self.exchange(line)["error"]["code"]

    def test_session(self):
        hello = self.call("initialize", {"protocol": 1, "suites": ["agentue-1.1"]})
        self.assertEqual(hello["profiles"], ["agentue-1.1/reducer", "agentue-1.1/router"])
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"agentue/reduce"}\n')  # Not answered.
        self.assertEqual(self.code(b'{"jsonrpc":"2.0","id":1,"method":"x"}'), -32601)
        for line in (b"", b"{", b"\xff", b'{"id":NaN}', b"[" * 100000):
            self.assertEqual(self.code(line), -32700)
        for line in (b"5", b"[]", b'{"id":1e400,"method":5}'):
            self.assertEqual(self.code(line), -32600)
        models = (b'{"model":{},"events":[]}', b'{"model":5,"events":[]}')
        for params in (b"[]", b"{}", b'{"wire":[5]}', *models):
            line = b'{"id":1,"method":"agentue/reduce","params":' + params + b"}"
            self.assertEqual(self.code(line), -32602)
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"shutdown"}\n')
        self.driver.stdin.flush()
        self.assertEqual(self.driver.wait(), 0)

    def test_end_of_input(self):
        self.driver.stdin.close()
        self.assertEqual(self.driver.wait(), 0)
        self.assertEqual(self.driver.stdout.read(), b"")
        self.driver.stdin = None  # communicate() would flush it.

    def test_reduce(self):
        events = [append("1"), 5, append("é")]
        params = {"model": model_of(text()), "model_seq": 1, "events": events}
        result = self.call("agentue/reduce", {**params, "trace": True, "replay": True})
        contents = [model["blocks"][0]["content"] for model in result["trace"]]
        self.assertEqual(contents, ["go1", "go1", "go1é"])
        self.assertEqual([step["ok"] for step in result["steps"]], [True, False, True])
        self.assertEqual(result["model"], model_of(text(content="go1é")))
        self.assertEqual(result["replayed"], {"steps": result["steps"], "model": result["model"]})

    def test_wire(self):
        start = json.dumps(event("start", model=model_of(text(content="\ud83d"), n=0.1)))
        params = {"model": None, "wire": [start, "{", json.dumps(append("\ude00"))], "replay": True}
        result = self.call("agentue/reduce", params)
        self.assertEqual([step["ok"] for step in result["steps"]], [True, False, True])
        self.assertIn("not one JSON value", result["steps"][1]["error"])
        self.assertEqual(result["model"], model_of(text(content="\U0001f600"), n=0.1))
        self.assertEqual(result["replayed"]["model"], result["model"])

    def test_deep_nesting_costs_only_its_event(self):
        start, ping = json.dumps(event("start", model=model_of())), json.dumps(event("ping"))
        nested = "[" * 100000 + '"]"' + "]" * 100000
        deep = '{"op":"set","seq":2,"mask":"meta.x","meta":{"x":%s}}' % nested
        params = '{"events":[%s,%s,%s]}' % (start, deep, ping)
        line = '{"id":1,"method":"agentue/reduce","params":%s}' % params
        answer = self.exchange(line.encode("utf-8"))
        self.assertEqual([step["ok"] for step in answer["result"]["steps"]], [True, False, True])
        result = self.call("agentue/reduce", {"wire": [start, deep, ping]})
        self.assertEqual([step["ok"] for step in result["steps"]], [True, False, True])
        self.assertEqual(result["model"], model_of())

    def test_route(self):
        start = event("start", model=model_of(), stream_id="\ud83d")
        events = [start, event("ping", stream_id="b")]
        line = json.dumps({"id": 1, "method": "agentue/route", "params": {"events": events}})
        result = self.exchange(line.encode("ascii"))["result"]
        self.assertEqual(result["models"], [{"stream_id": "\ud83d", "model": model_of()}])
        self.assertEqual(result["steps"], [{"ok": True}, {"ok": True}])


if __name__ == "__main__":
    unittest.main()
