// The runtime of mcp-gen 0.1.0.

import type { Message } from "./message.js";
import type { Sink } from "./transport.js";

/** More messages than a peer needs to send at once. */
export const maxBatch = 1_000;

/**
 * Handles the messages of a batch, and sends their answers as one. What they
 * tell meanwhile goes its own way.
 *
 * @see {@link https://www.jsonrpc.org/specification#batch | JSON-RPC: batch}
 */
export async function answerBatch(
  values: readonly unknown[],
  sink: Sink,
  handle: (value: unknown, sink: Sink) => void | Promise<void>,
): Promise<void> {
  const answers: Message[] = [];
  const { principal } = sink;
  const collector: Sink = {
    send(message) {
      if (Array.isArray(message) || "method" in message)
        return sink.send(message);
      // Throws when it has no JSON form: it alone, and not the whole batch.
      JSON.stringify(message);
      answers.push(message as Message); // an array is none
    },
    ...(principal !== undefined && { principal }),
  };
  await Promise.all(values.map((value) => handle(value, collector)));
  if (answers.length > 0) sink.send(answers);
}
