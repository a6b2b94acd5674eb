import { readMessage, type InvalidMessage } from "../../wire/received.ts";
import { isObject, type JsonObject } from "../../wire/message.ts";

/**
 * What the body of a POST wants: an answer, as requests do and what is no
 * message at all; or none, as notifications and answers do.
 */
export type Posted = "calls" | "notices" | "broken answer";

export function postedKind(value: unknown): Posted {
  if (isRequest(value)) return "calls";
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => postedKind(one) !== "calls")
      ? "notices"
      : "calls";
  const message = readMessage(value);
  if (message.kind !== "invalid")
    return message.kind === "request" ? "calls" : "notices";
  return message.isAnswer ? "broken answer" : "calls";
}

/** What is wrong with a single message, if anything. */
export function problemOf(value: unknown): InvalidMessage | undefined {
  const message = Array.isArray(value) ? undefined : readMessage(value);
  return message?.kind === "invalid" ? message : undefined;
}

export function isInitialize(value: unknown): value is JsonObject {
  return isRequest(value) && value["method"] === "initialize";
}

/** Enough to know that it is answered: by an error if the rest is wrong. */
function isRequest(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Object.hasOwn(value, "id") &&
    typeof value["method"] === "string"
  );
}
