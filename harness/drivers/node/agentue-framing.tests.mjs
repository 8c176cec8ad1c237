// Tests of the profile `framing`. Run them with: node --test agentue.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";

import { driver, reference, refuses, text } from "./agentue-testing.mjs";

const framesOf = async (block, max_bytes) =>
  (await driver.call("agentue/frame", { block, max_bytes })).frames;
const blockOf = async (frames) => (await driver.call("agentue/unframe", { frames })).block;

/** Asserts that the frames of a block are a lawful group within the budget that restores it. */
async function frames(block, maxBytes) {
  const group = await framesOf(block, maxBytes);
  const ids = new Set();
  group.forEach((frame, index) => {
    assert.deepEqual(Object.keys(frame), ["id", "type", "block_id", "seq", "total", "data"]);
    assert.equal(frame.block_id, block.id);
    assert.deepEqual([frame.type, frame.seq, frame.total], ["frame", index, group.length]);
    assert.ok(Buffer.byteLength(JSON.stringify(frame)) <= maxBytes);
    assert.doesNotThrow(() => encodeURIComponent(frame.data)); // It ends in no half of a pair.
    ids.add(frame.id);
  });
  assert.equal(ids.size, group.length);
  assert.deepEqual(await blockOf([...group].reverse()), block);
  return group;
}

const odd = JSON.parse('{"__proto__":{"x":1},"constructor":null,"toJSON":[],"":0.1,"n":-1.5e300}');

test("a block of any content fits frames of any sufficient budget", async () => {
  const blocks = [
    text("a", { content: "plain ".repeat(40) }),
    text("a", { content: '"\\\n\u0001\u007f/'.repeat(30) }),
    text("\u{1f600}é", { content: "aé€\u{1f600}".repeat(40) }),
    text("\ud800", { content: "\ud83d\ud83d\ude00\ude00".repeat(20) }),
    text("__proto__", odd),
  ];
  for (const block of blocks) {
    for (let budget = 125; budget < 250; budget += 1) await frames(block, budget);
    assert.equal((await frames(block, 10_000)).length, 1);
  }
});

test("pieces take all the room that there is, whatever the digits of seq and total", async () => {
  for (const length of [80, 90, 900, 1000, 9_000, 10_000]) {
    const group = await frames(text("a", { content: "x".repeat(length) }), 85);
    const plain = group.filter(({ data }) => /^x+$/.test(data)); // An escape may leave a byte over.
    assert.ok(plain.every((frame) => Buffer.byteLength(JSON.stringify(frame)) === 85));
  }
});

test("a budget that is too small, a frame and a reference are refused", async () => {
  const block = text("a", { content: "x" });
  const budgets = [0, -1, 40, 1.5, "500", null].map((max_bytes) => ({ block, max_bytes }));
  const blocks = [
    reference("a", "k"),
    { ...block, ref: "k" },
    { ...block, type: "frame" },
    { id: "a" },
    { type: "text" },
    [],
    null,
    undefined,
  ];
  await refuses("agentue/frame", ...budgets, ...blocks.map((b) => ({ block: b, max_bytes: 500 })));
});

test("a group that is not exactly the frames of one block is refused", async () => {
  const [a, b, c, ...others] = await framesOf(text("a", { content: "x".repeat(100) }), 100);
  const groups = [
    [],
    [a],
    [a, b, ...others],
    [a, b, b, ...others],
    [a, b, c, c, ...others],
    [a, b, { ...c, seq: b.seq }, ...others],
    [a, b, { ...c, id: b.id }, ...others],
    [a, b, { ...c, block_id: "b" }, ...others],
    [a, b, { ...c, total: c.total + 1 }, ...others],
    [a, b, { ...c, seq: c.total }, ...others],
    [a, b, { ...c, seq: -1 }, ...others],
    [a, b, { ...c, seq: "2" }, ...others],
    [a, b, { ...c, type: "text" }, ...others],
    [a, b, { ...c, ref: "k" }, ...others],
    [a, b, { ...c, id: "" }, ...others],
    [a, b, { ...c, data: 5 }, ...others],
    [a, b, null, ...others],
    ...Object.keys(c).map((name) => [a, b, { ...c, [name]: undefined }, ...others]),
  ];
  assert.equal((await blockOf([c, a, ...others, b])).id, "a");
  await refuses("agentue/unframe", ...groups.map((group) => ({ frames: group })), {});
});

test("joined data that is not a complete inline block of that id is refused", async () => {
  const single = (data) => [{ id: "f", type: "frame", block_id: "a", seq: 0, total: 1, data }];
  assert.deepEqual(await blockOf(single('{"id":"a","type":"t"}')), { id: "a", type: "t" });
  const data = [
    "",
    "{",
    "5",
    "[]",
    "null",
    '{"id":"a"}',
    '{"id":"b","type":"t"}',
    '{"id":"a","ref":"k"}',
    '{"id":"a","type":"t","ref":"k"}',
    '{"id":"a","type":"frame"}',
    '{"id":"a","type":"t","x":1e400}',
    `{"id":"a","type":"t","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  ];
  await refuses("agentue/unframe", ...data.map((d) => ({ frames: single(d) })));
});

test("pieces cut inside a surrogate pair are joined again", async () => {
  const data = '{"id":"a","type":"t","x":"\u{1f600}"}';
  const cut = data.indexOf("\ud83d") + 1;
  const group = [data.slice(0, cut), data.slice(cut)].map((piece, seq) => ({
    id: `f${seq}`,
    type: "frame",
    block_id: "a",
    seq,
    total: 2,
    data: piece,
  }));
  assert.equal((await blockOf(group)).x, "\u{1f600}");
});

test("ten thousand frames are made and joined in a moment", async () => {
  const begin = performance.now();
  const group = await frames(text("a", { content: "x".repeat(500_000) }), 120);
  assert.ok(group.length > 10_000);
  assert.ok(performance.now() - begin < 5_000);
});
