import type { GuardSchema, Unevaluated } from "./guard-schema.ts";

/** The schemas that stand directly in a schema. */
export function subschemas(schema: GuardSchema): GuardSchema[] {
  const { additionalProperties: others, items } = schema;
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.prefixItems ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.patternProperties ?? {}),
    ...Object.values(schema.dependentSchemas ?? {}),
    ...(typeof others === "object" ? [others] : []),
    ...(Array.isArray(items) ? items : one(items)),
    ...one(schema.not),
    ...one(schema.if),
    ...one(schema.then),
    ...one(schema.else),
    ...one(schema.propertyNames),
    ...one(schema.contains),
    ...within(schema.unevaluatedProperties),
    ...within(schema.unevaluatedItems),
  ];
}

function one(schema: GuardSchema | undefined): GuardSchema[] {
  return schema === undefined ? [] : [schema];
}

function within(unevaluated: Unevaluated | undefined): GuardSchema[] {
  if (unevaluated === undefined) return [];
  const { schema, speakers } = unevaluated;
  const asked = speakers.flatMap(({ ways, contains }) => [
    ...ways.flatMap(({ fits, fails }) => [...one(fits), ...one(fails)]),
    ...one(contains),
  ]);
  return [schema, ...asked];
}
