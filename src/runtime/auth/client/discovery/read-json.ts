import { isObject, type JsonObject } from "../../../protocol/message.ts";

/** Parses a JSON object. Returns undefined for any other text. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a property if it is a non-empty string. */
export function textOf(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the strings of a property that is a list. */
export function textsOf(
  object: JsonObject,
  name: string,
): readonly string[] | undefined {
  const value = object[name];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item) => typeof item === "string");
}

/** True if a property is `true`. */
export function isTrue(object: JsonObject, name: string): boolean {
  return object[name] === true;
}

/**
 * Returns an object with one property, or an empty object if the value is
 * undefined. For object spread.
 */
export function defined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined
    ? {}
    : ({ [name]: value } as { readonly [Key in Name]: Value });
}
