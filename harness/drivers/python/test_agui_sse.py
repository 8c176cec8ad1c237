"""Tests of server-sent events. Run in this folder: python3 -m unittest"""

import unittest

from agui_events import Unreadable
from agui_sse import Frames


def read(*pieces):
    """Return the data of all frames."""
    frames = Frames()
    return [data for piece in pieces for data in frames.feed(piece)]


class FramesTest(unittest.TestCase):
    """The HTML Standard, 9.2.6."""

    def test_fields(self):
        body = ("\ufeff: hello\n\nevent: x\nid: 1\ndata: a\ndata:b\ndata:  c\ndata\n\n"
                "event: ping\n\nDATA: no\n\ndata: d\n\ndata: cut off").encode("utf-8")
        self.assertEqual(read(body), ["a\nb\n c\n", "d"])

    def test_any_line_end_and_any_cut(self):
        body = "data: é1\n\n: x\ndata: €2\ndata: \U0001f680\n\n".encode("utf-8")
        for end in (b"\n", b"\r\n", b"\r"):
            told = body.replace(b"\n", end)
            for size in range(1, len(told) + 1):
                pieces = [told[at:at + size] for at in range(0, len(told), size)]
                self.assertEqual(read(*pieces, b""), ["é1", "€2\n\U0001f680"], (end, size))

    def test_bad_bytes_cost_nothing_before_them(self):
        body = b"data: a\n\ndata: \xff\n\n"
        for size in (1, 100):
            frames, taken = Frames(), []
            with self.assertRaises(Unreadable):
                for at in range(0, len(body), size):
                    taken.extend(frames.feed(body[at:at + size]))
            self.assertEqual(taken, ["a"])


if __name__ == "__main__":
    unittest.main()
