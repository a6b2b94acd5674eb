import type {
  ConstantValue,
  ObjectType,
  Property,
  Type,
} from "../model/index.ts";
import { baseNames } from "../model/heritage.ts";
import { valueOf, type Scope } from "../model/scope.ts";

/** Whether a type or a constant has the name. */
export function isDeclared(name: string, scope: Scope): boolean {
  return scope.types.has(name) || scope.constants.has(name);
}

/** Follows aliases and wrappers to the bodies that a type is made of, own body first. */
export function bodies(type: Type, scope: Scope): ObjectType[] {
  const found: ObjectType[] = [];
  collectBodies(type, {
    scope,
    path: new Set(),
    add: (body) => found.push(body),
  });
  return found;
}

interface Walk {
  readonly scope: Scope;
  /** The names on the way to a type, so that a cycle ends. */
  readonly path: Set<string>;
  add(body: ObjectType): void;
}

function collectBodies(type: Type, walk: Walk): void {
  switch (type.kind) {
    case "object":
      walk.add(type);
      break;
    case "intersection":
      for (const member of type.members) collectBodies(member, walk);
      break;
    case "wrap":
      collectBodies(type.type, walk);
      break;
    case "select": {
      const { name, keys } = type;
      const add = (body: ObjectType): void =>
        walk.add(select(body, name, keys));
      collectBodies(type.type, { ...walk, add });
      break;
    }
    case "reference":
      if (!walk.path.has(type.name)) collectDeclared(type.name, walk);
      break;
    default:
      break;
  }
}

function collectDeclared(name: string, walk: Walk): void {
  const declaration = walk.scope.types.get(name);
  walk.path.add(name);
  if (declaration?.kind === "alias") collectBodies(declaration.type, walk);
  if (declaration?.kind === "interface") {
    walk.add({ kind: "object", properties: declaration.properties });
    for (const base of declaration.extends) collectBodies(base, walk);
  }
  walk.path.delete(name);
}

function select(
  body: ObjectType,
  name: "Omit" | "Pick",
  keys: readonly string[],
): ObjectType {
  const keeps = name === "Pick";
  const properties = body.properties.filter(
    (property) => keys.includes(property.name) === keeps,
  );
  return { kind: "object", properties };
}

/** Every declaration of a property in a type and its bases, the nearest first. */
export function propertiesNamed(
  name: string,
  type: Type,
  scope: Scope,
): Property[] {
  return bodies(type, scope)
    .map((body) => body.properties.find((property) => property.name === name))
    .filter((property) => property !== undefined);
}

/**
 * A property as a value of the type has it: the nearest declaration, or where an
 * intersection declares it several times, all of them at once.
 */
export function effectiveProperty(
  name: string,
  type: Type,
  scope: Scope,
): Property | undefined {
  const resolved = resolveAlias(type, scope);
  if (resolved.kind !== "intersection")
    return propertiesNamed(name, resolved, scope)[0];
  const parts = resolved.members.flatMap(
    (member) => effectiveProperty(name, member, scope) ?? [],
  );
  const [only, ...others] = parts;
  if (only === undefined || others.length === 0) return only;
  const isOptional = parts.every(({ optional }) => optional === true);
  return {
    name,
    type: { kind: "intersection", members: parts.map((part) => part.type) },
    ...(isOptional ? { optional: true } : {}),
  };
}

/** Whether every value of a type may carry the property by declaration. */
export function declares(name: string, type: Type, scope: Scope): boolean {
  const resolved = resolveAlias(type, scope);
  if (resolved.kind === "union")
    return resolved.members.every((member) => declares(name, member, scope));
  return propertiesNamed(name, resolved, scope).length > 0;
}

/** The type behind names that stand for another type as a whole. */
export function resolveAlias(type: Type, scope: Scope): Type {
  const seen = new Set<string>();
  let resolved = type;
  while (resolved.kind === "reference" && !seen.has(resolved.name)) {
    seen.add(resolved.name);
    const declaration = scope.types.get(resolved.name);
    if (declaration?.kind !== "alias") break;
    resolved = declaration.type;
  }
  return resolved;
}

/** The value of a type that allows just one: a literal, a constant, an enum member. */
export function literalValue(
  type: Type,
  scope: Scope,
): ConstantValue | undefined {
  const resolved = resolveAlias(type, scope);
  switch (resolved.kind) {
    case "literal":
      return resolved.value;
    case "constant":
    case "enumMember":
      return valueOf(scope, resolved);
    default:
      return undefined;
  }
}

/** Whether a declared type is, or extends, one of the named types. */
export function descendsFrom(
  name: string,
  ancestors: ReadonlySet<string>,
  scope: Scope,
): boolean {
  const seen = new Set<string>();
  const visit = (one: string): boolean => {
    if (ancestors.has(one)) return true;
    const declaration = scope.types.get(one);
    if (declaration === undefined || seen.has(one)) return false;
    seen.add(one);
    return baseNames(declaration).some(visit);
  };
  return visit(name);
}

/** The names in a union, or the one name that stands in its place. */
export function unionNames(name: string, scope: Scope): string[] {
  const declaration = scope.types.get(name);
  if (declaration?.kind !== "alias") return [];
  const names = new Set<string>();
  const visit = (type: Type): void => {
    if (type.kind === "union") type.members.forEach(visit);
    if (type.kind !== "reference" || names.has(type.name)) return;
    names.add(type.name);
    const target = scope.types.get(type.name);
    if (target?.kind === "alias") visit(target.type);
  };
  visit(declaration.type);
  return [...names];
}
