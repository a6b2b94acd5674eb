import {
  acceptsAnything,
  referredName,
  type Definitions,
} from "../guards/scope/schemas.ts";
import type { JsonSchema } from "../json-schema/index.ts";
import { allowsScalar, areLimitsWithin, typeAllows } from "./scalar.ts";

/** Whether each value that one schema means is surely accepted by another. */
export type SchemaWithin = (from: JsonSchema, to: JsonSchema) => boolean;

/**
 * Compares schemas of two revisions. It says yes only where it can prove it, of
 * values as their schema means them: what a schema neither declares nor has an
 * index signature for, its values do not have.
 */
export function createSchemaWithin(
  newer: Definitions,
  older: Definitions,
): SchemaWithin {
  /** What is being compared: a pair that is met inside itself holds if the rest does. */
  const pending = new Map<JsonSchema, Set<JsonSchema>>();

  function within(from: JsonSchema, to: JsonSchema): boolean {
    const others = pending.get(from) ?? new Set();
    if (others.has(to)) return true;
    pending.set(from, others.add(to));
    const holds = compare(spread(from, newer), spread(to, older));
    others.delete(to);
    return holds;
  }

  function compare(from: JsonSchema, to: JsonSchema): boolean {
    if (acceptsAnything(to)) return true;
    const { anyOf, allOf, ...rest } = from;
    if (anyOf !== undefined) return anyOf.every((one) => within(one, to));
    if (allOf !== undefined) return allOf.some((one) => within(one, to));
    if (Array.isArray(from.type))
      return from.type.every((type) => compare({ ...rest, type }, to));
    if (from.enum !== undefined)
      return from.enum.every((value) => compare({ const: value }, to));
    return compareTo(from, to);
  }

  /** What is left of `from` is a constant, or of one type. */
  function compareTo(from: JsonSchema, to: JsonSchema): boolean {
    const { anyOf, allOf, ...rest } = to;
    if (allOf !== undefined)
      return compareTo(from, rest) && allOf.every((one) => within(from, one));
    if (anyOf !== undefined)
      return compareTo(from, rest) && anyOf.some((one) => within(from, one));
    if (acceptsAnything(to)) return true;
    if (from.const !== undefined) return allowsScalar(from.const, to);
    if (to.not !== undefined || to.const !== undefined || to.enum !== undefined)
      return false;
    if (typeof from.type !== "string" || !typeAllows(from.type, to.type))
      return false;
    return (
      areLimitsWithin(from, to) &&
      itemsWithin(from, to) &&
      fieldsWithin(from, to)
    );
  }

  function itemsWithin(from: JsonSchema, to: JsonSchema): boolean {
    const tuple = to.prefixItems ?? [];
    const known = from.prefixItems ?? [];
    const wanted = schemaOf(to.items);
    if (tuple.length > known.length) return false;
    return (
      known.every((item, index) => within(item, tuple[index] ?? wanted)) &&
      (acceptsAnything(wanted) || within(schemaOf(from.items), wanted))
    );
  }

  function fieldsWithin(from: JsonSchema, to: JsonSchema): boolean {
    const { properties = {}, required = [] } = from;
    const others = indexOf(to.additionalProperties) ?? {};
    const wanted = to.properties ?? {};
    const undeclared = Object.entries(properties).filter(
      ([name]) => !Object.hasOwn(wanted, name),
    );
    return (
      (to.required ?? []).every((name) => required.includes(name)) &&
      Object.entries(wanted).every(([name, type]) => {
        const own = declaredAs(name, from);
        return own === undefined || within(own, type);
      }) &&
      undeclared.every(([, type]) => within(type, others)) &&
      (acceptsAnything(others) ||
        within(indexOf(from.additionalProperties) ?? {}, others))
    );
  }

  return within;
}

/** What a property of an object is, where its schema says so. */
export function declaredAs(
  name: string,
  { properties = {}, additionalProperties }: JsonSchema,
): JsonSchema | undefined {
  return Object.hasOwn(properties, name)
    ? properties[name]
    : indexOf(additionalProperties);
}

/** A schema without a reference at its top; what stands beside one holds too. */
export function spread(
  schema: JsonSchema,
  definitions: Definitions,
): JsonSchema {
  const name = referredName(schema);
  const target = name === undefined ? undefined : definitions.get(name);
  if (target === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return acceptsAnything(beside)
    ? spread(target, definitions)
    : { allOf: [target, beside] };
}

function schemaOf(items: JsonSchema["items"]): JsonSchema {
  return items === undefined || Array.isArray(items) ? {} : items;
}

function indexOf(
  additional: JsonSchema["additionalProperties"],
): JsonSchema | undefined {
  return typeof additional === "object" ? additional : undefined;
}
