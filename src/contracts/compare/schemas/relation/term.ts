import { nameOfReference } from "../../../../schema/json-schema/index.ts";
import type {
  NormalSchema,
  SchemaDocument,
} from "../../../../schema/model/index.ts";

/** What references lead to. */
export type Definitions = SchemaDocument["definitions"];

/** A schema that holds of a value, with what its references lead to. */
export interface Term {
  readonly schema: NormalSchema;
  readonly definitions: Definitions;
  /** Whether it only tells a case from others, and so declares nothing. */
  readonly isApart?: true;
}

/** Another schema that stands beside one. */
export function beside({ definitions }: Term, schema: NormalSchema): Term {
  return { schema, definitions };
}

/** What no value fits. */
export const never: NormalSchema = { not: {} };

/** The term that a reference leads to; undefined where there is none. */
export function targetOf(term: Term): Term | undefined {
  const { $ref } = term.schema;
  if ($ref === undefined) return undefined;
  const target = term.definitions.get(nameOfReference($ref));
  return target && beside(term, target);
}
