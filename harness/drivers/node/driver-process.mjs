// A driver in a child process, for tests that go through its lines.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";

/** A driver in a child process, with the lines that it has written so far. */
export class DriverProcess {
  #waiting = [];
  #pieces = [];
  lines = [];

  constructor(path) {
    this.child = spawn(process.execPath, [path], { stdio: ["pipe", "pipe", "inherit"] });
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
