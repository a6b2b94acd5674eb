import type { GuardSchema } from "../scope/guard-schema.ts";
import { needsStatements } from "./scalar.ts";
import { hasLimits } from "../scope/limits.ts";
import {
  acceptsAnything,
  resolve,
  type GuardDefinitions,
} from "../scope/schemas.ts";

/** The object schema that says all that a schema says, if one can. */
export function asObject(
  schema: GuardSchema,
  definitions: GuardDefinitions,
): GuardSchema | undefined {
  const resolved = resolve(schema, definitions);
  const { allOf, ...rest } = resolved;
  if (allOf === undefined)
    return isPlainObject(resolved) ? resolved : undefined;
  if (!acceptsAnything(rest)) return undefined;
  const parts = allOf.map((part) => asObject(part, definitions));
  const objects = parts.filter((part) => part !== undefined);
  return objects.length < parts.length ? undefined : merge(objects);
}

function isPlainObject(schema: GuardSchema): boolean {
  return (
    schema.type === "object" && !hasLimits(schema) && !needsStatements(schema)
  );
}

/** One object for several; an index signature of one would speak of the fields of another. */
function merge(objects: readonly GuardSchema[]): GuardSchema | undefined {
  if (objects.some(hasIndex)) return undefined;
  const properties = new Map<string, GuardSchema>();
  for (const object of objects) {
    for (const [name, schema] of Object.entries(object.properties ?? {}))
      properties.set(name, both(properties.get(name), schema));
  }
  const required = objects.flatMap((object) => object.required ?? []);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: [...new Set(required)],
  };
}

function hasIndex({ additionalProperties: other }: GuardSchema): boolean {
  return typeof other === "object" && !acceptsAnything(other);
}

function both(one: GuardSchema | undefined, other: GuardSchema): GuardSchema {
  if (one === undefined || acceptsAnything(one)) return other;
  if (acceptsAnything(other) || isSame(one, other)) return one;
  return { allOf: [one, other] };
}

/** Whether two schemas are written alike. */
export function isSame(one: GuardSchema, other: GuardSchema): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
