import {
  subschemasOf,
  type Subschema,
} from "../../../schema/json-schema/index.ts";
import type { GuardSchema, Unevaluated } from "./guard-schema.ts";

/**
 * Returns the schemas directly within a schema, apart from those of `unevaluated…`: a guard
 * schema has another form there.
 */
export function evaluatedIn({
  unevaluatedProperties: _,
  unevaluatedItems: __,
  ...schema
}: GuardSchema): Subschema<GuardSchema>[] {
  return subschemasOf<GuardSchema>(schema);
}

/** Returns the schemas directly within a schema. */
export function subschemas(schema: GuardSchema): GuardSchema[] {
  return [
    ...evaluatedIn(schema).map((one) => one.schema),
    ...within(schema.unevaluatedProperties),
    ...within(schema.unevaluatedItems),
  ];
}

function within(unevaluated: Unevaluated | undefined): GuardSchema[] {
  if (unevaluated === undefined) return [];
  const { schema, speakers } = unevaluated;
  const conditions = speakers.flatMap(({ ways, contains }) => [
    ...ways.flatMap(({ fits, fails }) => [fits, fails]),
    contains,
  ]);
  return [schema, ...conditions.filter((one) => one !== undefined)];
}
