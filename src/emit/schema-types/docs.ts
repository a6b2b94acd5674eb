import type { NormalSchema } from "../../model/json-schema.ts";
import type { Annotated } from "../../model/index.ts";

export function annotations(schemas: readonly NormalSchema[]): Annotated {
  const description = schemas.find(
    (one) => one.description !== undefined,
  )?.description;
  return description === undefined ? {} : { comment: { text: description } };
}
