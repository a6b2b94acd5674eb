import { mapSubschemas } from "../../schema/json-schema/index.ts";
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
  return mapSubschemas(schema, (one) => withoutBare(one, definitions));
}

const bare: JsonSchema = { type: "object" };

function isBare({ type, ...rest }: JsonSchema): boolean {
  return type === "object" && acceptsAnything(rest);
}
