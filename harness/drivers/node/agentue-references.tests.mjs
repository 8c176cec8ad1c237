// Tests of the profiles `resolver` and `host`. Run them with: node --test agentue.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  append,
  driver,
  end,
  error,
  modelOf,
  ping,
  reduced,
  reference,
  refuses,
  set,
  start,
  text,
} from "./agentue-testing.mjs";

const loaded = (block_id, ref, block) => ({ block_id, ref, block });
const failed = (block_id, ref) => ({ block_id, ref, failure: "why" });

/** Contents that no reference may be resolved to, for the block "a" and the key "k". */
const WRONG = [
  failed("a", "k"),
  { ...loaded("a", "k", text("a")), failure: "why" },
  loaded("a", "k", text("b")),
  loaded("a", "k", reference("a", "other")),
  loaded("a", "k", { ...text("a"), ref: "k" }),
  loaded("a", "k", { id: "a" }),
  loaded("a", "k", { type: "text" }),
  loaded("a", "k", {}),
  loaded("a", "k", null),
  loaded("a", "k", text("a", { parent_id: 5 })),
  { block_id: "a", ref: "k" },
  loaded("a", "other", text("a")),
  loaded("none", "k", text("none")),
  { block: text("a") },
  {},
];

const resolve = async (model, resolutions) =>
  (await driver.call("agentue/resolve", { model, resolutions })).model;

test("references are resolved where they stand, each for its own block", async () => {
  const model = modelOf(reference("a", "k"), text("m"), reference("b", "k"), reference("c", "l"));
  const resolutions = [
    loaded("b", "k", text("b", { content: "B", ref_count: 1, nested: { ref: "kept" } })),
    loaded("a", "k", { id: "a", type: "frame", group_id: "g" }),
  ];
  assert.deepEqual(
    await resolve(model, resolutions),
    modelOf(resolutions[1].block, text("m"), resolutions[0].block, reference("c", "l")),
  );
});

test("a wrong resolution leaves its reference and spoils no other", async () => {
  const model = modelOf(reference("a", "k"), reference("b", "l"), text("inline"));
  const good = loaded("b", "l", text("b"));
  const inline = loaded("inline", "k", text("inline", { content: "no" }));
  for (const wrong of WRONG) {
    const result = await resolve(model, [wrong, good, inline, { ...inline, ref: undefined }]);
    assert.deepEqual(result, modelOf(reference("a", "k"), text("b"), text("inline")));
  }
  const twice = [loaded("a", "k", text("a", { first: 1 })), loaded("a", "k", text("a"))];
  assert.deepEqual(await resolve(model, [failed("a", "k"), ...twice]), {
    ...model,
    blocks: [text("a", { first: 1 }), reference("b", "l"), text("inline")],
  });
});

test("any string is an id or a key, and a 1.0 model stays one", async () => {
  const odd = JSON.parse('{"id":"__proto__","type":"t","__proto__":{"x":1}}');
  const result = await resolve(modelOf(reference("__proto__", "constructor")), [
    loaded("toString", "valueOf", text("toString")),
    loaded("__proto__", "constructor", odd),
  ]);
  assert.equal(JSON.stringify(result.blocks), JSON.stringify([odd]));
  const old = { ...modelOf(text("a")), version: "1.0" };
  assert.deepEqual(await resolve(old, [loaded("a", "k", text("a", { x: 1 }))]), old);
  await refuses("agentue/resolve", { model: { ...modelOf(), version: "9.0" }, resolutions: [] });
});

const appended = (id, content) => ({ event: append("block.content", { id, content }) });
const whole = (block) => ({ event: set({ block }) });
const field = (id, name, value) => ({
  event: set({ mask: `block.${name}`, block: { id, [name]: value } }),
});
const load = (...args) => ({ loaded: loaded(...args) });

/** Asserts the answer to each input of a host, and the model after all. */
async function hosts(model, pairs, expected) {
  const inputs = pairs.map(([input]) => input);
  const result = await driver.call("agentue/host", { model, inputs });
  assert.deepEqual(result.steps, pairs.map(([, answer]) => answer));
  assert.deepEqual(result.model, expected);
}

test("field patches wait for the content, in order, and nothing else does", async () => {
  await hosts(
    modelOf(reference("a", "k"), reference("b", "k"), text("m", { content: "" })),
    [
      [appended("a", "1"), "deferred"],
      [appended("b", "x"), "deferred"],
      [field("a", "content", "2"), "deferred"],
      [appended("a", "3"), "deferred"],
      [appended("m", "m"), "applied"],
      [{ event: set({ mask: "meta.x", meta: { x: 1 } }) }, "applied"],
      [{ event: ping(2) }, "applied"],
      [load("a", "k", text("a", { content: "0" })), "applied"],
      [appended("a", "4"), "applied"],
      [{ event: error(3, "c") }, "applied"],
      [load("b", "k", text("b", { content: "0" })), "applied"],
      [{ event: end(4) }, "applied"],
    ],
    {
      ...modelOf(
        text("a", { content: "234" }),
        text("b", { content: "0x" }),
        text("m", { content: "m" }),
      ),
      meta: { x: 1, error: { code: "c", message: "m" } },
    },
  );
});

test("a patch that no content can take is refused, one that this cannot is dropped", async () => {
  const model = modelOf(reference("a", "k"));
  const refused = [
    append("block.content", { id: "a" }),
    append("block.content", { id: "a", content: 5 }),
    append("block.content", { id: "a", ref: "k", content: "" }),
    append("block.x.y", { id: "a", x: { y: "" } }),
    append("block.id", { id: "a" }),
    append("block.content", { id: "none", content: "" }),
    set({ mask: "block.parent_id", block: { id: "a", parent_id: 5 } }),
    set({ mask: "block.ref.x", block: { id: "a", ref: { x: 1 } } }),
    set({ mask: "block.x", block: { id: "none", x: 1 } }),
    set({ block: { id: "a" } }),
    5,
  ];
  await hosts(
    model,
    [
      ...refused.map((event) => [{ event }, "refused"]),
      [field("a", "content", []), "deferred"],
      [appended("a", "no list"), "deferred"],
      [{ event: append("block.content", { id: "a", content: [1] }) }, "deferred"],
      [load("a", "k", text("a", { content: "" })), "applied"],
    ],
    modelOf(text("a", { content: [1] })),
  );
});

test("replacing a block drops its patches, and a late load overwrites nothing", async () => {
  const model = modelOf(reference("a", "k"));
  const first = load("a", "k", text("a", { content: "old" }));
  const second = load("a", "l", text("a", { content: "new" }));
  await hosts(
    model,
    [
      [appended("a", "x"), "deferred"],
      [whole(text("a", { content: "inline" })), "applied"],
      [first, "refused"],
      [appended("a", "y"), "applied"],
    ],
    modelOf(text("a", { content: "inliney" })),
  );
  await hosts(
    model,
    [
      [appended("a", "x"), "deferred"],
      [whole(reference("a", "l")), "applied"],
      [appended("a", "y"), "deferred"],
      [first, "refused"],
      [second, "applied"],
      [second, "refused"],
    ],
    modelOf(text("a", { content: "newy" })),
  );
  await hosts(
    model,
    [
      [appended("a", "x"), "deferred"],
      [whole(reference("a", "k")), "applied"],
      [appended("a", "y"), "deferred"],
      [whole({ id: "a" }), "refused"],
      [first, "applied"],
    ],
    modelOf(text("a", { content: "oldy" })),
  );
  await hosts(
    model,
    [
      [appended("a", "x"), "deferred"],
      [{ event: start(modelOf(reference("a", "k"), text("a"))) }, "refused"],
      [{ event: start(modelOf(text("b"), reference("a", "k"))) }, "applied"],
      [first, "applied"],
    ],
    modelOf(text("b"), text("a", { content: "old" })),
  );
});

test("a failed or wrong load leaves the reference and its patches", async () => {
  for (const wrong of WRONG) {
    await hosts(
      modelOf(reference("a", "k")),
      [[appended("a", "x"), "deferred"], [{ loaded: wrong }, "refused"]],
      modelOf(reference("a", "k")),
    );
    await hosts(
      modelOf(reference("a", "k")),
      [
        [appended("a", "x"), "deferred"],
        [{ loaded: wrong }, "refused"],
        [appended("a", "y"), "deferred"],
        [load("a", "k", text("a", { content: "" })), "applied"],
      ],
      modelOf(text("a", { content: "xy" })),
    );
  }
});

/** All ways to merge two lists that keep the order within each. */
function* interleavings(left, right, merged = []) {
  if (left.length === 0 || right.length === 0) yield [...merged, ...left, ...right];
  else {
    yield* interleavings(left.slice(1), right, [...merged, left[0]]);
    yield* interleavings(left, right.slice(1), [...merged, right[0]]);
  }
}

test("every interleaving of events and loads ends in the model of the inline run", async () => {
  const contents = {
    "a k": text("a", { content: "a", list: [] }),
    "b k": text("b", { content: "b" }),
    "a l": text("a", { content: "l", list: [0] }),
  };
  const inline = (block) => contents[`${block.id} ${block.ref}`] ?? block;
  const model = modelOf(reference("a", "k"), reference("b", "k"));
  const restart = { event: start(modelOf(reference("b", "k"))) };
  const inlined = whole(text("a", { content: "w" }));
  const lists = [
    [appended("a", "1"), appended("b", "2"), field("a", "list", ["x"]), appended("a", "3")],
    [appended("a", "1"), field("b", "content", 5), appended("b", "2"), field("b", "content", "")],
    [appended("a", "1"), inlined, appended("a", "2"), whole(reference("a", "k"))],
    [appended("a", "1"), whole(reference("a", "l")), appended("a", "2"), appended("a", "3")],
    [appended("b", "1"), restart, appended("b", "2"), appended("a", "3")],
  ];
  for (const events of lists) {
    const loads = Object.entries(contents).map(([key, block]) => load(...key.split(" "), block));
    for (const merged of interleavings(events, loads)) {
      // Loads that came before their reference was there were refused: they are made again.
      const inputs = [...merged, ...loads];
      const result = await driver.call("agentue/host", { model, inputs });
      const kept = inputs.filter(({ event }, i) => event && result.steps[i] !== "refused");
      const inlineEvents = kept.map(({ event }) => ({
        ...event,
        ...(event.op === "set" && event.mask === undefined && { block: inline(event.block) }),
        ...(event.op === "start" && { model: modelOf(...event.model.blocks.map(inline)) }),
      }));
      const inlineModel = modelOf(...model.blocks.map(inline));
      const expected = await reduced(inlineEvents, inlineModel);
      assert.deepEqual(result.model, expected, JSON.stringify(inputs));
    }
  }
});

test("ten thousand patches wait and are applied in a moment", async () => {
  const begin = performance.now();
  const inputs = Array.from({ length: 10_000 }, (_, i) =>
    i % 2 ? appended("a", "x") : { event: append("block.list", { id: "a", list: [i] }) },
  );
  inputs.push(load("a", "k", text("a", { content: "", list: Array(100_000).fill(0) })));
  const params = { model: modelOf(reference("a", "k")), inputs };
  const { model } = await driver.call("agentue/host", params);
  assert.equal(model.blocks[0].content.length, 5_000);
  assert.equal(model.blocks[0].list.length, 105_000);
  assert.ok(performance.now() - begin < 3_000);
});
