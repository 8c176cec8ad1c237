// AgentUE 1.1: profiles `reducer` (5, 6) and `router` (4.2).

import { copyJson, isObject, isString, must } from "./agentue-json.mjs";
import {
  META_FIELDS,
  checkBlock,
  checkInlineBlock,
  checkModel,
  isError,
  isFieldPatch,
  isReference,
  readEvent,
  readFieldPatch,
} from "./agentue-model.mjs";

/**
 * Applies the events of one model (5).
 *
 * The reducer owns its model and changes it in place; every operation checks first and changes
 * last. It does not judge the order of `seq`, which belongs to the delivery (4.1), and does not
 * route by `stream_id` (4.2).
 */
export class Reducer {
  #positions = new Map(); // From a block id to its index in `blocks`: blocks never move or go away.

  /** Starts from a complete model, or from null when there is none yet. */
  constructor(model = null) {
    this.model = null;
    if (model !== null) this.#replaceModel(copyJson(model));
  }

  apply(json) {
    this.applyEvent(readEvent(json));
  }

  /** Applies an event that `readEvent` returned. The model keeps parts of it. */
  applyEvent(event) {
    if (event.op === "ping" || event.op === "end") return; // They change nothing (5.5, 5.6).
    must(event.op === "start" || this.model !== null, "there is no model before start", "5");
    if (event.op === "start") this.#start(event);
    else if (event.op === "error") this.#error(event);
    else if (!isFieldPatch(event)) this.#setBlock(event);
    else if (event.op === "set") this.#setField(readFieldPatch(event));
    else this.#append(readFieldPatch(event));
  }

  /** The block with that id, inline or reference, or undefined. */
  block(id) {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.model.blocks[position];
  }

  /** Replaces the block of the same id where it stands, or adds a new one at the end (5.2). */
  putBlock(block) {
    checkBlock(block, this.model.version);
    const position = this.#positions.get(block.id) ?? this.model.blocks.length;
    this.model.blocks[position] = block;
    this.#positions.set(block.id, position);
  }

  /** 5.1: all of the earlier model goes, or nothing of it. */
  #start({ model }) {
    checkModel(model);
    this.#replaceModel(model);
  }

  /** 5.2 without a mask. */
  #setBlock({ meta, block }) {
    must(meta === undefined, "set has no mask for its meta", "5.2");
    this.putBlock(block);
  }

  /** 5.2 with a mask. */
  #setField({ slot, path, value, block }) {
    if (slot === "meta") {
      if (path.length === 2 && path[0] === "error" && ["code", "message"].includes(path[1])) {
        must(isString(value), `error.${path[1]} would not be a string`, "3.2");
      }
      setField(this.model.meta, path, value, META_FIELDS);
    } else {
      const target = this.#inlineBlock(block.id);
      must(target !== undefined, "there is no block with this id", "5.2");
      setField(target, path, value);
    }
  }

  /** 5.3: concatenates, or inserts the payload if the block is not there yet. */
  #append({ path: [field], value, block }) {
    const target = this.#inlineBlock(block.id);
    if (target === undefined) {
      checkInlineBlock(block);
      this.putBlock(block);
    } else if (isString(value)) {
      must(isString(target[field]), "a string is appended to something else", "5.3");
      target[field] += value;
    } else {
      must(Array.isArray(target[field]), "an array is appended to something else", "5.3");
      for (const item of value) target[field].push(item);
    }
  }

  /** 5.4: the new error replaces an earlier one entirely. */
  #error({ mask, meta }) {
    must(mask === "meta.error", "the mask is not meta.error", "5.4");
    must(meta !== undefined && isError(meta.error), "error carries no error object", "5.4, 3.2");
    this.model.meta.error = meta.error;
  }

  /** The block that a field patch selects, or undefined; it may not be a reference (3.4). */
  #inlineBlock(id) {
    const target = this.block(id);
    must(target === undefined || !isReference(target), "the block is a reference", "3.4");
    return target;
  }

  #replaceModel(model) {
    this.#positions = new Map(model.blocks.map((block, index) => [block.id, index]));
    this.model = model;
  }
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
  const isValid = depth === 0 ? fields?.get(path[0]) : undefined;
  must(isValid === undefined || isValid(branch), `${path[0]} would have a wrong form`, "3.2");
  parent[path[depth]] = branch;
}

/** One reducer for each logical stream (4.2). */
export class Router {
  #reducers = new Map(); // By `stream_id`. A Map, since any string is a lawful identifier.

  apply(json) {
    const event = readEvent(json);
    const { stream_id = "" } = event; // Omitted and empty are the one unnamed stream.
    const reducer = this.#reducers.get(stream_id) ?? new Reducer();
    reducer.applyEvent(event);
    this.#reducers.set(stream_id, reducer);
  }

  /** The streams that have a model, that is, an accepted start. */
  models() {
    return [...this.#reducers]
      .map(([stream_id, { model }]) => ({ stream_id, model }))
      .filter(({ model }) => model !== null);
  }
}
