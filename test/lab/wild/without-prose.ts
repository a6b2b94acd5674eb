/** What says something to people alone. */
const prose = new Set([
  "$comment",
  "description",
  "enumDescriptions",
  "errorMessage",
  "markdownDescription",
  "title",
]);

/** Values, in which nothing is a keyword. */
const values = new Set(["const", "default", "enum", "examples", "required"]);

/** From names to schemas: a property may be named "title". */
const maps = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** A JSON Schema without titles and descriptions: the same values are valid. */
export function withoutProse(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutProse);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !isProse(keyword, value))
      .map(([keyword, value]) => [keyword, valueWithout(keyword, value)]),
  );
}

/** Prose is text: an object of that name may be a schema in a place that is no keyword. */
function isProse(keyword: string, value: unknown): boolean {
  const isText =
    typeof value === "string" ||
    (Array.isArray(value) && value.every((item) => typeof item === "string"));
  return prose.has(keyword) && isText;
}

function valueWithout(keyword: string, value: unknown): unknown {
  if (values.has(keyword)) return value;
  if (!maps.has(keyword) || !isObject(value)) return withoutProse(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutProse(part)]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
