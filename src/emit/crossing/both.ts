import { acceptsAnything } from "../guards/scope/schemas.ts";
import type { JsonSchema } from "../json-schema/index.ts";

/** A schema of the values that two schemas accept, written as one where it is easy. */
export function both(first: JsonSchema, second: JsonSchema): JsonSchema {
  if (acceptsAnything(first) || isSame(first, second)) return second;
  if (acceptsAnything(second)) return first;
  const rest = merged(first, second);
  return rest ?? { allOf: [...partsOf(first), ...partsOf(second)] };
}

/** Two objects or two lists of which nothing but their members is said. */
function merged(first: JsonSchema, second: JsonSchema): JsonSchema | undefined {
  if (first.type !== second.type) return undefined;
  if (isOnly(first, ["items"]) && isOnly(second, ["items"]))
    return { ...first, items: both(itemsOf(first), itemsOf(second)) };
  if (
    !isOnly(first, ["properties", "required"]) ||
    !isOnly(second, ["properties", "required"])
  )
    return undefined;
  const properties = { ...first.properties };
  for (const [name, schema] of Object.entries(second.properties ?? {}))
    properties[name] = Object.hasOwn(properties, name)
      ? both(properties[name] ?? {}, schema)
      : schema;
  const required = new Set([
    ...(first.required ?? []),
    ...(second.required ?? []),
  ]);
  return {
    type: "object",
    properties,
    ...(required.size > 0 && { required: [...required] }),
  };
}

function isOnly(schema: JsonSchema, keywords: readonly string[]): boolean {
  const type = keywords.includes("items") ? "array" : "object";
  return (
    schema.type === type &&
    Object.keys(schema).every((key) => key === "type" || keywords.includes(key))
  );
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return items === undefined || Array.isArray(items) ? {} : items;
}

function partsOf(schema: JsonSchema): JsonSchema[] {
  const { allOf, ...rest } = schema;
  return allOf !== undefined && acceptsAnything(rest) ? allOf : [schema];
}

function isSame(first: JsonSchema, second: JsonSchema): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
