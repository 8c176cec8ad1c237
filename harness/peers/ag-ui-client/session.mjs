// A session of the client: an HttpAgent, whose `fetch` answers with the stream of the run.

import { HttpAgent } from "@ag-ui/client";

import { respond } from "./network.mjs";

export class Session {
  #agent;
  #run;

  constructor({ thread, messages, state }) {
    this.#agent = new HttpAgent({
      url: "http://agent.invalid/",
      threadId: thread,
      initialMessages: messages,
      initialState: state,
      fetch: async () => respond(this.#run),
    });
  }

  /** Makes a run to its end, and says what came of it and what stands. */
  async run(run) {
    this.#run = run;
    const agent = this.#agent;
    if (run.send) agent.addMessage({ id: run.send.id, role: "user", content: run.send.text });
    const updates = await observe(agent, { runId: run.run, resume: run.resume });
    await new Promise(setImmediate); // The client finalizes a run behind its promise.
    // A copy: the client adds to these lists in later runs.
    return structuredClone({
      updates,
      messages: agent.messages,
      state: agent.state,
      interrupts: agent.pendingInterrupts,
    });
  }
}

/**
 * Runs the agent, and notes what an application gets to know of errors and of the end.
 *
 * The promise has the last word: a run that is rejected has failed, whatever was announced before.
 * One that is resolved has ended as the terminal event said, and with no such event it is a
 * success, since nothing tells its caller otherwise. What the client writes to the console alone,
 * such as a patch that cannot be applied, is no report: no program reads it.
 */
async function observe(agent, parameters) {
  const updates = [];
  const tell = (kind, error) => updates.push({ update: "error", kind, text: error.message });
  let end;
  let reported;
  const subscriber = {
    onRunFinishedEvent({ outcome, result, interrupts }) {
      if (outcome === "interrupt") end = { end: "interrupted", interrupts };
      else end = { end: outcome, result };
    },
    onRunErrorEvent({ event }) {
      tell("run", event);
      end = { end: "failed", message: event.message, code: event.code };
    },
    onRunFailed({ error }) {
      tell("other", error);
      reported = error;
    },
  };
  try {
    await agent.runAgent(parameters, subscriber);
    end ??= { end: "success" };
  } catch (error) {
    if (error !== reported) tell("other", error);
    if (end?.end !== "failed") end = { end: "failed", message: error.message };
  }
  updates.push({ update: "done", ...end });
  return updates;
}
