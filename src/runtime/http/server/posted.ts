import { readMessage, type Received } from "../../protocol/received.ts";
import { isObject, type RequestId } from "../../protocol/message.ts";

/**
 * What a POST wants: an answer, as requests do and what is no message at all; or
 * none, as notifications and answers do.
 */
export type ReplyKind = "calls" | "notices" | "broken answer";

/** The body of a POST, read once. */
export type Posted = PostedMessage | PostedBatch;

interface PostedMessage {
  readonly kind: "message";
  readonly value: unknown;
  readonly received: Received;
  readonly expects: ReplyKind;
}

interface PostedBatch {
  readonly kind: "batch";
  readonly value: readonly unknown[];
  readonly received: readonly Received[];
  readonly expects: ReplyKind;
}

export function readPosted(value: unknown): Posted {
  if (Array.isArray(value)) {
    const received = value.map(readMessage);
    return {
      kind: "batch",
      value,
      received,
      expects: replyKindOfBatch(value, received),
    };
  }
  const received = readMessage(value);
  return { kind: "message", value, received, expects: replyKindOf(received) };
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

function replyKindOf(message: Received): ReplyKind {
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
function replyKindOfBatch(
  values: readonly unknown[],
  received: readonly Received[],
): ReplyKind {
  const isNotice = (message: Received, at: number): boolean => {
    const value = values[at];
    // What is nested is no message: it is looked into to see whether it is told so.
    const want = Array.isArray(value)
      ? replyKindOfBatch(value, value.map(readMessage))
      : replyKindOf(message);
    return want !== "calls";
  };
  return received.length > 0 && received.every(isNotice) ? "notices" : "calls";
}
