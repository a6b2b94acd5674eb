import type { Declaration, Type } from "../schema/model/index.ts";
import { typesOfDeclaration, typesWithin } from "../schema/model/walk.ts";

/** The names in a declaration that become names in code, its own first. */
export function declarationNames(declaration: Declaration): string[] {
  const { name } = declaration;
  const parameter =
    declaration.kind === "interface" ? declaration.index?.parameter : undefined;
  return [
    name,
    ...(parameter === undefined ? [] : [parameter]),
    ...[...typesOfDeclaration(declaration)].flatMap(ownNames),
  ];
}

/** The names in a type expression that become names in code. */
export function typeNames(type: Type): string[] {
  return [...typesWithin(type)].flatMap(ownNames);
}

function ownNames(type: Type): string[] {
  switch (type.kind) {
    case "constant":
    case "reference":
      return [type.name];
    case "enumMember":
      return [type.enum, type.member];
    case "tuple":
      return type.elements.flatMap(({ name }) => name ?? []);
    case "object":
      return type.index === undefined ? [] : [type.index.parameter];
    default:
      return [];
  }
}
