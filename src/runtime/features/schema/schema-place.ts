import { isObject, type JsonObject } from "../../protocol/message.ts";

/** What a value within a JSON Schema is part of: data says nothing of schemas. */
export type SchemaPlace = "schema" | "names" | "data";

/** Keywords whose value is data, and says nothing about schemas. */
const data = /* @__PURE__ */ new Set([
  ...["const", "enum", "default", "examples"],
  // Names of properties, and of vocabularies, are no keywords.
  ...["required", "dependentRequired", "$vocabulary"],
]);

/** Keywords whose value holds schemas by names that are no keywords. */
const maps = /* @__PURE__ */ new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
  "dependencies",
]);

/** Keywords whose value is a schema, or a list of them. */
const applicators = /* @__PURE__ */ new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems"],
  ...["contains", "propertyNames", "additionalProperties"],
  ...["unevaluatedProperties", "contentSchema"],
]);

/** Whether the specification has schemas in a keyword's value; others' keywords say nothing of theirs. */
export function holdsSchemas(keyword: string): boolean {
  return applicators.has(keyword) || maps.has(keyword);
}

/** The place of a key's value; among names, and in arrays, the key is no keyword. */
export function placeUnder(
  key: string | undefined,
  place: SchemaPlace,
): SchemaPlace {
  const keyword = place === "schema" ? (key ?? "") : "";
  if (place === "data" || data.has(keyword)) return "data";
  return maps.has(keyword) ? "names" : "schema";
}

/** Calls a function with a schema and with each schema within it; values of unknown keywords count. */
export function forEachSchema(
  value: unknown,
  visit: (schema: JsonObject) => void,
  place: SchemaPlace = "schema",
): void {
  if (typeof value !== "object" || value === null || place === "data") return;
  if (place === "schema" && isObject(value)) visit(value);
  for (const [key, child] of Object.entries(value)) {
    const keyword = Array.isArray(value) ? undefined : key;
    forEachSchema(child, visit, placeUnder(keyword, place));
  }
}
