import type { GuardSchema } from "./guard-schema.ts";
import { subschemas } from "./subschemas.ts";
import { referredName, type GuardDefinitions } from "./schemas.ts";

/** The definitions that can contain themselves: their guards count the depth. */
export function recursiveNames(
  definitions: GuardDefinitions,
): ReadonlySet<string> {
  const edges = new Map<string, ReadonlySet<string>>();
  for (const [name, schema] of definitions) edges.set(name, references(schema));
  return new Set(
    [...definitions.keys()].filter((name) => reaches(name, name, edges)),
  );
}

function reaches(
  from: string,
  goal: string,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const seen = new Set<string>();
  const queue = [...(edges.get(from) ?? [])];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...(edges.get(name) ?? []));
  }
  return false;
}

/** The definitions that a schema refers to, at any depth. */
export function references(schema: GuardSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: GuardSchema): void => {
    const name = referredName(node);
    if (name !== undefined) names.add(name);
    for (const child of subschemas(node)) visit(child);
  };
  visit(schema);
  return names;
}
