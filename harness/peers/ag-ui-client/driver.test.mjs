// Tests of the driver, through its line protocol: it tells what the client says, for each way in
// and each way out. What of it conforms is for the suite to find out.
//
// Run them with: node --test driver.test.mjs

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { DriverProcess } from "../../drivers/node/driver-process.mjs";

const DRIVER = fileURLToPath(new URL("driver.mjs", import.meta.url));
const driver = new DriverProcess(DRIVER);
after(() => driver.child.stdin.end());

const started = { type: "RUN_STARTED", threadId: "t", runId: "r1" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r1" };
const chunk = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" };

const call = async (params) => (await driver.call("ag-ui/run", { thread: "t", ...params })).runs;
const run = async (members) => (await call({ runs: [{ run: "r1", ...members }] }))[0];
const kinds = ({ updates }) => updates.map(({ update, kind, end }) => `${update} ${kind ?? end}`);

test("it says which version is under test", async () => {
  const { implementation, profiles } = await driver.call("initialize", { protocol: 1 });
  assert.equal(implementation.version, "1.0.0");
  assert.ok(profiles.includes("ag-ui/v1"));
});

test("what stands is told", async () => {
  const snapshot = { type: "STATE_SNAPSHOT", snapshot: { count: 1 } };
  const answer = await run({
    send: { id: "u1", text: "go" },
    events: [started, chunk, snapshot, { ...finished, result: 7 }],
  });
  assert.deepEqual(answer, {
    updates: [{ update: "done", end: "success", result: 7 }],
    messages: [
      { id: "u1", role: "user", content: "go" },
      { id: "m1", role: "assistant", content: "Hi" },
    ],
    state: { count: 1 },
    interrupts: [],
  });
});

test("a session goes from run to run", async () => {
  const paused = { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] };
  const [first, second] = await call({
    messages: [{ id: "u0", role: "user", content: "hello" }],
    state: { count: 1 },
    runs: [
      { run: "r1", events: [started, chunk, { ...finished, outcome: paused }] },
      {
        run: "r2",
        resume: [{ interruptId: "i1", status: "resolved", payload: true }],
        events: [{ ...started, runId: "r2" }, { ...finished, runId: "r2" }],
      },
    ],
  });
  assert.deepEqual(first.updates, [
    { update: "done", end: "interrupted", interrupts: paused.interrupts },
  ]);
  assert.deepEqual(first.interrupts, paused.interrupts);
  assert.deepEqual(kinds(second), ["done success"]);
  assert.deepEqual(second.interrupts, []);
  assert.deepEqual(second.messages.map(({ id }) => id), ["u0", "m1"]);
  assert.deepEqual(second.state, { count: 1 });
});

test("a body goes through the decoder of the client", async () => {
  const body = [started, chunk, finished].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const [head, tail] = [body.join("").slice(0, 40), body.join("").slice(40)];
  const answer = await run({ sse: [head, { b64: Buffer.from(tail).toString("base64") }] });
  assert.deepEqual(kinds(answer), ["done success"]);
  assert.equal(answer.messages[0].content, "Hi");
});

test("what the agent says of a failure is told", async () => {
  const failure = { type: "RUN_ERROR", message: "boom", code: "E1" };
  const { updates } = await run({ events: [started, failure] });
  assert.deepEqual(updates, [
    { update: "error", kind: "run", text: "boom" },
    { update: "done", end: "failed", message: "boom", code: "E1" },
  ]);
});

test("a rejected promise is an error and a failed run, told once", async () => {
  const { updates } = await run({ events: [started], end: "refused" });
  assert.deepEqual(kinds({ updates }), ["error other", "done failed"]);
  assert.equal(updates[0].text, updates[1].message);
});

test("what the client does to the process is not put right", async () => {
  // Where a connection breaks, this version leaves a rejection unhandled, and Node ends for it.
  const other = new DriverProcess(DRIVER);
  const broken = { run: "r1", events: [started], end: "reset" };
  await assert.rejects(other.call("ag-ui/run", { thread: "t", runs: [broken] }), /exit/);
});

test("a promise that is resolved without a terminal event is told as it is", async () => {
  assert.deepEqual(kinds(await run({ events: [started] })), ["done success"]);
});

test("requests stand for themselves", async () => {
  await run({ events: [started, chunk, finished] });
  assert.deepEqual((await run({ events: [started, finished] })).messages, []);
});
