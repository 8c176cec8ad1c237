"""Tests of the AG-UI driver, through its lines. Run in this folder: python3 -m unittest"""

import base64
import json
import os
import subprocess
import sys
import threading
import unittest

from agui_fixtures import FINISH, START, chunk, event, said, text

DRIVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ag_ui.py")


class DriverTest(unittest.TestCase):
    """The line protocol, through real pipes."""

    arguments = ()

    def setUp(self):
        environment = dict(os.environ)
        environment.pop("PYTHONUNBUFFERED", None)  # The driver has to flush on its own.
        command, pipe = [sys.executable, DRIVER, *self.arguments], subprocess.PIPE
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
        return self.exchange(json.dumps(request).encode("ascii"))["result"]

    def run_one(self, **members):
        """Run one run and return what came of it."""
        return self.call("ag-ui/run", {"thread": "t", "runs": [{"run": "r", **members}]})["runs"][0]

    def code(self, line):
        """Send a line and return the code of the error."""
        return self.exchange(line)["error"]["code"]

    def test_session(self):
        hello = self.call("initialize", {"protocol": 1, "suites": ["ag-ui"]})
        self.assertEqual(len(hello["profiles"]), 11)
        self.assertIn("ag-ui/seed", hello["profiles"])
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"ag-ui/run"}\n')  # Not answered.
        self.assertEqual(self.code(b'{"id":1,"method":"x"}'), -32601)
        for line in (b"", b"{", b"\xff", b"[" * 100000):
            self.assertEqual(self.code(line), -32700)
        for params in (b"[]", b"{}", b'{"thread":"t","runs":5}', b'{"thread":"t","runs":[5]}',
                       b'{"thread":"t","runs":[{"run":"r","sse":[5]}]}',
                       b'{"thread":"t","runs":[{"run":"r","sse":[{"b64":"*"}]}]}'):
            line = b'{"id":1,"method":"ag-ui/run","params":%s}' % params
            self.assertEqual(self.code(line), -32602)
        batch = self.exchange(b'[{"id":1,"method":"x"},{"method":"y"},{"id":2,"method":"z"}]')
        self.assertEqual([answer["id"] for answer in batch], [1, 2])
        self.driver.stdin.write(b'{"jsonrpc":"2.0","method":"shutdown"}\n')
        self.driver.stdin.flush()
        self.assertEqual(self.driver.wait(), 0)

    def test_run(self):
        events = [START, chunk("m", "Hi"), FINISH]
        given = self.run_one(send={"id": "u", "text": "go"}, events=events)
        self.assertEqual(given["updates"][1], {
            "update": "message", "index": 1, "id": "m", "change": "content", "delta": "Hi",
            "message": said("m", "Hi")})
        self.assertEqual(given["messages"], [said("u", "go", "user"), said("m", "Hi")])
        self.assertEqual((given["state"], given["reasoning"], given["interrupts"]), ({}, [], []))

    def test_bytes(self):
        body = "".join(
            "data: %s\r\n\r\n" % json.dumps(given, ensure_ascii=False)
            for given in (START, *text("m", "é€"), FINISH)).encode("utf-8")
        pieces = [
            {"b64": base64.b64encode(body[at:at + 3]).decode()} for at in range(0, len(body), 3)]
        for sse in ([body.decode("utf-8")], pieces):
            given = self.run_one(sse=sse)
            self.assertEqual(given["messages"], [said("m", "é€")])
        given = self.run_one(sse=["data: {\n\n"])
        self.assertEqual([update["update"] for update in given["updates"]], ["error", "done"])

    def test_ends(self):
        for end in ("eof", "reset", "refused"):
            given = self.run_one(events=[START], end=end)
            self.assertEqual(given["updates"][-1]["end"], "failed")

    def test_light(self):
        params = {"thread": "t", "detail": "light", "runs": [
            {"run": "r", "events": [START, chunk("m", "x" * 1000000), FINISH]}]}
        given = self.call("ag-ui/run", params)["runs"][0]
        self.assertFalse([update for update in given["updates"] if "message" in update])
        self.assertEqual(len(given["messages"][0]["content"]), 1000000)

    def test_deep_nesting_costs_only_its_run(self):
        deep = '{"type":"STATE_SNAPSHOT","snapshot":%s}' % ("[" * 100000 + "]" * 100000)
        for source in ('"events":[%s,%s]' % (json.dumps(START), deep),
                       '"sse":[%s]' % json.dumps("data: %s\n\n" % deep)):
            line = '{"id":1,"method":"ag-ui/run","params":{"thread":"t","runs":[{"run":"r",%s}]}}'
            answer = self.exchange((line % source).encode("utf-8"))
            self.assertEqual(answer["result"]["runs"][0]["updates"][-1]["end"], "failed")


class PolicyTest(DriverTest):
    """The same with the policy of protocol 1.0."""

    arguments = ("--policy", "v1")

    def test_session(self):
        hello = self.call("initialize", {"protocol": 1, "suites": ["ag-ui"]})
        self.assertIn("ag-ui/v1", hello["profiles"])
        given = self.run_one(events=[START, event("TELEPATHY_START"), FINISH])
        self.assertEqual([update["update"] for update in given["updates"]], ["done"])


if __name__ == "__main__":
    unittest.main()
