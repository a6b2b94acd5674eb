import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import type { Types } from "./types.ts";

/** What the schemas of one document share while they are brought into the form that is printed. */
export interface Lowering {
  /** The schema, as it is printed, of values of the types; of any, unless they are given. */
  lower(schema: NormalSchema, given?: Types): GuardSchema;
  /** The reference by which the module knows what a reference of the document leads to. */
  referTo($ref: string): GuardSchema;
  /** What a reference of the document leads to. */
  resolve($ref: string): NormalSchema;
}
