import { isObject, type JsonObject } from "../../../protocol/message.ts";
import { holdsSchemas, placeUnder, type SchemaPlace } from "../schema-place.ts";

/** What of a schema is copied. */
export interface SchemaCopying {
  keeps(keyword: string, value: unknown): boolean;
  /** Whether names of this pattern are looked at. */
  keepsPattern(pattern: string): boolean;
}

/** A copy of a schema, and of those within it, with what is to be kept; values of other keywords stay as they are. */
export function copySchema(
  schema: JsonObject,
  kept: SchemaCopying,
): JsonObject {
  const entries = Object.entries(schema).filter(([keyword, value]) =>
    kept.keeps(keyword, value),
  );
  const copy: JsonObject = Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword === "patternProperties" && isObject(value))
        return [keyword, copyPatterns(value, kept)];
      return holdsSchemas(keyword)
        ? [keyword, copyUnder(value, placeUnder(keyword, "schema"), kept)]
        : [keyword, value];
    }),
  );
  const { additionalProperties, ...rest } = copy;
  // What a lost pattern would have taken is nothing additional.
  return sizeOf(copy) < sizeOf(schema) ? rest : copy;
}

/** How many patterns for names there are. */
function sizeOf({ patternProperties }: JsonObject): number {
  return isObject(patternProperties)
    ? Object.keys(patternProperties).length
    : 0;
}

function copyPatterns(patterns: JsonObject, kept: SchemaCopying): JsonObject {
  const entries = Object.entries(patterns).filter(([pattern]) =>
    kept.keepsPattern(pattern),
  );
  return Object.fromEntries(
    entries.map(([pattern, schema]) => [
      pattern,
      copyUnder(schema, "schema", kept),
    ]),
  );
}

function copyUnder(
  value: unknown,
  place: SchemaPlace,
  kept: SchemaCopying,
): unknown {
  if (place === "data") return value;
  if (Array.isArray(value))
    return value.map((item) => copyUnder(item, place, kept));
  if (!isObject(value)) return value;
  if (place === "schema") return copySchema(value, kept);
  return Object.fromEntries(
    Object.entries(value).map(([name, schema]) => [
      name,
      copyUnder(schema, "schema", kept),
    ]),
  );
}
