import type { Declaration } from "./declaration.ts";
import type { ObjectType, Type } from "./type.ts";

/** A type expression and every type inside it, outermost first. */
export function* typesWithin(type: Type): Generator<Type> {
  yield type;
  for (const part of parts(type)) yield* typesWithin(part);
}

/** Every type expression of a declaration. */
export function* typesOfDeclaration(declaration: Declaration): Generator<Type> {
  if (declaration.kind === "alias") yield* typesWithin(declaration.type);
  if (declaration.kind !== "interface") return;
  for (const type of [...declaration.extends, ...memberTypes(declaration)])
    yield* typesWithin(type);
}

function parts(type: Type): Type[] {
  switch (type.kind) {
    case "keyword":
    case "literal":
    case "constant":
    case "enumMember":
    case "reference":
      return [];
    case "array":
      return [type.element];
    case "tuple":
      return type.elements.map((element) => element.type);
    case "object":
      return memberTypes(type);
    case "record":
      return [type.key, type.value];
    case "union":
    case "intersection":
      return type.members;
    case "wrap":
    case "select":
      return [type.type];
    default:
      return type satisfies never;
  }
}

function memberTypes({
  properties,
  index,
}: Pick<ObjectType, "properties" | "index">): Type[] {
  const types = properties.map((property) => property.type);
  return index === undefined ? types : [...types, index.type];
}
