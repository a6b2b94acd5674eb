import type { JsonSchema } from "../../json-schema/index.ts";
import { hasLimits } from "../scope/limits.ts";
import {
  acceptsAnything,
  resolve,
  type Definitions,
} from "../scope/schemas.ts";

/** The object schema that says all that a schema says, if one can. */
export function asObject(
  schema: JsonSchema,
  definitions: Definitions,
): JsonSchema | undefined {
  const resolved = resolve(schema, definitions);
  const { allOf, ...rest } = resolved;
  if (allOf === undefined)
    return isPlainObject(resolved) ? resolved : undefined;
  if (!acceptsAnything(rest)) return undefined;
  const parts = allOf.map((part) => asObject(part, definitions));
  const objects = parts.filter((part) => part !== undefined);
  return objects.length < parts.length ? undefined : merge(objects);
}

function isPlainObject(schema: JsonSchema): boolean {
  return schema.type === "object" && !hasLimits(schema);
}

/** One object for several; an index signature of one would speak of the fields of another. */
function merge(objects: readonly JsonSchema[]): JsonSchema | undefined {
  if (objects.some(hasIndex)) return undefined;
  const properties = new Map<string, JsonSchema>();
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

function hasIndex({ additionalProperties: other }: JsonSchema): boolean {
  return typeof other === "object" && !acceptsAnything(other);
}

function both(one: JsonSchema | undefined, other: JsonSchema): JsonSchema {
  if (one === undefined || acceptsAnything(one)) return other;
  if (acceptsAnything(other) || isSame(one, other)) return one;
  return { allOf: [one, other] };
}

/** Whether two schemas are written alike. */
export function isSame(one: JsonSchema, other: JsonSchema): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
