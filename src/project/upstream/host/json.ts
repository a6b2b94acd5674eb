import { InputError } from "../../../base/diagnostics/error.ts";
import { parseJson } from "../../../runtime/protocol/validation/parse-json.ts";

/** A repository of a hundred thousand files has three quarters of these values. */
const limits = { maxDepth: 256, maxValues: 1_000_000 };

/** An answer as JSON. Throws an `InputError` where it is none, as when its end is missing. */
export function parseAnswer(what: string, body: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return parseJson(text, limits);
  } catch {
    // The reason repeats what was read.
    throw unusable(
      what,
      "the answer is not JSON, is cut off, or has too many values",
    );
  }
}

/** The error for an answer that is not of the form of the API. */
export function unusable(what: string, reason: string): InputError {
  return new InputError("fetch-failed", `Cannot read ${what}: ${reason}`, {
    hint: "is it the API of a code host? try again later",
  });
}

/** Whether a text is an id of git's, in full. */
export function isFullId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Whether a value is an id of git's, in full. */
export function isObjectId(value: unknown): value is string {
  return typeof value === "string" && isFullId(value);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : {};
}
