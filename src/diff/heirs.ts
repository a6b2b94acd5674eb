import type { Declaration, Type } from "../model/index.ts";

/** The types that extend a type, by its name; an alias extends what it stands for. */
export function heirsByBase(
  declarations: readonly Declaration[],
): ReadonlyMap<string, readonly string[]> {
  const heirs = new Map<string, string[]>();
  for (const declaration of declarations)
    for (const base of basesOf(declaration))
      heirs.set(base, [...(heirs.get(base) ?? []), declaration.name]);
  return heirs;
}

function basesOf(declaration: Declaration): string[] {
  switch (declaration.kind) {
    case "interface":
      return declaration.extends.flatMap(baseNames);
    case "alias":
      return baseNames(declaration.type);
    case "enum":
    case "constant":
      return [];
    default:
      return declaration satisfies never;
  }
}

/** What a type takes its properties from. */
function baseNames(type: Type): string[] {
  switch (type.kind) {
    case "reference":
      return [type.name];
    case "intersection":
      return type.members.flatMap(baseNames);
    case "wrap":
    case "select":
      return baseNames(type.type);
    default:
      return [];
  }
}
