import type { Type } from "../../../schema/model/index.ts";
import { isKeyword, keyword } from "./types.ts";

/** The union of some types: each once, none that another has in it. */
export function eitherType(types: readonly Type[]): Type {
  const members = new Map<string, Type>();
  for (const type of types.flatMap(membersOf))
    if (!isKeyword(type, "never")) members.set(JSON.stringify(type), type);
  const all = [...members.values()];
  const unknown = all.find((type) => isKeyword(type, "unknown"));
  if (unknown !== undefined) return unknown;
  const left = all.filter((one) => !all.some((other) => isIn(one, other)));
  const [only = keyword("never"), second] = left;
  return second === undefined ? only : { kind: "union", members: left };
}

function membersOf(type: Type): readonly Type[] {
  return type.kind === "union" ? type.members : [type];
}

/** Whether one type is plainly a part of another. */
function isIn(one: Type, other: Type): boolean {
  if (one === other) return false;
  switch (one.kind) {
    case "literal":
      return other.kind === "keyword" && other.name === typeof one.value;
    case "object":
      return isAnyObject(other) && !isAnyObject(one);
    case "array":
    case "tuple":
      return isAnyList(other) && !isAnyList(one);
    default:
      return false;
  }
}

function isAnyObject(type: Type): boolean {
  return (
    type.kind === "object" &&
    type.properties.length === 0 &&
    type.index !== undefined &&
    !("key" in type.index) &&
    isKeyword(type.index.type, "unknown")
  );
}

function isAnyList(type: Type): boolean {
  return type.kind === "array" && isKeyword(type.element, "unknown");
}
