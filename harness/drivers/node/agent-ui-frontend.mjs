// agent-ui@1: the envelopes of one assistant message, as they arrive, wait, are shown and are kept
// (SSE Event, State Persistence).

import { MAX_DEPTH, copyJson, isObject, isRefusal, isString } from "./agentue-json.mjs";

import { decide } from "./agent-ui-envelope.mjs";

/** What a renderer returns that will report later, by `Frontend.report`. */
export const LATER = Symbol("later");

export class Frontend {
  #stock;
  #tell;
  #registry = null;
  #records = new Map(); // By envelope id, in order of arrival.
  #waiting = new Set(); // Ids of those that wait for the registry.

  /**
   * `stock` is what this frontend can show; see `decide`. Its functions `run` get an envelope id
   * and a view. `tell(id, outcome, more)` is called with whatever comes about.
   */
  constructor(stock, tell) {
    this.#stock = stock;
    this.#tell = tell;
  }

  /** The registry arrives, or another one: what waited for it is decided now. */
  load(registry) {
    this.#registry = registry;
    if (registry === null) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const id of waiting) this.#show(id, this.#records.get(id));
  }

  /** Takes an event. Events of other names, the deprecated ones among them, bring no envelope. */
  receive(type, json) {
    if (type !== "ui_envelope") return;
    const [data, fault] = readData(json);
    const id = isObject(data) && isString(data.envelope_id) ? data.envelope_id : null;
    if (fault !== undefined) {
      this.#tell(id, "error", { error: fault });
      return;
    }
    if (this.#records.has(id)) {
      this.#tell(id, "rejected", { error: "this id has come before" });
      return;
    }
    const { created_at: createdAt, envelope } = data;
    this.#show(id, { envelopeId: id, createdAt, envelope, renderStatus: "pending" });
  }

  #show(id, record) {
    const decision = decide(record.envelope, this.#registry, this.#stock);
    if (decision.run !== undefined) {
      this.#records.set(id, record);
      this.#render(id, record, decision);
    } else if (decision.waits) {
      this.#records.set(id, record);
      this.#waiting.add(id);
      this.#tell(id, "pending", {});
    } else if (decision.text !== undefined) {
      this.#records.set(id, record);
      this.#settle(record, "fallback", { text: decision.text });
    } else {
      const error = decision.reason;
      // The protocol has no status for it, so there is no record; an older one says what happened.
      if (this.#records.has(id)) Object.assign(record, { renderStatus: "error", error });
      this.#tell(id, "rejected", { error });
    }
  }

  #render(id, record, { run, view }) {
    let answer;
    try {
      answer = run(id, copyJson(view)); // A copy: the renderer may do with it what it likes.
    } catch (error) {
      this.#settle(record, "error", { error: String(error?.message ?? error) });
      return;
    }
    if (answer === LATER) this.#tell(id, "pending", {});
    else this.#settle(record, "rendered", {});
  }

  #settle(record, status, more) {
    record.renderStatus = status;
    if (more.error === undefined) delete record.error;
    else record.error = more.error;
    this.#tell(record.envelopeId, status, more);
  }

  /** A renderer that took its time has finished, or failed with a message. */
  report(id, error) {
    const record = this.#records.get(id);
    if (record?.renderStatus !== "pending" || this.#waiting.has(id)) return;
    if (error === undefined) this.#settle(record, "rendered", {});
    else this.#settle(record, "error", { error });
  }

  /** The `uiEnvelopes` of the message, to be persisted. */
  get uiEnvelopes() {
    return copyJson([...this.#records.values()]);
  }

  /** Shows what was persisted, as far as it may be shown now. The map is set up again, too. */
  restore(uiEnvelopes = []) {
    for (const record of copyJson(uiEnvelopes)) {
      const { envelopeId: id, renderStatus, envelope, error } = record;
      this.#records.set(id, record);
      if (renderStatus === "error") this.#tell(id, "error", { error: error ?? "it failed before" });
      else if (renderStatus === "fallback") this.#tell(id, "fallback", { text: textOf(envelope) });
      else this.#show(id, record);
    }
  }
}

const textOf = (envelope) => (isString(envelope?.fallbackText) ? envelope.fallbackText : "");

/** Reads the data of an event: a copy without prototypes, and what is wrong with it, if it is. */
function readData(json) {
  let data;
  try {
    data = copyJson(json, MAX_DEPTH);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [undefined, "the data is nested too deeply, or has a number that is out of range"];
  }
  if (!isObject(data)) return [data, "the data is not an object"];
  if (!isString(data.envelope_id)) return [data, "envelope_id is not a string"];
  if (!isString(data.session_id)) return [data, "session_id is not a string"];
  if (typeof data.created_at !== "number") return [data, "created_at is not a number"];
  if (data.envelope === undefined) return [data, "there is no envelope"];
  return [data, undefined];
}
