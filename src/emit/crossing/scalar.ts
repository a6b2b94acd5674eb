import type { JsonSchema, Scalar } from "../json-schema/index.ts";
import {
  exactLimits,
  lowerBounds,
  upperBounds,
} from "../../schema/model/bounds/limits.ts";

/** Whether every value within the limits of one schema is within those of the other. */
export function areLimitsWithin(from: JsonSchema, to: JsonSchema): boolean {
  return (
    lowerBounds.every(
      (name) => isAbsent(to[name]) || atLeast(from[name], to[name]),
    ) &&
    upperBounds.every(
      (name) => isAbsent(to[name]) || atLeast(to[name], from[name]),
    ) &&
    exactLimits.every((name) => isAbsent(to[name]) || from[name] === to[name])
  );
}

/** The limits of a schema, without all else that it says. */
export function limitsOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    [...lowerBounds, ...upperBounds, ...exactLimits]
      .filter((name) => !isAbsent(schema[name]))
      .map((name) => [name, schema[name]]),
  );
}

/** Whether a value is one that the schema allows, so far as its type and its list tell. */
export function allowsScalar(value: Scalar, to: JsonSchema): boolean {
  const limited = [...lowerBounds, ...upperBounds, ...exactLimits].some(
    (name) => !isAbsent(to[name]),
  );
  if (limited || to.not !== undefined) return false;
  if (to.const !== undefined) return to.const === value;
  if (to.enum !== undefined) return to.enum.includes(value);
  return typeAllows(typeOf(value), to.type);
}

/** Whether every value of a type is of one of the others: an integer is a number. */
export function typeAllows(
  type: string,
  allowed: string | readonly string[] | undefined,
): boolean {
  const types = typeof allowed === "string" ? [allowed] : (allowed ?? [type]);
  return (
    types.includes(type) || (type === "integer" && types.includes("number"))
  );
}

function typeOf(value: Scalar): string {
  return Number.isInteger(value) ? "integer" : typeof value;
}

function isAbsent(limit: unknown): limit is undefined {
  return limit === undefined;
}

function atLeast(
  value: number | undefined,
  least: number | undefined,
): boolean {
  return value !== undefined && least !== undefined && value >= least;
}
