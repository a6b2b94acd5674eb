import { dialectOf } from "../check-json-schema.ts";
import { defaultDialect, type SchemaDialect } from "../dialect.ts";
import type { JsonObject } from "../../../protocol/message.ts";
import type { AjvLike } from "./like.ts";

/** Finds the ajv that a schema is compiled with. */
export type PickAjv = (schema: JsonObject) => AjvLike;

/**
 * Sorts ajvs by what they are for. Throws a TypeError for two of one dialect; what
 * it returns throws one for a schema of a dialect that none is for.
 */
export function byDialect(ajvs: readonly AjvLike[]): PickAjv {
  const known = new Map<SchemaDialect, AjvLike>();
  for (const ajv of ajvs) {
    const dialect = dialectOfAjv(ajv);
    if (known.has(dialect))
      throw new TypeError(`fromAjv: two ajvs are for dialect ${dialect}`);
    known.set(dialect, ajv);
  }
  return (schema) => {
    const named = dialectOf(schema);
    const ajv = known.get(named ?? defaultDialect);
    if (ajv) return ajv;
    // The only one is meant for what does not say that it is of another.
    const [only] = ajvs;
    if (only && named === undefined) return only;
    throw new TypeError(
      `its dialect is ${named}, and fromAjv was given an ajv for ${[...known.keys()].join(" and ")} only: give it one more`,
    );
  };
}

/** What its keywords tell. */
function dialectOfAjv(ajv: AjvLike): SchemaDialect {
  const knows = (keyword: string): boolean =>
    ajv.getKeyword === undefined || ajv.getKeyword(keyword) !== false;
  if (knows("prefixItems")) return "2020-12";
  return knows("dependentRequired") ? "2019-09" : "draft-07";
}
