// AgentUE 1.1: profiles `resolver` and `host` (3.4), which put content in place of references.

import { MAX_DEPTH, copyJson, isObject, isRefusal, must } from "./agentue-json.mjs";
import {
  checkModel,
  isFieldPatch,
  isReference,
  readEvent,
  readFieldPatch,
} from "./agentue-model.mjs";
import { Reducer } from "./agentue-reducer.mjs";

/**
 * Puts what was loaded for a reference in its place, or throws and leaves the reference (3.4).
 *
 * A load says for which block and which key it was made. It is refused if the block is not that
 * reference any more: its content has been overtaken by an event.
 */
function materialize(reducer, loaded) {
  must(isObject(loaded), "nothing was loaded", "3.4");
  const { block_id, ref, block, failure } = loaded;
  const target = reducer.block(block_id);
  must(target !== undefined, "there is no block with this id", "3.4");
  must(isReference(target), "the block is inline already", "3.4");
  must(target.ref === ref, "the block has another reference", "3.4");
  must(failure === undefined, "the content could not be loaded", "3.4");
  const content = copyJson(block, MAX_DEPTH);
  must(isObject(content), "the content is not a block", "3.4");
  must(!isReference(content), "the content is another reference", "3.4");
  must(content.id === block_id, "the content has another id", "3.4");
  reducer.putBlock(content); // It refuses an incomplete block.
}

/** Runs `action` and says whether it was carried out, or refused with nothing changed. */
function succeeds(action) {
  try {
    action();
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** The model with its references resolved, those apart that have no good resolution (3.4). */
export function resolve(json, resolutions) {
  const model = copyJson(json, MAX_DEPTH);
  checkModel(model);
  const reducer = new Reducer(model);
  for (const resolution of resolutions) succeeds(() => materialize(reducer, resolution));
  return reducer.model;
}

/**
 * Coordinates events with content that arrives at any time (3.4). After all loads the model is
 * the one that the same events make of inline blocks.
 *
 * A field patch of a block whose content is not there yet waits for it, in order. An event that
 * replaces the block (a whole-block `set`, a `start`) would have undone those patches on an
 * inline block, so they are dropped, also if it brings the same reference once more. A failed or
 * wrong load leaves the reference and its patches waiting, since the application may try again.
 */
export class Host {
  #reducer;
  #deferred = new Map(); // From the id of a reference to the field patches that wait for it.

  constructor(model) {
    this.#reducer = new Reducer(model);
  }

  get model() {
    return this.#reducer.model;
  }

  /** Applies one event and returns "applied" or "deferred", or throws. */
  apply(json) {
    const event = readEvent(json);
    if (isFieldPatch(event) && this.#mustWait(readFieldPatch(event))) {
      const { id } = event.block;
      if (!this.#deferred.has(id)) this.#deferred.set(id, []);
      this.#deferred.get(id).push(event);
      return "deferred";
    }
    this.#reducer.applyEvent(event);
    if (event.op === "start") this.#deferred.clear();
    else if (event.op === "set" && !isFieldPatch(event)) this.#deferred.delete(event.block.id);
    return "applied";
  }

  /** Takes what was loaded for a reference and returns "applied", or throws. */
  load(loaded) {
    materialize(this.#reducer, loaded);
    const patches = this.#deferred.get(loaded.block_id) ?? [];
    this.#deferred.delete(loaded.block_id);
    // A patch that does not fit the content changes nothing, as it would on an inline block.
    for (const event of patches) succeeds(() => this.#reducer.applyEvent(event));
    return "applied";
  }

  #mustWait({ slot, block }) {
    const target = slot === "block" ? this.#reducer.block(block.id) : undefined;
    return target !== undefined && isReference(target);
  }
}
