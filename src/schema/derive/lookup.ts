import type {
  ConstantValue,
  ObjectType,
  Property,
  Type,
} from "../model/index.ts";
import { baseNames } from "../model/heritage.ts";
import { valueOf, type Scope, type TypeDeclaration } from "../model/scope.ts";

/** Whether a type or a constant has the name. */
export function isDeclared(name: string, scope: Scope): boolean {
  return scope.types.has(name) || scope.constants.has(name);
}

const knownBodies = new WeakMap<Scope, Map<string, readonly ObjectType[]>>();

/** Follows aliases and wrappers to the bodies that a type is made of, own body first. */
export function bodies(type: Type, scope: Scope): readonly ObjectType[] {
  switch (type.kind) {
    case "object":
      return [type];
    case "intersection":
      return distinct(type.members.flatMap((member) => bodies(member, scope)));
    case "wrap":
      return bodies(type.type, scope);
    case "select": {
      const { name, keys } = type;
      const all = bodies(type.type, scope);
      return distinct(all.map((body) => select(body, name, keys)));
    }
    case "reference":
      return declaredBodies(type.name, scope);
    default:
      return [];
  }
}

/** Once for each name: bases may be reached on many ways. */
function declaredBodies(name: string, scope: Scope): readonly ObjectType[] {
  const known =
    knownBodies.get(scope) ?? new Map<string, readonly ObjectType[]>();
  knownBodies.set(scope, known);
  const found = known.get(name);
  if (found !== undefined) return found;
  // A cycle adds nothing to itself.
  known.set(name, []);
  const collected = collectDeclared(scope.types.get(name), scope);
  known.set(name, collected);
  return collected;
}

function collectDeclared(
  declaration: TypeDeclaration | undefined,
  scope: Scope,
): readonly ObjectType[] {
  if (declaration?.kind === "alias") return bodies(declaration.type, scope);
  if (declaration?.kind !== "interface") return [];
  const own: ObjectType = {
    kind: "object",
    properties: declaration.properties,
  };
  const inherited = declaration.extends.flatMap((base) => bodies(base, scope));
  return distinct([own, ...inherited]);
}

/** Leaves out what says nothing that an earlier body has not said. */
function distinct(all: readonly ObjectType[]): ObjectType[] {
  const told = new Set<Property>();
  return all.filter(({ properties }) => {
    const before = told.size;
    for (const property of properties) told.add(property);
    return told.size > before;
  });
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
  const isOptional = parts.every(({ optional }) => optional === true);
  const telling = parts.filter((part) => !isAnyObject(part.type));
  const [only = parts[0], ...others] = telling;
  if (only === undefined) return undefined;
  const { optional: _, ...said } = only;
  return {
    ...(others.length === 0 ? said : { name }),
    type:
      others.length === 0
        ? only.type
        : { kind: "intersection", members: telling.map((part) => part.type) },
    ...(isOptional ? { optional: true } : {}),
  };
}

/** An envelope says no more of params: beside it, another part says all. */
function isAnyObject(type: Type): boolean {
  if (type.kind !== "object" || type.properties.length > 0) return false;
  const { index } = type;
  return (
    index?.type.kind === "keyword" &&
    (index.type.name === "any" || index.type.name === "unknown")
  );
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
  const type = unionType(declaration);
  if (type === undefined) return [];
  const names = new Set<string>();
  const visit = (type: Type): void => {
    if (type.kind === "union") type.members.forEach(visit);
    if (type.kind !== "reference" || names.has(type.name)) return;
    names.add(type.name);
    const target = scope.types.get(type.name);
    if (target?.kind === "alias") visit(target.type);
  };
  visit(type);
  return [...names];
}

/** What stands for one name alone may also be written as an interface that adds nothing to it. */
function unionType(declaration: TypeDeclaration | undefined): Type | undefined {
  if (declaration?.kind === "alias") return declaration.type;
  if (declaration?.kind !== "interface") return undefined;
  const { extends: bases, properties, index } = declaration;
  return bases.length === 1 && properties.length === 0 && index === undefined
    ? bases[0]
    : undefined;
}
