import type {
  Declaration,
  ObjectType,
  Property,
  Type,
} from "../model/index.ts";

/** The declarations of a schema, by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

/** The constant that a type name and a value may share is not among them. */
export function byName(declarations: readonly Declaration[]): Declarations {
  return new Map(
    declarations.map((declaration) => [declaration.name, declaration]),
  );
}

/** Follows aliases and wrappers to the bodies that a type is made of, own body first. */
export function bodies(type: Type, declarations: Declarations): ObjectType[] {
  return [...walkBodies(type, declarations, new Set())];
}

function* walkBodies(
  type: Type,
  declarations: Declarations,
  seen: ReadonlySet<string>,
): Generator<ObjectType> {
  switch (type.kind) {
    case "object":
      yield type;
      break;
    case "intersection":
      for (const member of type.members)
        yield* walkBodies(member, declarations, seen);
      break;
    case "wrap":
      yield* walkBodies(type.type, declarations, seen);
      break;
    case "select":
      for (const body of walkBodies(type.type, declarations, seen))
        yield select(body, type.name, type.keys);
      break;
    case "reference":
      if (!seen.has(type.name))
        yield* walkDeclaration(type.name, declarations, seen);
      break;
    default:
      break;
  }
}

function* walkDeclaration(
  name: string,
  declarations: Declarations,
  seen: ReadonlySet<string>,
): Generator<ObjectType> {
  const declaration = declarations.get(name);
  const path = new Set(seen).add(name);
  if (declaration?.kind === "alias")
    yield* walkBodies(declaration.type, declarations, path);
  if (declaration?.kind !== "interface") return;
  yield { kind: "object", properties: declaration.properties };
  for (const base of declaration.extends)
    yield* walkBodies(base, declarations, path);
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
  declarations: Declarations,
): Property[] {
  return bodies(type, declarations)
    .map((body) => body.properties.find((property) => property.name === name))
    .filter((property) => property !== undefined);
}

/** Whether every value of a type may carry the property by declaration. */
export function declares(
  name: string,
  type: Type,
  declarations: Declarations,
): boolean {
  const resolved = resolveAlias(type, declarations);
  if (resolved.kind === "union")
    return resolved.members.every((member) =>
      declares(name, member, declarations),
    );
  return propertiesNamed(name, resolved, declarations).length > 0;
}

/** The type behind names that stand for another type as a whole. */
export function resolveAlias(type: Type, declarations: Declarations): Type {
  let resolved = type;
  for (const seen = new Set<string>(); resolved.kind === "reference";) {
    const declaration = declarations.get(resolved.name);
    if (declaration?.kind !== "alias" || seen.has(declaration.name)) break;
    seen.add(declaration.name);
    resolved = declaration.type;
  }
  return resolved;
}

/** The value of a type that allows just one: a literal, a constant, an enum member. */
export function literalValue(
  type: Type,
  declarations: Declarations,
): string | number | boolean | undefined {
  const resolved = resolveAlias(type, declarations);
  if (resolved.kind === "literal") return resolved.value;
  if (resolved.kind === "constant") {
    const constant = declarations.get(resolved.name);
    return constant?.kind === "constant" ? constant.value : undefined;
  }
  if (resolved.kind !== "enumMember") return undefined;
  const declaration = declarations.get(resolved.enum);
  if (declaration?.kind !== "enum") return undefined;
  return declaration.members.find(({ name }) => name === resolved.member)
    ?.value;
}

/** Whether a declared type is, or extends, one of the named types. */
export function descendsFrom(
  name: string,
  ancestors: ReadonlySet<string>,
  declarations: Declarations,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (ancestors.has(name)) return true;
  const declaration = declarations.get(name);
  if (declaration === undefined || seen.has(name)) return false;
  const path = new Set(seen).add(name);
  return baseNames(declaration).some((base) =>
    descendsFrom(base, ancestors, declarations, path),
  );
}

function baseNames(declaration: Declaration): string[] {
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
export function unionNames(name: string, declarations: Declarations): string[] {
  const declaration = declarations.get(name);
  if (declaration?.kind !== "alias") return [];
  const names = new Set<string>();
  const visit = (type: Type): void => {
    if (type.kind === "union") type.members.forEach(visit);
    if (type.kind !== "reference" || names.has(type.name)) return;
    names.add(type.name);
    const target = declarations.get(type.name);
    if (target?.kind === "alias") visit(target.type);
  };
  visit(declaration.type);
  return [...names];
}
