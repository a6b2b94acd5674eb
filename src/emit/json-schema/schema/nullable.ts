import type { JsonSchema } from "./schema.ts";

/**
 * The schema that accepts null as well, for `@nullable`. In a published file,
 * `{}` becomes null alone; it says the same as before in a corrected one.
 */
export function nullable(schema: JsonSchema, corrected: boolean): JsonSchema {
  const { type, anyOf, description: _, ...rest } = schema;
  if (acceptsNull(schema)) return schema;
  if (anyOf) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  if (Object.keys(rest).length > 0)
    return { anyOf: [schema, { type: "null" }] };
  if (type === undefined)
    return corrected ? schema : { ...schema, type: "null" };
  return { ...schema, type: [type, "null"].flat() };
}

function acceptsNull({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes("null") || anyOf.some(acceptsNull);
}
