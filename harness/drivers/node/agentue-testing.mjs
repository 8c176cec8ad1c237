// What the tests of the sample driver share: a driver in a child process, and shorthands for models
// and events.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const DRIVER = fileURLToPath(new URL("agentue.mjs", import.meta.url));

/** A driver in a child process, with the lines that it has written so far. */
export class Driver {
  #waiting = [];
  #pieces = [];
  lines = [];

  constructor() {
    this.child = spawn(process.execPath, [DRIVER], { stdio: ["pipe", "pipe", "inherit"] });
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
    this.child.stdout.on("data", (chunk) => this.#read(chunk));
    this.child.on("close", () => this.#waiting.forEach(({ reject }) => reject(new Error("exit"))));
  }

  #read(chunk) {
    this.#pieces.push(chunk);
    if (!chunk.includes("\n")) return;
    const lines = Buffer.concat(this.#pieces).toString().split("\n");
    this.#pieces = [Buffer.from(lines.pop())];
    for (const line of lines) {
      const waiting = this.#waiting.shift();
      if (waiting) waiting.resolve(JSON.parse(line));
      else this.lines.push(JSON.parse(line));
    }
  }

  /** Writes bytes or text as they are, and resolves to the next message. */
  send(text) {
    const next = new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    this.child.stdin.write(text);
    return next;
  }

  async call(method, params) {
    const { result, error } = await this.send(`${JSON.stringify(request(method, params))}\n`);
    assert.equal(error, undefined);
    return result;
  }
}

export const request = (method, params) => ({ jsonrpc: "2.0", id: 1, method, params });

export const driver = new Driver();
after(() => driver.child.stdin.end());

export const text = (id, members) => ({ id, type: "text", ...members });
export const modelOf = (...blocks) => ({ version: "1.1", biz: "chat", meta: {}, blocks });
export const start = (model) => ({ op: "start", seq: 1, model });
export const set = (members) => ({ op: "set", seq: 2, ...members });
export const append = (mask, block) => ({ op: "append", seq: 2, mask, block });

export const reference = (id, ref) => ({ id, ref });
export const error = (seq, code) => ({
  op: "error",
  seq,
  mask: "meta.error",
  meta: { error: { code, message: "m" } },
});
export const ping = (seq) => ({ op: "ping", seq });
export const end = (seq) => ({ op: "end", seq });

/** The model that the reducer makes of the events. */
export async function reduced(events, model = null) {
  return (await driver.call("agentue/reduce", { model, events })).model;
}

/** The verdicts of a result's steps. */
export const verdicts = ({ steps }) => steps.map(({ ok }) => ok);

/** Asserts that each of the params, alone, has an error as its result. */
export async function refuses(method, ...paramsList) {
  for (const params of paramsList) {
    const result = await driver.call(method, params);
    assert.deepEqual(Object.keys(result), ["error"], JSON.stringify(params));
  }
}
