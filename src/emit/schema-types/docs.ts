import type { NormalSchema } from "../../model/json-schema.ts";
import type { Annotated } from "../../model/index.ts";
import { docText } from "../print/doc-text.ts";

/** What schemas say of themselves, as what it is: somebody else's text. */
export function annotations(schemas: readonly NormalSchema[]): Annotated {
  const description = schemas.find(
    (one) => one.description !== undefined,
  )?.description;
  if (description === undefined) return {};
  return { comment: { text: docText(description) } };
}
