import { subschemas } from "./subschemas.ts";
import type { GuardSchema } from "./guard-schema.ts";
import { referredName, type GuardDefinitions } from "./schemas.ts";

/** More definitions one by way of the other than this count as if they never ended. */
const longest = 250;

/**
 * The definitions whose guards count the depth: those that can contain themselves, and
 * those that lead further than the stack may bear.
 */
export function recursiveNames(
  definitions: GuardDefinitions,
): ReadonlySet<string> {
  const edges = edgesOf(definitions);
  const recursive = new Set<string>();
  const lengths = new Map<string, number>();
  for (const group of componentsOf(edges)) {
    const [first = ""] = group;
    const others = group.flatMap((name) => edges.get(name) ?? []);
    const length =
      1 +
      others.reduce((most, name) => Math.max(most, lengths.get(name) ?? 0), 0);
    for (const name of group) lengths.set(name, length);
    const isLoop =
      group.length > 1 || edges.get(first)?.includes(first) === true;
    if (isLoop || length > longest)
      for (const name of group) recursive.add(name);
  }
  return recursive;
}

/** The definitions: what leads to itself together, and behind all that it leads to. */
export function definitionGroups(definitions: GuardDefinitions): string[][] {
  return componentsOf(edgesOf(definitions));
}

/** The definitions that lead to one of these, and these. */
export function leadingTo(
  definitions: GuardDefinitions,
  goals: ReadonlySet<string>,
): ReadonlySet<string> {
  const edges = edgesOf(definitions);
  const leading = new Set(goals);
  for (const group of componentsOf(edges))
    if (group.some((name) => edges.get(name)?.some((one) => leading.has(one))))
      for (const name of group) leading.add(name);
  return leading;
}

function edgesOf(
  definitions: GuardDefinitions,
): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, readonly string[]>();
  for (const [name, schema] of definitions)
    edges.set(
      name,
      [...references(schema)].filter((other) => definitions.has(other)),
    );
  return edges;
}

/** What leads to itself stands together; behind all that it leads to. */
function componentsOf(
  edges: ReadonlyMap<string, readonly string[]>,
): string[][] {
  const components: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const name of edges.keys()) if (!order.has(name)) visit(name);
  return components;

  /** Without recursion: names may lead on as often as there are some. */
  function visit(start: string): void {
    const path: { name: string; next: number }[] = [];
    enter(start, path);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { name } = step;
      const other = edges.get(name)?.[step.next++];
      if (other === undefined) {
        path.pop();
        leave(name);
        const before = path.at(-1)?.name;
        if (before !== undefined) lower(before, lowest.get(name));
      } else if (!order.has(other)) enter(other, path);
      else if (isOpen.has(other)) lower(name, order.get(other));
    }
  }

  function enter(name: string, path: { name: string; next: number }[]): void {
    lowest.set(name, order.size);
    order.set(name, order.size);
    open.push(name);
    isOpen.add(name);
    path.push({ name, next: 0 });
  }

  function leave(name: string): void {
    if (lowest.get(name) !== order.get(name)) return;
    const component = open.splice(open.lastIndexOf(name));
    for (const one of component) isOpen.delete(one);
    components.push(component);
  }

  function lower(name: string, to = Infinity): void {
    lowest.set(name, Math.min(lowest.get(name) ?? Infinity, to));
  }
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
