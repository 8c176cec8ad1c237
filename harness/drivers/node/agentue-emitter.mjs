// AgentUE 1.1: profile `emitter` (3.5, 4, 5): turns what an application does into events.

import {
  MAX_DEPTH,
  copyJson,
  isNonEmptyString,
  isObject,
  isString,
  jsonBytes,
  must,
  splitText,
} from "./agentue-json.mjs";
import { isReference } from "./agentue-model.mjs";
import { Receiver } from "./agentue-delivery.mjs";

/** How many bytes of JSON a delta may take. A larger one is split, for the transport (8). */
const MAX_DELTA_BYTES = 64 * 1024;

/** The mask of a path of field names (5.2). Not every name can be spelt in one. */
function maskOf(slot, path) {
  const isName = (name) => isNonEmptyString(name) && !name.includes(".");
  must(Array.isArray(path) && path.length > 0, "the path names no field", "5.2");
  must(path.every(isName), "a mask cannot spell a name of this path", "5.2");
  return [slot, ...path].join(".");
}

/** The payload that holds the value at that path and nothing else. */
function payloadAt(path, value) {
  let payload = value;
  for (const name of [...path].reverse()) payload = { [name]: payload };
  return payload;
}

/** Cuts a delta into pieces whose concatenation it is (5.3, 8). One large item stays whole. */
function splitDelta(delta) {
  if (isString(delta)) return splitText(delta, () => MAX_DELTA_BYTES);
  const pieces = [[]];
  let room = MAX_DELTA_BYTES;
  for (const item of delta) {
    const bytes = jsonBytes(item) + 1; // With a comma.
    if (bytes > room && pieces.at(-1).length > 0) {
      pieces.push([]);
      room = MAX_DELTA_BYTES;
    }
    pieces.at(-1).push(item);
    room -= bytes;
  }
  return pieces;
}

/**
 * Emits the events of one stream. An action that is not lawful throws and emits nothing.
 *
 * The emitter listens to itself: its receiver refuses what a consumer would refuse, before it is
 * written, so that the consumer's model is what the actions say. `seq` starts at 1 and goes on
 * when another delivery starts after `end`.
 */
export class Emitter {
  #write;
  #address;
  #inlineOnly;
  #receiver = new Receiver();
  #seq = 0;

  /** `write` takes each event; `inlineOnly` says that the consumer knows no references (3.5). */
  constructor(write, { stream_id = "", inlineOnly = false } = {}) {
    this.#write = write;
    this.#address = stream_id === "" ? {} : { stream_id };
    this.#inlineOnly = inlineOnly;
  }

  /** A model without a version is a new one, hence 1.1 (3.5). */
  start(model) {
    must(isObject(model), "there is no model", "5.1");
    this.#refuseReferences(model.blocks);
    this.#emit("start", { model: { version: "1.1", ...model } });
  }

  set(block) {
    this.#refuseReferences([block]);
    this.#emit("set", { block });
  }

  setField(id, path, value) {
    const mask = maskOf("block", path);
    this.#emit("set", { mask, block: { ...payloadAt(path, value), id } });
  }

  setMeta(path, value) {
    this.#emit("set", { mask: maskOf("meta", path), meta: payloadAt(path, value) });
  }

  append(json, field) {
    const mask = maskOf("block", [field]);
    const block = copyJson(json, MAX_DEPTH);
    must(isObject(block), "there is no block", "5.3");
    const delta = block[field];
    must(isString(delta) || Array.isArray(delta), "the delta is no string or array", "5.3");
    // The first piece comes with all of the block, which a consumer may not have yet.
    const [first, ...rest] = splitDelta(delta);
    this.#emit("append", { mask, block: { ...block, [field]: first } });
    for (const piece of rest) {
      this.#emit("append", { mask, block: { id: block.id, [field]: piece } });
    }
  }

  fail(error) {
    this.#emit("error", { mask: "meta.error", meta: { error } });
  }

  ping() {
    this.#emit("ping", { ts: Date.now() });
  }

  end() {
    this.#emit("end", {});
  }

  #emit(op, members) {
    const seq = op === "ping" ? this.#seq : this.#seq + 1; // A ping repeats the latest (5.5).
    const event = { op, seq, ...this.#address, ...members };
    this.#receiver.apply(event);
    this.#seq = seq;
    this.#write(event);
  }

  /** An application without a loader cannot materialize references, so it does not send them. */
  #refuseReferences(blocks) {
    const isSent = (block) => isObject(block) && isReference(block);
    const refused = this.#inlineOnly && Array.isArray(blocks) && blocks.some(isSent);
    must(!refused, "the consumer knows no references", "3.5");
  }
}
