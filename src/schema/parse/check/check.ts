import type { Check, ParseSession } from "../source/session.ts";
import { checkCycles } from "./cycles.ts";
import type { DeclarationIndex } from "./declared.ts";
import { checkRecordKey, expandKeys } from "./keys.ts";
import { knowsValues } from "./imported.ts";
import { checkMerged } from "./merged.ts";
import { checkObject, checkRest, checkWrapped } from "./objects.ts";
import { checkOverrides } from "./overrides.ts";
import { checkPickedKeys } from "./picked.ts";
import { openIndexes } from "./open-indexes.ts";
import { checkSizes } from "./sizes.ts";
import { checkValues } from "./values.ts";

/** Finds what no single declaration shows: cycles, bases that are no objects, keys. */
export function runChecks(
  session: ParseSession,
  index: DeclarationIndex,
): void {
  checkCycles(session, index);
  // Keys first: which properties a type has may depend on them.
  for (const check of session.checks) {
    if (check.kind === "select") expandKeys(index, check);
  }
  for (const check of session.checks) runCheck(index, check);
  // What is too large to be emitted takes too long to be compared as well.
  if (!checkSizes(session)) return;
  // Types with errors cannot be followed.
  const isWhole = !hasErrors(session) && knowsValues(session);
  if (isWhole) openIndexes(session);
  checkOverrides(session, index);
  if (isWhole && !hasErrors(session)) checkValues(session);
}

function hasErrors({ diagnostics }: ParseSession): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

function runCheck(index: DeclarationIndex, check: Check): void {
  switch (check.kind) {
    case "object":
      return checkObject(index, check);
    case "wrapped":
      return checkWrapped(index, check);
    case "rest":
      return checkRest(index, check);
    case "record":
      return checkRecordKey(index, check);
    case "select":
      return checkPickedKeys(index, check);
    case "merged":
      return checkMerged(index, check);
    default:
      return check satisfies never;
  }
}
