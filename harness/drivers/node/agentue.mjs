#!/usr/bin/env node
// A sample driver for uiconform: AgentUE 1.1 on Node 18 or later, without dependencies.
//
// The file has two halves. The first is a small implementation of AgentUE 1.1: a reducer and a
// router. The second is the driver: it reads JSON-RPC requests from stdin, hands the events to the
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

// ---------------------------------------------------------------------------------------------
// First half: AgentUE 1.1. Numbers in messages and comments are sections of the protocol text.
// ---------------------------------------------------------------------------------------------

/** An event that the protocol does not allow. The model is what it was before that event. */
class Rejection extends Error {}

function must(condition, reason, section) {
  if (!condition) throw new Rejection(`${reason} (${section})`);
}

/** How deep an event may nest (8). The stack overflows at a few times as many levels. */
const MAX_DEPTH = 500;

/**
 * Copies a JSON value, so that the model shares nothing with the events that made it.
 *
 * Objects of the copy have no prototype. A member named `__proto__` or `constructor` is then a
 * member like any other (7), and reading one that is not there gives undefined, whatever its name.
 */
function copyJson(value, levels = Infinity) {
  must(typeof value !== "number" || Number.isFinite(value), "a number is out of range", "8");
  if (value === null || typeof value !== "object") return value;
  must(levels > 0, "the value is nested too deeply", "8");
  if (Array.isArray(value)) return value.map((item) => copyJson(item, levels - 1));
  const copy = Object.create(null);
  for (const name of Object.keys(value)) copy[name] = copyJson(value[name], levels - 1);
  return copy;
}

// The forms of single values. An absent member is undefined, which JSON cannot say.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isString = (value) => typeof value === "string";
const isNonEmptyString = (value) => isString(value) && value !== "";
const isNonNegativeInteger = (value) => Number.isInteger(value) && value >= 0;
const isError = (value) => isObject(value) && isString(value.code) && isString(value.message);
const isReference = (block) => block.ref !== undefined;
const orNull = (isValid) => (value) => value === null || isValid(value);

/** The fields of `meta` that AgentUE defines, all optional (3.2). Every other field is open. */
const META_FIELDS = new Map([
  ["error", orNull(isError)],
  ["task_id", orNull(isString)],
  ["trace_id", orNull(isString)],
  ["stats", orNull(isObject)],
]);

/** The fields of an inline block that AgentUE defines besides `id` (3.3). */
const BLOCK_FIELDS = new Map([
  ["type", isNonEmptyString],
  ["parent_id", orNull(isString)],
  ["group_id", orNull(isString)],
]);

function checkFields(object, fields, section) {
  for (const [name, isValid] of fields) {
    must(object[name] === undefined || isValid(object[name]), `${name} has a wrong form`, section);
  }
}

/** Checks a complete model (3.1, 3.5). */
function checkModel(model) {
  must(isObject(model), "there is no model", "5.1");
  must(["1.0", "1.1"].includes(model.version), "version is neither 1.0 nor 1.1", "3.5");
  must(isNonEmptyString(model.biz), "biz is not a non-empty string", "3.1");
  must(isObject(model.meta), "meta is not an object", "3.1");
  checkFields(model.meta, META_FIELDS, "3.2");
  must(Array.isArray(model.blocks), "blocks is not an array", "3.1");
  const ids = new Set();
  for (const block of model.blocks) {
    checkBlock(block, model.version);
    must(!ids.has(block.id), "two blocks have the same id", "3.4");
    ids.add(block.id);
  }
}

/** Checks a complete block of either form, for a model of that version. */
function checkBlock(block, version) {
  must(isObject(block), "the block is not an object", "3.3");
  if (isReference(block)) checkReference(block, version);
  else checkInlineBlock(block);
}

function checkReference(block, version) {
  must(version !== "1.0", "a 1.0 model has no references", "3.5");
  must(Object.keys(block).length === 2, "a reference has exactly id and ref", "3.4");
  must(isNonEmptyString(block.id), "the id of a reference is not a non-empty string", "3.4");
  must(isNonEmptyString(block.ref), "ref is not a non-empty string", "3.4");
}

function checkInlineBlock(block) {
  must(isNonEmptyString(block.id), "a block has no id", "3.3");
  must(block.type !== undefined, "a block has no type", "3.3");
  checkFields(block, BLOCK_FIELDS, "3.3");
}

/** The members that an event of each operation may have (4, 5). */
const ENVELOPE = ["op", "seq", "stream_id", "ts", "event_type"];
const EVENT_MEMBERS = new Map([
  ["start", [...ENVELOPE, "model"]],
  ["set", [...ENVELOPE, "mask", "meta", "block"]],
  ["append", [...ENVELOPE, "mask", "block"]],
  ["error", [...ENVELOPE, "mask", "meta"]],
  ["ping", ENVELOPE],
  ["end", ENVELOPE],
]);

/** Checks the envelope of an event (4) and returns a copy of the event that the model may keep. */
function readEvent(json) {
  must(isObject(json), "the event is not an object", "4");
  const event = copyJson(json, MAX_DEPTH);
  const members = EVENT_MEMBERS.get(event.op);
  must(members !== undefined, "op is not one of the six operations", "5");
  for (const name of Object.keys(event)) {
    must(members.includes(name), `${event.op} has a member that it does not use`, "4, 7");
  }
  must(isNonNegativeInteger(event.seq), "seq is not a non-negative integer", "4");
  must(event.ts === undefined || isNonNegativeInteger(event.ts), "ts is not an integer", "4");
  for (const name of ["stream_id", "event_type", "mask"]) {
    must(event[name] === undefined || isString(event[name]), `${name} is not a string`, "4");
  }
  for (const name of ["model", "meta", "block"]) {
    must(event[name] === undefined || isObject(event[name]), `${name} is not an object`, "4");
  }
  return event;
}

/** Splits a mask into the payload slot and the path of field names below it (5.2). */
function parseMask(mask) {
  const [slot, ...path] = mask.split(".");
  must(slot === "meta" || slot === "block", "the mask begins with neither meta nor block", "5.2");
  must(path.length > 0, "the mask names no field", "5.2");
  must(!path.includes(""), "the mask has an empty segment", "5.2");
  return { slot, path };
}

/** The value that a field patch carries at its own path. */
function valueAt(payload, path) {
  let value = payload;
  for (const name of path) {
    must(isObject(value) && value[name] !== undefined, "the payload lacks the masked field", "5.2");
    value = value[name];
  }
  return value;
}

/** Sets one field of `target`, which is `meta` or a block, and nothing else (5.2). */
function setField(target, path, value, fields) {
  let parent = target;
  let depth = 0;
  while (depth < path.length - 1 && parent[path[depth]] !== undefined) {
    parent = parent[path[depth]];
    must(isObject(parent), "the mask leads through a value that is not an object", "5.2");
    depth += 1;
  }

  // Objects that are missing on the path are built beside the model. The only change to the model
  // is the last line, so that a rejection leaves nothing behind.
  let branch = value;
  for (const name of path.slice(depth + 1).reverse()) {
    const object = Object.create(null);
    object[name] = branch;
    branch = object;
  }
  const isValid = depth === 0 ? fields.get(path[0]) : undefined;
  must(isValid === undefined || isValid(branch), `${path[0]} would have a wrong form`, "3.2, 3.3");
  parent[path[depth]] = branch;
}

/**
 * Applies the events of one model (5).
 *
 * The reducer owns its model and changes it in place; every operation checks first and changes
 * last. It does not judge the order of `seq`, which belongs to the delivery (4.1), and does not
 * route by `stream_id` (4.2).
 */
class Reducer {
  #positions = new Map(); // From a block id to its index in `blocks`: blocks never move or go away.

  constructor(model = null) {
    this.model = null;
    if (model !== null) this.#replaceModel(copyJson(model));
  }

  apply(json) {
    const event = readEvent(json);
    if (event.op === "ping" || event.op === "end") return; // They change nothing (5.5, 5.6).
    must(event.op === "start" || this.model !== null, "there is no model before start", "5");
    if (event.op === "start") this.#start(event);
    else if (event.op === "set" && event.mask === undefined) this.#setBlock(event);
    else if (event.op === "set") this.#setField(event);
    else if (event.op === "append") this.#append(event);
    else this.#error(event);
  }

  /** 5.1: all of the earlier model goes, or nothing of it. */
  #start({ model }) {
    checkModel(model);
    this.#replaceModel(model);
  }

  /** 5.2 without a mask: a known block is replaced where it stands, a new one comes last. */
  #setBlock({ meta, block }) {
    must(meta === undefined, "set has no mask for its meta", "5.2");
    checkBlock(block, this.model.version);
    this.#putBlock(block);
  }

  /** 5.2 with a mask. */
  #setField({ mask, meta, block }) {
    const { slot, path } = parseMask(mask);
    if (slot === "meta") {
      must(meta !== undefined && block === undefined, "mask and payload disagree", "5.2");
      const value = valueAt(meta, path);
      if (path.length === 2 && path[0] === "error" && ["code", "message"].includes(path[1])) {
        must(isString(value), `error.${path[1]} would not be a string`, "3.2");
      }
      setField(this.model.meta, path, value, META_FIELDS);
    } else {
      must(block !== undefined && meta === undefined, "mask and payload disagree", "5.2");
      const target = this.#patchedBlock(block, path);
      must(target !== undefined, "there is no block with this id", "5.2");
      setField(target, path, valueAt(block, path), BLOCK_FIELDS);
    }
  }

  /** 5.3: concatenates, or inserts the payload if the block is not there yet. */
  #append({ mask, block }) {
    must(mask !== undefined && block !== undefined, "append needs a mask and a block", "5.3");
    const { slot, path } = parseMask(mask);
    must(slot === "block" && path.length === 1, "the mask is not block.<field>", "5.3");
    const [field] = path;
    const target = this.#patchedBlock(block, path);
    const delta = valueAt(block, path);
    must(isString(delta) || Array.isArray(delta), "the delta is no string or array", "5.3");

    if (target === undefined) {
      checkInlineBlock(block);
      this.#putBlock(block);
    } else if (isString(delta)) {
      must(isString(target[field]), "a string is appended to something else", "5.3");
      target[field] += delta;
    } else {
      must(Array.isArray(target[field]), "an array is appended to something else", "5.3");
      for (const item of delta) target[field].push(item);
    }
  }

  /** 5.4: the new error replaces an earlier one entirely. */
  #error({ mask, meta }) {
    must(mask === "meta.error", "the mask is not meta.error", "5.4");
    must(meta !== undefined && isError(meta.error), "error carries no error object", "5.4, 3.2");
    this.model.meta.error = meta.error;
  }

  /** The block that a field patch selects, or undefined; checks what set and append share. */
  #patchedBlock(payload, path) {
    must(isString(payload.id), "the payload has no block id", "5.2, 5.3");
    must(!isReference(payload), "a field patch carries a ref", "5.2, 5.3");
    must(path[0] !== "id" && path[0] !== "ref", "a field patch targets id or ref", "5.2, 5.3");
    if (!this.#positions.has(payload.id)) return undefined;
    const target = this.model.blocks[this.#positions.get(payload.id)];
    must(!isReference(target), "the block is a reference", "3.4");
    return target;
  }

  #putBlock(block) {
    const position = this.#positions.get(block.id) ?? this.model.blocks.length;
    this.model.blocks[position] = block;
    this.#positions.set(block.id, position);
  }

  #replaceModel(model) {
    this.#positions = new Map(model.blocks.map((block, index) => [block.id, index]));
    this.model = model;
  }
}

/** One reducer for each logical stream (4.2). */
class Router {
  #reducers = new Map(); // By `stream_id`. A Map, since any string is a lawful identifier.

  apply(json) {
    const { stream_id = "" } = readEvent(json); // Omitted and empty are the one unnamed stream.
    const reducer = this.#reducers.get(stream_id) ?? new Reducer();
    reducer.apply(json);
    this.#reducers.set(stream_id, reducer);
  }

  /** The streams that have a model, that is, an accepted start. */
  models() {
    return [...this.#reducers]
      .map(([stream_id, { model }]) => ({ stream_id, model }))
      .filter(({ model }) => model !== null);
  }
}

// ---------------------------------------------------------------------------------------------
// Second half: the driver. One JSON-RPC 2.0 message a line; stderr is free for debugging.
// ---------------------------------------------------------------------------------------------

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
