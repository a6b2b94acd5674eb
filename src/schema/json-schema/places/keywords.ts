import { isJsonObject } from "../../../base/json-object.ts";
import { isSince, type Dialect } from "../dialect.ts";

type SchemaKeyword =
  | "not"
  | "additionalProperties"
  | "propertyNames"
  | "contains"
  | "if"
  | "then"
  | "else"
  | "unevaluatedProperties"
  | "unevaluatedItems";
type ListKeyword = "allOf" | "anyOf" | "oneOf" | "prefixItems";
type MapKeyword = "properties" | "patternProperties" | "dependentSchemas";
/** The dialect that has each first. */
type Table<Keyword extends string> = Readonly<Record<Keyword, Dialect>>;

/** The keywords whose value is a schema. */
export const schemaKeywords: Table<SchemaKeyword> = {
  not: "draft-04",
  additionalProperties: "draft-04",
  propertyNames: "draft-06",
  contains: "draft-06",
  if: "draft-07",
  then: "draft-07",
  else: "draft-07",
  unevaluatedProperties: "2019-09",
  unevaluatedItems: "2019-09",
};

/** The keywords whose value is a list of schemas. */
export const listKeywords: Table<ListKeyword> = {
  allOf: "draft-04",
  anyOf: "draft-04",
  oneOf: "draft-04",
  prefixItems: "2020-12",
};

/** The keywords whose value is an object of schemas. */
const mapKeywords: Table<MapKeyword> = {
  properties: "draft-04",
  patternProperties: "draft-04",
  dependentSchemas: "2019-09",
};

/** What is read of `items` and others, whose form depends on the dialect. */
const unlike = ["items", "additionalItems"];
/** Where schemas are kept, or what may be lists of names. */
const kept = ["$defs", "definitions", "dependencies"];

/** The schemas that a schema itself has, with the keys that lead to them. */
export function subschemasOf(
  schema: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): [path: (string | number)[], schema: unknown][] {
  const found: [(string | number)[], unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (isOf(schemaKeywords, keyword, dialect)) found.push([[keyword], value]);
    else if (isOf(listKeywords, keyword, dialect)) addList(keyword, value);
    else if (isOf(mapKeywords, keyword, dialect) || kept.includes(keyword))
      addMap(keyword, value);
    else if (unlike.includes(keyword)) {
      if (Array.isArray(value)) addList(keyword, value);
      else found.push([[keyword], value]);
    }
  }
  return found.filter(([, value]) => isJsonObject(value));

  function addList(keyword: string, value: unknown): void {
    if (!Array.isArray(value)) return;
    value.forEach((one: unknown, at) => found.push([[keyword, at], one]));
  }

  function addMap(keyword: string, value: unknown): void {
    if (!isJsonObject(value)) return;
    for (const [key, one] of Object.entries(value))
      found.push([[keyword, key], one]);
  }
}

function isOf(
  keywords: Readonly<Record<string, Dialect>>,
  keyword: string,
  dialect: Dialect,
): boolean {
  const since = Object.hasOwn(keywords, keyword) && keywords[keyword];
  return since !== undefined && since !== false && isSince(dialect, since);
}
