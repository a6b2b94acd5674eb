import type { RequestEntry, ResultEntry } from "./protocol-table.ts";

/** The result type that answers a request, chosen as its table says. */
export function chooseResult(
  { results = [] }: RequestEntry,
  result: { readonly [key: string]: unknown },
): ResultEntry | undefined {
  return results.find(({ when }) => {
    if (when === undefined) return true;
    if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;
    return when.value === undefined || result[when.property] === when.value;
  });
}
