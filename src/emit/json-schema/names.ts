import type { Resolved } from "../../model/resolve.ts";
import { typeText } from "./type-text.ts";

/** The address of a definition, from anywhere in the document. */
export function definitionAddress(keyword: string, name: string): string {
  return `#/${keyword}/${encodeURIComponent(name)}`;
}

/**
 * The name that a type's definition has, if it can have one. In a published
 * file, an alias of `Partial<T>` or `Required<T>` lends it no name.
 */
export function definitionName(
  type: Resolved,
  corrected: boolean,
): string | undefined {
  switch (type.kind) {
    case "interface":
    case "enum":
      return type.declaration.name;
    case "wrap":
      return (corrected ? type.alias?.name : undefined) ?? typeText(type);
    case "record":
    case "select":
      return type.alias?.name ?? typeText(type);
    case "union":
    case "intersection":
    case "object":
    case "array":
    case "tuple":
      return type.alias?.name;
    case "keyword":
    case "literal":
      return undefined;
    default:
      return type satisfies never;
  }
}
