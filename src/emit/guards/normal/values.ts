import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type { GuardSchema, Listed } from "../scope/guard-schema.ts";
import { record } from "../../json-schema/schema/record.ts";
import { isSameValue } from "./same-value.ts";
import { hasType, type Types } from "./types.ts";

/** The values that a schema lists, of those that it allows; `undefined` where it lists none. */
export function valuesListed(
  schema: NormalSchema,
  types: Types,
): unknown[] | undefined {
  const { enum: several } = schema;
  const hasOne = Object.hasOwn(schema, "const");
  if (!hasOne && several === undefined) return undefined;
  const listed = hasOne ? [schema.const] : (several ?? []);
  return listed.filter(
    (value) =>
      hasType(value, types) &&
      (!hasOne ||
        several === undefined ||
        several.some((other) => isSameValue(value, other))),
  );
}

/** The schemas of values: one of all that `===` compares, and one of each list and object. */
export function schemasOfValues(values: readonly unknown[]): GuardSchema[] {
  const scalars = values.filter(isListed);
  const [only, ...others] = new Set(scalars);
  const listed: GuardSchema[] =
    only === undefined
      ? []
      : [others.length === 0 ? { const: only } : { enum: [only, ...others] }];
  return [
    ...listed,
    ...values.filter((value) => !isListed(value)).map(schemaOfValue),
  ];
}

function isListed(value: unknown): value is Listed {
  return typeof value !== "object" || value === null;
}

/** What only that value fits. */
function schemaOfValue(value: unknown): GuardSchema {
  if (isListed(value)) return { const: value };
  if (Array.isArray(value))
    return {
      type: "array",
      prefixItems: value.map(schemaOfValue),
      minItems: value.length,
      maxItems: value.length,
    };
  const entries = Object.entries(value as object);
  return {
    type: "object",
    properties: record(
      entries.map(([name, one]) => [name, schemaOfValue(one)] as const),
    ),
    required: entries.map(([name]) => name),
    closed: true,
  };
}
