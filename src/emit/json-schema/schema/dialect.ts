import type { Protocol } from "../../../schema/model/index.ts";
import type { SchemaOptions } from "./schema.ts";

/** What names the version of JSON Schema, and the keywords that differ. */
export interface Dialect {
  address: string;
  definitionsKeyword: "$defs" | "definitions";
  /** Where it lists the schemas of a tuple's elements. */
  tupleKeyword: "prefixItems" | "items";
}

const draft07: Dialect = {
  address: "http://json-schema.org/draft-07/schema#",
  definitionsKeyword: "definitions",
  tupleKeyword: "items",
};

const draft2020: Dialect = {
  address: "https://json-schema.org/draft/2020-12/schema",
  definitionsKeyword: "$defs",
  tupleKeyword: "prefixItems",
};

export function dialectOf(
  { features }: Protocol,
  { flavor }: SchemaOptions,
): Dialect {
  const isNew = flavor === "corrected" || features.includes("schema-2020-12");
  return isNew ? draft2020 : draft07;
}
