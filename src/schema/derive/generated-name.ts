import type { Scope } from "../model/scope.ts";
import { isDeclared } from "./lookup.ts";

/** The first name that no declaration has; where all are declared, the last one with underscores. */
export function generatedName(
  wishes: readonly [string, ...string[]],
  scope: Scope,
): string {
  const free = wishes.find((name) => !isDeclared(name, scope));
  if (free !== undefined) return free;
  let name = wishes.at(-1) ?? wishes[0];
  while (isDeclared(name, scope)) name += "_";
  return name;
}
