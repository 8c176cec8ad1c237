// Tests of the profiles `delivery` and `resume`. Run them with: node --test agentue.test.mjs

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
  verdicts,
} from "./agentue-testing.mjs";

const empty = modelOf(text("a", { content: "" }));
const opening = (seq, model = empty) => ({ ...start(model), seq });
const note = (seq) => ({ ...set({ mask: "meta.x", meta: { x: seq } }), seq });
const delta = (seq, content) => ({ ...append("block.content", { id: "a", content }), seq });
const on = (stream_id, ...events) => events.map((event) => ({ ...event, stream_id }));

/** Asserts the verdict on each event of a delivery, and which streams are complete at its end. */
async function delivers(pairs, complete) {
  const events = pairs.map(([event]) => event);
  const result = await driver.call("agentue/deliver", { events });
  assert.deepEqual(verdicts(result), pairs.map(([, ok]) => ok), JSON.stringify(result.steps));
  assert.deepEqual(result.complete.sort(), complete);
  const wire = events.map((event) => JSON.stringify(event));
  const again = await driver.call("agentue/deliver", { wire });
  assert.deepEqual(verdicts(again), verdicts(result));
}

test("a delivery begins with start, ends with end, and its seq increases", async () => {
  await delivers(
    [
      [ping(0), false],
      [note(0), false],
      [end(0), false],
      [opening(5), true],
      [note(5), false],
      [note(4), false],
      [note(9), true],
      [error(9, "c"), false],
      [error(10, "c"), true],
      [note(11), true],
      [end(10), false],
      [end(11), true],
      [end(12), false],
      [note(12), false],
      [ping(11), false],
    ],
    [""],
  );
});

test("neither a ping nor a rejected event moves the latest seq", async () => {
  await delivers(
    [
      [opening(1), true],
      [ping(1), true],
      [ping(50), false],
      [ping(0), false],
      [note(2), true],
      [ping(2), true],
      [{ ...delta(60, []), seq: 60 }, false],
      [note(3), true],
      [{ ...opening(70), model: { ...modelOf(), version: "9.0" } }, false],
      [note(4), true],
    ],
    [],
  );
});

test("a start may come at any time and takes its stream out of the complete ones", async () => {
  const resumed = [[opening(7), true], [end(7), true]];
  await delivers([[opening(7), true], [opening(7), true], [note(7), false], [note(8), true]], []);
  await delivers([...resumed, [opening(7), true], [note(7), false], [note(8), true]], []);
  await delivers([...resumed, [opening(2), true], [note(3), true], [end(4), true]], [""]);
});

test("streams have an order each, whatever their ids are", async () => {
  const names = ["", "__proto__", "constructor", "a", "A", "\ud800", "\ud801"];
  const events = names.flatMap((name) => on(name, opening(3), note(4)));
  const ends = names.slice(0, 4).flatMap((name) => on(name, end(5)));
  const pairs = [...events, ...ends].map((event) => [event, true]);
  const complete = ["", "__proto__", "a", "constructor"];
  await delivers([...pairs, [on("other", note(9))[0], false]], complete);
  await delivers([[opening(1), true], [on("", end(2))[0], true]], [""]);
});

test("texts that are not JSON and events that are not objects are rejected steps", async () => {
  const wire = [JSON.stringify(opening(1)), "{", "NaN", JSON.stringify(end(2)), "[]"];
  const result = await driver.call("agentue/deliver", { wire });
  assert.deepEqual(verdicts(result), [true, false, false, true, false]);
  assert.deepEqual(result.complete, [""]);
});

const resume = async (log, cursor) => (await driver.call("agentue/resume", { log, cursor })).events;
const order = (events) => events.map(({ op, seq }) => `${op} ${seq}`);

const LOG = on(
  "s",
  opening(2),
  delta(3, "x"),
  ping(3),
  error(5, "c"),
  set({ block: text("b", { content: null }) }),
  delta(9, "y"),
  end(10),
).map((event, i) => (i === 4 ? { ...event, seq: 7, event_type: "kept" } : event));

test("a resumed delivery is a snapshot, every later event and end", async () => {
  const whole = await reduced(LOG);
  for (let cursor = 0; cursor <= 12; cursor += 1) {
    const events = await resume(LOG, cursor);
    const persisted = LOG.filter(({ op }) => op !== "ping");
    const covered = persisted.filter(({ seq }) => seq <= cursor);
    const later = persisted.filter(({ seq }) => seq > cursor);
    const [first, ...rest] = events;
    assert.equal(first.op, "start");
    assert.equal(first.seq, Math.max(2, ...covered.map(({ seq }) => seq)));
    if (cursor >= 2) assert.deepEqual(rest, later.length > 0 ? later : [LOG.at(-1)]);
    else assert.deepEqual(events, later);
    if (cursor >= 2) assert.deepEqual(first.model, await reduced(covered));
    assert.ok(events.every(({ stream_id }) => stream_id === "s"));
    assert.deepEqual(await reduced(events), whole);

    const result = await driver.call("agentue/deliver", { events });
    assert.ok(verdicts(result).every(Boolean));
    assert.deepEqual(result.complete, ["s"]);

    for (let again = cursor; again <= 12; again += 1) {
      assert.deepEqual(await reduced(await resume(events, again)), whole);
    }
  }
});

test("a log without end gets one that covers no event to come", async () => {
  const log = [opening(1), note(4)];
  assert.deepEqual(order(await resume(log, 1)), ["start 1", "set 4", "end 4"]);
  assert.deepEqual(order(await resume(log, 9)), ["start 4", "end 4"]);
  assert.equal((await resume(log, 9))[0].stream_id, undefined);
});

test("a log of several deliveries is resumed in each of them", async () => {
  const log = [opening(1), note(2), end(3), opening(3), note(4), end(5)];
  const [, ...later] = order(log);
  assert.deepEqual(order(await resume(log, 1)), ["start 1", ...later]);
  assert.deepEqual(order(await resume(log, 3)), ["start 3", "set 4", "end 5"]);
});

test("a 1.0 model stays one, and references need no content that is not patched", async () => {
  const old = { ...modelOf(text("a")), version: "1.0" };
  assert.deepEqual((await resume([opening(1, old), end(2)], 1))[0].model, old);

  const log = [opening(1, modelOf(reference("a", "k"))), note(2), delta(3, "x"), end(4)];
  assert.deepEqual(order(await resume(log, 2)), ["start 2", "append 3", "end 4"]);
  await refuses("agentue/resume", { log, cursor: 3 });
});

test("a log that is no lawful delivery of one stream is refused", async () => {
  const logs = [
    [],
    [ping(1)],
    [note(1), end(2)],
    [opening(1), end(2), note(3)],
    [opening(2), note(2), end(3)],
    [opening(2), note(3), opening(2), end(4)],
    [opening(1), ...on("other", end(2))],
    [opening(1), 5],
  ];
  await refuses("agentue/resume", ...logs.map((log) => ({ log, cursor: 9 })), { cursor: 1 });
  await refuses("agentue/resume", ...["1", -1, 1.5, null].map((cursor) => ({ log: LOG, cursor })));
});

test("a log of 100,000 events is resumed in the middle", async () => {
  const deltas = Array.from({ length: 100_000 }, (_, i) => delta(i + 2, "x"));
  const events = await resume([opening(1), ...deltas, end(200_000)], 50_001);
  assert.equal(events[0].model.blocks[0].content.length, 50_000);
  assert.equal(events.length, 50_002);
});
