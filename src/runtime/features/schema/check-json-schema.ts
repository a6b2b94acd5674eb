import type { JsonObject } from "../../wire/message.ts";
import { isObject } from "../../wire/message.ts";
import { placeUnder, type SchemaPlace } from "./schema-place.ts";

/** The only dialect that is understood, under either spelling. */
const dialect = "https://json-schema.org/draft/2020-12/schema";

const maxDepth = 64;
const maxValues = 10_000;

/**
 * Throws a TypeError unless a JSON Schema is of dialect 2020-12, refers to
 * nothing outside itself, and is of a size that a validator can bear.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic#json-schema-usage | JSON Schema Usage}
 */
export function checkJsonSchema(schema: unknown): asserts schema is JsonObject {
  let values = 0;
  if (!isObject(schema)) throw new TypeError("it is no object");
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
      else if (place === "schema") checkKeyword(keyword, child);
    }
  }
}

function checkKeyword(keyword: string | undefined, value: string): void {
  if (keyword === "$schema" && value !== dialect && value !== `${dialect}#`) {
    throw new TypeError(
      `its dialect ${value} is not supported, only ${dialect} is`,
    );
  }
  if (keyword !== "$ref" && keyword !== "$dynamicRef") return;
  if (!value.startsWith("#")) {
    throw new TypeError(
      `its reference ${value} leads outside: only "#…" is followed`,
    );
  }
}
