#!/usr/bin/env node
// A sample driver for uiconform: agent-ui@1 on Node 18 or later, without dependencies.
//
// The implementation, written from the text, is agent-ui-frontend.mjs with agent-ui-envelope.mjs,
// and agent-ui-stream.mjs for the profile `sse`. This file is the driver, with jsonrpc.mjs: it puts
// the fixtures into the implementation's stock, plays the phases of a request to it, and tells what
// came of them. A driver for a frontend of your own does the same with yours.

import { MAX_DEPTH, isObject, isString } from "./agentue-json.mjs";

import { Frontend, LATER } from "./agent-ui-frontend.mjs";
import { EventReader } from "./agent-ui-stream.mjs";
import { invalidParams, serve } from "./jsonrpc.mjs";

const INTRODUCTION = {
  protocol: 1,
  implementation: {
    name: "uiconform-node-agent-ui-sample",
    version: "1.0.0",
    language: "JavaScript",
  },
  profiles: ["agent-ui-1/frontend", "agent-ui-1/records", "agent-ui-1/sse"],
  features: ["batch"], // A line may be a list of requests, and is answered by one of answers.
  limits: { depth: MAX_DEPTH },
  /** What this implementation does where the text leaves it open. Reports show it as it is. */
  choices: {
    "numbers": "binary64; one that would be infinite is refused",
    "before the registry is loaded": "components and map actions wait, charts are shown",
    "a chart whose grammar is not listed": "shown",
    "an id that comes twice": "the second one is rejected",
    "sessions": "all are shown",
    "fallbackText of components and charts": "shown where a member is wrong",
    "a renderer that threw": "an error, also with a fallbackText",
    "a map action after a reload": "performed again",
    "rejected envelopes": "not recorded",
    "duplicate member names in a stream": "the last counts",
  },
};

const isExactly = (value, ...names) =>
  isObject(value) &&
  Object.keys(value).length === names.length &&
  names.every((name) => Object.hasOwn(value, name));

/** The fixtures, which note what they get and behave as `manners` says. */
function fixtures(calls, mannerOf) {
  const run = (id, { name, surface, value, data }) => {
    calls.push({ id, name, surface, value, data });
    const manner = mannerOf(id);
    if (manner === "threw") throw new Error("the renderer threw");
    return manner === "hold" ? LATER : undefined;
  };
  const isLevel = (level) => Number.isInteger(level) && level >= 0 && level <= 22;
  return {
    components: new Map([
      ["fixture_panel", { run, accepts: () => true }],
      ["fixture_strict", { run, accepts: (it) => isExactly(it, "title") && isString(it.title) }],
    ]),
    actions: new Map([
      ["fixture_zoom", { run, accepts: (it) => isExactly(it, "level") && isLevel(it.level) }],
      ["fixture_clear", { run, accepts: (it) => isExactly(it) }],
    ]),
    chart: { run },
  };
}

function receive({ phases }) {
  if (!Array.isArray(phases) || !phases.every(isObject)) {
    throw invalidParams("phases is not a list of objects");
  }
  let frontend;
  let registry = null;
  let phase; // The one that is being played, with what it has led to so far.
  const tell = (id, outcome, more) => {
    if (id === null) phase.errors.push(more.error);
    else phase.outcomes.push({ id, outcome, ...more });
  };
  const open = () => {
    const stock = fixtures(phase.calls, (id) => phase.manners.get(id));
    return new Frontend(stock, tell);
  };
  return { phases: phases.map(play) };

  function play(given) {
    const calls = phase?.calls ?? []; // The fixtures keep the list, so it is emptied, not replaced.
    calls.length = 0;
    const manners = new Map(Object.entries(given.render ?? {}));
    phase = { outcomes: [], calls, errors: [], manners };
    const uiEnvelopes = given.reload === true ? frontend?.uiEnvelopes : given.reload?.uiEnvelopes;
    const isNew = frontend === undefined || Boolean(given.reload);
    if (isNew) frontend = open();
    if (given.registry !== undefined) registry = given.registry;
    if (isNew || given.registry !== undefined) frontend.load(registry);
    if (given.reload) frontend.restore(uiEnvelopes);
    for (const [id, manner] of phase.manners) {
      if (manner === "done") frontend.report(id);
      else if (manner === "threw") frontend.report(id, "the renderer threw");
    }
    for (const { event, data } of given.events ?? []) frontend.receive(event, data);
    if (given.sse !== undefined) readStream(given.sse, frontend, phase.errors);
    return {
      outcomes: phase.outcomes,
      calls: [...calls],
      errors: phase.errors,
      records: frontend.uiEnvelopes,
    };
  }
}

/** Reads the pieces of a stream: strings, or `{ b64 }` where a piece is not UTF-8 by itself. */
function readStream(pieces, frontend, errors) {
  const reader = new EventReader((type, text) => {
    let data;
    try {
      data = JSON.parse(text);
    } catch (error) {
      // What is in other events is no concern of this protocol.
      if (type === "ui_envelope") errors.push(`the data is not JSON: ${error.message}`);
      return;
    }
    frontend.receive(type, data);
  });
  for (const piece of pieces) {
    reader.push(isString(piece) ? Buffer.from(piece) : Buffer.from(piece.b64, "base64"));
  }
}

await serve(
  new Map([
    ["initialize", () => INTRODUCTION],
    ["agent-ui/receive", receive],
  ]),
);
