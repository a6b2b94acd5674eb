import { keyOf } from "../../../schema/model/key.ts";
import type { LoopOwner } from "../../../schema/model/loops.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import { typeText } from "./type-text.ts";

/** The address of a definition, from anywhere in the document. */
export function definitionAddress(keyword: string, name: string): string {
  return `#/${keyword}/${encodeURIComponent(name)}`;
}

/** The name that a type's definition has, if it can have one. */
export type NameOf = (type: Resolved) => string | undefined;

/**
 * Names types by their declarations, or else by their text. In a published file
 * that text is all; in a corrected one, types with one text may differ in their
 * constraints, and later ones get a number.
 */
export function createNames(loopOwner: LoopOwner, corrected: boolean): NameOf {
  const owners = new Map<string, string>();

  return (type) => {
    const wish = definitionName(type, loopOwner, corrected);
    if (wish === undefined || !corrected) return wish;
    const owner = [loopOwner(type), keyOf(type)].join(" ");
    let name = wish;
    for (let count = 2; (owners.get(name) ?? owner) !== owner; count++)
      name = `${wish} ${count}`;
    owners.set(name, owner);
    return name;
  };
}

/** In a published file, an alias of `Partial<T>` or `Required<T>` lends it no name. */
function definitionName(
  type: Resolved,
  loopOwner: LoopOwner,
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
    case "object":
    case "array":
    case "tuple":
      return type.alias?.name ?? (loopOwner(type) && typeText(type));
    case "union":
    case "intersection":
      return type.alias?.name;
    case "keyword":
    case "literal":
      return undefined;
    default:
      return type satisfies never;
  }
}
