import { isJsonObject } from "../../../base/json-object.ts";
import type { NormalSchema, SchemaType } from "../../model/json-schema.ts";
import { canonicalText } from "../canonical.ts";
import { isMultipleOf } from "./multiple.ts";

/** Whether a value is what a schema says of it, without its parts. */
export function valueFits(schema: NormalSchema, value: unknown): boolean {
  const { type, enum: values } = schema;
  if (type !== undefined && ![type].flat().some((one) => isOf(one, value)))
    return false;
  if (Object.hasOwn(schema, "const") && !isEqual(schema.const, value))
    return false;
  if (values && !values.some((one) => isEqual(one, value))) return false;
  if (typeof value === "number") return numberFits(schema, value);
  if (typeof value === "string") return textFits(schema, value);
  if (Array.isArray(value)) return listFits(schema, value);
  return !isJsonObject(value) || objectFits(schema, value);
}

function isOf(type: SchemaType, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "boolean":
    case "number":
    case "string":
      return typeof value === type;
    default:
      return type satisfies never;
  }
}

/** Objects are equal in whatever order their keys are. */
function isEqual(left: unknown, right: unknown): boolean {
  return canonicalText(left) === canonicalText(right);
}

function isWithin(
  value: number,
  least: number | undefined,
  most: number | undefined,
): boolean {
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

function numberFits(schema: NormalSchema, value: number): boolean {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return (
    isWithin(value, schema.minimum, schema.maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf))
  );
}

function textFits(schema: NormalSchema, value: string): boolean {
  const { minLength, maxLength, pattern } = schema;
  // A character outside the basic plane is one, though it takes two units.
  const length = [...value].length;
  return (
    isWithin(length, minLength, maxLength) &&
    (pattern === undefined || new RegExp(pattern, "u").test(value))
  );
}

function listFits(schema: NormalSchema, value: readonly unknown[]): boolean {
  const { minItems, maxItems, uniqueItems } = schema;
  if (!isWithin(value.length, minItems, maxItems)) return false;
  return (
    uniqueItems !== true ||
    new Set(value.map(canonicalText)).size === value.length
  );
}

function objectFits(
  schema: NormalSchema,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const { minProperties, maxProperties, required = [] } = schema;
  const has = (name: string) => Object.hasOwn(value, name);
  return (
    isWithin(Object.keys(value).length, minProperties, maxProperties) &&
    required.every(has) &&
    Object.entries(schema.dependentRequired ?? {}).every(
      ([name, names]) => !has(name) || names.every(has),
    )
  );
}
