import { isJsonObject } from "../../../base/json-object.ts";
import type { NormalSchema } from "../../model/json-schema.ts";
import { isSince } from "../dialect.ts";
import { SchemaError, type SchemaPath } from "../error.ts";
import { schemaKeyword } from "../keywords.ts";
import type { Place } from "../places/resources.ts";
import type { Bindings } from "./bindings.ts";
import type { ReadContext } from "./context.ts";
import { addPattern, addPatternProperties } from "./patterns.ts";
import {
  readAnnotations,
  readEntries,
  readNames,
  readValues,
  saysNothing,
} from "./values.ts";

/** A schema as it is being read. */
interface Reading {
  readonly written: Readonly<Record<string, unknown>>;
  readonly place: Place;
  readonly bindings: Bindings;
  readonly normal: NormalSchema;
  readonly context: ReadContext;
}

/** Reads the schema at a place into its normal form; what it refers to is read elsewhere. */
export function readNode(
  place: Place,
  outer: Bindings,
  context: ReadContext,
): NormalSchema {
  const normal = readAny(place, outer, context);
  context.note(normal, place.path);
  return normal;
}

function readAny(
  place: Place,
  outer: Bindings,
  context: ReadContext,
): NormalSchema {
  const { schema: written, path, scope } = place;
  if (saysNothing(written)) return {};
  if (written === false) return { not: {} };
  if (!isJsonObject(written))
    throw new SchemaError(
      "invalid-schema",
      path,
      "a schema is an object, true or false",
    );
  const bindings = context.enter(place, outer);
  const annotations = readAnnotations(written);
  if (written["$ref"] != null && !isSince(scope.dialect, "2019-09")) {
    const normal = { ...annotations };
    readReferences({ written, place, bindings, normal, context });
    return normal;
  }
  const normal = {
    ...annotations,
    ...readValues(written, scope.dialect, path),
  };
  const reading = { written, place, bindings, normal, context };
  readReferences(reading);
  readSchemas(reading);
  readObject(reading);
  readItems(reading);
  if (written["pattern"] != null)
    addPattern(normal, written["pattern"], path, context);
  dropIdle(normal);
  if (
    scope.dialect === "2019-09" &&
    normal.contains &&
    context.evaluatesItems()
  )
    hideContains(reading, normal.contains);
  return normal;
}

function readReferences(reading: Reading): void {
  const { written, place, bindings, normal, context } = reading;
  const { dialect } = place.scope;
  const keywords = [
    ["$ref", true],
    ["$dynamicRef", dialect === "2020-12"],
    ["$recursiveRef", dialect === "2019-09"],
  ] as const;
  for (const [keyword, isKnown] of keywords) {
    const reference = written[keyword];
    if (!isKnown || reference === undefined || reference === null) continue;
    const path = [...place.path, keyword];
    if (typeof reference !== "string")
      throw new SchemaError("invalid-schema", path, "a reference is a text");
    const from = { ...place, path };
    const $ref = context.refer(reference, keyword, from, bindings);
    if (normal.$ref === undefined) normal.$ref = $ref;
    else alsoAll(normal, [noted(reading, { $ref })]);
  }
}

/** Adds what holds besides. */
function alsoAll(normal: NormalSchema, schemas: readonly NormalSchema[]): void {
  if (schemas.length === 0) return;
  normal.allOf = [...(normal.allOf ?? []), ...schemas];
}

/** Keywords with one schema, in the order of reading; `items` depends on the dialect. */
const loneKeywords = [
  "not",
  "additionalProperties",
  "propertyNames",
  "contains",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const;

const listKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

function readSchemas(reading: Reading): void {
  const { written, normal, place } = reading;
  const isPresent = (keyword: string): boolean =>
    written[keyword] != null &&
    schemaKeyword(keyword, place.scope.dialect) !== undefined;
  for (const keyword of loneKeywords.filter(isPresent))
    normal[keyword] = readUnder(reading, written[keyword], keyword);
  for (const keyword of listKeywords.filter(isPresent)) {
    const schemas = readList(reading, keyword);
    if (keyword === "allOf") alsoAll(normal, schemas);
    else if (schemas.length > 0) normal[keyword] = schemas;
    else if (keyword !== "prefixItems")
      throw invalid(reading, keyword, "it has to name at least one schema");
  }
}

function readList(reading: Reading, keyword: string): NormalSchema[] {
  const value = reading.written[keyword];
  if (!Array.isArray(value))
    throw invalid(reading, keyword, "it has to be a list of schemas");
  return value.map((one, at) => readUnder(reading, one, keyword, at));
}

function readUnder(
  { place, bindings, context }: Reading,
  schema: unknown,
  ...keys: (string | number)[]
): NormalSchema {
  const path: SchemaPath = [...place.path, ...keys];
  return readNode(context.placeOf(schema, path, place), bindings, context);
}

function readObject(reading: Reading): void {
  const { normal, place, context } = reading;
  const { dialect } = place.scope;
  const properties = readMap(reading, "properties");
  if (properties) normal.properties = properties;
  const patterns = readMap(reading, "patternProperties");
  if (patterns) addPatternProperties(normal, patterns, place.path, context);
  if (isSince(dialect, "2019-09")) {
    const schemas = readMap(reading, "dependentSchemas");
    if (schemas) normal.dependentSchemas = schemas;
    readDependent(reading, "dependentRequired");
  }
  readDependent(reading, "dependencies");
}

function readMap(
  reading: Reading,
  keyword: string,
): Record<string, NormalSchema> | undefined {
  const entries = entriesOf(reading, keyword).map(
    ([key, schema]) => [key, readUnder(reading, schema, keyword, key)] as const,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function entriesOf(
  { written, place }: Reading,
  keyword: string,
): [string, unknown][] {
  const value = written[keyword];
  if (value === undefined || value === null) return [];
  return readEntries(value, [...place.path, keyword]);
}

/** What has to be there with a property: names, or in `dependencies` also a schema. */
function readDependent(reading: Reading, keyword: string): void {
  const { normal, place } = reading;
  const names = new Map(Object.entries(normal.dependentRequired ?? {}));
  const schemas = new Map(Object.entries(normal.dependentSchemas ?? {}));
  for (const [key, value] of entriesOf(reading, keyword)) {
    if (Array.isArray(value) || keyword === "dependentRequired") {
      const more = readNames(value, [...place.path, keyword, key]);
      names.set(key, [...new Set([...(names.get(key) ?? []), ...more])]);
      continue;
    }
    const schema = readUnder(reading, value, keyword, key);
    const known = schemas.get(key);
    schemas.set(
      key,
      known ? noted(reading, { allOf: [known, schema] }) : schema,
    );
  }
  if (names.size > 0) normal.dependentRequired = Object.fromEntries(names);
  if (schemas.size > 0) normal.dependentSchemas = Object.fromEntries(schemas);
}

/** The first items, and those after them: until 2019-09, and in the wild, `items` may be a list. */
function readItems(reading: Reading): void {
  const { written, normal } = reading;
  const { items, additionalItems: after } = written;
  if (items === undefined || items === null) return;
  if (!Array.isArray(items)) {
    normal.items = readUnder(reading, items, "items");
    return;
  }
  if (normal.prefixItems)
    throw invalid(reading, "items", "beside prefixItems, it is one schema");
  const first = readList(reading, "items");
  if (first.length > 0) normal.prefixItems = first;
  if (after !== undefined && after !== null)
    normal.items = readUnder(reading, after, "additionalItems");
}

/**
 * What an item is that `contains` has found, is not evaluated for that in 2019-09, as it
 * is from 2020-12 on: what is said twice not to be so, is so, and speaks of nothing.
 */
function hideContains(reading: Reading, contains: NormalSchema): void {
  const { normal } = reading;
  const { minContains, maxContains } = normal;
  delete normal.contains;
  delete normal.minContains;
  delete normal.maxContains;
  const hidden = {
    contains,
    ...(minContains !== undefined && { minContains }),
    ...(maxContains !== undefined && { maxContains }),
  };
  const isNot = noted(reading, { not: noted(reading, hidden) });
  alsoAll(normal, [noted(reading, { not: isNot })]);
}

/** What stands for a part of the schema that has no place of its own. */
function noted(
  { place, context }: Reading,
  schema: NormalSchema,
): NormalSchema {
  context.note(schema, place.path);
  return schema;
}

/** What does nothing without another keyword. */
function dropIdle(normal: NormalSchema): void {
  if (normal.if === undefined) {
    delete normal.then;
    delete normal.else;
  }
  if (normal.contains === undefined) {
    delete normal.minContains;
    delete normal.maxContains;
  }
  if (normal.uniqueItems === false) delete normal.uniqueItems;
}

function invalid(
  reading: Reading,
  keyword: string,
  message: string,
): SchemaError {
  return new SchemaError(
    "invalid-schema",
    [...reading.place.path, keyword],
    message,
  );
}
