// AgentUE 1.1: the forms of models, blocks, events and field patches (3 to 5), without any state.

import {
  MAX_DEPTH,
  copyJson,
  isNonEmptyString,
  isNonNegativeInteger,
  isObject,
  isString,
  must,
} from "./agentue-json.mjs";

export const isError = (value) =>
  isObject(value) && isString(value.code) && isString(value.message);
export const isReference = (block) => block.ref !== undefined;
const orNull = (isValid) => (value) => value === null || isValid(value);

/** The fields of `meta` that AgentUE defines, all optional (3.2). Every other field is open. */
export const META_FIELDS = new Map([
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
export function checkModel(model) {
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
export function checkBlock(block, version) {
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

export function checkInlineBlock(block) {
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
export function readEvent(json) {
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

/** Is it a `set` with a mask or an `append`, rather than an event about a whole block or model? */
export const isFieldPatch = ({ op, mask }) =>
  op === "append" || (op === "set" && mask !== undefined);

/** Reads a field patch and checks all that can be judged without the model (5.2, 5.3). */
export function readFieldPatch({ op, mask, meta, block }) {
  must(mask !== undefined, "there is no mask", "5.3");
  const { slot, path } = parseMask(mask);
  const [payload, other] = slot === "meta" ? [meta, block] : [block, meta];
  must(payload !== undefined && other === undefined, "mask and payload disagree", "5.2");
  if (slot === "block") {
    must(isString(block.id), "the payload has no block id", "5.2, 5.3");
    must(!isReference(block), "a field patch carries a ref", "5.2, 5.3");
    must(path[0] !== "id" && path[0] !== "ref", "a field patch targets id or ref", "5.2, 5.3");
  }
  const value = valueAt(payload, path);
  if (op === "append") {
    must(slot === "block" && path.length === 1, "the mask is not block.<field>", "5.3");
    must(isString(value) || Array.isArray(value), "the delta is no string or array", "5.3");
  } else if (slot === "block" && BLOCK_FIELDS.has(path[0])) {
    // These fields are strings or null, so that a path through them leads nowhere.
    const isValid = path.length === 1 && BLOCK_FIELDS.get(path[0])(value);
    must(isValid, `${path[0]} would have a wrong form`, "3.3");
  }
  return { slot, path, value, block };
}
