import type {
  NormalSchema,
  SchemaDocument,
} from "../../../schema/model/json-schema.ts";
import { resolve, walk } from "../../../schema/json-schema/index.ts";

/**
 * The schemas on which it depends what else has spoken of properties and items. They are
 * checked where they stand and once more for that, and so each gets a check of its own.
 */
export function conditionsOf(
  document: SchemaDocument,
): ReadonlySet<NormalSchema> {
  const conditions = new Set<NormalSchema>();
  const seen = new Set<NormalSchema>();
  for (const { schema } of walk(document))
    if (schema.unevaluatedProperties ?? schema.unevaluatedItems)
      seen.add(schema);
  // A set also visits what is added on the way.
  for (const { $ref, ...schema } of seen) {
    const { allOf = [], anyOf = [], oneOf = [], contains } = schema;
    const { then, else: otherwise, dependentSchemas = {} } = schema;
    const asked = [...anyOf, ...oneOf, ...some(schema.if)];
    for (const one of [...asked, ...some(contains)])
      if (!isPlain(one)) conditions.add(one);
    const leads = [...allOf, ...asked, ...some(then), ...some(otherwise)];
    for (const one of [...leads, ...Object.values(dependentSchemas)])
      seen.add(one);
    if ($ref !== undefined) seen.add(resolve(document, $ref));
  }
  return conditions;
}

function some(schema: NormalSchema | undefined): NormalSchema[] {
  return schema === undefined ? [] : [schema];
}

/** Whether a schema accepts everything, or nothing. */
function isPlain(schema: NormalSchema): boolean {
  const { not, ...others } = schema;
  return Object.keys(others).length + Object.keys(not ?? {}).length === 0;
}
