"""Tests of server-sent events. Run in this folder: python3 -m unittest"""

import unittest

from eventstream import EventStream


def events(*pieces):
    """The events of a stream that comes in these pieces."""
    stream = EventStream()
    return [event for piece in pieces for event in stream.feed(piece)]


class EventStreamTest(unittest.TestCase):
    """The rules of the standard."""

    def test_fields(self):
        text = b": c\nid: 7\nretry\nEvent: x\nevent:a\ndata: 1\n:data: 2\ndata\ndata:  3\n\n"
        self.assertEqual(events(text), [("a", "1\n\n 3")])

    def test_names(self):
        text = b"event: a\n\ndata: 1\n\nevent: a\nevent: b\ndata: 2\n\nevent:\ndata: 3\n\n"
        self.assertEqual(events(text), [("message", "1"), ("b", "2"), ("message", "3")])

    def test_any_cut_and_any_line_end(self):
        text = "\ufeffevent: a\ndata: é€\U0001f600\ndata: 2\n\n\ndata: 3\n\n"
        expected = [("a", "é€\U0001f600\n2"), ("message", "3")]
        for end in ("\n", "\r\n", "\r"):
            whole = text.replace("\n", end).encode("utf-8")
            self.assertEqual(events(*(bytes([byte]) for byte in whole)), expected)
            for cut in range(len(whole) + 1):
                with self.subTest(end=end, cut=cut):
                    self.assertEqual(events(whole[:cut], b"", whole[cut:]), expected)

    def test_one_mark_only(self):
        mark = "\ufeff".encode("utf-8")
        self.assertEqual(events(mark + mark + b"data: 1\n\ndata: 2\n\n"), [("message", "2")])
        self.assertEqual(events(b"data: 1\n\n", mark + b"data: 2\n\n"), [("message", "1")])

    def test_the_end_completes_nothing(self):
        self.assertEqual(events(b"data: 1\n\ndata: 2\n"), [("message", "1")])
        self.assertEqual(events(b"data: 1\n\ndata: 2"), [("message", "1")])

    def test_bytes_that_are_not_utf_8(self):
        self.assertEqual(events(b"data: \xff\xc3\n\n"), [("message", "\ufffd\ufffd")])


if __name__ == "__main__":
    unittest.main()
