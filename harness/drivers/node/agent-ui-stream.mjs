// Server-sent events from bytes (HTML Living Standard, 9.2.5 and 9.2.6).
//
// Lines are found among the bytes and decoded when they are whole, so that a piece may end
// anywhere, also inside a character. CR and LF are never a part of another character in UTF-8.

const [LF, CR] = [0x0a, 0x0d];
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

export class EventReader {
  #onEvent;
  #parts = []; // Of the line that has not ended.
  #lastWasCr = false;
  #isFirstLine = true;
  #type = "";
  #data = []; // One element a line.

  /** `onEvent(type, data)` is called for each event as soon as it is whole. */
  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  /** Takes the next bytes, in a Buffer. */
  push(bytes) {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === LF && this.#lastWasCr) {
        start = at + 1; // The second half of a line end.
      } else if (byte === LF || byte === CR) {
        this.#parts.push(bytes.subarray(start, at));
        this.#endLine();
        start = at + 1;
      }
      this.#lastWasCr = byte === CR;
    }
    if (start < bytes.length) this.#parts.push(bytes.subarray(start));
  }

  #endLine() {
    let line = UTF8.decode(Buffer.concat(this.#parts));
    this.#parts = [];
    if (this.#isFirstLine && line.startsWith("\ufeff")) line = line.slice(1);
    this.#isFirstLine = false;
    if (line === "") this.#dispatch();
    else this.#readField(line);
  }

  #readField(line) {
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/su.exec(line);
    if (name === "event") this.#type = value;
    else if (name === "data") this.#data.push(value);
  }

  #dispatch() {
    const [type, data] = [this.#type || "message", this.#data];
    this.#type = "";
    this.#data = [];
    if (data.length > 0) this.#onEvent(type, data.join("\n"));
  }
}
