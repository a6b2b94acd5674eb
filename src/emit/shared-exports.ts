import { types, values } from "./fixed/shared-exports.ts";
import type { ReexportItem } from "./print/module.ts";

/** Re-exports the values of the runtime that programs need, except names that are taken. */
export function sharedValues(
  runtime: string,
  isTaken: (name: string) => boolean = () => false,
): ReexportItem[] {
  return reexport(runtime, values, false, isTaken);
}

/** Re-exports the types of the runtime that programs need, except names that are taken. */
export function sharedTypes(
  runtime: string,
  isTaken: (name: string) => boolean,
): ReexportItem[] {
  return reexport(runtime, types, true, isTaken);
}

function reexport(
  from: string,
  all: readonly string[],
  types: boolean,
  isTaken: (name: string) => boolean,
): ReexportItem[] {
  const names = all.filter((name) => !isTaken(name)).map((name) => ({ name }));
  return names.length === 0 ? [] : [{ kind: "reexport", types, names, from }];
}
