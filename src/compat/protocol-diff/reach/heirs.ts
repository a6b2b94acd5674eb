import { baseNames } from "../../../schema/model/heritage.ts";
import type { Declaration } from "../../../schema/model/index.ts";

/** The types that extend a type, by its name. */
export function heirsByBase(
  declarations: readonly Declaration[],
): ReadonlyMap<string, readonly string[]> {
  const heirs = new Map<string, string[]>();
  for (const declaration of declarations)
    for (const base of baseNames(declaration))
      heirs.set(base, [...(heirs.get(base) ?? []), declaration.name]);
  return heirs;
}
