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
export function readDialect(uri: string): SchemaDialect {
  const [, dialect] = uris.exec(uri) ?? [];
  // The expression has no other.
  if (dialect !== undefined) return dialect as SchemaDialect;
  throw new TypeError(
    `its dialect ${uri} is not supported, only draft-07, 2019-09 and 2020-12 are`,
  );
}
