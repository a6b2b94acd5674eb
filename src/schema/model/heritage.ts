import type { Declaration } from "./declaration.ts";
import type { Type } from "./type.ts";

/** The names of what a declaration extends; an alias extends what it stands for. */
export function baseNames(declaration: Declaration): string[] {
  switch (declaration.kind) {
    case "interface":
      return declaration.extends.flatMap(heritageNames);
    case "alias":
      return heritageNames(declaration.type);
    case "enum":
    case "constant":
      return [];
    default:
      return declaration satisfies never;
  }
}

/** The names that a heritage type stands for; unions are not heritage. */
export function heritageNames(type: Type): string[] {
  switch (type.kind) {
    case "reference":
      return [type.name];
    case "intersection":
      return type.members.flatMap(heritageNames);
    case "wrap":
    case "select":
      return heritageNames(type.type);
    default:
      return [];
  }
}
