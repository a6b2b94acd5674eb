import { readResult } from "../../peer/pending.ts";
import { foreignEntry } from "../../protocol/revision/foreign.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Link } from "../link.ts";

/** Throws an InvalidMessageError for what is no result of the method itself: none that asks, or comes later. */
export function requireResult(
  { lifecycle, options, outputs }: Link,
  method: string,
  answer: JsonObject,
  params?: JsonObject,
): JsonObject {
  const entry = entryOf(lifecycle.table.requests, method) ?? foreignEntry;
  const { results = [] } = entry;
  // It stands behind those that are told by what they have.
  const own = { ...entry, results: results.slice(-1) };
  const result = readResult({ method, params }, own, answer, options);
  const error = outputs.hear(method, params, result);
  if (error) throw error;
  return result;
}
