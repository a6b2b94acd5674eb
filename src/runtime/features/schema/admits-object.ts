import { isObject } from "../../protocol/message.ts";

/** False if no value of a JSON Schema is an object, judged by its types, values and alternatives. */
export function admitsObject(schema: unknown): boolean {
  if (!isObject(schema)) return schema !== false;
  const { type = "object", anyOf, oneOf = anyOf, allOf } = schema;
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  return (
    [type].flat().includes("object") &&
    (!Array.isArray(values) || values.some(isObject)) &&
    (!Array.isArray(oneOf) || oneOf.some(admitsObject)) &&
    (!Array.isArray(allOf) || allOf.every(admitsObject))
  );
}
