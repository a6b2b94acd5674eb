import type { NormalSchema } from "../../schema/model/json-schema.ts";

const annotationWords = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "format",
]);

/** Whether a schema asks anything of a value. */
export function isBounding(schema: NormalSchema): boolean {
  return Object.keys(schema).some((word) => !annotationWords.has(word));
}

/** Whether all that a schema asks is what it refers to. */
export function isReference(
  schema: NormalSchema,
): schema is NormalSchema & { $ref: string } {
  return (
    schema.$ref !== undefined &&
    Object.keys(schema).every(
      (word) => word === "$ref" || annotationWords.has(word),
    )
  );
}
