"""Tests of the driver of agent-ui@1, through its lines. Run in this folder: python3 -m unittest"""

import base64
import json
import os
import subprocess
import sys
import threading
import unittest

from test_frontend import FULL, component, event, zoom

DRIVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agent_ui.py")


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

    def receive(self, *phases):
        """Run a frontend through these phases."""
        request = {"jsonrpc": "2.0", "id": 7, "method": "agent-ui/receive",
                   "params": {"phases": phases}}
        return self.exchange(json.dumps(request).encode("ascii"))["result"]["phases"]

    def test_session(self):
        hello = self.exchange(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}')
        names = ["agent-ui-1/frontend", "agent-ui-1/records", "agent-ui-1/sse"]
        self.assertEqual(hello["result"]["profiles"], names)
        unknown = self.exchange(b'{"jsonrpc":"2.0","id":1,"method":"x"}')
        self.assertEqual(unknown["error"]["code"], -32601)
        for params in (b"{}", b'{"phases":5}', b'{"phases":[5]}', b"[]"):
            line = b'{"id":1,"method":"agent-ui/receive","params":%s}' % params
            self.assertEqual(self.exchange(line)["error"]["code"], -32602)
        for line in (b"", b"{", b"\xff"):
            self.assertEqual(self.exchange(line)["error"]["code"], -32700)
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"shutdown"}\n')
        self.driver.stdin.flush()
        self.assertEqual(self.driver.wait(), 0)

    def test_batch(self):
        known = b'{"jsonrpc":"2.0","id":1,"method":"agent-ui/receive","params":{"phases":[]}}'
        notification = b'{"jsonrpc":"2.0","method":"x"}'
        answers = self.exchange(b"[" + b",".join([known, notification, b"5"]) + b"]")
        self.assertEqual([answer["id"] for answer in answers], [1, None])
        self.assertEqual(answers[0]["result"], {"phases": []})
        self.driver.stdin.write(b"[" + notification + b"]\n")  # Not answered.
        self.assertEqual(self.exchange(known)["id"], 1)

    def test_phases(self):
        first, second, third = self.receive(
            {"registry": FULL, "render": {"a": "hold"}, "events": [
                {"event": "ui_envelope", "data": event(component(), "a")},
                {"event": "ui_envelope", "data": 5}, {"event": "token", "data": 5}]},
            {"render": {"a": "done"}, "events": []},
            {"registry": {**FULL, "components": []}, "reload": True, "events": []})
        self.assertEqual([told["outcome"] for told in first["outcomes"]], ["pending"])
        self.assertEqual((len(first["calls"]), len(first["errors"])), (1, 1))
        self.assertEqual((second["outcomes"], second["calls"]),
                         ([{"id": "a", "outcome": "rendered"}], []))
        self.assertEqual(second["records"][0]["renderStatus"], "rendered")
        self.assertEqual([told["outcome"] for told in third["outcomes"]], ["rejected"])
        self.assertEqual((third["records"], third["calls"]), (second["records"], []))

    def test_history(self):
        record = {"envelopeId": "a", "createdAt": 5, "envelope": component(),
                  "renderStatus": "rendered"}
        for message, calls in (({}, 0), ({"uiEnvelopes": []}, 0), ({"uiEnvelopes": [record]}, 1)):
            result = self.receive({"registry": FULL, "reload": message, "events": []})[0]
            self.assertEqual(len(result["calls"]), calls)
            self.assertEqual(result["records"], message.get("uiEnvelopes", []))

    def test_stream(self):
        data = json.dumps(event(zoom(), "é"), ensure_ascii=False)
        text = "event: ui_envelope\ndata: %s\n\n" % data
        pieces = [{"b64": base64.b64encode(bytes([byte])).decode()} for byte in text.encode()]
        broken = ["event: ui_envelope\ndata: {\n\n", "event: token\ndata: {\n\n"]
        result = self.receive({"registry": FULL, "sse": [*broken, *pieces, text]})[0]
        self.assertEqual([call["id"] for call in result["calls"]], ["é", "é"])
        self.assertEqual(len(result["errors"]), 1)

    def test_deep_nesting_costs_only_its_event(self):
        deep = json.dumps(event(component(), "deep")).replace('"props": {}', '"props": %s%s' % (
            "[" * 100000, "]" * 100000))
        events = ",".join('{"event":"ui_envelope","data":%s}' % data
                          for data in (deep, json.dumps(event(component(), "a"))))
        phase = '{"registry":%s,"events":[%s]}' % (json.dumps(FULL), events)
        line = '{"id":1,"method":"agent-ui/receive","params":{"phases":[%s]}}' % phase
        result = self.exchange(line.encode("utf-8"))["result"]["phases"][0]
        self.assertEqual([call["id"] for call in result["calls"]], ["a"])
        self.assertEqual(len(result["errors"]), 1)


if __name__ == "__main__":
    unittest.main()
