import type { AliasDeclaration, EnumDeclaration } from "./declaration.ts";
import { unique } from "./key.ts";
import { createFlattener, type Flatten } from "./flatten.ts";
import { intersectValues } from "./intersections/intersect-values.ts";
import type { Resolve, Resolved, ResolveOptions } from "./resolved.ts";
import { typeNamed, valueOf, type Scope } from "./scope.ts";
import { spreadTuples } from "./tuples.ts";
import type { Type } from "./type.ts";
import { unite } from "./unite.ts";

export type { Resolve } from "./resolved.ts";

/**
 * Resolves type expressions; each expression is resolved once. What it returns
 * throws a `ReferenceError` for an unknown name and a `TypeError` for an alias
 * of itself; parsing rules both out.
 */
export function createResolver(scope: Scope, options: ResolveOptions): Resolve {
  const known = new Map<Type, Resolved>();
  const pending = new Set<string>();
  const flatten = createFlattener(resolve);

  function resolve(type: Type): Resolved {
    const resolved = known.get(type) ?? resolveOnce(type);
    known.set(type, resolved);
    return resolved;
  }

  function resolveOnce(type: Type): Resolved {
    switch (type.kind) {
      case "reference":
        return resolveName(type.name);
      case "constant":
      case "enumMember":
        return { kind: "literal", value: valueOf(scope, type) };
      case "union":
        return unite(type.members.map(resolve), options);
      case "intersection":
        return intersect(type.members.map(resolve), options, flatten);
      case "wrap":
        return type.name === "Readonly" ? resolve(type.type) : type;
      case "tuple":
        return spreadTuples(type, resolve, options);
      case "record":
      case "select":
      case "keyword":
      case "literal":
      case "array":
      case "object":
        return type;
      default:
        return type satisfies never;
    }
  }

  function resolveName(name: string): Resolved {
    const declaration = typeNamed(scope, name);
    switch (declaration.kind) {
      case "interface":
        return { kind: "interface", declaration };
      case "enum":
        return resolveEnum(declaration, options);
      case "alias":
        return named(resolveAlias(declaration), declaration, options);
      default:
        return declaration satisfies never;
    }
  }

  function resolveAlias({ name, type }: AliasDeclaration): Resolved {
    if (pending.has(name)) throw new TypeError(`type "${name}" is only itself`);
    pending.add(name);
    const resolved = resolve(type);
    pending.delete(name);
    return resolved;
  }

  return resolve;
}

/** An enum of one member is that member's value, and one of none is no value. */
function resolveEnum(
  declaration: EnumDeclaration,
  { strict }: ResolveOptions,
): Resolved {
  const [first, second] = declaration.members;
  if (first === undefined && strict) return { kind: "keyword", name: "never" };
  return first !== undefined && second === undefined
    ? { kind: "literal", value: first.value }
    : { kind: "enum", declaration };
}

/** The first name a type gets is the one it keeps; interfaces and enums have theirs. */
function named(
  type: Resolved,
  alias: AliasDeclaration,
  { strict }: ResolveOptions,
): Resolved {
  if (type.alias !== undefined) return type;
  switch (type.kind) {
    case "interface":
    case "enum":
      return type;
    case "keyword":
    case "literal":
      return strict && alias.constraints !== undefined
        ? { ...type, alias }
        : type;
    case "array":
    case "tuple":
    case "object":
    case "record":
    case "wrap":
    case "select":
    case "union":
    case "intersection":
      return { ...type, alias };
    default:
      return type satisfies never;
  }
}

/** `A & (B | C)` → `A & B | A & C`. */
function intersect(
  members: Resolved[],
  options: ResolveOptions,
  flatten: Flatten,
): Resolved {
  const choices = members.map((member) =>
    member.kind === "union" ? member.members : [member],
  );
  const combinations = choices.reduce<Resolved[][]>(
    (combined, choice) =>
      combined.flatMap((parts) => choice.map((member) => [...parts, member])),
    [[]],
  );
  return unite(
    combinations.map((parts) => intersectParts(parts, options, flatten)),
    options,
  );
}

function intersectParts(
  parts: Resolved[],
  { strict }: ResolveOptions,
  flatten: Flatten,
): Resolved {
  const flat = parts.flatMap((part) =>
    part.kind === "intersection" ? part.members : [part],
  );
  const decisive = (["never", "any"] as const).find((name) =>
    flat.some((part) => part.kind === "keyword" && part.name === name),
  );
  if (decisive !== undefined) return { kind: "keyword", name: decisive };
  const distinct = unique(flat).filter(
    (part) => part.kind !== "keyword" || part.name !== "unknown",
  );
  const known = strict ? intersectValues(distinct, flatten) : distinct;
  if (known === undefined) return { kind: "keyword", name: "never" };
  const others = known.filter((part) => !isEmptyLiteral(part));
  const saysNothing = strict ? others.length > 0 : others.some(isObject);
  const telling = saysNothing ? others : known;
  const [first, second] = telling;
  if (first === undefined) return { kind: "keyword", name: "unknown" };
  return second === undefined
    ? first
    : { kind: "intersection", members: [...telling] };
}

/** `{}`: any object is one, and so is any text, as in `"a" | (string & {})`. */
function isEmptyLiteral(type: Resolved): boolean {
  return (
    type.kind === "object" &&
    type.properties.length === 0 &&
    type.index === undefined
  );
}

function isObject({ kind }: Resolved): boolean {
  return kind !== "keyword" && kind !== "literal" && kind !== "enum";
}
