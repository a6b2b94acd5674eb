import type {
  ConstantValue,
  ObjectType,
  Property,
  Type,
} from "../model/index.ts";
import { valueOf, type Scope, type TypeDeclaration } from "../model/scope.ts";

/** Whether a type or a constant has the name. */
export function isDeclared(name: string, scope: Scope): boolean {
  return scope.types.has(name) || scope.constants.has(name);
}

/** Follows aliases and wrappers to the bodies that a type is made of, own body first. */
export function bodies(type: Type, scope: Scope): ObjectType[] {
  return [...walkBodies(type, scope, new Set())];
}

function* walkBodies(
  type: Type,
  scope: Scope,
  seen: ReadonlySet<string>,
): Generator<ObjectType> {
  switch (type.kind) {
    case "object":
      yield type;
      break;
    case "intersection":
      for (const member of type.members) yield* walkBodies(member, scope, seen);
      break;
    case "wrap":
      yield* walkBodies(type.type, scope, seen);
      break;
    case "select":
      for (const body of walkBodies(type.type, scope, seen))
        yield select(body, type.name, type.keys);
      break;
    case "reference":
      if (!seen.has(type.name)) yield* walkDeclaration(type.name, scope, seen);
      break;
    default:
      break;
  }
}

function* walkDeclaration(
  name: string,
  scope: Scope,
  seen: ReadonlySet<string>,
): Generator<ObjectType> {
  const declaration = scope.types.get(name);
  const path = new Set(seen).add(name);
  if (declaration?.kind === "alias")
    yield* walkBodies(declaration.type, scope, path);
  if (declaration?.kind !== "interface") return;
  yield { kind: "object", properties: declaration.properties };
  for (const base of declaration.extends) yield* walkBodies(base, scope, path);
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
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (ancestors.has(name)) return true;
  const declaration = scope.types.get(name);
  if (declaration === undefined || seen.has(name)) return false;
  const path = new Set(seen).add(name);
  return baseNames(declaration).some((base) =>
    descendsFrom(base, ancestors, scope, path),
  );
}

function baseNames(declaration: TypeDeclaration): string[] {
  if (declaration.kind === "interface")
    return declaration.extends.flatMap(referencedNames);
  return declaration.kind === "alias" ? referencedNames(declaration.type) : [];
}

/** The names that a heritage type stands for; unions are not heritage. */
function referencedNames(type: Type): string[] {
  switch (type.kind) {
    case "reference":
      return [type.name];
    case "intersection":
      return type.members.flatMap(referencedNames);
    case "wrap":
    case "select":
      return referencedNames(type.type);
    default:
      return [];
  }
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
