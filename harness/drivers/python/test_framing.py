"""Tests of frames. Run in this folder: python3 -m unittest"""

import json
import random
import time
import unittest

from fixtures import text
from framing import frame, unframe
from reducer import Rejected


def nested(levels):
    """An array in an array, and so on."""
    value = []
    for _ in range(levels - 1):
        value = [value]
    return value


def size(value):
    """The bytes of the shortest JSON text, found in another way than by the implementation."""
    count = 0
    for token in json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).iterencode(value):
        count += sum(6 if "\ud800" <= c <= "\udfff" else len(c.encode("utf-8")) for c in token)
    return count


BLOCKS = [
    text(), text(content=""), text(content='"\\\n\x00\x7f\u2028/' * 20),
    text(content="é€\U0001f600" * 30), text("\ud83d\"'", content="\ud83d \ude00" * 9),
    text("\ude00", more={"__proto__": {"": [None, True]}}),
    text(n=[0, -0.0, 1.0, 1e22, 1e-7, 0.1, -12345.678901, 2 ** 53 + 1, 10 ** 400, -10 ** 30]),
    text(parent_id=None, group_id="g", deep=nested(254)), {"id": "constructor", "type": "toString"},
]


class FrameTest(unittest.TestCase):
    """Splitting to a byte budget."""

    def test_round_trip_within_every_budget(self):
        mix = random.Random(1)
        for block in BLOCKS:
            whole = frame(block, 10 ** 30)
            self.assertEqual(len(whole), 1)
            fits = size(whole[0])
            self.assertEqual(len(frame(block, fits)), 1)
            least = size({**whole[0], "data": ""}) + 1
            for budget in [*range(least + 10, least + 40), fits - 1]:
                if budget < least + 10:
                    continue
                with self.subTest(block=block["id"], budget=budget):
                    frames = frame(block, budget)
                    self.assertLessEqual(max(map(size, frames)), budget)
                    self.assertGreater(size(frames[0]) + 6, budget)  # Nothing is wasted.
                    self.assertEqual([given["seq"] for given in frames], list(range(len(frames))))
                    self.assertTrue(all(given["total"] == len(frames) for given in frames))
                    self.assertTrue(all(given["data"] for given in frames))
                    mix.shuffle(frames)
                    restored = unframe(json.loads(json.dumps(frames)))
                    self.assertEqual(restored, block)
                    self.assertEqual(json.dumps(restored), json.dumps(block))  # 1.0 stays 1.0.

    def test_escapes_cost_twice(self):
        quotes = text(content='"' * 1000)  # \\\" in a frame: four bytes each.
        frames = frame(quotes, 300)
        self.assertGreater(sum(map(size, frames)), 4000)
        self.assertLessEqual(max(map(size, frames)), 300)

    def test_numbers_with_more_digits(self):
        block = text(content="x" * 30000)
        least = size({**frame(block, 10 ** 6)[0], "data": ""})
        for least_count, budget in ((10, 1000), (100, 100), (1000, 12)):
            frames = frame(block, least + budget)
            self.assertIn(len(frames), range(least_count, 10 * least_count))
            self.assertLessEqual(max(map(size, frames)), least + budget)
            self.assertEqual(unframe(frames), block)

    def test_refusals(self):
        least = size(frame(text(), 1000)[0])
        for budget in (0, 1, -5, 60, 10.5, 1e3, True, None, "100"):
            with self.subTest(budget=budget):
                self.assertRaises(Rejected, frame, text(), budget)
        for block in (
                None, 5, [], {}, {"id": "a"}, {"id": "", "type": "t"}, {"id": "a", "ref": "k"},
                text(ref="k"), frame(text(), least)[0], {"id": "f", "type": "frame"},
                text(n=float("inf")), text(deep=nested(257))):
            self.assertRaises(Rejected, frame, block, 10000)

    def test_many_frames(self):
        begin = time.process_time()
        frames = frame(text(content="é\"x" * 100000), 130)
        self.assertGreater(len(frames), 10000)
        self.assertEqual(unframe(frames[::-1])["content"], "é\"x" * 100000)
        self.assertLess(time.process_time() - begin, 10)


class UnframeTest(unittest.TestCase):
    """Putting a group together again."""

    def group(self, *pieces, **members):
        """The frames with these pieces of data."""
        return [
            {"id": "f%d" % seq, "type": "frame", "block_id": "a", "seq": seq, "total": len(pieces),
             "data": data, **members} for seq, data in enumerate(pieces)]

    def test_foreign_frames(self):
        frames = self.group(' {"type":"text",', '', '"id":"a", "n": 1e2}\n', more={"x": 1})
        self.assertEqual(unframe(frames), {"id": "a", "type": "text", "n": 100.0})
        self.assertEqual(unframe(self.group('{"id":"a","type":"x"}', id="a"))["type"], "x")

    def test_halves_of_a_character(self):
        for escape in (False, True):
            high, low = ("\\ud83d", "\\ude00") if escape else ("\ud83d", "\ude00")
            frames = self.group('{"id":"' + high, low + '","type":"t"}', block_id="\U0001f600")
            self.assertEqual(unframe(frames), {"id": "\U0001f600", "type": "t"})
        lone = self.group('{"id":"a","type":"t","x":"\ude00', '\ud83d"}')
        self.assertEqual(unframe(lone)["x"], "\ude00\ud83d")

    def test_bad_frames(self):
        good = self.group('{"id":"a",', '"type":"t"}')
        self.assertEqual(unframe(good), {"id": "a", "type": "t"})

        def with_first(**members):
            return [{**good[0], **members}, good[1]]

        bad = [
            None, {}, [], [5], [None], [good], good[:1], good[1:], good + good[:1], [good[0]] * 2,
            with_first(type="text"), with_first(type="Frame"), with_first(id=""), with_first(id=5),
            with_first(id="f1"), with_first(block_id="b"), with_first(block_id=""),
            with_first(block_id=None), with_first(seq=1), with_first(seq=-1), with_first(seq=2),
            with_first(seq=0.0), with_first(seq=False), with_first(seq="0"), with_first(total=3),
            with_first(total=0), with_first(total=2.0), with_first(total=True), with_first(data=5),
            with_first(data=None), with_first(ref="k"),
            self.group('{"id":"a","type":"t"}', total=10 ** 30),
            *([{name: value for name, value in good[0].items() if name != missing}, good[1]]
              for missing in good[0]),
        ]
        for frames in bad:
            with self.subTest(frames=frames):
                self.assertRaises(Rejected, unframe, frames)

    def test_bad_data(self):
        for data in (
                "", "x", "5", "null", '"a"', "[]", '[{"id":"a","type":"t"}]', "{}", '{"id":"a"}',
                '{"id":"a","ref":"k"}', '{"id":"a","type":"t","ref":"k"}', '{"id":"b","type":"t"}',
                '{"id":"A","type":"t"}', '{"id":"a","type":"frame"}', '{"id":"a","type":""}',
                '{"id":"a","type":5}', '{"id":"a","type":"t"', '{"id":"a","type":"t"}x',
                '{"id":"a","type":"t"}{}', '{"id":"a","type":"t","n":NaN}',
                '\ufeff{"id":"a","type":"t"}',
                '{"id":"a","type":"t","n":1e400}', '{"id":"b","id":"a","type":"t"}',
                '{"id":"a","type":"t","n":%s}' % ("9" * 5000), '{"id":"a","type":"t","x":"\n"}',
                '{"id":"a","type":"t","x":' + "[" * 300 + "]" * 300 + "}",
                '{"id":"a","type":"t","x":' + "[" * 100000 + "]" * 100000 + "}"):
            with self.subTest(data=data[:40]):
                self.assertRaises(Rejected, unframe, self.group(data))


if __name__ == "__main__":
    unittest.main()
