// Tests of the profile `emitter`. Run them with: node --test agentue.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";

import { driver, modelOf, reduced, reference, text, verdicts } from "./agentue-testing.mjs";

const opening = (...blocks) => ({ do: "start", model: modelOf(...blocks) });

/** Runs actions that are all lawful; asserts the order of the events, and returns them. */
async function emits(actions, params = {}) {
  const result = await driver.call("agentue/emit", { actions, ...params });
  assert.deepEqual(result.steps, actions.map(() => ({ ok: true })));
  const delivered = await driver.call("agentue/deliver", { events: result.events });
  assert.ok(verdicts(delivered).every(Boolean));
  return result.events;
}

/** Asserts that `actions` after a start are refused, each of them, and emit nothing. */
async function refusesActions(blocks, actions, params = {}) {
  for (const action of actions) {
    const all = [opening(...blocks), action, { do: "end" }];
    const { steps, events } = await driver.call("agentue/emit", { actions: all, ...params });
    assert.deepEqual(verdicts({ steps }), [true, false, true], JSON.stringify(action));
    assert.deepEqual(events.map(({ op, seq }) => [op, seq]), [["start", 1], ["end", 2]]);
  }
}

test("the events say what the actions say", async () => {
  const events = await emits([
    opening(text("a", { content: "x", tool: { log: [1] } })),
    { do: "set", block: reference("r", "k") },
    { do: "set", block: text("b", { content: null }) },
    { do: "set_field", block_id: "a", path: ["tool", "status"], value: null },
    { do: "set_field", block_id: "b", path: ["p", "id"], value: 1 },
    { do: "set_meta", path: ["stats"], value: { n: 1 } },
    { do: "append", block: { id: "a", content: "yz" }, field: "content" },
    { do: "append", block: text("c", { list: [[], 2], more: true }), field: "list" },
    { do: "append", block: { id: "c", list: [] }, field: "list" },
    { do: "ping" },
    { do: "fail", error: { code: "c", message: "m", detail: "d" } },
    { do: "end" },
  ]);
  assert.deepEqual(await reduced(events), {
    ...modelOf(
      text("a", { content: "xyz", tool: { log: [1], status: null } }),
      reference("r", "k"),
      text("b", { content: null, p: { id: 1 } }),
      text("c", { list: [[], 2], more: true }),
    ),
    meta: { stats: { n: 1 }, error: { code: "c", message: "m", detail: "d" } },
  });
  const heartbeat = events.find(({ op }) => op === "ping");
  assert.equal(heartbeat.seq, 9);
  assert.ok(Number.isInteger(heartbeat.ts));
  assert.ok(events.every((event) => !("stream_id" in event)));
});

test("a stream id is on all events, and a new model without a version is 1.1", async () => {
  const { version, ...model } = modelOf();
  const set = { do: "set", block: text("a") };
  const actions = [{ do: "start", model }, { do: "ping" }, set, { do: "end" }];
  const events = await emits(actions, { stream_id: "__proto__" });
  assert.ok(events.every(({ stream_id }) => stream_id === "__proto__"));
  assert.equal(events[0].model.version, version);
  const old = { ...modelOf(text("a")), version: "1.0" };
  assert.deepEqual((await emits([{ do: "start", model: old }]))[0].model, old);
});

test("nothing comes before start or after end but another start", async () => {
  const some = [
    { do: "set", block: text("a") },
    { do: "set_meta", path: ["x"], value: 1 },
    { do: "append", block: text("a", { content: "" }), field: "content" },
    { do: "fail", error: { code: "c", message: "m" } },
    { do: "ping" },
    { do: "end" },
  ];
  const actions = [...some, opening(), { do: "end" }, ...some, opening(), { do: "end" }];
  const { steps, events } = await driver.call("agentue/emit", { actions });
  const none = some.map(() => false);
  assert.deepEqual(verdicts({ steps }), [...none, true, true, ...none, true, true]);
  const order = events.map(({ op, seq }) => `${op} ${seq}`);
  assert.deepEqual(order, ["start 1", "end 2", "start 3", "end 4"]);
});

test("an unlawful action emits nothing and takes no seq", async () => {
  const blocks = [text("a", { content: "x", list: [] }), reference("r", "k")];
  const field = (block_id, path, value) => ({ do: "set_field", block_id, path, value });
  const append = (block, name) => ({ do: "append", block, field: name });
  await refusesActions(blocks, [
    { do: "start", model: { ...modelOf(), version: "9.0" } },
    { do: "start" },
    { do: "set", block: { id: "b" } },
    { do: "set", block: { id: "b", ref: "k", type: "t" } },
    { do: "set" },
    field("a", ["id"], "b"),
    field("a", ["ref"], "k"),
    field("a", ["type"], 5),
    field("a", ["content", "x"], 1),
    field("a", [], 1),
    field("a", ["x", ""], 1),
    field("a", ["x.y"], 1),
    field("a", [5], 1),
    field("a", "x", 1),
    field("a", ["x"]),
    field("r", ["x"], 1),
    field("none", ["x"], 1),
    field(undefined, ["x"], 1),
    field("a", Array(1_000).fill("x"), 1),
    { do: "set_meta", path: ["a.b"], value: 1 },
    { do: "set_meta", path: ["task_id"], value: 1 },
    append({ id: "a", content: [] }, "content"),
    append({ id: "a", content: 5 }, "content"),
    append({ id: "a", list: "" }, "list"),
    append({ id: "a" }, "constructor"),
    append({ id: "a", "x.y": "" }, "x.y"),
    append({ id: "r", content: "" }, "content"),
    append({ id: "r", ref: "k", content: "" }, "content"),
    append({ id: "new", content: "" }, "content"),
    append(null, "content"),
    append({ id: "a", content: "" }),
    { do: "fail", error: { code: "c" } },
    { do: "fail" },
  ]);
});

test("an inline-only consumer gets no references, but members named ref deeper down", async () => {
  const consumer = { consumer: "inline-only" };
  await refusesActions(
    [text("a")],
    [{ do: "set", block: reference("r", "k") }, opening(reference("r", "k"), text("a"))],
    consumer,
  );
  const actions = [opening(text("a")), { do: "set_meta", path: ["ref"], value: "k" }];
  assert.equal((await reduced(await emits(actions, consumer))).meta.ref, "k");
});

test("members with the names of JavaScript's own are members like any other", async () => {
  const actions = JSON.parse(`[
    {"do":"start","model":{"version":"1.1","biz":"b","meta":{},"blocks":[]}},
    {"do":"set","block":{"id":"__proto__","type":"t","__proto__":{"x":1}}},
    {"do":"set_field","block_id":"__proto__","path":["__proto__","y"],"value":2},
    {"do":"set_meta","path":["__proto__","content"],"value":3},
    {"do":"append","block":{"id":"c","type":"t","__proto__":[4]},"field":"__proto__"},
    {"do":"append","block":{"id":"c","__proto__":[5]},"field":"__proto__"}
  ]`);
  assert.equal(
    JSON.stringify(await reduced(await emits(actions))),
    '{"version":"1.1","biz":"b","meta":{"__proto__":{"content":3}},"blocks":[' +
      '{"id":"__proto__","type":"t","__proto__":{"x":1,"y":2}},' +
      '{"id":"c","type":"t","__proto__":[4,5]}]}',
  );
  await refusesActions([text("a")], [{ do: "append", block: { id: "a" }, field: "toString" }]);
});

test("large deltas are split into events of a moderate size", async () => {
  const content = '\u{1f600}\n\u0001\ud83d"x'.repeat(50_000);
  const list = Array.from({ length: 50_000 }, (_, i) => ({ i }));
  const events = await emits([
    opening(),
    { do: "append", block: text("a", { content, list: [] }), field: "content" },
    { do: "append", block: { id: "a", list }, field: "list" },
    { do: "append", block: { id: "a", list: ["x".repeat(200_000), 1] }, field: "list" },
    { do: "append", block: { id: "a", content: "" }, field: "content" },
    { do: "end" },
  ]);
  const whole = text("a", { content, list: [...list, "x".repeat(200_000), 1] });
  assert.deepEqual(await reduced(events), modelOf(whole));
  const sizes = events.map((event) => Buffer.byteLength(JSON.stringify(event)));
  assert.equal(sizes.filter((size) => size > 66_000).length, 1); // The one large item.
  assert.ok(events.length < 40); // Some 1.7 MB, about 64 KiB each.
});
