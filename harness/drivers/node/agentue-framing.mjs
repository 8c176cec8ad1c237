// AgentUE 1.1: profile `framing` (3.3, "Built-in technical type: frame").

import {
  MAX_DEPTH,
  copyJson,
  isNonEmptyString,
  isNonNegativeInteger,
  isObject,
  isString,
  jsonBytes,
  must,
  splitText,
} from "./agentue-json.mjs";
import { checkInlineBlock, isReference } from "./agentue-model.mjs";

/** Checks a block that frames may carry: complete, inline, and not a frame itself (3.3). */
function checkFramed(block) {
  must(isObject(block), "the block is not an object", "3.3");
  must(!isReference(block), "a frame cannot carry a reference", "3.3");
  checkInlineBlock(block);
  must(block.type !== "frame", "frames are not nested", "3.3");
}

/** One frame. Its id differs from those of all other frames, also of other blocks. */
const frameOf = (blockId, seq, total, data) => ({
  id: `${blockId}#${seq}`,
  type: "frame",
  block_id: blockId,
  seq,
  total,
  data,
});

/** Splits a block into frames, none of which takes more than `maxBytes` bytes of UTF-8 JSON. */
export function frame(json, maxBytes) {
  must(isNonNegativeInteger(maxBytes), "the budget is not a number of bytes", "3.3");
  const block = copyJson(json, MAX_DEPTH);
  checkFramed(block);
  const text = JSON.stringify(block);
  const digitsOf = (number) => String(number).length;
  const fixed = jsonBytes(frameOf(block.id, 0, 0, "")) - 3; // Without its three numbers.

  // How many digits `total` has is known only when all is split, so it is guessed upwards.
  for (let digits = 1; ; digits += 1) {
    // A frame tells its `seq` twice: once in its id.
    const pieces = splitText(text, (seq) => maxBytes - fixed - 2 * digitsOf(seq) - digits);
    if (digitsOf(pieces.length) <= digits) {
      return pieces.map((data, seq) => frameOf(block.id, seq, pieces.length, data));
    }
  }
}

function readFrame(json) {
  const piece = copyJson(json, MAX_DEPTH);
  must(isObject(piece) && piece.type === "frame", "a value is not a frame", "3.3");
  must(!isReference(piece), "a frame has a ref", "3.4");
  must(isNonEmptyString(piece.id), "a frame has no id", "3.3");
  must(isNonEmptyString(piece.block_id), "a frame has no block_id", "3.3");
  must(isNonNegativeInteger(piece.seq), "the seq of a frame is not an index", "3.3");
  must(isNonNegativeInteger(piece.total), "the total of a frame is not a count", "3.3");
  must(isString(piece.data), "the data of a frame is not a string", "3.3");
  return piece;
}

/** Restores the block from all of its frames, in any order. */
export function unframe(frames) {
  must(Array.isArray(frames) && frames.length > 0, "there are no frames", "3.3");
  const ids = new Set();
  const pieces = new Map(); // From an index to its data.
  let blockId;
  for (const json of frames) {
    const { id, block_id, seq, total, data } = readFrame(json);
    blockId ??= block_id;
    must(block_id === blockId, "the frames are of different blocks", "3.3");
    must(total === frames.length, "total is not the number of frames", "3.3");
    must(seq < total, "an index is not below total", "3.3");
    must(!ids.has(id), "two frames have the same id", "3.3");
    must(!pieces.has(seq), "an index is there twice", "3.3");
    ids.add(id);
    pieces.set(seq, data);
  }
  // As many different indices below `total` as there are frames: none is missing.
  const text = frames.map((_, seq) => pieces.get(seq)).join("");
  const block = copyJson(parse(text), MAX_DEPTH);
  checkFramed(block);
  must(block.id === blockId, "the restored block has another id", "3.3");
  return block;
}

function parse(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    must(false, "the joined data is not JSON", "3.3");
  }
  return value;
}
