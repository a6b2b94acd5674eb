import type { RequestEntry, ResultEntry } from "./protocol-table.ts";
import { isMeant } from "./result-condition.ts";

/** The result type that answers a request, chosen as its table says. */
export function chooseResult(
  { results = [] }: RequestEntry,
  result: { readonly [key: string]: unknown },
): ResultEntry | undefined {
  return results.find(({ when }) => isMeant(when, result));
}
