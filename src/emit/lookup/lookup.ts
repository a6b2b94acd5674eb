import {
  createFlattener,
  type Member,
  type Members,
} from "../../schema/model/flatten.ts";
import type { Protocol, Type } from "../../schema/model/index.ts";
import { createResolver } from "../../schema/model/resolve.ts";
import type { Resolved } from "../../schema/model/resolved.ts";
import { createScope } from "../../schema/model/scope.ts";
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
  /** Whether a type is one of several. */
  isUnion(type: NamedType): boolean;
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

  function typeOf({ name, type }: NamedType): Resolved | undefined {
    return type === undefined ? find(name) : resolve(type);
  }

  function propertiesOf(
    named: NamedType,
  ): ReadonlyMap<string, Member> | undefined {
    const resolved = typeOf(named);
    if (resolved === undefined || !isObject(resolved)) return undefined;
    return members(resolved).properties;
  }

  /** Of a union, what each member requires. */
  function requiredOf(type: Resolved | undefined): string[] | undefined {
    if (type?.kind === "union") {
      const all = type.members.map(requiredOf);
      const [first, ...others] = all;
      return first?.filter((name) =>
        others.every((names) => names?.includes(name)),
      );
    }
    if (type === undefined || !isObject(type)) return undefined;
    return [...members(type).properties.values()]
      .filter(({ optional }) => optional !== true)
      .map((member) => member.name);
  }

  return {
    find,
    resolve,
    members,
    properties: (named) => propertiesOf(named) ?? new Map(),
    required: (named) => requiredOf(typeOf(named)),
    isUnion: (named) => typeOf(named)?.kind === "union",
  };
}

function isObject({ kind }: Resolved): boolean {
  return !["keyword", "literal", "enum", "array", "tuple", "union"].includes(
    kind,
  );
}
