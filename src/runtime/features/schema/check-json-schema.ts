import { type JsonObject, isObject } from "../../protocol/message.ts";

const maxDepth = 64;
const maxValues = 10_000;

/**
 * Throws a TypeError unless a JSON Schema is of one dialect that is understood,
 * refers to nothing outside itself, and is of a size that a validator can bear.
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

/** The dialect that a schema names; undefined where it names none. */
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

/** A dialect of JSON Schema that is understood. */
export type SchemaDialect = "draft-07" | "2019-09" | "2020-12";

/** What a schema is of that names none. */
export const defaultDialect: SchemaDialect = "2020-12";

const uris =
  /^https?:\/\/json-schema\.org\/(?:draft\/(?=\d))?(draft-07|2019-09|2020-12)\/schema#?$/;

/**
 * The dialect that a `$schema` names, in any spelling. Throws a TypeError for one
 * that is not understood.
 */
function readDialect(uri: string): SchemaDialect {
  const [, dialect] = uris.exec(uri) ?? [];
  // The expression has no other.
  if (dialect !== undefined) return dialect as SchemaDialect;
  throw new TypeError(
    `its dialect ${uri} is not supported, only draft-07, 2019-09 and 2020-12 are`,
  );
}

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

/** Where a reference leads; undefined where nothing is there. */
export type Resolve = (reference: string) => unknown;

const keywords = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** The references of a schema itself, not of those within it. */
export function referencesOf(schema: JsonObject): string[] {
  return keywords
    .map((keyword) => schema[keyword])
    .filter((reference) => typeof reference === "string");
}

/**
 * Finds what the references within a schema lead to. Throws a TypeError for a
 * schema with a part that has an `$id`: references mean something else there.
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

/** The part of a document that a JSON pointer leads to. */
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
