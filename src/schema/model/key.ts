import type { Resolved } from "./resolved.ts";

const known = new WeakMap<Resolved, string>();

/** Two types are the same type when their keys are equal. */
export function keyOf(type: Resolved): string {
  // A resolved type does not change, and the key of one that holds much is long.
  const key = known.get(type) ?? keyText(type);
  known.set(type, key);
  return key;
}

function keyText(type: Resolved): string {
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
  for (const type of types) {
    const key = keyOf(type);
    if (!byKey.has(key)) byKey.set(key, type);
  }
  return [...byKey.values()];
}
