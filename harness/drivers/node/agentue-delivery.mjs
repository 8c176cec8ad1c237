// AgentUE 1.1: profiles `delivery` (4.1, 5) and `resume` (6), which are about the order of events.

import { isNonNegativeInteger, must } from "./agentue-json.mjs";
import { readEvent } from "./agentue-model.mjs";
import { Reducer } from "./agentue-reducer.mjs";

/**
 * The order of the events of one stream (4.1, 5): a delivery begins with `start`, ends with `end`,
 * and its `seq` increases.
 *
 * Where the text leaves a choice: a `start` may come at any time with any `seq`, since it replaces
 * all that was before; an `end` may repeat the latest `seq`, as it does after a snapshot that
 * covers it; and patches may follow an `error`, which may be recoverable (3.2).
 */
class Timeline {
  latest = undefined; // The `seq` of the last event that was recorded, pings apart.
  ended = false;

  /** Throws if the event is out of order. */
  check({ op, seq }) {
    if (op === "start") return;
    must(this.latest !== undefined, "the first event is not start", "5");
    must(!this.ended, "the delivery has ended", "5.6");
    if (op === "ping") must(seq === this.latest, "ping does not repeat the latest seq", "4.1");
    else if (op === "end") must(seq >= this.latest, "the seq of end is lower", "4.1");
    else must(seq > this.latest, "seq does not increase", "4.1");
  }

  /** Takes note of an event that was checked and carried out. */
  record({ op, seq }) {
    if (op === "ping") return; // A ping does not advance the timeline (4.1).
    this.latest = seq;
    this.ended = op === "end";
  }
}

/** A consumer that also enforces the order of events, for each logical stream (4.1, 4.2, 5). */
export class Receiver {
  #streams = new Map(); // From a `stream_id` to its timeline and reducer.

  apply(json) {
    const event = readEvent(json);
    const { stream_id = "" } = event; // Omitted and empty are the one unnamed stream.
    const stream = this.#streams.get(stream_id) ?? {
      timeline: new Timeline(),
      reducer: new Reducer(),
    };
    stream.timeline.check(event);
    stream.reducer.applyEvent(event);
    stream.timeline.record(event); // Last: a rejected event does not move the latest `seq`.
    this.#streams.set(stream_id, stream);
  }

  /** The ids of the streams whose latest delivery has ended. */
  complete() {
    return [...this.#streams].filter(([, { timeline }]) => timeline.ended).map(([id]) => id);
  }
}

/**
 * The events of a resumed delivery, from the persisted events of one stream and the `seq` up to
 * which the client has them (6).
 *
 * A cursor before the first event covers no model: the delivery is then the log itself. Only what
 * the cursor covers is reduced. Its field patches need the content of references that they target
 * (3.4), which a log does not hold: such a log is refused at that cursor.
 */
export function resume(log, cursor) {
  must(Array.isArray(log) && log.length > 0, "the log is empty", "6");
  must(isNonNegativeInteger(cursor), "the cursor is not a seq", "6");

  const events = log.map(readEvent);
  const { stream_id } = events[0];
  const address = stream_id === undefined ? {} : { stream_id };

  const timeline = new Timeline();
  const reducer = new Reducer();
  const later = [];
  let covered; // The highest `seq` that the cursor covers.
  let last;
  for (const event of events) {
    must((event.stream_id ?? "") === (stream_id ?? ""), "the log mixes streams", "4.2");
    if (event.op === "ping") continue; // Heartbeats of an earlier delivery tell a new one nothing.
    must(!(event.seq < timeline.latest), "the seq of a persisted event is lower", "4.1");
    timeline.check(event);
    timeline.record(event);
    last = event;
    if (event.seq > cursor) {
      later.push(event);
    } else {
      reducer.applyEvent(event);
      covered = event.seq;
    }
  }
  must(last !== undefined, "the log has no start", "5");

  const delivery = covered === undefined
    ? later
    : [{ op: "start", seq: covered, ...address, model: reducer.model }, ...later];
  if (!timeline.ended) {
    // The log may still grow. An `end` that repeats the latest `seq` gives the client no cursor
    // that would cover the next event.
    delivery.push({ op: "end", seq: timeline.latest, ...address });
  } else if (later.length === 0) {
    delivery.push(last); // The cursor covers the log's own end, which ends this delivery too.
  }
  return delivery;
}
