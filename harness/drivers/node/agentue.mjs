#!/usr/bin/env node
// A sample driver for uiconform: AgentUE 1.1 on Node 18 or later, without dependencies.
//
// It has two halves. The first is a small implementation of AgentUE 1.1: a reducer and a router, in
// the files that are imported below. The second is the driver, this file: it reads JSON-RPC requests from stdin, hands the events to the
// first half, and writes what happened to stdout.
//
// To test an implementation of your own, replace the first half by an import and keep the second.
// The driver needs three things of it:
//   - `new Reducer(model)` starts from a complete model, or from null when there is none yet;
//     `apply(event)` applies one parsed event or throws, and `model` is the model so far.
//   - `new Router()` has the same `apply(event)`; `models()` lists `{ stream_id, model }`.
//   - `Rejection` is what `apply` throws when it refuses an event. Anything else that is thrown
//     (but a RangeError, which is how JavaScript reports a size limit) counts as a crash.
// Then edit IMPLEMENTATION, PROFILES and LIMITS. A driver observes: where your implementation is
// wrong, let it be wrong here too.
//
// Numbers are JavaScript numbers, that is binary64: integers beyond 2^53 and long decimals are
// rounded, and one that would become Infinity (1e400) is refused, since JSON could not show it.

import { once } from "node:events";

import { MAX_DEPTH, Rejection, copyJson, isObject, isString } from "./agentue-json.mjs";
import { Reducer, Router } from "./agentue-reducer.mjs";

// One JSON-RPC 2.0 message a line; stderr is free for debugging.

const IMPLEMENTATION = { name: "uiconform-node-sample", version: "1.0.0", language: "JavaScript" };
const PROFILES = ["agentue-1.1/reducer", "agentue-1.1/router"];
const LIMITS = { depth: MAX_DEPTH };

/** A request that the driver cannot carry out. A rejected event is a result, never this. */
class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const METHODS = new Map([
  ["initialize", initialize],
  ["agentue/reduce", reduce],
  ["agentue/route", route],
]);

function initialize() {
  return { protocol: 1, implementation: IMPLEMENTATION, profiles: PROFILES, limits: LIMITS };
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
  if (unreadable !== undefined) return { ok: false, error: unreadable };
  try {
    target.apply(event);
    return { ok: true };
  } catch (error) {
    if (error instanceof Rejection || error instanceof RangeError) {
      return { ok: false, error: error.message };
    }
    throw error;
  }
}

/** Carries out one message and returns the text of its answer; a notification has none. */
function answer(message) {
  if (!isObject(message) || message.jsonrpc !== "2.0" || !isString(message.method)) {
    return errorText(null, new RpcError(-32600, "the message is not a JSON-RPC 2.0 request"));
  }
  const { id, method, params = {} } = message;
  if (id === undefined) return undefined;
  try {
    const run = METHODS.get(method);
    if (run === undefined) throw new RpcError(-32601, `method not found: ${method}`);
    if (!isObject(params)) throw new RpcError(-32602, "params is not an object");
    return JSON.stringify({ jsonrpc: "2.0", id, result: run(params) });
  } catch (error) {
    return errorText(id, error);
  }
}

function errorText(id, { code, message }) {
  const number = Number.isInteger(code) ? code : -32603; // Any other error is an internal one.
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: number, message } });
}

/**
 * Splits a stream of bytes into lines. The module readline would also split at U+2028, which JSON
 * strings may contain. Lines stay bytes until they are whole: a chunk can end inside a character.
 */
async function* readLines(stream) {
  let pieces = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf("\n", start)) !== -1; start = end + 1) {
      pieces.push(chunk.subarray(start, end));
      yield Buffer.concat(pieces);
      pieces = [];
    }
    pieces.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) yield rest;
}

async function main() {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  process.stdout.on("error", () => process.exit()); // The reader has gone: nobody to tell.
  for await (const line of readLines(process.stdin)) {
    let text;
    try {
      const message = JSON.parse(utf8.decode(line));
      if (message?.method === "shutdown") break;
      text = answer(message);
    } catch (error) {
      text = errorText(null, new RpcError(-32700, `the line is not JSON: ${error.message}`));
    }
    if (text !== undefined && !process.stdout.write(`${text}\n`)) {
      await once(process.stdout, "drain");
    }
  }
  // No process.exit() here: Node ends by itself, once all that was written has left.
}

await main();
