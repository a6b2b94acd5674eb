import {
  createFlattener,
  type Member,
  type Members,
} from "../../model/flatten.ts";
import type { Protocol, Type } from "../../model/index.ts";
import { createResolver } from "../../model/resolve.ts";
import type { Resolved } from "../../model/resolved.ts";
import { createScope } from "../../model/scope.ts";
import type { NamedType } from "./references.ts";

/** What the emitters ask about a protocol's types. */
export interface TypeLookup {
  /** A declared type, or none. */
  find(name: string): Resolved | undefined;
  resolve(type: Type): Resolved;
  /** The properties of an object type; a union has none. */
  members(type: Resolved): Members;
  /** The properties by name; none where nothing tells. */
  properties(type: NamedType): ReadonlyMap<string, Member>;
  /** The properties without which no value is of the type; undefined where nothing tells. */
  required(type: NamedType): string[] | undefined;
}

export function createLookup({ declarations }: Protocol): TypeLookup {
  const scope = createScope(declarations);
  const resolve = createResolver(scope, { strict: true });
  const members = createFlattener(resolve);

  function find(name: string): Resolved | undefined {
    return scope.types.has(name)
      ? resolve({ kind: "reference", name })
      : undefined;
  }

  function propertiesOf({
    name,
    type,
  }: NamedType): ReadonlyMap<string, Member> | undefined {
    const resolved = type === undefined ? find(name) : resolve(type);
    if (resolved === undefined || !isObject(resolved)) return undefined;
    return members(resolved).properties;
  }

  return {
    find,
    resolve,
    members,
    properties: (named) => propertiesOf(named) ?? new Map(),
    required(named) {
      const properties = propertiesOf(named);
      if (!properties) return undefined;
      return [...properties.values()]
        .filter(({ optional }) => optional !== true)
        .map((member) => member.name);
    },
  };
}

function isObject({ kind }: Resolved): boolean {
  return !["keyword", "literal", "enum", "array", "tuple", "union"].includes(
    kind,
  );
}
