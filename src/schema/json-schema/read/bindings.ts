import type { Place, Resource } from "../places/resources.ts";

/**
 * What the names of `$dynamicAnchor` mean where a schema is read: what the first
 * resource that was entered has under each.
 */
export interface Bindings {
  readonly names: ReadonlyMap<string, Place>;
  /** The same for the same meanings. */
  readonly key: string;
}

/** Where nothing was entered. */
export const noBindings: Bindings = { names: new Map(), key: "" };

/**
 * What names mean in a resource that is entered.
 *
 * @param contested - The names that several resources have: no other can change.
 */
export function enterResource(
  { dynamic }: Resource,
  bindings: Bindings,
  contested: ReadonlySet<string>,
): Bindings {
  const added = [...dynamic].filter(
    ([name]) => contested.has(name) && !bindings.names.has(name),
  );
  if (added.length === 0) return bindings;
  const names = new Map([...bindings.names, ...added]);
  const spelled = [...names].map(([name, { path }]) => [name, path]);
  // In whatever order they came.
  const key = spelled.map((one) => JSON.stringify(one)).sort();
  return { names, key: key.join() };
}

/** The names that several of the resources have. */
export function contestedNames(resources: Iterable<Resource>): Set<string> {
  const seen = new Set<string>();
  const contested = new Set<string>();
  for (const { dynamic } of resources)
    for (const name of dynamic.keys()) {
      if (seen.has(name)) contested.add(name);
      seen.add(name);
    }
  return contested;
}
