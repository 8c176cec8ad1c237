// Tests of the sample driver, through its line protocol only: they stay useful when another
// implementation takes the place of the files that agentue.mjs imports.
//
// Run them with: node --test agentue.test.mjs
// The tests of the optional profiles are in files of their own, which this one runs as well.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./agentue-delivery.tests.mjs";
import "./agentue-emitter.tests.mjs";
import "./agentue-framing.tests.mjs";
import "./agentue-references.tests.mjs";
import { Driver, append, driver, modelOf, request, set, start, text } from "./agentue-testing.mjs";

/** Asserts that every event is accepted and leads to `expected`. */
async function accepts(model, events, expected) {
  const result = await driver.call("agentue/reduce", { model, events });
  assert.deepEqual(result.steps, events.map(() => ({ ok: true })));
  assert.deepEqual(result.model, expected);
}

/** Asserts that each of the events, alone, is rejected and leaves the model as it was. */
async function rejects(model, ...events) {
  for (const event of events) {
    const result = await driver.call("agentue/reduce", { model, events: [event] });
    assert.equal(result.steps[0].ok, false, JSON.stringify(event));
    assert.deepEqual(result.model, model);
  }
}

test("a whole block is replaced where it stands and a new one comes last", async () => {
  await accepts(
    modelOf(text("a", { old: 1 }), text("b")),
    [set({ block: text("a", { content: "new" }) }), set({ block: { id: "c", ref: "k" } })],
    modelOf(text("a", { content: "new" }), text("b"), { id: "c", ref: "k" }),
  );
});

test("a field patch changes its path only, assigns null, and makes missing objects", async () => {
  const block = text("a", { tool: { status: "x", log: [1] } });
  await accepts(
    modelOf(block),
    [
      set({ mask: "block.tool.status", block: { id: "a", tool: { status: null, log: [] } } }),
      set({ mask: "block.p.q", block: { id: "a", p: { q: 1 } } }),
      set({ mask: "meta.x.id", meta: { x: { id: 7 } } }),
    ],
    {
      ...modelOf(text("a", { tool: { status: null, log: [1] }, p: { q: 1 } })),
      meta: { x: { id: 7 } },
    },
  );
});

test("a field patch that cannot be applied is rejected", async () => {
  await rejects(
    modelOf(text("a", { tool: { log: "x" } }), { id: "r", ref: "k" }),
    set({ mask: "block.tool.log.deep.x", block: { id: "a", tool: { log: { deep: { x: 1 } } } } }),
    set({ mask: "block.tool.status", block: { id: "a", status: 1 } }),
    set({ mask: "block.toString", block: { id: "a" } }),
    set({ mask: "block.id", block: { id: "a" } }),
    set({ mask: "block.ref.x", block: { id: "a", ref: { x: 1 } } }),
    set({ mask: "block.x", block: { id: "a", x: 1, ref: "k" } }),
    set({ mask: "block.x", block: { id: "r", x: 1 } }),
    set({ mask: "block.x", block: text("new", { x: 1 }) }),
    set({ mask: "block.x", meta: { x: 1 } }),
    set({ mask: "meta.x", meta: { x: 1 }, block: text("a") }),
    set({ mask: "meta.error", meta: { error: 5 } }),
    set({ mask: "meta.error.code", meta: { error: { code: "c" } } }),
    set({ mask: "meta.task_id.x", meta: { task_id: { x: 1 } } }),
    set({ mask: "blocks.x", block: { id: "a", x: 1 } }),
    set({ mask: "block", block: text("a") }),
    set({ meta: {}, block: text("a") }),
  );
});

test("append joins strings and arrays and inserts a missing block", async () => {
  await accepts(
    modelOf(text("a", { content: "x", list: [1] })),
    [
      append("block.content", { id: "a", type: "other", content: "y" }),
      append("block.list", { id: "a", list: [[1], 1] }),
      append("block.content", text("b", { content: "new", more: true })),
      append("block.content", { id: "b", content: "er" }),
    ],
    modelOf(
      text("a", { content: "xy", list: [1, [1], 1] }),
      text("b", { content: "newer", more: true }),
    ),
  );
});

test("an append that cannot be applied is rejected", async () => {
  await rejects(
    modelOf(text("a", { content: "x", list: [], tool: { log: "" } }), { id: "r", ref: "k" }),
    append("block.list", { id: "a", list: "" }),
    append("block.content", { id: "a", content: [] }),
    append("block.constructor", { id: "a", constructor: "x" }),
    append("block.tool.log", { id: "a", tool: { log: "x" } }),
    append("block.content", { id: "a", ref: "k", content: "x" }),
    append("block.ref", { id: "r", ref: "k" }),
    append("block.id", { id: "a" }),
    append("block.content", { id: "r", content: "x" }),
    append("block.content", { id: "new", content: "x" }),
    append("block.content", text("new", { content: 5 })),
    append("block.content.x", { id: "a", content: { x: "x" } }),
    append("meta.content", { id: "a", content: "x" }),
  );
});

test("error replaces an earlier error and needs its mask, code and message", async () => {
  const earlier = { code: "a", message: "b", detail: "c" };
  const model = { ...modelOf(), meta: { error: earlier, kept: 1 } };
  const error = { code: "d", message: "e" };
  await accepts(
    model,
    [{ op: "error", seq: 2, mask: "meta.error", meta: { error } }],
    { ...modelOf(), meta: { error, kept: 1 } },
  );
  await rejects(
    model,
    { op: "error", seq: 2, meta: { error } },
    { op: "error", seq: 2, mask: "meta.error", meta: { error: null } },
    { op: "error", seq: 2, mask: "meta.error", meta: { error: { code: "d" } } },
    set({ mask: "meta.error.code", meta: { error: { code: 5 } } }),
  );
});

test("start takes all of a model or nothing", async () => {
  await accepts({ ...modelOf(text("a")), meta: { x: 1 } }, [start(modelOf())], modelOf());
  await rejects(
    modelOf(text("a")),
    start(modelOf(text("b"), text("b"))),
    start(modelOf(text("b"), { id: "r", ref: "k", type: "text" })),
    start(modelOf(text("b"), { id: "r", ref: "" })),
    start({ ...modelOf({ id: "r", ref: "k" }), version: "1.0" }),
    start({ ...modelOf(), version: "9.0" }),
    start({ ...modelOf(), meta: { task_id: 5 } }),
    start(modelOf(text("b", { group_id: 5 }))),
    { ...start(modelOf()), meta: {} },
  );
  await rejects({ ...modelOf(), version: "1.0" }, set({ block: { id: "r", ref: "k" } }));
});

test("the envelope is validated", async () => {
  const patch = set({ mask: "meta.x", meta: { x: 1 } });
  await rejects(
    modelOf(),
    "start",
    [patch],
    { ...patch, op: "constructor" },
    { ...patch, seq: 1.5 },
    { ...patch, seq: "2" },
    { ...patch, ts: 1.5 },
    { ...patch, event_type: 1 },
    { ...patch, model: modelOf() },
    { ...patch, Mask: "meta.x" },
    { op: "ping", seq: 2, block: text("a") },
  );
});

test("without a model only start, ping and end are accepted", async () => {
  await accepts(null, [{ op: "ping", seq: 0 }, { op: "end", seq: 0 }], null);
  await rejects(
    null,
    set({ block: text("a") }),
    append("block.content", text("a", { content: "" })),
    { op: "error", seq: 2, mask: "meta.error", meta: { error: { code: "c", message: "m" } } },
  );
});

test("members with the names of JavaScript's own are kept and pollute nothing", async () => {
  const odd = '{"__proto__":{"mask":"meta.x"},"constructor":1,"toString":null,"a.b":2,"":3}';
  const block = `{"id":"__proto__","type":"t","o":${odd}}`;
  const model = `{"version":"1.1","biz":"b","meta":${odd},"blocks":[${block}]}`;
  const wire = [
    `{"op":"start","seq":1,"model":${model}}`,
    '{"op":"set","seq":2,"mask":"meta.__proto__.block","meta":{"__proto__":{"block":{}}}}',
    '{"op":"set","seq":3,"mask":"block.n.__proto__",' +
      '"block":{"id":"__proto__","n":{"__proto__":4}}}',
    '{"op":"set","seq":4,"mask":"meta.valueOf","meta":{}}',
  ];
  const result = await driver.call("agentue/reduce", { model: null, wire, trace: true });
  const expected = model
    .replace('{"mask":"meta.x"}', '{"mask":"meta.x","block":{}}')
    .replace(`"o":${odd}`, `"o":${odd},"n":{"__proto__":4}`);
  assert.deepEqual(result.steps.map(({ ok }) => ok), [true, true, true, false]);
  assert.equal(JSON.stringify(result.model), expected);
  assert.equal(JSON.stringify(result.trace[0]), model);
  await rejects(modelOf(), { op: "append", seq: 2, block: { id: "a" } });
});

test("values at JavaScript's limits are kept or refused, never changed", async () => {
  const nested = (depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const meta = (value) => `{"op":"set","seq":2,"mask":"meta.x","meta":{"x":${value}}}`;
  const values = [nested(498), nested(499), nested(100_000), "1e400", "NaN"];
  const wire = values.map(meta);
  const result = await driver.call("agentue/reduce", { model: modelOf(), wire });
  assert.deepEqual(result.steps.map(({ ok }) => ok), [true, false, false, false, false]);
  assert.equal(JSON.stringify(result.model.meta.x), nested(498));

  const half = await driver.call("agentue/reduce", { model: modelOf(), wire: [meta('"\\ud83d"')] });
  assert.equal(half.model.meta.x, "\ud83d");
});

test("100,000 levels are refused or an error in every place, and the driver goes on", async () => {
  const deep = `${'{"x":['.repeat(50_000)}${"]}".repeat(50_000)}`;
  const block = `{"id":"a","type":"t","x":${deep}}`;
  const model = `{"version":"1.1","biz":"b","meta":{},"blocks":[${block}]}`;
  const references = '{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","ref":"k"}]}';
  const opening = `{"op":"start","seq":1,"model":${model}}`;
  const loaded = `{"block_id":"a","ref":"k","block":${block}}`;
  const list = `{"id":"a","type":"t","x":[${deep}]}`;
  const data = JSON.stringify(block);
  const frame = `{"id":"f","type":"frame","block_id":"a","seq":0,"total":1,"data":${data}}`;
  const calls = [
    ["agentue/reduce", `{"model":${model},"events":[]}`],
    ["agentue/reduce", `{"model":${references},"events":[${opening}]}`],
    ["agentue/route", `{"events":[${opening}]}`],
    ["agentue/deliver", `{"wire":[${JSON.stringify(opening)}]}`],
    ["agentue/frame", `{"block":${block},"max_bytes":1000}`],
    ["agentue/unframe", `{"frames":[${frame}]}`],
    ["agentue/unframe", `{"frames":[${deep}]}`],
    ["agentue/resolve", `{"model":${model},"resolutions":[]}`],
    ["agentue/resolve", `{"model":${references},"resolutions":[${loaded}]}`],
    ["agentue/host", `{"model":${model},"inputs":[]}`],
    ["agentue/host", `{"model":${references},"inputs":[{"event":${opening}}]}`],
    ["agentue/host", `{"model":${references},"inputs":[{"loaded":${loaded}}]}`],
    ["agentue/resume", `{"log":[${opening}],"cursor":1}`],
    ["agentue/emit", `{"actions":[{"do":"start","model":${model}}]}`],
    ["agentue/emit", `{"actions":[{"do":"append","block":${list},"field":"x"}]}`],
    ["agentue/emit", `{"actions":[{"do":"fail","error":${deep}}]}`],
  ];
  for (const [method, params] of calls) {
    const line = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}\n`;
    const { result, error } = await driver.send(line);
    const refused = result?.steps?.every((step) => step === "refused" || step.ok === false);
    const left = JSON.stringify(result?.model) === references;
    assert.ok(error !== undefined || result.error !== undefined || refused || left, method);
  }
  assert.equal((await driver.call("initialize", {})).protocol, 1);
});

test("replay repeats the run, and trace entries do not change later", async () => {
  const events = [
    start(modelOf(text("a", { list: [], o: {} }))),
    append("block.list", { id: "a", list: [{}] }),
    set({ mask: "block.o.x", block: { id: "a", o: { x: 1 } } }),
    set({ mask: "meta.error", meta: { error: 5 } }),
  ];
  const params = { model: null, events, replay: true, trace: true };
  const { steps, model, trace, replayed } = await driver.call("agentue/reduce", params);
  assert.deepEqual(replayed, { steps, model });
  assert.deepEqual(trace, [
    modelOf(text("a", { list: [], o: {} })),
    modelOf(text("a", { list: [{}], o: {} })),
    modelOf(text("a", { list: [{}], o: { x: 1 } })),
    modelOf(text("a", { list: [{}], o: { x: 1 } })),
  ]);
});

test("streams are kept apart, and omitted and empty are one stream", async () => {
  const events = [
    start(modelOf(text("a", { content: "" }))),
    { ...start(modelOf(text("a", { content: "" }))), stream_id: "__proto__" },
    { ...append("block.content", { id: "a", content: "x" }), stream_id: "" },
    { ...append("block.content", { id: "a", content: "y" }), stream_id: "__proto__" },
    { ...append("block.content", { id: "a", content: "z" }), stream_id: "never started" },
    { op: "ping", seq: 0, stream_id: "only pings" },
  ];
  const { steps, models } = await driver.call("agentue/route", { events });
  assert.deepEqual(steps.map(({ ok }) => ok), [true, true, true, true, false, true]);
  assert.deepEqual(models, [
    { stream_id: "", model: modelOf(text("a", { content: "x" })) },
    { stream_id: "__proto__", model: modelOf(text("a", { content: "y" })) },
  ]);
});

test("the time for many deltas grows in proportion to their number", async () => {
  const block = { id: "a", list: Array(200).fill(1) };
  const events = Array.from({ length: 10_000 }, (_, i) =>
    i % 2
      ? append("block.list", block)
      : append("block.content", { id: "a", content: "ab" }),
  );
  const begin = performance.now();
  const { model } = await driver.call("agentue/reduce", {
    model: modelOf(text("a", { content: "", list: [] })),
    events,
  });
  assert.equal(model.blocks[0].content, "ab".repeat(5_000));
  assert.equal(model.blocks[0].list.length, 1_000_000);
  assert.ok(performance.now() - begin < 3_000); // Copying the list each time takes far longer.
});

test("protocol errors have their codes, and the driver goes on", async () => {
  const code = async (line) => (await driver.send(line)).error?.code;
  assert.equal(await code(`${JSON.stringify(request("agentue/none", {}))}\n`), -32601);
  assert.equal(await code("{nonsense\n"), -32700);
  assert.equal(await code(Buffer.from([0x22, 0xff, 0x22, 0x0a])), -32700);
  assert.equal(await code("[]\n"), -32600);
  assert.equal(await code(`${JSON.stringify(request("agentue/route", { wire: [5] }))}\n`), -32602);
  const { protocol, profiles } = await driver.call("initialize", { protocol: 1, future: true });
  assert.equal(protocol, 1);
  const optional = ["delivery", "framing", "resolver", "host", "resume", "emitter"];
  const names = ["reducer", "router", ...optional].map((name) => `agentue-1.1/${name}`);
  assert.deepEqual(profiles, names);
});

test("a batch is answered by a list, in which notifications are missing", async () => {
  const known = request("agentue/route", { events: [] });
  const unknown = { jsonrpc: "2.0", id: "b", method: "x" };
  const notification = { jsonrpc: "2.0", method: "x" };
  const answers = await driver.send(`${JSON.stringify([known, notification, 5, unknown])}\n`);
  assert.deepEqual(answers.map(({ id }) => id), [known.id, null, "b"]);
  assert.deepEqual(answers[0].result, { steps: [], models: [] });
  assert.deepEqual(answers.slice(1).map(({ error }) => error.code), [-32600, -32601]);
});

test("lines end at a line feed only, and chunks may end inside a character", async () => {
  const events = [start(modelOf(text("a", { content: "\u2028\u0085 é \u{1f600}" })))];
  const message = request("agentue/reduce", { model: null, events });
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  const answer = driver.send("");
  for (const byte of bytes) {
    driver.child.stdin.write(Buffer.from([byte]));
    if (byte > 0x7f) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.deepEqual((await answer).result.model, events[0].model);
});

test("end of input ends the driver after its whole answer", async () => {
  const own = new Driver();
  const content = "x".repeat(5_000_000);
  const params = { model: modelOf(text("a", { content })), events: [] };
  const answer = own.send(JSON.stringify(request("agentue/reduce", params)));
  own.child.stdin.end(); // Without a last line feed.
  assert.equal((await answer).result.model.blocks[0].content.length, content.length);
  assert.equal(await own.exited, 0);
});

test("shutdown is not answered and ends the driver while its input is open", async () => {
  const own = new Driver();
  own.child.stdin.write('{"jsonrpc":"2.0","method":"future"}\n');
  own.child.stdin.write('{"jsonrpc":"2.0","method":"shutdown"}\n');
  assert.equal(await own.exited, 0);
  assert.deepEqual(own.lines, []);
});
