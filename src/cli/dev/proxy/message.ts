import { isJsonObject } from "../../../base/json-object.ts";
import {
  clientJsonLimits,
  JsonLimitError,
  parseJson,
} from "../../../runtime/protocol/validation/parse-json.ts";

export type MessageId = string | number;

/** A JSON object, as it was read. */
export type Fields = Readonly<Record<string, unknown>>;

/** A message, told apart by its keys. */
export type Message =
  | { kind: "request"; id: MessageId; method: string; params: Fields }
  | { kind: "notification"; method: string; params: Fields }
  | { kind: "answer"; id: MessageId; result: Fields | undefined };

/** What a line holds: a message, a batch of them, or something else. */
export type Line =
  | { kind: "messages"; isBatch: boolean; values: readonly Fields[] }
  | { kind: "other" }
  /** A message that exceeds a bound, and was not parsed. */
  | { kind: "excess"; reason: string };

/** Reads a line; what is no message stays as it came. */
export function readLine(line: string): Line {
  let value: unknown;
  try {
    value = parseJson(line, clientJsonLimits);
  } catch (error) {
    return error instanceof JsonLimitError
      ? { kind: "excess", reason: error.reason }
      : { kind: "other" };
  }
  const isBatch = Array.isArray(value);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.every(isMessage)
    ? { kind: "messages", isBatch, values }
    : { kind: "other" };
}

function isMessage(value: unknown): value is Fields {
  return (
    isJsonObject(value) &&
    (typeof value["method"] === "string" ||
      "result" in value ||
      "error" in value)
  );
}

/** Tells a message apart; undefined for an answer to nothing. */
export function messageOf(value: Fields): Message | undefined {
  const { id, method } = value;
  const params = objectOr(value["params"]);
  if (typeof method === "string")
    return isId(id)
      ? { kind: "request", id, method, params }
      : { kind: "notification", method, params };
  if (!isId(id)) return undefined;
  const { result } = value;
  return {
    kind: "answer",
    id,
    result: isJsonObject(result) ? result : undefined,
  };
}

export function isId(id: unknown): id is MessageId {
  return typeof id === "string" || typeof id === "number";
}

export function objectOr(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

/** 1 and "1" are two ids. */
export function keyOf(id: MessageId): string {
  return JSON.stringify(id);
}
