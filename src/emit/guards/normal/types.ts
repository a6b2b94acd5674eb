import type {
  NormalSchema,
  SchemaType,
} from "../../../schema/model/json-schema.ts";

/** The types that a value may have; a whole number is an `integer`, and a `number`, too. */
export type Types = ReadonlySet<SchemaType>;

export const everyType: Types = new Set<SchemaType>([
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
]);

/** The types that a schema allows of those that a value can have. */
export function allowedTypes({ type }: NormalSchema, given: Types): Types {
  if (type === undefined) return given;
  const named = new Set(typeof type === "string" ? [type] : type);
  const allowed = new Set<SchemaType>();
  for (const one of given) {
    if (named.has(one)) allowed.add(one);
    else if (one === "number" && named.has("integer")) allowed.add("integer");
    else if (one === "integer" && named.has("number")) allowed.add("integer");
  }
  return allowed;
}

/** The type of a JSON value. */
export function typeOf(value: unknown): SchemaType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    default:
      return "object";
  }
}

/** Whether a value has one of the types. */
export function hasType(value: unknown, types: Types): boolean {
  const type = typeOf(value);
  return types.has(type) || (type === "integer" && types.has("number"));
}

export function hasNumbers(types: Types): boolean {
  return types.has("number") || types.has("integer");
}
