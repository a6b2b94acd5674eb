import type { Declarations } from "./lookup.ts";

/** The first name that no declaration has; where all are declared, the last one with underscores. */
export function generatedName(
  wishes: readonly [string, ...string[]],
  declarations: Declarations,
): string {
  const free = wishes.find((name) => !declarations.has(name));
  if (free !== undefined) return free;
  let name = wishes.at(-1) ?? wishes[0];
  while (declarations.has(name)) name += "_";
  return name;
}
