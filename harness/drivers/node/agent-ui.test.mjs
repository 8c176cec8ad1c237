// Tests of the sample driver of agent-ui@1, through its line protocol only: they stay useful when
// another implementation takes the place of the files that agent-ui.mjs imports.
//
// Run them with: node --test agent-ui.test.mjs

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { DriverProcess, request } from "./driver-process.mjs";

const DRIVER = fileURLToPath(new URL("agent-ui.mjs", import.meta.url));
const driver = new DriverProcess(DRIVER);
after(() => driver.child.stdin.end());

const FULL = {
  components: ["fixture_panel", "fixture_strict"],
  actions: ["fixture_zoom", "fixture_clear"],
  grammars: ["echarts-safe-subset"],
};
const schemaVersion = "agent-ui@1";
const component = (members) => ({
  kind: "registered_component",
  schemaVersion,
  component: "fixture_panel",
  surface: "canvas",
  props: {},
  ...members,
});
const chart = (members) => ({
  kind: "chart",
  schemaVersion,
  grammar: "echarts-safe-subset",
  surface: "canvas",
  spec: {},
  data: [],
  ...members,
});
const zoom = (members) => ({
  kind: "map_action",
  schemaVersion,
  action: "fixture_zoom",
  surface: "map_overlay",
  params: { level: 5 },
  ...members,
});
const dataOf = (envelope, envelope_id = "e") => ({
  session_id: "s",
  envelope_id,
  created_at: 5,
  envelope,
});
const eventOf = (data, event = "ui_envelope") => ({ event, data });
const arrival = (envelope, id) => eventOf(dataOf(envelope, id));

/** What came of these phases. */
async function receive(...phases) {
  return (await driver.call("agent-ui/receive", { phases })).phases;
}

/** What came of envelopes with the ids 0, 1, 2, … in one phase. */
async function receiveAll(envelopes, more) {
  const events = envelopes.map((envelope, index) => arrival(envelope, String(index)));
  return (await receive({ registry: FULL, events, ...more }))[0];
}

const outcomesOf = ({ outcomes }) => outcomes.map(({ outcome }) => outcome);

/** Asserts that none of the envelopes is rendered, and that none takes the others with it. */
async function refuses(envelopes, more) {
  const result = await receiveAll([...envelopes, component()], more);
  const last = String(envelopes.length);
  assert.deepEqual(result.calls.map(({ id }) => id), [last]);
  assert.equal(result.outcomes.length, envelopes.length + 1);
  for (const { id, outcome } of result.outcomes) {
    assert.equal(outcome === "rendered", id === last, JSON.stringify(envelopes[id]));
  }
}

test("valid envelopes are shown with what they have", async () => {
  const { calls, outcomes } = await receiveAll([
    component({ props: null, data: [false], fallbackText: "", surplus: 1 }),
    chart({ spec: { a: 1 }, data: "x" }),
    zoom({ data: "not for the map" }),
  ]);
  assert.ok(outcomes.every(({ outcome }) => outcome === "rendered"));
  assert.deepEqual(calls, [
    { id: "0", name: "fixture_panel", surface: "canvas", value: null, data: [false] },
    { id: "1", name: "echarts-safe-subset", surface: "canvas", value: { a: 1 }, data: "x" },
    { id: "2", name: "fixture_zoom", surface: "map_overlay", value: { level: 5 } },
  ]);
});

test("every member is needed, and compared exactly", async () => {
  for (const make of [component, chart, zoom]) {
    await refuses(Object.keys(make()).map((name) => make({ [name]: undefined })));
    for (const name of ["kind", "schemaVersion", "surface", "component", "grammar", "action"]) {
      const word = make()[name];
      if (word === undefined) continue;
      const others = [null, true, 1, [word], { [word]: 1 }, "", `${word} `, word.toUpperCase()];
      const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty"];
      await refuses([...others, ...inherited].map((value) => make({ [name]: value })));
    }
    await refuses([null, 1, [], {}].map((fallbackText) => make({ fallbackText })));
  }
  await refuses([null, [], "x", 5, {}]);
  await refuses([chart({ surface: "map_overlay" }), zoom({ surface: "canvas" })]);
});

test("params and props are checked by the entry's schema", async () => {
  const levels = [-1, 23, 5.5, "5", true, null, [5]].map((level) => zoom({ params: { level } }));
  const params = [null, [], {}, 5, "5", { level: 5, more: 1 }];
  await refuses([...levels, ...params.map((value) => zoom({ params: value }))]);
  const props = [null, {}, { title: 5 }, { title: "", more: 1 }];
  await refuses(props.map((value) => component({ component: "fixture_strict", props: value })));
});

test("the present registry decides, and is waited for", async () => {
  const swapped = { ...FULL, components: ["fixture_zoom"], actions: ["fixture_panel"] };
  const [early, loaded, other] = await receive(
    { registry: null, events: [arrival(component(), "a"), arrival(zoom(), "b")] },
    { registry: FULL, events: [] },
    {
      registry: swapped,
      events: [
        arrival(component(), "c"),
        arrival(zoom(), "d"),
        arrival(component({ component: "fixture_zoom" }), "e"),
        arrival(zoom({ action: "fixture_panel" }), "f"),
      ],
    },
  );
  assert.deepEqual(outcomesOf(early), ["pending", "pending"]);
  assert.deepEqual(outcomesOf(loaded), ["rendered", "rendered"]);
  assert.deepEqual(loaded.calls.map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(outcomesOf(other), Array(4).fill("rejected"));
  assert.deepEqual([...early.calls, ...other.calls], []);
});

test("an invalid map action falls back to its text, word for word", async () => {
  const fallbackText = "<b>${no}</b>";
  const result = await receiveAll([zoom({ params: {}, fallbackText }), zoom({ params: {} })]);
  assert.deepEqual(outcomesOf(result), ["fallback", "rejected"]);
  assert.equal(result.outcomes[0].text, fallbackText);
  assert.deepEqual(result.records.map(({ renderStatus }) => renderStatus), ["fallback"]);
});

test("an event that cannot be read is told of and costs no other", async () => {
  const whole = dataOf(component());
  const parts = Object.keys(whole).map((name) => ({ ...whole, [name]: undefined }));
  const unreadable = [null, 5, [], {}, ...parts, { ...whole, created_at: "5" }];
  const others = ["message", "UI_ENVELOPE", "tool_call", "artifacts", ""];
  const [result] = await receive({
    registry: FULL,
    events: [
      ...unreadable.map((data) => eventOf(data)),
      ...others.map((name) => eventOf(dataOf(component()), name)),
      arrival(component(), "last"),
    ],
  });
  assert.equal(result.errors.length + result.outcomes.length, unreadable.length + 1);
  assert.ok(result.outcomes.slice(0, -1).every(({ outcome }) => outcome === "error"));
  assert.deepEqual(result.calls.map(({ id }) => id), ["last"]);
});

test("renderers fail, and report late", async () => {
  const [first, second] = await receive(
    {
      registry: FULL,
      render: { a: "threw", b: "hold", c: "hold" },
      events: ["a", "b", "c"].map((id) => arrival(component({ fallbackText: "no" }), id)),
    },
    { render: { c: "done", b: "threw" }, events: [] },
  );
  assert.deepEqual(outcomesOf(first), ["error", "pending", "pending"]);
  assert.deepEqual(second.calls, []);
  assert.deepEqual(
    second.records.map(({ renderStatus }) => renderStatus),
    ["error", "error", "rendered"],
  );
});

test("records are the envelopes as they came, and outlast a reload", async () => {
  const odd = JSON.parse('{"__proto__":{"x":1},"constructor":null,"":[0.1]}');
  const envelope = component({ props: odd, surplus: odd });
  const record = { envelopeId: "a", createdAt: 5, envelope, renderStatus: "rendered" };
  const [first, second] = await receive(
    { registry: FULL, events: [arrival(envelope, "a"), arrival(component({ kind: "x" }), "b")] },
    { registry: { ...FULL, components: [] }, reload: true, events: [] },
  );
  assert.deepEqual(first.records, [record]);
  assert.deepEqual(outcomesOf(second), ["rejected"]);
  assert.deepEqual(second.records[0].envelope, envelope);
  assert.deepEqual(second.calls, []);
});

test("a message of the history may have no envelopes, or invalid ones", async () => {
  const records = [component(), component({ kind: "x" }), zoom({ params: {} })].map(
    (envelope, index) => ({
      envelopeId: String(index),
      createdAt: 5,
      envelope,
      renderStatus: "rendered",
    }),
  );
  for (const [reload, ids] of [
    [{}, []],
    [{ uiEnvelopes: [] }, []],
    [{ uiEnvelopes: records }, ["0"]],
  ]) {
    const [result] = await receive({ registry: FULL, reload, events: [arrival(chart(), "c")] });
    assert.deepEqual(result.calls.map(({ id }) => id), [...ids, "c"]);
  }
});

test("a stream may be cut anywhere, with every line end", async () => {
  const text = JSON.stringify(dataOf(component({ props: "é€\u{1f600}" })));
  for (const end of ["\n", "\r\n", "\r"]) {
    const lines = ["\ufeff: hello", "", "id: 7", "event:ui_envelope", `data: ${text}`, "", ""];
    const bytes = Buffer.from(lines.join(end));
    const pieces = Array.from(bytes, (byte) => ({ b64: Buffer.from([byte]).toString("base64") }));
    for (const sse of [[bytes.toString()], pieces, ["", bytes.toString(), ""]]) {
      const [{ calls }] = await receive({ registry: FULL, sse });
      assert.deepEqual(calls.map(({ value }) => value), ["é€\u{1f600}"]);
    }
  }
});

test("what is not an envelope in a stream is passed over", async () => {
  const good = (id) => `event: ui_envelope\ndata: ${JSON.stringify(dataOf(component(), id))}\n\n`;
  const [result] = await receive({
    registry: FULL,
    sse: [
      "event: ui_envelope\ndata: {\n\n",
      "event: ui_envelope\n\n",
      `data: ${JSON.stringify(dataOf(component(), "unnamed"))}\n\n`,
      "event: token\ndata: Hello\n\n",
      good("a").replace("event: ", "event:  "),
      good("b").replace("data: {", "data: {\ndata:"),
      good("c").slice(0, -1),
    ],
  });
  assert.deepEqual(result.calls.map(({ id }) => id), ["b"]);
  assert.equal(result.errors.length, 1);
});

test("requests, batches and errors are answered as JSON-RPC has it", async () => {
  const hello = await driver.call("initialize", { protocol: 1, suites: ["agent-ui-1"] });
  assert.deepEqual(hello.features, ["batch"]);
  const codeOf = async (line) => (await driver.send(`${line}\n`)).error.code;
  assert.equal(await codeOf("{"), -32700);
  assert.equal(await codeOf("[]"), -32600);
  assert.equal(await codeOf(JSON.stringify(request("x"))), -32601);
  for (const phases of [undefined, 5, [5]]) {
    assert.equal(await codeOf(JSON.stringify(request("agent-ui/receive", { phases }))), -32602);
  }
  const empty = request("agent-ui/receive", { phases: [] });
  const answers = await driver.send(`${JSON.stringify([empty, { ...empty, id: undefined }, 5])}\n`);
  assert.deepEqual(answers.map(({ id }) => id), [1, null]);
});

test("what is nested too deeply costs its own event only", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const line = JSON.stringify(
    request("agent-ui/receive", {
      phases: [{ registry: FULL, events: [arrival(component(), "a"), arrival(component(), "b")] }],
    }),
  );
  const { result } = await driver.send(`${line.replace('"props":{}', `"props":${deep}`)}\n`);
  assert.deepEqual(result.phases[0].calls.map(({ id }) => id), ["b"]);
});

test("shutdown and the end of input end the process", async () => {
  for (const last of ['{"jsonrpc":"2.0","method":"shutdown"}\n', ""]) {
    const own = new DriverProcess(DRIVER);
    own.child.stdin.write(last);
    if (last === "") own.child.stdin.end();
    assert.equal(await own.exited, 0);
  }
});
