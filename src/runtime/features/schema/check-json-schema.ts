import { isObject, type JsonObject } from "../../protocol/message.ts";
import { defaultDialect, readDialect, type SchemaDialect } from "./dialect.ts";
import { placeUnder, type SchemaPlace } from "./schema-place.ts";

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
