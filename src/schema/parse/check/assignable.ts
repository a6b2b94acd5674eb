import {
  createFlattener,
  type Flatten,
  type Members,
} from "../../model/flatten.ts";
import type { Type } from "../../model/index.ts";
import { createResolver, type Resolve } from "../../model/resolve.ts";
import type { Resolved } from "../../model/resolved.ts";
import type { Scope } from "../../model/scope.ts";
import { unreadableType } from "../source/session.ts";
import { fitsList } from "./lists.ts";

/** Whether a value of one type may stand where the compiler wants another. */
export interface Assignable {
  /** False only where the compiler surely refuses it. */
  fits(type: Type, wider: Type): boolean;
  membersOf(type: Type): Members;
}

/** How deep types are compared; intersections of types that contain themselves have no end. */
const maxDepth = 40;

/**
 * The compiler's rules for types of JSON values, without its checker: what extends
 * something has to fit it, and what does not would be found where the emitted code is
 * compiled. In doubt it says that a type fits.
 */
export function createAssignable(scope: Scope, rules: Rules = {}): Assignable {
  const resolve = createResolver(scope, { strict: true });
  const flatten = createFlattener(resolve);
  const compareToObject = createObjectFits({ resolve, flatten, fits }, rules);
  /** What is being compared: a pair that is met inside itself fits if the rest does. */
  const pending = new Map<Type, Set<Type>>();
  let depth = 0;

  function fits(type: Type, wider: Type): boolean {
    if (type === wider || type === unreadableType || wider === unreadableType)
      return true;
    const others = pending.get(type) ?? new Set();
    if (others.has(wider) || depth === maxDepth) return true;
    pending.set(type, others.add(wider));
    depth++;
    const holds = compare(resolve(type), resolve(wider));
    depth--;
    others.delete(wider);
    return holds;
  }

  function compare(from: Resolved, to: Resolved): boolean {
    if (isTop(to) || isKeyword(from, "never")) return true;
    if (isKeyword(from, "any")) return !isKeyword(to, "never");
    if (from.kind === "union")
      return from.members.every((one) => compare(one, to));
    if (to.kind === "intersection" && !to.members.every(isObject))
      return to.members.every((one) => compare(from, one));
    if (to.kind === "union") return compareToUnion(from, to.members);
    if (
      from.kind === "intersection" &&
      from.members.some((one) => compare(one, to))
    )
      return true;
    switch (to.kind) {
      case "keyword":
        return fitsKeyword(from, to.name);
      case "literal":
      case "enum":
        return fitsValues(from, to);
      case "array":
      case "tuple":
        return fitsList(from, to, { resolve, fits });
      default:
        return compareToObject(from, flatten(to), to);
    }
  }

  function compareToUnion(
    from: Resolved,
    members: readonly Resolved[],
  ): boolean {
    if (members.some((one) => compare(from, one))) return true;
    if (isKeyword(from, "boolean"))
      return [true, false].every((value) =>
        members.some((one) => sameLiteral(one, value)),
      );
    // The compiler may take an object apart by what tells the members of a union from each other.
    return (
      isObject(from) &&
      members.filter(isObject).length > 1 &&
      [...flatten(from).properties.values()].some(({ type }) =>
        ["union", "keyword", "enum"].includes(resolve(type).kind),
      )
    );
  }

  return { fits, membersOf: (type) => flatten(resolve(type)) };
}

/** Where the compiler is not followed, to find what it is that it refuses. */
interface Rules {
  /** Whether an interface has an index signature of its properties, as a type literal has. */
  readonly openInterfaces?: boolean;
}

interface Types {
  readonly resolve: Resolve;
  readonly flatten: Flatten;
  readonly fits: Assignable["fits"];
}

/** Whether a type fits one with members. */
function createObjectFits(
  { resolve, flatten, fits }: Types,
  { openInterfaces = false }: Rules,
) {
  function compareToObject(
    from: Resolved,
    to: Members,
    wider: Resolved,
  ): boolean {
    const wanted = [...to.properties.values()];
    if (wanted.length === 0 && to.index === undefined)
      return !isKeyword(from, "null") && !isKeyword(from, "unknown");
    if (isKeyword(from, "unknown") || isKeyword(from, "null")) return false;
    const isOpen = wanted.every(({ optional }) => optional === true);
    if (!isObject(from))
      return isKeyword(from, "object")
        ? isOpen && to.index === undefined
        : from.kind !== "keyword" && isAnyIndex(to);
    const own = flatten(from);
    const fitting = wanted.every(({ name, type, optional }) => {
      const mine = own.properties.get(name);
      if (mine === undefined) return optional === true;
      return (
        (mine.optional !== true || optional === true) && fits(mine.type, type)
      );
    });
    return fitting && !isStranger(own, to) && fitsIndex(from, own, to, wider);
  }

  /** The compiler refuses what has nothing in common with a type that requires nothing. */
  function isStranger(own: Members, to: Members): boolean {
    const names = [...to.properties.values()];
    return (
      to.index === undefined &&
      own.properties.size > 0 &&
      names.every(
        ({ name, optional }) => optional === true && !own.properties.has(name),
      )
    );
  }

  /** An interface has an index signature only where it says so; what is no interface has one of its properties. */
  function fitsIndex(
    from: Resolved,
    own: Members,
    to: Members,
    wider: Resolved,
  ): boolean {
    if (to.index === undefined || isAnyIndex(to)) return true;
    if (wider.kind === "wrap" || wider.kind === "select") return true;
    const { type } = to.index;
    if (own.index !== undefined)
      return (
        (own.index.optional !== true || to.index.optional === true) &&
        fits(own.index.type, type)
      );
    if (from.kind === "interface" && !openInterfaces) return false;
    return [...own.properties.values()].every((one) => fits(one.type, type));
  }

  function isAnyIndex({ index }: Members): boolean {
    return index !== undefined && isKeyword(resolve(index.type), "any");
  }

  return compareToObject;
}

function isTop(type: Resolved): boolean {
  return isKeyword(type, "any") || isKeyword(type, "unknown");
}

function isKeyword(type: Resolved, name: string): boolean {
  return type.kind === "keyword" && type.name === name;
}

function isObject({ kind }: Resolved): boolean {
  return [
    "interface",
    "object",
    "record",
    "wrap",
    "select",
    "intersection",
  ].includes(kind);
}

/** Every value of one type is a value of the other. Enums are emitted as their values. */
function fitsValues(from: Resolved, to: Resolved): boolean {
  const wanted = valuesOf(to);
  const values = valuesOf(from);
  return values?.every((value) => wanted?.includes(value)) === true;
}

function valuesOf(type: Resolved): readonly unknown[] | undefined {
  if (type.kind === "literal") return [type.value];
  return type.kind === "enum"
    ? type.declaration.members.map(({ value }) => value)
    : undefined;
}

function sameLiteral(type: Resolved, value: unknown): boolean {
  return type.kind === "literal" && type.value === value;
}

/** A text, a number and the like; `object` is whatever has members. */
function fitsKeyword(from: Resolved, name: string): boolean {
  if (from.kind === "keyword") return from.name === name;
  if (from.kind === "literal") return typeof from.value === name;
  if (from.kind === "enum")
    return from.declaration.members.every(({ value }) => typeof value === name);
  return name === "object";
}
