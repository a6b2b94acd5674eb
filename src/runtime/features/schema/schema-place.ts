/** What a value within a JSON Schema is part of: data says nothing of schemas. */
export type SchemaPlace = "schema" | "names" | "data";

/** Keywords whose value is data, and says nothing about schemas. */
const data = /* @__PURE__ */ new Set(["const", "enum", "default", "examples"]);

/** Keywords whose value holds schemas by names that are no keywords. */
const maps = /* @__PURE__ */ new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
  "dependencies",
]);

/** The place of a key's value; among names, and in arrays, the key is no keyword. */
export function placeUnder(
  key: string | undefined,
  place: SchemaPlace,
): SchemaPlace {
  const keyword = place === "schema" ? (key ?? "") : "";
  if (place === "data" || data.has(keyword)) return "data";
  return maps.has(keyword) ? "names" : "schema";
}
