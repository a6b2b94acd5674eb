/** A dialect of JSON Schema that is understood. */
export type SchemaDialect = "draft-07" | "2019-09" | "2020-12";

/** What a schema is of that names none. */
export const defaultDialect: SchemaDialect = "2020-12";

const dialects: ReadonlyMap<string, SchemaDialect> = /* @__PURE__ */ new Map([
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft/2019-09/schema", "2019-09"],
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/**
 * The dialect that a `$schema` names, in any spelling. Throws a TypeError for one
 * that is not understood.
 */
export function readDialect(uri: string): SchemaDialect {
  const dialect = dialects.get(uri.replace(/^https?:\/\/|#$/g, ""));
  if (dialect) return dialect;
  const known = [...new Set(dialects.values())].join(", ");
  throw new TypeError(`its dialect ${uri} is not supported, only ${known} are`);
}
