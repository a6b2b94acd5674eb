import { isJsonObject } from "../../../base/json-object.ts";
import { byCodeUnit } from "../../../base/order.ts";
import {
  canonicalText,
  mapSubschemas,
} from "../../../schema/json-schema/index.ts";

/** Keywords whose lists mean the same in any order. */
const sets = new Set(["required", "enum", "type", "anyOf", "oneOf", "allOf"]);

/**
 * Returns the text of a schema, the same in whatever order its sets are listed: some servers
 * list them in another order each time.
 */
export function unorderedText(schema: unknown): string {
  return canonicalText(isJsonObject(schema) ? ordered(schema) : schema);
}

type Schema = Readonly<Record<string, unknown>>;

function ordered(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(mapSubschemas(schema, ordered)).map(([keyword, value]) => [
      keyword,
      sets.has(keyword) && Array.isArray(value) ? sorted(value) : value,
    ]),
  );
}

function sorted(list: readonly unknown[]): unknown[] {
  return list
    .map((one): [string, unknown] => [canonicalText(one), one])
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, one]) => one);
}
