#!/usr/bin/env node
// A sample driver for uiconform: AgentUE 1.1 on Node 18 or later, without dependencies.
//
// It has two halves. The first is a small implementation of AgentUE 1.1, in the files that are
// imported below, by profile. The second is the driver, this file: it reads JSON-RPC requests from
// stdin, hands them to the first half, and writes what happened to stdout.
//
// A driver for an implementation of your own keeps this file, jsonrpc.mjs and the helpers that they
// take from agentue-json.mjs, and imports yours in place of the rest. What it needs, by profile (the
// first two make the core, the others are optional):
//   - reducer: `new Reducer(model)` starts from a complete model, or from null when there is none
//     yet; `apply(event)` applies one parsed event or throws; `model` is the model so far.
//   - router: `new Router()` has the same `apply(event)`; `models()` lists `{ stream_id, model }`.
//   - delivery: `new Receiver()` has the same `apply(event)`; `complete()` lists stream ids.
//   - framing: `frame(block, maxBytes)` returns frames, `unframe(frames)` the block.
//   - resolver: `resolve(model, resolutions)` returns the model.
//   - host: `new Host(model)` has `apply(event)` and `load(loaded)`, which return "applied" or
//     "deferred", and `model`.
//   - resume: `resume(log, cursor)` returns the events of the resumed delivery.
//   - emitter: `new Emitter(write, options)` has a method for each of the ACTIONS below.
// All of these throw to refuse, and `isRefusal(error)` tells that from a crash. Take the methods of
// the profiles that you do not have out of METHODS, and edit IMPLEMENTATION, PROFILES, LIMITS and
// CHOICES. A driver observes: where your implementation is wrong, let it be wrong here too.

import { Receiver, resume } from "./agentue-delivery.mjs";
import { Emitter } from "./agentue-emitter.mjs";
import { frame, unframe } from "./agentue-framing.mjs";
import { MAX_DEPTH, copyJson, isObject, isRefusal, isString } from "./agentue-json.mjs";
import { Reducer, Router } from "./agentue-reducer.mjs";
import { Host, resolve } from "./agentue-references.mjs";
import { RpcError, serve } from "./jsonrpc.mjs";

// One JSON-RPC 2.0 message a line; stderr is free for debugging.

const IMPLEMENTATION = { name: "uiconform-node-sample", version: "1.0.0", language: "JavaScript" };
const PROFILES = [
  "agentue-1.1/reducer",
  "agentue-1.1/router",
  "agentue-1.1/delivery",
  "agentue-1.1/framing",
  "agentue-1.1/resolver",
  "agentue-1.1/host",
  "agentue-1.1/resume",
  "agentue-1.1/emitter",
];
const FEATURES = ["batch"]; // A line may be a list of requests, and is answered by one of answers.
const LIMITS = { depth: MAX_DEPTH };

/** What this implementation does where the text leaves it open. Reports show it as it is. */
const CHOICES = {
  "numbers": "binary64; one that would be infinite is refused",
  "delivery: start with a lower seq": "accepted",
  "delivery: end that repeats the latest seq": "accepted",
  "delivery: patches after error": "accepted",
  "framing: empty data, extra members, a frame id equal to block_id": "accepted",
  "resolver: a resolution for an inline or unknown block": "ignored",
  "host: a failed, wrong, late or unasked load": "refused",
  "host: patches of a reference whose load failed": "still deferred",
  "resume: a cursor before the first event": "the whole log",
  "resume: a cursor beyond the last event": "as at the last event",
  "resume: a log without end": "an end that repeats the latest seq",
  "resume: pings of the log": "dropped",
  "emitter: a field name that a mask cannot spell": "refused",
  "emitter: a reference for an inline-only consumer": "refused",
};

const METHODS = new Map([
  ["initialize", initialize],
  ["agentue/reduce", reduce],
  ["agentue/route", route],
  ["agentue/deliver", deliver],
  ["agentue/frame", frameBlock],
  ["agentue/unframe", unframeBlock],
  ["agentue/resolve", resolveReferences],
  ["agentue/host", host],
  ["agentue/resume", resumeLog],
  ["agentue/emit", emit],
]);

/** The actions of `agentue/emit`, by their `do`. */
const ACTIONS = new Map([
  ["start", (emitter, { model }) => emitter.start(model)],
  ["set", (emitter, { block }) => emitter.set(block)],
  ["set_field", (emitter, { block_id, path, value }) => emitter.setField(block_id, path, value)],
  ["set_meta", (emitter, { path, value }) => emitter.setMeta(path, value)],
  ["append", (emitter, { block, field }) => emitter.append(block, field)],
  ["fail", (emitter, { error }) => emitter.fail(error)],
  ["ping", (emitter) => emitter.ping()],
  ["end", (emitter) => emitter.end()],
]);

function initialize() {
  return {
    protocol: 1,
    implementation: IMPLEMENTATION,
    profiles: PROFILES,
    features: FEATURES,
    limits: LIMITS,
    choices: CHOICES,
  };
}

function reduce(params) {
  const model = params.model ?? null;
  const inputs = readInputs(params);
  const result = runReducer(model, inputs, params.trace === true);
  // The same parsed events once more: an implementation that changes or keeps them is found out.
  if (params.replay === true) result.replayed = runReducer(model, inputs, false);
  return result;
}

function runReducer(model, inputs, withTrace) {
  const reducer = new Reducer(model);
  const steps = [];
  const trace = withTrace ? [] : undefined; // JSON.stringify leaves out what is undefined.
  for (const input of inputs) {
    steps.push(applyInput(reducer, input));
    // A later event must not change an earlier entry, so each entry is a copy.
    trace?.push(copyJson(reducer.model));
  }
  return { steps, model: reducer.model, trace };
}

function route(params) {
  const router = new Router();
  const steps = readInputs(params).map((input) => applyInput(router, input));
  return { steps, models: router.models() };
}

function deliver(params) {
  const receiver = new Receiver();
  const steps = readInputs(params).map((input) => applyInput(receiver, input));
  return { steps, complete: receiver.complete() };
}

function frameBlock({ block, max_bytes }) {
  return resultOf(() => ({ frames: frame(block, max_bytes) }));
}

function unframeBlock({ frames }) {
  return resultOf(() => ({ block: unframe(frames) }));
}

function resolveReferences({ model, resolutions }) {
  return resultOf(() => ({ model: resolve(model, readObjects(resolutions, "resolutions")) }));
}

function host({ model, inputs }) {
  const own = new Host(model);
  const steps = readObjects(inputs, "inputs").map(({ event, loaded }) => {
    const run = () => (loaded === undefined ? own.apply(event) : own.load(loaded));
    return resultOf(() => ({ answer: run() })).answer ?? "refused";
  });
  return { steps, model: own.model };
}

function resumeLog({ log, cursor }) {
  return resultOf(() => ({ events: resume(log, cursor) }));
}

function emit({ actions, stream_id, consumer }) {
  const events = [];
  const options = { stream_id, inlineOnly: consumer === "inline-only" };
  const emitter = new Emitter((event) => events.push(event), options);
  const steps = readObjects(actions, "actions").map((action) => {
    const run = ACTIONS.get(action.do);
    if (run === undefined) throw new RpcError(-32602, `there is no such action: ${action.do}`);
    return stepOf(() => run(emitter, action));
  });
  return { steps, events };
}

function readObjects(list, name) {
  if (Array.isArray(list) && list.every(isObject)) return list;
  throw new RpcError(-32602, `${name} is not a list of objects`);
}

/** Reads `wire` (texts) or `events` (values) into a list of `{ event }` or `{ unreadable }`. */
function readInputs({ events, wire }) {
  if (Array.isArray(wire) && wire.every(isString)) return wire.map(parseWire);
  if (Array.isArray(events)) return events.map((event) => ({ event }));
  throw new RpcError(-32602, "params need events (a list) or wire (a list of strings)");
}

function parseWire(text) {
  try {
    return { event: JSON.parse(text) };
  } catch {
    return { unreadable: "the text is not one JSON value (4)" };
  }
}

/** Applies one input and says how it went. */
function applyInput(target, { event, unreadable }) {
  return unreadable === undefined
    ? stepOf(() => target.apply(event))
    : { ok: false, error: unreadable };
}

/** Carries out one action and says how it went. What is no refusal is a crash: it is passed on. */
function stepOf(action) {
  try {
    action();
    return { ok: true };
  } catch (error) {
    if (isRefusal(error)) return { ok: false, error: error.message };
    throw error;
  }
}

/** The result of a method that is carried out as a whole or refused as a whole. */
function resultOf(run) {
  let result;
  const step = stepOf(() => (result = run()));
  return step.ok ? result : { error: step.error };
}

await serve(METHODS);
