"""Tests of resumed deliveries. Run in this folder: python3 -m unittest"""

import copy
import time
import unittest

from delivery import Delivery
from fixtures import append, event, model_of, text
from reducer import Rejected
from resume import resume


def at(seq, given):
    """An event at another seq."""
    return {**given, "seq": seq}


ERROR = event("error", mask="meta.error", meta={"error": {"code": "c", "message": "m"}})
LOG = [
    event("start", model=model_of(text(), {"id": "r", "ref": "k"}, n=1), ts=5), append("1"),
    at(2, event("ping", ts=1)), at(5, append("2", event_type="delta")), at(9, event("ping")),
    at(7, ERROR), at(8, append("3")), at(20, event("end")),
]
LOG[0]["seq"] = 1


def without_pings(events):
    """The events that have a place in the timeline."""
    return [given for given in events if given["op"] != "ping"]


def end_of(events):
    """The model that a client has after a delivery, which has to be lawful and to end."""
    delivery = Delivery()
    for given in events:
        delivery.apply(given)
    assert not delivery.order.is_open
    return delivery.reducer.snapshot()


class ResumeTest(unittest.TestCase):
    """The rules of section 6."""

    def check_all_cursors(self, log, last):
        """From wherever a client goes on, it ends with the same model and sees each event once."""
        kept, whole = copy.deepcopy(log), end_of(without_pings(log))
        for cursor in range(log[0]["seq"], last + 5):
            with self.subTest(cursor=cursor):
                delivery = resume(log, cursor)
                seqs = [given["seq"] for given in without_pings(log)]
                self.assertEqual(delivery[0]["op"], "start")
                self.assertEqual(delivery[0]["seq"], max(seq for seq in seqs if seq <= cursor))
                later = [given for given in without_pings(log) if given["seq"] > cursor]
                self.assertEqual(delivery[1:len(later) + 1], later)
                self.assertEqual(delivery[-1], log[-1])
                self.assertLessEqual(len(delivery), len(later) + 2)
                self.assertEqual(end_of(delivery), whole)
                for again in range(cursor, last + 2):
                    self.assertEqual(resume(delivery, again), resume(log, again))
        self.assertEqual(log, kept)

    def test_every_cursor(self):
        self.check_all_cursors(LOG, 20)

    def test_the_covered_model(self):
        start, later, *rest = resume(LOG, 6)
        self.assertEqual(start, at(5, event("start", model=model_of(
            text(content="go12"), {"id": "r", "ref": "k"}, n=1))))
        self.assertEqual(later, at(7, ERROR))
        self.assertEqual([given["seq"] for given in rest], [8, 20])
        self.assertIn("error", resume(LOG, 7)[0]["model"]["meta"])

    def test_a_high_ping_covers_nothing(self):
        self.assertEqual(resume(LOG[:4] + [at(6, event("ping"))] + LOG[4:], 6)[0]["seq"], 5)

    def test_before_the_first_event(self):
        self.assertEqual(resume(LOG, 0), without_pings(LOG))

    def test_without_end(self):
        delivery = resume(LOG[:-1], 5)
        self.assertEqual(delivery[1:], [at(7, ERROR), at(8, append("3")), {"op": "end", "seq": 8}])
        self.assertEqual([given["seq"] for given in resume(LOG[:-1], 30)], [8, 8])
        self.assertEqual(end_of(delivery), end_of(without_pings(LOG)))

    def test_stream(self):
        log = [{**given, "stream_id": "__proto__"} for given in LOG[:-1]]
        for cursor in (0, 5, 100):
            self.assertEqual({given["stream_id"] for given in resume(log, cursor)}, {"__proto__"})
        unnamed = [{**LOG[0], "stream_id": ""}, *LOG[1:]]
        self.assertEqual(resume(unnamed, 5)[0]["stream_id"], "")
        for other in ("a", "__proto__ "):
            self.assertRaises(Rejected, resume, log[:3] + [{**LOG[3], "stream_id": other}], 1)

    def test_log_of_several_deliveries(self):
        restart = event("start", model=model_of(text("b"), version="1.0"))
        log = [*LOG, at(21, restart), at(22, append("x", "b")), at(23, event("end"))]
        self.check_all_cursors(log, 23)
        self.assertEqual(resume(log, 22)[0]["model"], model_of(text("b", "gox"), version="1.0"))
        reconnected = without_pings(LOG[:4]) + resume(LOG, 5)
        self.check_all_cursors(reconnected, 20)

    def test_refusals(self):
        for cursor in (-1, 1.0, True, None, "1"):
            self.assertRaises(Rejected, resume, LOG, cursor)
        reference = {"id": "r", "ref": "k"}
        for log in (
                [], [5], [None], [event("ping")], LOG[1:], [{**LOG[0], "extra": 1}],
                [LOG[0], append("x"), append("y")], [*LOG, at(30, append("x"))],
                [*LOG, at(3, LOG[0])],
                [LOG[0], append(5)], [LOG[0], append("x", "r")],
                [LOG[0], event("set", mask="meta.x", meta={"x": float("inf")})],
                [LOG[0], at(0, event("end"))]):
            with self.subTest(log=log):
                self.assertRaises(Rejected, resume, log, 100)
        # A resolver of the application is needed for what is covered, not for what is passed on.
        log = [at(1, event("start", model=model_of(reference))), append("x", "r")]
        self.assertEqual(resume(log, 1)[1], log[1])
        self.assertRaises(Rejected, resume, log, 2)

    def test_a_long_log(self):
        log = [LOG[0]] + [at(seq, append("x")) for seq in range(2, 100002)]
        begin = time.process_time()
        delivery = resume(log, 60000)
        self.assertEqual(len(delivery), 40003)
        self.assertEqual(delivery[0]["model"]["blocks"][0]["content"], "go" + "x" * 59999)
        self.assertLess(time.process_time() - begin, 10)


if __name__ == "__main__":
    unittest.main()
