import type { JsonSchema } from "../json-schema/index.ts";
import { acceptsAnything, resolve, type Definitions } from "./scope/schemas.ts";

/**
 * Has types of which any object is one said in place, so that a guard is the same
 * in a revision that names such a type and in one that does not: both then share
 * it, and a program that speaks both has it once.
 */
export function withoutBare(
  schema: JsonSchema,
  definitions: Definitions,
): JsonSchema {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined) {
    const isSaid = isBare(resolve(schema, definitions));
    return isSaid && acceptsAnything(beside) ? bare : schema;
  }
  const inner = (one: JsonSchema): JsonSchema => withoutBare(one, definitions);
  const { anyOf, allOf, items, properties, additionalProperties } = schema;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(items && {
      items: Array.isArray(items) ? items.map(inner) : inner(items),
    }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, inner(one)]),
      ),
    }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: inner(additionalProperties),
    }),
  };
}

const bare: JsonSchema = { type: "object" };

function isBare({ type, ...rest }: JsonSchema): boolean {
  return type === "object" && acceptsAnything(rest);
}
