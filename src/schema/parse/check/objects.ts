import type { Type } from "../../model/index.ts";
import { report, unreadableType } from "../source/session.ts";
import { quoteNode } from "../source/source.ts";
import type { DeclarationIndex } from "./declared.ts";
import type { Check, CheckPlace } from "../source/session.ts";

type ObjectCheck = Extract<Check, { kind: "object" }>;
type WrappedCheck = Extract<Check, { kind: "wrapped" }>;

/** What is extended, or what properties are taken from, has to have properties. */
export function checkObject(index: DeclarationIndex, check: ObjectCheck): void {
  if (isObject(index, check.type)) return;
  refuse(
    check,
    "name an interface, an object type, or an intersection of those",
  );
}

/** `Readonly` says nothing of a value, so it may also stand around arrays and unions. */
export function checkWrapped(
  index: DeclarationIndex,
  check: WrappedCheck,
): void {
  const accepts = (type: Type): boolean =>
    isObject(index, type) || isArray(type);
  const fits =
    check.name === "Readonly"
      ? everyMember(index, check.type, accepts)
      : isObject(index, check.type);
  if (fits) return;
  refuse(check, `${check.name}<T> changes the properties of an object type`);
}

/** What a tuple spreads has to be an array or a tuple. */
export function checkRest(
  index: DeclarationIndex,
  { type, reader, node }: Extract<Check, { kind: "rest" }>,
): void {
  const accepts = (one: Type): boolean =>
    one === unreadableType || isArray(one);
  if (everyMember(index, type, accepts)) return;
  report(reader, "unsupported-type", node, {
    message: `${quoteNode(reader.module.source, node)} is not an array`,
    hint: "the type of a rest element is an array: ...T[]",
  });
}

function isArray(type: Type): boolean {
  return type.kind === "array" || type.kind === "tuple";
}

function refuse({ reader, node }: CheckPlace, hint: string): void {
  report(reader, "not-an-object-type", node, {
    message: `${quoteNode(reader.module.source, node)} is not an object type`,
    hint,
  });
}

/**
 * Whether a type is an object whose properties are known. What is reported elsewhere passes, and
 * so does a name that is looked at already: the first look decides.
 */
function isObject(
  index: DeclarationIndex,
  type: Type,
  seen: Set<string> = new Set(),
): boolean {
  if (type === unreadableType) return true;
  switch (type.kind) {
    case "object":
    case "record":
    case "select":
      return true;
    case "intersection":
      return type.members.every((member) => isObject(index, member, seen));
    case "wrap":
      return isObject(index, type.type, seen);
    case "reference": {
      const target = index.get(type.name);
      if (target === undefined || seen.has(type.name)) return true;
      if (target.kind === "interface") return true;
      if (target.kind !== "alias") return false;
      seen.add(type.name);
      return isObject(index, target.type, seen);
    }
    default:
      return false;
  }
}

/** Whether the type, or every member of the union that it stands for, is accepted. */
function everyMember(
  index: DeclarationIndex,
  type: Type,
  accepts: (type: Type) => boolean,
  seen: Set<string> = new Set(),
): boolean {
  if (accepts(type)) return true;
  if (type.kind === "union") {
    return type.members.every((member) =>
      everyMember(index, member, accepts, seen),
    );
  }
  if (type.kind !== "reference") return false;
  if (seen.has(type.name)) return true;
  seen.add(type.name);
  const target = index.get(type.name);
  return (
    target?.kind === "alias" && everyMember(index, target.type, accepts, seen)
  );
}
