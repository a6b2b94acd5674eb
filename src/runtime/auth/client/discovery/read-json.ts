import { isObject, type JsonObject } from "../../../protocol/message.ts";

/** A text as an object, or undefined when it is anything else. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A property that is text and not empty. */
export function textOf(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A property that is a list: what is text in it. */
export function textsOf(
  object: JsonObject,
  name: string,
): readonly string[] | undefined {
  const value = object[name];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item) => typeof item === "string");
}

/** Whether a property is there and true. */
export function isTrue(object: JsonObject, name: string): boolean {
  return object[name] === true;
}

/** A property that is there, with the name and its value; nothing otherwise, for objects that are spread. */
export function defined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined
    ? {}
    : ({ [name]: value } as { readonly [Key in Name]: Value });
}
