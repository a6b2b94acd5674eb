import { isObject, type JsonObject } from "../../protocol/message.ts";
import { resolvePointer, isPointer } from "./bounds/references.ts";

/**
 * True if a JSON Schema accepts only objects: by its type, or by each alternative of a
 * union. References within the document are followed.
 */
export function isObjectSchema(root: JsonObject): boolean {
  const known = new Map<unknown, boolean>();
  const isObjects = (schema: unknown): boolean => {
    const before = known.get(schema);
    if (before !== undefined || !isObject(schema)) return before === true;
    // A schema that leads back to itself says nothing.
    known.set(schema, false);
    const found = typeIsObject(schema, root, isObjects);
    known.set(schema, found);
    return found;
  };
  return isObjects(root);
}

function typeIsObject(
  { type, $ref, allOf, anyOf, oneOf }: JsonObject,
  root: JsonObject,
  isObjects: (schema: unknown) => boolean,
): boolean {
  if (type !== undefined) return type === "object";
  if (typeof $ref === "string" && isPointer($ref))
    if (isObjects(resolvePointer(root, $ref))) return true;
  if (Array.isArray(allOf) && allOf.some(isObjects)) return true;
  return [anyOf, oneOf].some(
    (members) =>
      Array.isArray(members) && members.length > 0 && members.every(isObjects),
  );
}
