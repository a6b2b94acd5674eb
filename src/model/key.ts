import type { Resolved } from "./resolved.ts";

/** Two types are the same type when their keys are equal. */
export function keyOf(type: Resolved): string {
  if (type.alias !== undefined) return `name ${type.alias.name}`;
  switch (type.kind) {
    case "interface":
    case "enum":
      return `name ${type.declaration.name}`;
    case "union":
    case "intersection":
      return `${type.kind} ${JSON.stringify(type.members.map(keyOf))}`;
    case "keyword":
    case "literal":
    case "array":
    case "tuple":
    case "object":
    case "record":
    case "wrap":
    case "select":
      return JSON.stringify(type);
    default:
      return type satisfies never;
  }
}

/** The types without repetition; the first of each stays. */
export function unique(types: readonly Resolved[]): Resolved[] {
  const byKey = new Map<string, Resolved>();
  for (const type of types)
    if (!byKey.has(keyOf(type))) byKey.set(keyOf(type), type);
  return [...byKey.values()];
}
