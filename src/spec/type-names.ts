import type { Declaration, ObjectType, Type } from "../model/index.ts";

/** The names in a declaration that become names in code, its own first. */
export function declarationNames(declaration: Declaration): string[] {
  const { kind, name } = declaration;
  switch (kind) {
    case "interface":
      return [
        name,
        ...declaration.extends.flatMap(typeNames),
        ...memberNames(declaration),
      ];
    case "alias":
      return [name, ...typeNames(declaration.type)];
    case "constant":
    case "enum":
      return [name];
    default:
      return kind satisfies never;
  }
}

/** The names in a type expression that become names in code. */
export function typeNames(type: Type): string[] {
  switch (type.kind) {
    case "keyword":
    case "literal":
      return [];
    case "constant":
    case "reference":
      return [type.name];
    case "enumMember":
      return [type.enum, type.member];
    case "array":
      return typeNames(type.element);
    case "tuple":
      return type.elements.flatMap((element) => [
        ...(element.name === undefined ? [] : [element.name]),
        ...typeNames(element.type),
      ]);
    case "object":
      return memberNames(type);
    case "record":
      return [type.key, type.value].flatMap(typeNames);
    case "union":
    case "intersection":
      return type.members.flatMap(typeNames);
    case "wrap":
    case "select":
      return typeNames(type.type);
    default:
      return type satisfies never;
  }
}

function memberNames({
  properties,
  index,
}: Pick<ObjectType, "properties" | "index">): string[] {
  return [
    ...properties.flatMap((property) => typeNames(property.type)),
    ...(index === undefined ? [] : [index.parameter, ...typeNames(index.type)]),
  ];
}
