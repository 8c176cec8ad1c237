"""Tests of the driver, mostly through its lines. Run in this folder: python3 -m unittest"""

import json
import os
import subprocess
import sys
import threading
import unittest

import agentue
from fixtures import append, event, model_of, text

DRIVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agentue.py")


class EventTextTest(unittest.TestCase):
    """The texts of events (4)."""

    def test_wire_text(self):
        self.assertEqual(agentue.parse_event(' {"n":9007199254740993} '), {"n": 9007199254740993})
        for wire in ("", "NaN", '{"a":-Infinity}', "{} {}", "{}x", '{"a":1,"a":1}', "[" * 100000):
            with self.subTest(wire=wire[:20]), self.assertRaises(agentue.Rejected):
                agentue.parse_event(wire)


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
