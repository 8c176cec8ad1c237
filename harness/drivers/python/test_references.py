"""Tests of references and their content. Run in this folder: python3 -m unittest"""

import copy
import random
import time
import unittest

from fixtures import append, event, model_of, text
from reducer import Reducer, Rejected
from references import APPLIED, DEFERRED, REFUSED, Host, resolve


def reference(block_id="a", ref="k"):
    """A reference block."""
    return {"id": block_id, "ref": ref}


def load(block, block_id="a", ref="k"):
    """A resolution with content."""
    return {"block_id": block_id, "ref": ref, "block": block}


def failure(block_id="a", ref="k"):
    """A resolution without content."""
    return {"block_id": block_id, "ref": ref, "failure": "gone"}


# What no reference `a` with the key `k` may become.
WRONG = [
    load(text("b")), load(text(), ref="other"), load(text(), "b"), load(text(), 5),
    load(reference(ref="k2")), load(reference()), load(text(ref="k")), load({"id": "a"}), load({}),
    load(None), load([text()]), load("a"), load({"id": "a", "type": ""}), load({"type": "text"}),
    load(text(n=float("inf"))), failure(), {**failure(), "block": text()},
    {"block_id": "a", "ref": "k"},
    {"block": text()}, 5, None, load(text(), ref=None), load(text(), block_id="__proto__"),
]


class ResolveTest(unittest.TestCase):
    """The rules of section 3.4."""

    def test_good_among_wrong(self):
        model = model_of(
            text("x"), reference("b"), reference("__proto__"), reference(), reference("c"), n=1)
        kept = copy.deepcopy(model)
        content = {"id": "b", "type": "tool", "parent_id": "x", "group_id": None, "tool": {}}
        last = load(text("__proto__", ""), "__proto__")
        result = resolve(model, [load(content, "b"), *WRONG, last])
        after = model_of(
            text("x"), content, text("__proto__", ""), reference(), reference("c"), n=1)
        self.assertEqual(result, after)
        self.assertEqual(model, kept)

    def test_each_wrong_one(self):
        for wrong in WRONG:
            with self.subTest(wrong=wrong):
                model = model_of(reference())
                self.assertEqual(resolve(model, [wrong]), model)
                self.assertEqual(resolve(model, [wrong, load(text())]), model_of(text()))

    def test_inline_and_unknown_blocks(self):
        model = model_of(text(), version="1.0")
        self.assertEqual(resolve(model, [load(text(content="new")), load(text("b"), "b")]), model)
        twice = [load(text(content="first")), load(text(content="second"))]
        self.assertEqual(resolve(model_of(reference()), twice), model_of(text(content="first")))
        self.assertIsNone(resolve(None, [load(text())]))

    def test_invalid_model(self):
        self.assertRaises(Rejected, resolve, model_of(reference(), version="1.0"), [])


class HostTest(unittest.TestCase):
    """Events and loads that interleave."""

    def run_host(self, model, inputs):
        """Return the answers and the model after all; what has a block_id was loaded."""
        host, steps = Host(model), []
        for given in inputs:
            is_load = isinstance(given, dict) and "block_id" in given
            steps.append(host.loaded(given) if is_load else host.receive(given))
        return steps, host.snapshot()

    def check(self, model, inputs, answers, after):
        """Answers are given by their first letters."""
        kept = copy.deepcopy((model, inputs))
        steps, result = self.run_host(model, inputs)
        self.assertEqual("".join(step[0] for step in steps), answers)
        self.assertEqual(result, after)
        self.assertEqual((model, inputs), kept)

    def test_patches_wait_in_order(self):
        field = event("set", mask="block.content", block={"id": "a", "content": "new"})
        inputs = [append("1"), field, append("2"), append("x", "b"), load(text()), append("3")]
        self.check(model_of(reference(), text("b", "")), inputs, "dddaaa",
                   model_of(text(content="new23"), text("b", "x")))

    def test_nothing_else_waits(self):
        meta = event("set", mask="meta.n", meta={"n": 1})
        error = {"code": "c", "message": "m"}
        inputs = [
            append("1"), meta, event("error", mask="meta.error", meta={"error": error}),
            event("ping"), event("end"), event("set", block=text("b")), append("!", "b")]
        self.check(model_of(reference()), inputs, "daaaaaa",
                   model_of(reference(), text("b", "go!"), n=1, error=error))

    def test_unsound_patches_are_refused_at_once(self):
        inputs = [
            append(5), append("x", "absent"), append("x", model=1), event("append", block=text()),
            event("set", mask="block.ref", block=reference(ref="k2")),
            event("set", mask="block.id.x", block={"id": "a"}),
            event("set", mask="block.content", block={"id": "a"}),
            event("append", mask="block.content", block=text(ref="k")), 5, None,
            event("set", mask="block.x", block={"id": ["a"], "x": 1})]
        answers = "r" * len(inputs) + "a"
        self.check(model_of(reference()), inputs + [load(text())], answers, model_of(text()))

    def test_a_patch_that_the_content_does_not_allow(self):
        inputs = [append([1]), append("x"), append("y"), load(text())]
        self.check(model_of(reference()), inputs, "ddda", model_of(text(content="goxy")))

    def test_replaced_before_the_load(self):
        late = load(text(content="late"))
        for block, more, answers, after in (
                (text(content="new"), [append("2"), late], "daar", text(content="new2")),
                (reference(ref="k2"), [append("2"), late], "dadr", reference(ref="k2")),
                (reference(ref="k2"), [append("2"), late, load(text(), ref="k2")], "dadra",
                 text(content="go2")),
                (reference(), [append("2"), late, late], "dadar", text(content="late2"))):
            with self.subTest(block=block):
                inputs = [append("1"), event("set", block=block), *more]
                self.check(model_of(reference()), inputs, answers, model_of(after))
                inputs = [append("1"), event("start", model=model_of(block)), *more]
                self.check(model_of(reference()), inputs, answers, model_of(after))

    def test_refused_replacements_keep_what_waits(self):
        inputs = [
            append("1"), event("set", block={"id": "a"}), event("start", model={}),
            event("set", block=reference(ref="")), load(text())]
        self.check(model_of(reference()), inputs, "drrra", model_of(text(content="go1")))

    def test_wrong_loads_keep_what_waits(self):
        inputs = [append("1"), *WRONG, load(text()), load(text())]
        answers = "d" + "r" * (len(inputs) - 3) + "ar"
        self.check(model_of(reference()), inputs, answers, model_of(text(content="go1")))
        self.check(model_of(reference()), [append("1"), failure()], "dr", model_of(reference()))

    def test_blocks_with_one_key(self):
        inputs = [
            append("1"), append("2", "b"), load(text("b", ""), "b"), append("3", "b"), load(text())]
        self.check(model_of(reference(), reference("b")), inputs, "ddaaa",
                   model_of(text(content="go1"), text("b", "23")))

    def test_made_a_reference_on_the_way(self):
        inputs = [
            event("set", block=reference("b")), append("1", "b"), event("set", block=reference()),
            load(text("b", ""), "b"), load(text())]
        self.check(model_of(text()), inputs, "adaaa", model_of(text(), text("b", "1")))

    def test_every_interleaving_ends_as_the_inline_run(self):
        mix = random.Random(4)
        for _ in range(1500):
            self.check_interleaving(mix)

    def check_interleaving(self, mix):
        """Compare a run on inline blocks with one where some are references, loaded at any time."""
        names, loads = ["a", "b", "__proto__"], []  # A load, and how many events come before it.
        inline, events = [], []

        def block_pair(name, earliest):
            """A block, and in its place the same or a reference."""
            content = mix.choice(["", "t", [1], 5])
            block = {"id": name, "type": "text", "content": content, "o": {"p": 0}}
            if mix.random() < 0.4:
                return block, block
            key = "k%d" % len(loads)  # Every content has a key of its own.
            loads.append((earliest, load(block, name, key)))
            return block, reference(name, key)

        def model_pair(earliest):
            """A model, and the same with references."""
            blocks = [block_pair(name, earliest) for name in names[:2]]
            return model_of(*(pair[0] for pair in blocks)), model_of(*(pair[1] for pair in blocks))

        models = model_pair(0)
        for number in range(1, mix.randrange(2, 15)):
            name, kind = mix.choice(names), mix.randrange(12)
            if kind == 0:
                pair = [event("start", model=model) for model in model_pair(number)]
            elif kind <= 2:
                pair = [event("set", block=block) for block in block_pair(name, number)]
            else:
                content = {"id": name, "content": str(number)}
                pair = [mix.choice([
                    append(str(number), name), append([number], name),
                    event("append", mask="block.content", block=text(name, str(number))),
                    event("set", mask="block.content", block=content),
                    event("set", mask="block.o.q", block={"id": name, "o": {"q": number}}),
                    event("set", mask="block.content.x", block={"id": name, "content": {"x": 1}}),
                    event("set", mask="meta.n", meta={"n": number}),
                ])] * 2
            inline.append(pair[0])
            events.append(pair[1])
        # A load may come when its reference is gone again, and may come twice.
        times = [(number, 0, number) for number in range(1, len(events) + 1)]
        for index, (earliest, _) in enumerate(loads):
            for _ in range(mix.choice([1, 1, 1, 2])):
                times.append((mix.randint(earliest, len(events)), mix.random(), index))
        inputs = [
            loads[index][1] if order else events[index - 1] for _, order, index in sorted(times)]
        steps, result = self.run_host(models[1], inputs)
        self.assertTrue(set(steps) <= {APPLIED, DEFERRED, REFUSED})
        answers = [step for step, given in zip(steps, inputs) if "op" in given]
        reducer = Reducer(models[0])
        for given, answer in zip(inline, answers):
            try:
                reducer.apply(given)
                self.assertNotEqual(answer, REFUSED)
            except Rejected:
                self.assertNotEqual(answer, APPLIED)
        self.assertEqual(result, reducer.snapshot(), (models, inputs))

    def test_many_deferred_patches(self):
        begin = time.process_time()
        host = Host(model_of(reference()))
        other = event("set", mask="block.k", block={"id": "a", "k": 1})
        for _ in range(20000):
            host.receive(append("x" * 50))
            host.receive(other)
        host.loaded(load(text(content="")))
        self.assertEqual(host.snapshot(), model_of(text(content="x" * 1000000, k=1)))
        self.assertLess(time.process_time() - begin, 5)


if __name__ == "__main__":
    unittest.main()
