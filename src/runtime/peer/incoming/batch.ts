import type { Message } from "../../protocol/message.ts";
import type { Received } from "../../protocol/received.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import type { Sink } from "../transport.ts";

/** A bound on the work of one batch, in messages, where the transport sets none. */
export const batchBound = 1_000;

/**
 * Handles the messages of a batch, and sends their answers as one. Notifications
 * and requests of their handlers are sent at once.
 *
 * @see {@link https://www.jsonrpc.org/specification#batch | JSON-RPC: batch}
 */
export async function answerBatch(
  messages: readonly Received[],
  sink: Sink,
  handle: (message: Received, sink: Sink) => void | Promise<void>,
): Promise<void> {
  const answers: Message[] = [];
  const collector: Sink = {
    send(message) {
      if (Array.isArray(message) || "method" in message)
        return sink.send(message);
      // Throws when it has no JSON form: it alone, and not the whole batch.
      JSON.stringify(message);
      // A single message: `isArray` does not narrow a readonly array.
      answers.push(message as Message);
    },
    viewer: viewerOf(sink),
    progressGap: sink.progressGap,
    hold: () => sink.hold?.(),
    letGo: () => sink.letGo?.(),
    closeStream: (retryMs) => sink.closeStream?.(retryMs) ?? false,
  };
  await Promise.all(messages.map((message) => handle(message, collector)));
  if (answers.length > 0) sink.send(answers);
  else sink.unanswered?.();
}
