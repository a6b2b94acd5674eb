import type { NormalSchema } from "../../../schema/model/json-schema.ts";

/** Whether a schema is `false` in normal form. */
export function isFalse({ not }: NormalSchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}
