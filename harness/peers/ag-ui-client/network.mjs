// The network between the client and an agent that streams what a run says.

/** The response to the request of a run, or the error of a `fetch` that gets none. */
export function respond({ events, sse, end }) {
  if (end === "refused") throw new TypeError("fetch failed"); // As Node's own says it.
  const pieces = (sse ?? events.map(frame)).map(bytes);
  const stream = new ReadableStream(
    {
      async pull(controller) {
        // Pieces come in turns of their own, as from a network: the client is done with one before
        // the next is there.
        await new Promise(setImmediate);
        if (pieces.length > 0) controller.enqueue(pieces.shift());
        else if (end === "reset") controller.error(new TypeError("terminated"));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

const frame = (event) => `data: ${JSON.stringify(event)}\n\n`;

const bytes = (piece) =>
  typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece.b64, "base64");
