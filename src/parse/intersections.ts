import type { Type } from "../model/index.ts";
import type { ts } from "./compiler.ts";
import type { Reader } from "./session.ts";
import { readType } from "./types.ts";

/**
 * Reads `A & B`. In `string & {}`, which editors need so as to offer the literals beside it, the
 * `{}` does not stand for an object, and goes.
 */
export function readIntersection(
  reader: Reader,
  node: ts.IntersectionTypeNode,
): Type {
  const members = node.types.map((member) => readType(reader, member));
  const kept = members.some(isPrimitive)
    ? members.filter((member) => !isEmptyObject(member))
    : members;
  const [only] = kept;
  return only !== undefined && kept.length === 1
    ? only
    : { kind: "intersection", members: kept };
}

function isPrimitive(type: Type): boolean {
  if (type.kind === "literal") return true;
  if (type.kind !== "keyword") return false;
  return ["string", "number", "boolean"].includes(type.name);
}

function isEmptyObject(type: Type): boolean {
  if (type.kind !== "object") return false;
  return type.properties.length === 0 && type.index === undefined;
}
