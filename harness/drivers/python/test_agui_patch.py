"""Tests of JSON Patch. Run in this folder: python3 -m unittest"""

import copy
import unittest

from agui_patch import PatchFailed, apply_patch, equal


class PatchTest(unittest.TestCase):
    """RFC 6902, and its pointers by RFC 6901."""

    def check(self, document, operations, expected):
        """Apply the operations; the document that they began with stays as it was."""
        before = copy.deepcopy(document)
        self.assertEqual(apply_patch(document, operations), expected)
        self.assertEqual(document, before)

    def check_failed(self, document, *operations):
        """Each operation fails alone."""
        for operation in operations:
            with self.subTest(operation=operation):
                before = copy.deepcopy(document)
                self.assertRaises(PatchFailed, apply_patch, document, [operation])
                self.assertEqual(document, before)

    def test_every_operation(self):
        self.check({"a": [1, 2]}, [
            {"op": "add", "path": "/a/1", "value": 9}, {"op": "add", "path": "/a/-", "value": 3},
            {"op": "remove", "path": "/a/0"}, {"op": "replace", "path": "/a/0", "value": 8},
            {"op": "copy", "from": "/a", "path": "/b"},
            {"op": "move", "from": "/b/2", "path": "/c"},
            {"op": "test", "path": "", "value": {"a": [8, 2, 3], "b": [8, 2], "c": 3}},
        ], {"a": [8, 2, 3], "b": [8, 2], "c": 3})
        self.check({"a": 1}, [{"op": "move", "from": "/a", "path": "/a"}], {"a": 1})
        self.check({"a": 1}, [{"op": "add", "path": "", "value": None}], None)

    def test_a_patch_applies_as_a_whole(self):
        self.check_failed({"a": 1}, {"op": "remove", "path": "/b"})
        begun = {"op": "replace", "path": "/a", "value": 2}
        self.assertRaises(
            PatchFailed, apply_patch, {"a": 1}, [begun, {"op": "remove", "path": "/b"}])

    def test_pointers(self):
        document = {"a/b": 1, "~": 2, "~1": 3, "": 4}
        for path, value in (("/a~1b", 1), ("/~0", 2), ("/~01", 3), ("/", 4)):
            self.check(document, [{"op": "test", "path": path, "value": value}], document)
        for path in ("a", "/~2", "/~", "/x/y", 5, None):
            self.check_failed(document, {"op": "add", "path": path, "value": 1})
        for name in ("01", "+1", "-1", "1.0", "2", "-", "", "\u0661", "9" * 5000):
            self.check_failed({"l": [1, 2]}, {"op": "replace", "path": "/l/" + name, "value": 1})
        self.check_failed({"l": [1]}, {"op": "add", "path": "/l/2", "value": 1})

    def test_what_is_no_operation(self):
        self.check_failed({"a": 1}, {}, {"op": "merge", "path": "/a"}, {"op": "add", "path": "/a"},
                          {"op": ["add"], "path": "/a"}, {"op": "copy", "path": "/a"},
                          {"op": "move", "from": "/a", "path": "/a/b"})

    def test_equality(self):
        for a, b in ((1, 1.0), ({"a": 1, "b": [2]}, {"b": [2], "a": 1}), (None, None), ("", "")):
            self.assertTrue(equal(a, b))
        for a, b in ((1, True), (0, False), (0, None), ("1", 1), ([1, 2], [2, 1]), ([1], [1, 2]),
                     ({"a": 1}, {"a": 1, "b": 1}), ({}, []), (2 ** 53 + 1, float(2 ** 53))):
            self.assertFalse(equal(a, b), (a, b))


if __name__ == "__main__":
    unittest.main()
