import { canonicalText } from "../../../schema/json-schema/index.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { byCodeUnit } from "../../../base/order.ts";

/** Keywords whose lists mean the same in any order. */
const sets = new Set(["required", "enum", "type", "anyOf", "oneOf", "allOf"]);

/** Keywords that hold values, in which such names mean nothing. */
const values = new Set(["const", "default", "enum", "examples"]);

/**
 * The text of a schema, the same in whatever order its sets are listed: servers that keep
 * them in one list them anew each time.
 */
export function unorderedText(schema: unknown): string {
  return canonicalText(ordered(schema));
}

function ordered(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(ordered);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => {
      const shown = values.has(name) ? inner : ordered(inner);
      return [name, sets.has(name) ? sorted(shown) : shown];
    }),
  );
}

function sorted(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list
    .map((one): [string, unknown] => [canonicalText(one), one])
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, one]) => one);
}
