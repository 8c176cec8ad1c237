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
        line = json.dumps(request, ensure_ascii=False)
        # What UTF-8 cannot hold, a lone surrogate, is escaped.
        answer = self.exchange(line.encode("utf-8", "backslashreplace"))
        self.assertEqual((answer["jsonrpc"], answer["id"]), ("2.0", 7))
        return answer["result"]

    def code(self, line):
        """Send a line and return the code of the error."""
        return self.exchange(line)["error"]["code"]

    def test_session(self):
        hello = self.call("initialize", {"protocol": 1, "suites": ["agentue-1.1"]})
        names = "reducer router delivery framing resolver host resume emitter"
        self.assertEqual(hello["profiles"], ["agentue-1.1/" + name for name in names.split()])
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"agentue/reduce"}\n')  # Not answered.
        self.assertEqual(self.code(b'{"jsonrpc":"2.0","id":1,"method":"x"}'), -32601)
        for line in (b"", b"{", b"\xff", b'{"id":NaN}', b"[" * 100000):
            self.assertEqual(self.code(line), -32700)
        for line in (b"5", b"[]", b'{"id":1e400,"method":5}'):
            self.assertEqual(self.code(line), -32600)
        models = (b'{"model":{},"events":[]}', b'{"model":5,"events":[]}')
        for params in (b"[]", b"{}", b'{"wire":[5]}', *models):
            for method in (b"reduce", b"host"):
                line = b'{"id":1,"method":"agentue/%s","params":%s}' % (method, params)
                self.assertEqual(self.code(line), -32602)
        for method in (b"deliver", b"unframe", b"resolve", b"host", b"resume", b"emit"):
            self.assertEqual(self.code(b'{"id":1,"method":"agentue/%s"}' % method), -32602)
        for given in (b"5", b"{}"):
            line = b'{"id":1,"method":"agentue/host","params":{"inputs":[%s]}}' % given
            self.assertEqual(self.code(line), -32602)
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"shutdown"}\n')
        self.driver.stdin.flush()
        self.assertEqual(self.driver.wait(), 0)

    def test_batch(self):
        known = b'{"jsonrpc":"2.0","id":1,"method":"agentue/route","params":{"events":[]}}'
        notification = b'{"jsonrpc":"2.0","method":"x"}'
        unknown = b'{"jsonrpc":"2.0","id":"b","method":"x"}'
        answers = self.exchange(b"[" + b",".join([known, notification, b"5", unknown]) + b"]")
        self.assertEqual([answer["id"] for answer in answers], [1, None, "b"])
        self.assertEqual(answers[0]["result"], {"steps": [], "models": []})
        self.assertEqual([answer["error"]["code"] for answer in answers[1:]], [-32600, -32601])
        self.driver.stdin.write(b"[" + notification + b"]\n")  # Not answered.
        self.assertEqual(self.exchange(known)["id"], 1)

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

    def test_deliver(self):
        start = event("start", model=model_of(text()), stream_id="__proto__")
        end = {**event("end", stream_id="__proto__"), "seq": 3}
        events = [append("x"), start, append("x"), {**start, "stream_id": "b"}, end, 5]
        wire = [json.dumps(given) for given in events[:-1]] + ["{"]
        for params in ({"events": events}, {"wire": wire}):
            result = self.call("agentue/deliver", params)
            verdicts = [step["ok"] for step in result["steps"]]
            self.assertEqual(verdicts, [False, True, False, True, True, False])
            self.assertEqual(result["complete"], ["__proto__"])

    def test_frames(self):
        block = text("\ud83d", content="é\"\\" * 100, n=[1.0, 10 ** 400])
        frames = self.call("agentue/frame", {"block": block, "max_bytes": 150})["frames"]
        self.assertGreater(len(frames), 10)
        self.assertEqual(self.call("agentue/unframe", {"frames": frames[::-1]}), {"block": block})
        for refused, budget in (
                (text(), 20), (text(), None), (frames[0], 9999), ({"id": "a", "ref": "k"}, 9999)):
            params = {"block": refused, "max_bytes": budget}
            self.assertEqual(list(self.call("agentue/frame", params)), ["error"])
        self.assertEqual(list(self.call("agentue/unframe", {"frames": []})), ["error"])

    def test_resolve(self):
        references = [{"id": "a", "ref": "k"}, {"id": "b", "ref": "k"}]
        resolutions = [
            {"block_id": "a", "ref": "k", "failure": "gone"},
            {"block_id": "b", "ref": "k", "block": text("b")}]
        params = {"model": model_of(*references), "resolutions": resolutions}
        result = self.call("agentue/resolve", params)
        self.assertEqual(result, {"model": model_of(references[0], text("b"))})
        invalid = self.call("agentue/resolve", {"model": {}, "resolutions": []})
        self.assertEqual(list(invalid), ["error"])

    def test_host(self):
        load = {"block_id": "a", "ref": "k", "block": text()}
        wrong = {**load, "block": {}}
        inputs = [{"event": append("1")}, {"event": 5}, {"loaded": wrong}, {"loaded": load}]
        params = {"model": model_of({"id": "a", "ref": "k"}), "inputs": inputs}
        result = self.call("agentue/host", params)
        self.assertEqual(result["steps"], ["deferred", "refused", "refused", "applied"])
        self.assertEqual(result["model"], model_of(text(content="go1")))

    def test_resume(self):
        start = {**event("start", model=model_of(text())), "seq": 1}
        later = {**append("x"), "seq": 9}
        result = self.call("agentue/resume", {"log": [start, append("1"), later], "cursor": 5})
        self.assertEqual(result["events"], [
            event("start", model=model_of(text(content="go1"))), later, {"op": "end", "seq": 9}])
        self.assertEqual(list(self.call("agentue/resume", {"log": [], "cursor": 5})), ["error"])

    def test_emit(self):
        actions = [
            {"do": "ping"}, {"do": "start", "model": model_of()},
            {"do": "set", "block": {"id": "a", "ref": "k"}}, 5, {"do": "end"}]
        for consumer, is_sent in (("inline-only", False), (None, True)):
            params = {"actions": actions, "stream_id": "s", "consumer": consumer}
            result = self.call("agentue/emit", params)
            verdicts = [step["ok"] for step in result["steps"]]
            self.assertEqual(verdicts, [False, True, is_sent, False, True])
            self.assertEqual([given["seq"] for given in result["events"]], [1, 2, 3][:2 + is_sent])
            self.assertEqual({given["stream_id"] for given in result["events"]}, {"s"})

    def test_deep_nesting_in_every_method(self):
        deep = "[" * 100000 + "]" * 100000
        block = '{"id":"a","type":"t","x":%s}' % deep
        load = '{"block_id":"a","ref":"k","block":%s}' % block
        start = json.dumps(event("start", model=model_of()))
        patch = '{"op":"set","seq":3,"block":%s}' % block
        reference = json.dumps(model_of({"id": "a", "ref": "k"}))
        actions = ",".join((
            '{"do":"start","model":%s}' % json.dumps(model_of()), '{"do":"set","block":%s}' % block,
            '{"do":"set_meta","path":["x"],"value":%s}' % deep, deep))
        for method, params, expected in (
                ("deliver", '"events":[%s,%s]' % (start, patch),
                 '"steps":[{"ok":true},{"ok":false'),
                ("frame", '"block":%s,"max_bytes":1000' % block, '"error":'),
                ("frame", '"block":%s,"max_bytes":%s' % (json.dumps(text()), deep), '"error":'),
                ("unframe", '"frames":[%s]' % deep, '"error":'),
                ("resolve", '"model":%s,"resolutions":[%s,%s]' % (reference, load, deep),
                 '"ref":"k"'),
                ("host", '"model":%s,"inputs":[{"event":%s},{"loaded":%s}]' % (
                    reference, patch, load), '"steps":["refused","refused"]'),
                ("resume", '"log":[%s,%s],"cursor":1' % (start, patch), '"error":'),
                ("resume", '"log":[%s],"cursor":%s' % (start, deep), '"error":'),
                ("emit", '"actions":[%s]' % actions, '"steps":[{"ok":true},{"ok":false')):
            with self.subTest(method=method, params=params[:60]):
                line = '{"id":1,"method":"agentue/%s","params":{%s}}' % (method, params)
                answer = self.exchange(line.encode("utf-8"))
                self.assertIn(expected, json.dumps(answer["result"], separators=(",", ":")))


if __name__ == "__main__":
    unittest.main()
