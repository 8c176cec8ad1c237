// JSON values: refusing, copying, testing and measuring them. Every other file builds on this one.
//
// Numbers are JavaScript numbers, that is binary64: integers beyond 2^53 and long decimals are
// rounded, and one that would become Infinity (1e400) is refused, since JSON could not show it.

/** Something that the protocol does not allow. All that was there before it stays as it was. */
export class Rejection extends Error {}

export function must(condition, reason, section) {
  if (!condition) throw new Rejection(`${reason} (${section})`);
}

/** Is this a refusal, or a fault of the program? JavaScript reports size limits as RangeError. */
export const isRefusal = (error) => error instanceof Rejection || error instanceof RangeError;

/** How deep an input may nest (8). The stack overflows at a few times as many levels. */
export const MAX_DEPTH = 500;

/**
 * Copies a JSON value, so that the model shares nothing with the events that made it.
 *
 * Objects of the copy have no prototype. A member named `__proto__` or `constructor` is then a
 * member like any other (7), and reading one that is not there gives undefined, whatever its name.
 */
export function copyJson(value, levels = Infinity) {
  must(typeof value !== "number" || Number.isFinite(value), "a number is out of range", "8");
  if (value === null || typeof value !== "object") return value;
  must(levels > 0, "the value is nested too deeply", "8");
  if (Array.isArray(value)) return value.map((item) => copyJson(item, levels - 1));
  const copy = Object.create(null);
  for (const name of Object.keys(value)) copy[name] = copyJson(value[name], levels - 1);
  return copy;
}

// The forms of single values. An absent member is undefined, which JSON cannot say.

export const isObject = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value);
export const isString = (value) => typeof value === "string";
export const isNonEmptyString = (value) => isString(value) && value !== "";
export const isNonNegativeInteger = (value) => Number.isInteger(value) && value >= 0;

/** The number of bytes of a value's minimal JSON text in UTF-8. */
export const jsonBytes = (value) => Buffer.byteLength(JSON.stringify(value));

/** The number of bytes that one code point, or half of a surrogate pair, takes in a JSON string. */
function bytesInString(codePoint) {
  if (codePoint < 0x20) return [8, 9, 10, 12, 13].includes(codePoint) ? 2 : 6; // \n or \u0001
  if (codePoint === 0x22 || codePoint === 0x5c) return 2; // \" or \\
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 6; // \ud800, since UTF-8 has none.
  return codePoint < 0x10000 ? 3 : 4;
}

/**
 * Cuts a text between characters into as few pieces as fit. `roomOf(i)` is the number of bytes
 * that the text of piece `i` may take inside a JSON string, its escapes included.
 */
export function splitText(text, roomOf) {
  const pieces = [];
  let [start, end, room] = [0, 0, roomOf(0)];
  for (const character of text) {
    const bytes = bytesInString(character.codePointAt(0));
    if (bytes > room && end > start) {
      pieces.push(text.slice(start, end));
      start = end;
      room = roomOf(pieces.length);
    }
    must(bytes <= room, "there is no room for a single character", "8");
    room -= bytes;
    end += character.length;
  }
  pieces.push(text.slice(start));
  return pieces;
}
