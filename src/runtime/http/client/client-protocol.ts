import {
  isObject,
  isRequestId,
  type Message,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  isIdOf,
  type ErrorObject,
  type JsonObject,
} from "../../protocol/message.ts";
import { hasReason, type Refused } from "./post.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";

/** A way to speak to a server that shakes hands. */
export interface Way {
  /**
   * Sends a request; resolves when nothing more is to come for it. Rejects when
   * no answer is to come.
   */
  call(message: RequestMessage, body: string): Promise<void>;
  /** Sends what has no answer; rejects when the server did not take it. */
  tell(message: Told, body: string): Promise<void>;
  /** The server knows that the client is ready. Never rejects. */
  begin(): Promise<void>;
  /** Ends what is open. Never rejects. */
  close(): Promise<void>;
}

/** A notification, an answer or a batch of answers. */
export type Told = Exclude<Message, RequestMessage> | readonly Message[];

export function isCall(
  message: Message | readonly Message[],
): message is RequestMessage {
  return "method" in message && "id" in message;
}

export function isNotification(message: Told): message is NotificationMessage {
  return "method" in message;
}

/** The id of the call that a notification takes back. */
export function takenBack(message: Told): RequestId | undefined {
  if (!isNotification(message) || message.method !== "notifications/cancelled")
    return undefined;
  const { params } = message;
  const id = isObject(params) ? params["requestId"] : undefined;
  return isRequestId(id) ? id : undefined;
}

/** Whether a message answers a call of this side. */
export function answersCall(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    !Object.hasOwn(value, "method") &&
    (Object.hasOwn(value, "result") || Object.hasOwn(value, "error"))
  );
}

/** The answer to a call, in what came for it: a message, or a batch of some. */
export function answerTo(
  id: RequestId,
  value: unknown,
  batches: boolean,
): JsonObject | undefined {
  if (Array.isArray(value))
    return batches ? value.find((one) => answers(id, one)) : undefined;
  return answersCall(value) && answers(id, value) ? value : undefined;
}

function answers(id: RequestId, value: unknown): value is JsonObject {
  return answersCall(value) && isIdOf(id, value["id"]);
}

/** An error that names no call, in what came for one call alone, is its answer. */
export function withId(id: RequestId, value: unknown): unknown {
  if (!answersCall(value) || !Object.hasOwn(value, "error")) return value;
  const own = value["id"];
  return own === undefined || own === null ? { ...value, id } : value;
}

export function errorAnswer(id: RequestId, error: ErrorObject): JsonObject {
  return { jsonrpc: "2.0", id, error };
}

/**
 * The answer to a call that was refused: the error of the body. Throws an
 * HttpError where there is none, or the status alone says who may not ask.
 */
export function refusal(
  id: RequestId,
  { status, error, problem }: Refused,
): JsonObject {
  if (!problem || hasReason(status)) throw error;
  return errorAnswer(id, problem);
}

/** The header that names the revision, where the revision has it. */
export function revisionHeader(
  table: ProtocolTable | undefined,
): Record<string, string> {
  return table?.facts.includes("protocol-version-header")
    ? { "mcp-protocol-version": table.revision }
    : {};
}
