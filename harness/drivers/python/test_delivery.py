"""Tests of the order of events. Run in this folder: python3 -m unittest"""

import unittest

from delivery import Consumer, Delivery
from fixtures import append, event, model_of, text
from reducer import Rejected


def at(seq, given):
    """An event at another seq."""
    return {**given, "seq": seq}


def start(seq=1, **members):
    """A start of a model with one block."""
    return at(seq, event("start", model=model_of(text()), **members))


class DeliveryTest(unittest.TestCase):
    """The rules of sections 4.1 and 5."""

    def check(self, *verdicts):
        """Each pair holds an event and whether it is taken."""
        delivery = Delivery()
        for position, (given, is_taken) in enumerate(verdicts):
            with self.subTest(position=position):
                if is_taken:
                    delivery.apply(given)
                else:
                    before = vars(delivery.order).copy(), delivery.reducer.snapshot()
                    self.assertRaises(Rejected, delivery.apply, given)
                    self.assertEqual((vars(delivery.order), delivery.reducer.snapshot()), before)
        return delivery

    def test_begins_with_start(self):
        first = [append("x"), event("set", block=text()), event("ping"), event("end")]
        self.check(*((given, False) for given in first), (start(), True), (append("x"), True))

    def test_seq_of_changes(self):
        error = event("error", mask="meta.error", meta={"error": {"code": "c", "message": "m"}})
        delivery = self.check(
            (start(4), True), (at(4, append("a")), False), (at(3, append("b")), False),
            (at(9, append("c")), True), (at(9, error), False), (at(10, error), True),
            (at(10, event("set", block=text("b"))), False), (at(2 ** 70, append("d")), True),
            (at(2 ** 70, append("e")), False), (at(2 ** 70 + 1, append("f")), True))
        self.assertEqual(delivery.reducer.snapshot()["blocks"], [text(content="gocdf")])

    def test_a_rejection_moves_nothing(self):
        self.check(
            (start(1), True), (at(9, append(5)), False), (at(2, append("x")), True),
            (at(9, event("end", extra=1)), False), (at(9, event("start")), False),
            (at(3, append("x")), True))

    def test_ping(self):
        self.check(
            (start(3), True), (at(3, event("ping")), True), (at(3, event("ping", ts=1)), True),
            (at(7, event("ping")), False), (at(2, event("ping")), False),
            (at(4, append("x")), True), (at(4, event("ping")), True))

    def test_end(self):
        self.check(
            (start(3), True), (at(2, event("end")), False), (at(3, event("end")), True),
            (at(3, event("ping")), False), (at(4, append("x")), False),
            (at(5, event("end")), False),
            (at(9, event("start")), False),  # Without a model: the delivery stays over.
            (at(4, append("x")), False), (start(3), True), (at(4, append("x")), True))

    def test_start_again(self):
        self.check((start(9), True), (start(5), True), (at(6, append("x")), True), (start(6), True))


class ConsumerTest(unittest.TestCase):
    """The rules of section 4.2."""

    def test_streams(self):
        consumer = Consumer()
        for given in (
                start(), start(5, stream_id="__proto__"),
                at(6, event("end", stream_id="__proto__")),
                at(2, append("x", stream_id="")), at(3, event("end", stream_id=""))):
            consumer.apply(given)
        for given in (
                at(4, append("x")), append("x", stream_id="other"), start(stream_id=5), 5,
                at(9, append("x", stream_id="__proto__"))):
            self.assertRaises(Rejected, consumer.apply, given)
        self.assertEqual(sorted(consumer.complete()), ["", "__proto__"])
        consumer.apply(start(9))
        self.assertEqual(consumer.complete(), ["__proto__"])
        consumer.apply(at(10, event("end")))
        self.assertEqual(sorted(consumer.complete()), ["", "__proto__"])

    def test_no_end(self):
        consumer = Consumer()
        self.assertRaises(Rejected, consumer.apply, event("end"))
        consumer.apply(start())
        self.assertEqual(consumer.complete(), [])


if __name__ == "__main__":
    unittest.main()
