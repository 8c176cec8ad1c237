#!/usr/bin/env node
// A driver for the package @ag-ui/client, the client of the AG-UI project.
//
//     npm ci && uiconform run --suite ag-ui --driver "node driver.mjs"
//
// session.mjs drives the client; this file says what it offers, and speaks with the harness.

import { readFileSync } from "node:fs";

import { invalidParams, serve } from "../../drivers/node/jsonrpc.mjs";

import { Session } from "./session.mjs";

const PACKAGE = new URL("node_modules/@ag-ui/client/package.json", import.meta.url);

const INTRODUCTION = {
  protocol: 1,
  implementation: {
    name: "@ag-ui/client",
    version: JSON.parse(readFileSync(PACKAGE, "utf8")).version,
    language: "TypeScript",
    url: "https://www.npmjs.com/package/@ag-ui/client",
  },
  // Not offered, because the client has no notion of it: `updates` (a run is a promise, and its
  // subscribers get events and whole lists), `subagents` (they are on messages, and no registry has
  // them), `typed-state`, `verify-off` and `error-kinds`.
  profiles: ["common", "v1", "interrupts", "activity", "reasoning", "sse"].map(
    (name) => `ag-ui/${name}`,
  ),
  features: ["batch", "bytes"],
};

async function runAll(params) {
  if (!Array.isArray(params.runs)) throw invalidParams("runs is not an array");
  const session = new Session(params);
  const runs = [];
  for (const run of params.runs) runs.push(await session.run(run));
  return { runs };
}

await serve(
  new Map([
    ["initialize", () => INTRODUCTION],
    ["ag-ui/run", runAll],
  ]),
);
