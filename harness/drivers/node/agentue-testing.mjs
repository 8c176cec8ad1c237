// What the tests of the sample driver share: a driver in a child process, and shorthands for models
// and events.

import assert from "node:assert/strict";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

import { DriverProcess, request } from "./driver-process.mjs";

const DRIVER = fileURLToPath(new URL("agentue.mjs", import.meta.url));

/** A process of the sample driver. */
export class Driver extends DriverProcess {
  constructor() {
    super(DRIVER);
  }
}

export { request };

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
