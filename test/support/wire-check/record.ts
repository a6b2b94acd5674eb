import type { ProtocolTable } from "../../../src/runtime/protocol/revision/protocol-table.ts";
import type {
  Receiver,
  Sink,
  Transport,
} from "../../../src/runtime/peer/transport.ts";
import { override } from "./override.ts";
import { isObject, textOf } from "./read.ts";
import { openRecording, type OpenRecording, type Side } from "./recording.ts";

export interface RecordOptions {
  readonly side: Side;
  readonly tables?: readonly ProtocolTable[];
}

/**
 * The same transport, with everything that our side sends and hears written down.
 * A sink that carries one request alone is a conversation of its own.
 */
export function recordTransport(
  transport: Transport,
  { side, tables = [] }: RecordOptions,
): Transport {
  const recording = openRecording(side, tables);
  const exclusive = new WeakMap<Sink, Exclusive>();

  /** The conversation that a message is part of, and where its answers go. */
  function conversationOf(sink: Sink, message: unknown): Conversation {
    if (!sink.exclusive) return { recording, sink: recorded(sink, recording) };
    const known = exclusive.get(sink);
    if (known) return known;
    const own = openRecording(side, tables);
    const id = isObject(message) ? message["id"] : undefined;
    const made = { recording: own, sink: recorded(sink, own), id };
    exclusive.set(sink, made);
    return made;
  }

  function listener(receiver: Receiver): Receiver {
    return override(receiver, {
      message(...[value, sink, received]: Parameters<Receiver["message"]>) {
        const conversation = sink && conversationOf(sink, value);
        const { recording: log } = conversation ?? { recording };
        // Text stands for a message that was not parsed.
        log.write(
          "peer",
          typeof value === "string" ? undefined : textOf(value),
        );
        receiver.message(value, conversation?.sink, received);
      },
      unreadable(...told: Parameters<Receiver["unreadable"]>) {
        recording.write("peer", undefined);
        receiver.unreadable(...told);
      },
      gone(sink: Sink, reason: Error) {
        const known = exclusive.get(sink);
        // By going a client takes its request back.
        known?.recording.write("peer", cancellation(known.id));
        receiver.gone?.(known?.sink ?? sink, reason);
      },
    });
  }

  return override(recorded(transport, recording), {
    start: (receiver: Receiver) => transport.start(listener(receiver)),
  });
}

interface Conversation {
  readonly recording: OpenRecording;
  readonly sink: Sink;
}

interface Exclusive extends Conversation {
  /** Of the one request. */
  readonly id: unknown;
}

/** The same sink, with everything that is sent to it written down. */
function recorded<Target extends Sink>(
  target: Target,
  recording: OpenRecording,
): Target {
  return override(target, {
    /** A transport may deliver the answer before `send` returns. */
    send(message: Parameters<Sink["send"]>[0]) {
      const entry = recording.write("ours", textOf(message));
      try {
        target.send(message);
      } catch (error) {
        recording.drop(entry);
        throw error;
      }
    },
  });
}

function cancellation(requestId: unknown): string {
  const params = { requestId };
  const method = "notifications/cancelled";
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}
