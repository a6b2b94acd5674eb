import type {
  ConstantValue,
  ObjectType,
  TupleType,
  Type,
} from "../../model/index.ts";
import { unreadableType } from "../source/session.ts";
import type { DeclarationIndex } from "./declared.ts";

/**
 * Whether two type expressions are one type to the compiler: names for types followed, and
 * unions in any order. Of computed types it says yes only where they are written alike.
 */
export function areSame(
  index: DeclarationIndex,
  first: Type,
  second: Type,
): boolean {
  return same({ index, pending: new Set() }, first, second);
}

interface Comparison {
  readonly index: DeclarationIndex;
  /** The pairs that are being compared. */
  readonly pending: Set<string>;
}

function same(comparison: Comparison, one: Type, other: Type): boolean {
  const { index, pending } = comparison;
  if (one === unreadableType || other === unreadableType) return true;
  const pair = JSON.stringify([one, other]);
  // What comes back to itself is the same if all else is.
  if (pending.has(pair)) return true;
  pending.add(pair);
  return sameSet(
    comparison,
    alternatives(index, one),
    alternatives(index, other),
  );
}

function sameSet(
  comparison: Comparison,
  some: readonly Type[],
  others: readonly Type[],
): boolean {
  const covers = (all: readonly Type[], part: readonly Type[]): boolean =>
    part.every((one) => all.some((other) => sameBody(comparison, one, other)));
  return covers(some, others) && covers(others, some);
}

function sameBody(comparison: Comparison, one: Type, other: Type): boolean {
  const { index } = comparison;
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const value = valueOf(index, one);
  if (value !== undefined) return value === valueOf(index, other);
  const object = asObject(index, one);
  const otherObject = asObject(index, other);
  if (object !== undefined && otherObject !== undefined)
    return sameObject(comparison, object, otherObject);
  switch (one.kind) {
    case "array":
      return (
        other.kind === "array" &&
        one.readonly === other.readonly &&
        same(comparison, one.element, other.element)
      );
    case "tuple":
      return other.kind === "tuple" && sameTuple(comparison, one, other);
    case "intersection":
      return (
        other.kind === "intersection" &&
        sameSet(comparison, one.members, other.members)
      );
    case "wrap":
      return (
        other.kind === "wrap" &&
        one.name === other.name &&
        same(comparison, one.type, other.type)
      );
    default:
      return false;
  }
}

function sameTuple(
  comparison: Comparison,
  one: TupleType,
  other: TupleType,
): boolean {
  return (
    one.readonly === other.readonly &&
    one.elements.length === other.elements.length &&
    one.elements.every((element, place) => {
      const { type, optional, rest } = other.elements[place] ?? element;
      return (
        element.optional === optional &&
        element.rest === rest &&
        same(comparison, element.type, type)
      );
    })
  );
}

function sameObject(
  comparison: Comparison,
  one: ObjectType,
  other: ObjectType,
): boolean {
  const others = new Map(other.properties.map((each) => [each.name, each]));
  const [index, otherIndex] = [one.index?.type, other.index?.type];
  return (
    one.properties.length === others.size &&
    one.properties.every(({ name, type, optional, readonly }) => {
      const twin = others.get(name);
      return (
        twin !== undefined &&
        twin.optional === optional &&
        twin.readonly === readonly &&
        same(comparison, type, twin.type)
      );
    }) &&
    (index === undefined || otherIndex === undefined
      ? index === otherIndex
      : same(comparison, index, otherIndex))
  );
}

/** What a type may be, one by one: the members of unions, and what names stand for. */
function alternatives(
  index: DeclarationIndex,
  type: Type,
  seen: readonly string[] = [],
): Type[] {
  switch (type.kind) {
    case "union":
      return type.members.flatMap((one) => alternatives(index, one, seen));
    case "keyword":
      return type.name === "boolean"
        ? [true, false].map((value) => ({ kind: "literal", value }))
        : [type];
    case "reference": {
      const target = index.get(type.name);
      return target?.kind === "alias" && !seen.includes(type.name)
        ? alternatives(index, target.type, [...seen, type.name])
        : [type];
    }
    default:
      return [type];
  }
}

function valueOf(
  index: DeclarationIndex,
  type: Type,
): ConstantValue | undefined {
  if (type.kind === "literal") return type.value;
  const constant = type.kind === "constant" ? index.get(type.name) : undefined;
  return constant?.kind === "constant" ? constant.value : undefined;
}

/** An interface without bases, an object or a record, as an object. */
function asObject(index: DeclarationIndex, type: Type): ObjectType | undefined {
  if (type.kind === "object") return type;
  if (type.kind === "record")
    return type.key.kind === "keyword" && type.key.name === "string"
      ? {
          kind: "object",
          properties: [],
          index: { parameter: "key", type: type.value },
        }
      : undefined;
  const target = type.kind === "reference" ? index.get(type.name) : undefined;
  if (target?.kind !== "interface" || target.extends.length > 0)
    return undefined;
  const { properties, index: others } = target;
  return { kind: "object", properties, ...(others && { index: others }) };
}
