import { type JsonObject, isObject } from "../../protocol/message.ts";

const maxDepth = 64;
const maxValues = 10_000;

/**
 * Throws a TypeError unless a JSON Schema has a supported dialect, contains all targets of
 * its references, and has a limited size.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic#json-schema-usage | JSON Schema Usage}
 */
export function checkJsonSchema(schema: unknown): asserts schema is JsonObject {
  let values = 0;
  if (!isObject(schema)) throw new TypeError("it is no object");
  const dialect = dialectOf(schema) ?? defaultDialect;
  visit(schema, 0, "schema");

  function visit(value: unknown, depth: number, place: SchemaPlace): void {
    if (typeof value !== "object" || value === null) return;
    if (depth > maxDepth) throw new TypeError(`it is deeper than ${maxDepth}`);
    for (const [key, child] of Object.entries(value)) {
      if (++values > maxValues) {
        throw new TypeError(`it has more than ${maxValues} values`);
      }
      const keyword = Array.isArray(value) ? undefined : key;
      if (typeof child !== "string")
        visit(child, depth + 1, placeUnder(keyword, place));
      else if (place === "schema") checkKeyword(keyword, child, dialect);
    }
  }
}

/** Returns the dialect of a schema; undefined if it has no `$schema`. */
export function dialectOf({ $schema }: JsonObject): SchemaDialect | undefined {
  return typeof $schema === "string" ? readDialect($schema) : undefined;
}

function checkKeyword(
  keyword: string | undefined,
  value: string,
  dialect: SchemaDialect,
): void {
  if (keyword === "$schema" && readDialect(value) !== dialect)
    throw new TypeError(`a part of it is of another dialect: ${value}`);
  const refers =
    keyword === "$ref" ||
    keyword === "$dynamicRef" ||
    keyword === "$recursiveRef";
  if (refers && !value.startsWith("#")) {
    throw new TypeError(
      `its reference ${value} leads outside: only "#…" is followed`,
    );
  }
}

/** Supported dialects of JSON Schema. */
export type SchemaDialect = "draft-07" | "2019-09" | "2020-12";

/** Dialect of a schema without `$schema`. */
export const defaultDialect: SchemaDialect = "2020-12";

const uris =
  /^https?:\/\/json-schema\.org\/(?:draft\/(?=\d))?(draft-07|2019-09|2020-12)\/schema#?$/;

/**
 * Returns the dialect of a `$schema`, in any spelling. Throws a TypeError for an
 * unsupported one.
 */
function readDialect(uri: string): SchemaDialect {
  const [, dialect] = uris.exec(uri) ?? [];
  // The expression matches no other value.
  if (dialect !== undefined) return dialect as SchemaDialect;
  throw new TypeError(
    `its dialect ${uri} is not supported, only draft-07, 2019-09 and 2020-12 are`,
  );
}

/** Role of a value within a JSON Schema. Data contains no schemas. */
export type SchemaPlace = "schema" | "names" | "data";

/** Keywords with data as value. */
const data = /* @__PURE__ */ new Set([
  ...["const", "enum", "default", "examples"],
  // Names of properties and vocabularies are not keywords.
  ...["required", "dependentRequired", "$vocabulary"],
]);

/** Keywords whose value maps names to schemas. */
const maps = /* @__PURE__ */ new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
  "dependencies",
]);

/** Keywords whose value is a schema or a list of schemas. */
const applicators = /* @__PURE__ */ new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems"],
  ...["contains", "propertyNames", "additionalProperties"],
  ...["unevaluatedProperties", "contentSchema"],
]);

/** True for standard keywords with schemas in their value. */
export function holdsSchemas(keyword: string): boolean {
  return applicators.has(keyword) || maps.has(keyword);
}

/**
 * Returns the role of a key's value. In maps of names and in arrays, the key is not a
 * keyword.
 */
export function placeUnder(
  key: string | undefined,
  place: SchemaPlace,
): SchemaPlace {
  const keyword = place === "schema" ? (key ?? "") : "";
  if (place === "data" || data.has(keyword)) return "data";
  return maps.has(keyword) ? "names" : "schema";
}

/**
 * Calls a function for a schema and for every schema in it, also in values of unknown
 * keywords.
 */
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

/** Returns the target of a reference; undefined if it does not exist. */
export type Resolve = (reference: string) => unknown;

const keywords = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** Returns the references of a schema, without those of its subschemas. */
export function referencesOf(schema: JsonObject): string[] {
  return keywords
    .map((keyword) => schema[keyword])
    .filter((reference) => typeof reference === "string");
}

/**
 * Creates a function that resolves the references of a schema. Throws a TypeError if a
 * subschema has an `$id`, which changes the meaning of references.
 */
export function resolver(root: JsonObject): Resolve {
  const anchors = new Map<string, unknown>();
  forEachSchema(root, (schema) => {
    const { $id, $anchor, $dynamicAnchor } = schema;
    const name = typeof $id === "string" && /^#(.+)$/.exec($id)?.[1];
    if (typeof $id === "string" && !name && schema !== root)
      throw new TypeError(`a part of it has an $id of its own`);
    for (const anchor of [name, $anchor, $dynamicAnchor])
      if (typeof anchor === "string") anchors.set(anchor, schema);
  });
  return (reference) =>
    isPointer(reference)
      ? resolvePointer(root, reference)
      : anchors.get(decode(reference.slice(1)));
}

/** True if a reference is a JSON pointer into its own document. */
export function isPointer(reference: string): boolean {
  return reference === "#" || reference.startsWith("#/");
}

/** Returns the part of a document at a JSON pointer. */
export function resolvePointer(root: JsonObject, pointer: string): unknown {
  return valueAt(root, decode(pointer.slice(1)).split("/").slice(1));
}

function valueAt(root: JsonObject, segments: readonly string[]): unknown {
  let found: unknown = root;
  for (const segment of segments) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined;
  }
  return found;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
