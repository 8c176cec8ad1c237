#!/usr/bin/env node
// A driver for uiconform: it stands between the harness and your implementation of AgentUE 1.1.
//
// Run it:
//
//     uiconform run --driver "node driver.mjs"
//
// It starts, answers, and conforms to nothing yet, since it rejects every event. Next steps:
//
// 1. Put your implementation into `Reducer`, below. Nothing else here knows about it.
// 2. Look at one area at a time: add `--filter '*/set/*'`, and `--full` for every failure.
// 3. Say who you are, and which limits you have, in `initialize`.
// 4. Offer more profiles when you have them: add `agentue-1.1/router` to the list and `agentue/route` to `methods`.
//    docs/driver-protocol.md of uiconform has all of them.
//
// A driver observes and never repairs: what the implementation gets wrong is what the suite wants to see. Standard output is for
// answers alone; use console.error for whatever you like.

import { createInterface } from "node:readline";

/** The implementation says no to an event, and the model is as it was before. */
class Rejected extends Error {}

class Reducer {
  constructor(model) {
    this.model = model; // a model, or null before the first start
  }

  /** Changes the model, or throws Rejected and leaves it as it was. */
  apply(event) {
    // TODO: call your implementation.
    throw new Rejected("not implemented yet");
  }
}

/** Some cases send texts, of which some are no JSON: a text that cannot be read is a rejected event. */
function parse(text) {
  // TODO: if your implementation reads texts itself, let it.
  try {
    return JSON.parse(text);
  } catch (reason) {
    return new Rejected(`no JSON: ${reason.message}`);
  }
}

function initialize() {
  return {
    protocol: 1,
    // TODO: yours.
    implementation: { name: "my-reducer", version: "0.1.0", language: "JavaScript" },
    profiles: ["agentue-1.1/reducer"],
    // limits: { depth: 64, bytes: 1000000 },  inputs beyond them may be refused
  };
}

/** Applies the events to the model, one after the other. */
function reduce(params) {
  const events = params.wire ? params.wire.map(parse) : params.events;
  const trace = params.trace ? [] : undefined;
  const result = run(params.model, events, trace);
  if (trace) result.trace = trace;
  // The same parsed events once more, from the same start: an implementation that keeps or changes its inputs shows here.
  if (params.replay) result.replayed = run(params.model, events);
  return result;
}

function run(model, events, trace) {
  const reducer = new Reducer(structuredClone(model));
  const steps = [];
  for (const event of events) {
    try {
      if (event instanceof Rejected) throw event;
      reducer.apply(event);
      steps.push({ ok: true });
    } catch (reason) {
      if (!(reason instanceof Rejected)) throw reason;
      steps.push({ ok: false, error: reason.message });
    }
    trace?.push(structuredClone(reducer.model));
  }
  return { steps, model: structuredClone(reducer.model) };
}

const methods = new Map([
  ["initialize", initialize],
  ["agentue/reduce", reduce],
]);

// JSON-RPC 2.0: one request a line, one answer a line.
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line);
  if (request.id === undefined) break; // `shutdown` is a notification: no answer
  const answer = { jsonrpc: "2.0", id: request.id };
  const method = methods.get(request.method);
  if (method) {
    try {
      answer.result = method(request.params ?? {});
    } catch (error) {
      // The driver failed; what the implementation rejects is a result.
      answer.error = { code: -32603, message: String(error) };
    }
  } else {
    answer.error = { code: -32601, message: `method not found: ${request.method}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
