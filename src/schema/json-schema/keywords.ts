import { isJsonObject } from "../../base/json-object.ts";
import { isSince, latestDialect, type Dialect } from "./dialect.ts";
import type { SchemaPath } from "./error.ts";

/** Form of a keyword's value: one schema, a list of schemas, or an object of schemas by name. */
type SchemaForm = "schema" | "list" | "map";

/** The value that a subschema describes: the same one, a part of it, or a property name in it. */
export type SchemaSubject = "value" | "part" | "name";

/** Keyword whose value holds schemas. */
interface SchemaKeyword {
  readonly form: SchemaForm;
  /** Undefined for definitions, which describe nothing until something refers to them. */
  readonly appliesTo?: SchemaSubject;
  /** The first dialect that has the keyword. */
  readonly since: Dialect;
}

/** Name of a keyword that holds schemas. */
type SchemaKeywordName =
  | "allOf"
  | "anyOf"
  | "oneOf"
  | "not"
  | "if"
  | "then"
  | "else"
  | "dependentSchemas"
  | "dependencies"
  | "properties"
  | "patternProperties"
  | "prefixItems"
  | "additionalProperties"
  | "unevaluatedProperties"
  | "items"
  | "additionalItems"
  | "unevaluatedItems"
  | "contains"
  | "propertyNames"
  | "$defs"
  | "definitions";

/**
 * The keywords that hold schemas, in the order in which subschemas are visited. No other
 * value in a schema is a schema: an object under another keyword is data.
 */
const schemaKeywords: Readonly<Record<SchemaKeywordName, SchemaKeyword>> = {
  allOf: { form: "list", appliesTo: "value", since: "draft-04" },
  anyOf: { form: "list", appliesTo: "value", since: "draft-04" },
  oneOf: { form: "list", appliesTo: "value", since: "draft-04" },
  not: { form: "schema", appliesTo: "value", since: "draft-04" },
  if: { form: "schema", appliesTo: "value", since: "draft-07" },
  then: { form: "schema", appliesTo: "value", since: "draft-07" },
  else: { form: "schema", appliesTo: "value", since: "draft-07" },
  dependentSchemas: { form: "map", appliesTo: "value", since: "2019-09" },
  dependencies: { form: "map", appliesTo: "value", since: "draft-04" },
  properties: { form: "map", appliesTo: "part", since: "draft-04" },
  patternProperties: { form: "map", appliesTo: "part", since: "draft-04" },
  prefixItems: { form: "list", appliesTo: "part", since: "2020-12" },
  additionalProperties: {
    form: "schema",
    appliesTo: "part",
    since: "draft-04",
  },
  unevaluatedProperties: {
    form: "schema",
    appliesTo: "part",
    since: "2019-09",
  },
  items: { form: "schema", appliesTo: "part", since: "draft-04" },
  additionalItems: { form: "schema", appliesTo: "part", since: "draft-04" },
  unevaluatedItems: { form: "schema", appliesTo: "part", since: "2019-09" },
  contains: { form: "schema", appliesTo: "part", since: "draft-06" },
  propertyNames: { form: "schema", appliesTo: "name", since: "draft-06" },
  $defs: { form: "map", since: "draft-04" },
  definitions: { form: "map", since: "draft-04" },
};

/** Returns the entry of a keyword; undefined if its value holds no schema. */
export function schemaKeyword(
  keyword: string,
  dialect: Dialect = latestDialect,
): SchemaKeyword | undefined {
  if (!isSchemaKeyword(keyword)) return undefined;
  const found = schemaKeywords[keyword];
  return isSince(dialect, found.since) ? found : undefined;
}

function isSchemaKeyword(keyword: string): keyword is SchemaKeywordName {
  return Object.hasOwn(schemaKeywords, keyword);
}

/** Schema directly within another. */
export interface Subschema<Schema> {
  readonly schema: Schema;
  /** The keys that lead to it. */
  readonly path: SchemaPath;
  readonly appliesTo: SchemaSubject | undefined;
}

/**
 * Returns the schemas directly within a schema, in the order of the table. Does not follow
 * references, and leaves out `true` and `false`.
 */
export function subschemasOf<Schema extends object>(
  schema: Schema,
  dialect: Dialect = latestDialect,
): Subschema<Schema>[] {
  const found: Subschema<Schema>[] = [];
  for (const keyword of keywordNames) {
    const value: unknown = Reflect.get(schema, keyword);
    if (value === undefined || !Object.hasOwn(schema, keyword)) continue;
    const { form, appliesTo, since } = schemaKeywords[keyword];
    if (!isSince(dialect, since)) continue;
    // Until 2019-09, and in the wild, a list of schemas may stand where one is expected.
    if (Array.isArray(value) && form !== "map")
      value.forEach((one: unknown, at) => add(one, [keyword, at], appliesTo));
    else if (form === "schema") add(value, [keyword], appliesTo);
    else if (form === "map" && isJsonObject(value))
      for (const [name, one] of Object.entries(value))
        add(one, [keyword, name], appliesTo);
  }
  return found;

  function add(
    one: unknown,
    path: SchemaPath,
    appliesTo: SchemaSubject | undefined,
  ): void {
    // The keyword says that it is a schema, and schemas hold schemas of their own kind.
    if (isJsonObject(one))
      found.push({ schema: one as Schema, path, appliesTo });
  }
}

// The keys of a table are its own.
const keywordNames = Object.keys(schemaKeywords) as SchemaKeywordName[];

/** Copies a schema with each schema directly within it replaced; `true` and `false` stay. */
export function mapSubschemas<Schema extends object>(
  schema: Schema,
  change: (subschema: Schema) => Schema,
): Schema {
  const one = (value: unknown): unknown =>
    // The keyword says that it is a schema, and schemas hold schemas of their own kind.
    isJsonObject(value) ? change(value as Schema) : value;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const form = schemaKeyword(keyword)?.form;
    if (form === undefined) return [keyword, value];
    if (Array.isArray(value) && form !== "map")
      return [keyword, value.map(one)];
    if (form !== "map" || !isJsonObject(value)) return [keyword, one(value)];
    const named = Object.entries(value).map(([name, inner]) => [
      name,
      one(inner),
    ]);
    return [keyword, Object.fromEntries(named)];
  });
  // The same keywords, with values of the same kinds.
  return Object.fromEntries(entries) as Schema;
}
