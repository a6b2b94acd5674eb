import { readMessage, type Received } from "../../protocol/received.ts";
import { isObject, type RequestId } from "../../protocol/message.ts";

/**
 * What a POST wants: an answer, as requests do and what is no message at all; or
 * none, as notifications and answers do.
 */
export type Want = "calls" | "notices" | "broken answer";

/** The body of a POST, read once. */
export type Posted = PostedMessage | PostedBatch;

interface PostedMessage {
  readonly kind: "message";
  readonly value: unknown;
  readonly received: Received;
  readonly wants: Want;
}

interface PostedBatch {
  readonly kind: "batch";
  readonly value: readonly unknown[];
  readonly received: readonly Received[];
  readonly wants: Want;
}

export function readPosted(value: unknown): Posted {
  if (Array.isArray(value)) {
    const received = value.map(readMessage);
    return {
      kind: "batch",
      value,
      received,
      wants: wantOfAll(value, received),
    };
  }
  const received = readMessage(value);
  return { kind: "message", value, received, wants: wantOf(received) };
}

/** Whether it opens a conversation, or seems to: the rest may be wrong. */
export function isInitialize({ kind, value }: Posted): boolean {
  return (
    kind === "message" &&
    isObject(value) &&
    value["method"] === "initialize" &&
    Object.hasOwn(value, "id")
  );
}

/** The id of a single request, by which its client knows what is refused. */
export function idOfCall({ kind, received }: Posted): RequestId | undefined {
  if (kind === "batch") return undefined;
  const isCall =
    received.kind === "request" ||
    (received.kind === "invalid" && received.isCall);
  return isCall ? received.id : undefined;
}

function wantOf(message: Received): Want {
  switch (message.kind) {
    case "request":
      return "calls";
    case "invalid":
      return message.isAnswer ? "broken answer" : "calls";
    case "notification":
    case "result":
    case "error":
      return "notices";
    default:
      return message satisfies never;
  }
}

/** A batch is for nothing when each of its messages is, and there are some. */
function wantOfAll(
  values: readonly unknown[],
  received: readonly Received[],
): Want {
  const isNotice = (message: Received, at: number): boolean => {
    const value = values[at];
    // What is nested is no message: it is looked into to see whether it is told so.
    const want = Array.isArray(value)
      ? wantOfAll(value, value.map(readMessage))
      : wantOf(message);
    return want !== "calls";
  };
  return received.length > 0 && received.every(isNotice) ? "notices" : "calls";
}
