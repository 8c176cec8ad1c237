// JSON-RPC 2.0 over lines, for a driver: one message or one batch a line, stdin to stdout.
//
// `serve(methods)` answers until shutdown or the end of input. `methods` is a Map from names to
// functions of the params, which may return promises: one request is carried out after the other.
// What one of them throws becomes the error of its answer, with the code of an RpcError or as an
// internal error.

import { once } from "node:events";

import { isObject, isString } from "./agentue-json.mjs";

/** A request that the driver cannot carry out. */
export class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const invalidParams = (message) => new RpcError(-32602, message);

/** Carries out what came on a line, one message or a batch, and returns the text of the answer. */
async function answerLine(methods, message) {
  if (!Array.isArray(message) || message.length === 0) return answer(methods, message);
  const texts = [];
  for (const one of message) {
    const text = await answer(methods, one);
    if (text !== undefined) texts.push(text);
  }
  return texts.length === 0 ? undefined : `[${texts.join(",")}]`;
}

/** Carries out one message and returns the text of its answer; a notification has none. */
async function answer(methods, message) {
  if (!isObject(message) || message.jsonrpc !== "2.0" || !isString(message.method)) {
    return errorText(null, new RpcError(-32600, "the message is not a JSON-RPC 2.0 request"));
  }
  const { id, method, params = {} } = message;
  if (id === undefined) return undefined;
  try {
    const run = methods.get(method);
    if (run === undefined) throw new RpcError(-32601, `method not found: ${method}`);
    if (!isObject(params)) throw invalidParams("params is not an object");
    return JSON.stringify({ jsonrpc: "2.0", id, result: await run(params) });
  } catch (error) {
    return errorText(id, error);
  }
}

function errorText(id, { code, message }) {
  const number = Number.isInteger(code) ? code : -32603; // Any other error is an internal one.
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: number, message } });
}

/**
 * Splits a stream of bytes into lines. The module readline would also split at U+2028, which JSON
 * strings may contain. Lines stay bytes until they are whole: a chunk can end inside a character.
 */
async function* readLines(stream) {
  let pieces = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf("\n", start)) !== -1; start = end + 1) {
      pieces.push(chunk.subarray(start, end));
      yield Buffer.concat(pieces);
      pieces = [];
    }
    pieces.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) yield rest;
}

/** Answers one line after the other until shutdown or the end of input. */
export async function serve(methods) {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  process.stdout.on("error", () => process.exit()); // The reader has gone: nobody to tell.
  for await (const line of readLines(process.stdin)) {
    let text;
    try {
      const message = JSON.parse(utf8.decode(line));
      if (message?.method === "shutdown") break;
      text = await answerLine(methods, message);
    } catch (error) {
      text = errorText(null, new RpcError(-32700, `the line is not JSON: ${error.message}`));
    }
    if (text !== undefined && !process.stdout.write(`${text}\n`)) {
      await once(process.stdout, "drain");
    }
  }
  // No process.exit() here: Node ends by itself, once all that was written has left.
}
