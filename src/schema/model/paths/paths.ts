import type { Declaration } from "../declaration.ts";
import type { ObjectType, Type } from "../type.ts";

/** The path of a declaration and of each property in it: names, joined by dots. */
export function* pathsOfDeclaration(
  declaration: Declaration,
): Generator<string> {
  const { name } = declaration;
  yield name;
  if (declaration.kind === "interface") yield* pathsOfBody(declaration, name);
  if (declaration.kind === "alias") yield* pathsWithin(declaration.type, name);
}

/** The path of each property in a type that stands at a path. */
export function* pathsWithin(type: Type, path: string): Generator<string> {
  switch (type.kind) {
    case "keyword":
    case "literal":
    case "constant":
    case "enumMember":
    case "reference":
      return;
    case "object":
      yield* pathsOfBody(type, path);
      return;
    case "array":
      yield* pathsWithin(type.element, path);
      return;
    case "tuple":
      for (const element of type.elements)
        yield* pathsWithin(element.type, path);
      return;
    case "record":
      yield* pathsWithin(type.value, path);
      return;
    case "union":
    case "intersection":
      for (const member of type.members) yield* pathsWithin(member, path);
      return;
    case "wrap":
    case "select":
      yield* pathsWithin(type.type, path);
      return;
    default:
      return type satisfies never;
  }
}

function* pathsOfBody(
  { properties, index }: Pick<ObjectType, "properties" | "index">,
  path: string,
): Generator<string> {
  for (const { name, type } of properties) {
    const inside = `${path}.${name}`;
    yield inside;
    yield* pathsWithin(type, inside);
  }
  if (index !== undefined) yield* pathsWithin(index.type, path);
}
