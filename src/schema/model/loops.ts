import type { Declaration } from "./declaration.ts";
import type { Resolve } from "./resolve.ts";
import type { Resolved } from "./resolved.ts";
import type { Type } from "./type.ts";

/**
 * The alias in whose text an inline list or object stands that leads back to itself past no type
 * with a name; none of any other type. A union that spreads a recursive alias takes over its
 * members, and not the name that would end them; so every such way back leads through a member.
 */
export type LoopOwner = (type: Resolved) => string | undefined;

export function createLoopOwner(
  declarations: readonly Declaration[],
  resolve: Resolve,
): LoopOwner {
  const owners = new Map<Resolved, string>();
  for (const declaration of declarations)
    if (declaration.kind === "alias")
      for (const member of members(declaration.type))
        if (isContainer(member)) owners.set(member, declaration.name);
  const loops = new Map<Resolved, boolean>();

  function leadsBack(type: Resolved): boolean {
    const found = loops.get(type) ?? reachesItself(type);
    loops.set(type, found);
    return found;
  }

  /** A list or an object literal without an alias resolves to the very expression. */
  function reachesItself(start: Resolved): boolean {
    const seen = new Set<Resolved>();
    const queue = inside(start);
    for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
      if (type === start) return true;
      if (seen.has(type)) continue;
      seen.add(type);
      queue.push(...inside(type));
    }
    return false;
  }

  function inside(type: Resolved): Resolved[] {
    if (type.alias !== undefined) return [];
    if (type.kind === "union" || type.kind === "intersection")
      return type.members;
    return isContainer(type) ? contents(type).map(resolve) : [];
  }

  return (type) => {
    const owner = owners.get(type);
    return owner !== undefined && leadsBack(type) ? owner : undefined;
  };
}

/** What an alias passes on when it is spread, as it stands in its text. */
function members(type: Type): Type[] {
  if (type.kind === "union" || type.kind === "intersection")
    return type.members.flatMap(members);
  return type.kind === "wrap" && type.name === "Readonly"
    ? members(type.type)
    : [type];
}

type Container = Extract<Type, { kind: "array" | "tuple" | "object" }>;

function isContainer(type: Type | Resolved): type is Container {
  const { kind } = type;
  return kind === "array" || kind === "tuple" || kind === "object";
}

function contents(type: Container): Type[] {
  switch (type.kind) {
    case "array":
      return [type.element];
    case "tuple":
      return type.elements.map((element) => element.type);
    case "object": {
      const types = type.properties.map((property) => property.type);
      return type.index === undefined ? types : [...types, type.index.type];
    }
    default:
      return type satisfies never;
  }
}
