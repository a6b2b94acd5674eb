export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Whether a value is a JSON object, and neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const none: JsonObject = {};

/** The value as an object; an empty one when it is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : none;
}
