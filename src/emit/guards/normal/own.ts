import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import { record } from "../../json-schema/schema/record.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { acceptsAnything, acceptsNothing } from "../scope/schemas.ts";
import type { Lowering } from "./lowering.ts";
import { hasNumbers, type Types } from "./types.ts";

/** What a schema says itself of values of the types, apart from the types. */
export function ownKeywords(
  schema: NormalSchema,
  types: Types,
  lowering: Lowering,
): GuardSchema {
  return {
    ...(types.has("string") && stringKeywords(schema)),
    ...(hasNumbers(types) && numberKeywords(schema)),
    ...(types.has("array") && arrayKeywords(schema, lowering)),
    ...(types.has("object") && objectKeywords(schema, lowering)),
  };
}

function stringKeywords(schema: NormalSchema): GuardSchema {
  const { minLength, maxLength, pattern } = schema;
  return {
    ...(minLength !== undefined && minLength > 0 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

function numberKeywords(schema: NormalSchema): GuardSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const { multipleOf } = schema;
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { exclusiveMaximum }),
    ...(multipleOf !== undefined && { multipleOf }),
  };
}

function arrayKeywords(schema: NormalSchema, { lower }: Lowering): GuardSchema {
  const prefixItems = (schema.prefixItems ?? []).map((one) => lower(one));
  const items = lower(schema.items ?? {});
  const isClosed = acceptsNothing(items);
  const { minItems = 0, maxItems: most = Infinity } = schema;
  const maxItems = isClosed ? Math.min(most, prefixItems.length) : most;
  return {
    ...(minItems > 0 && { minItems }),
    ...(maxItems < Infinity && { maxItems }),
    ...(schema.uniqueItems === true && { uniqueItems: true }),
    ...(prefixItems.some((item) => !acceptsAnything(item)) && { prefixItems }),
    ...(!isClosed &&
      !acceptsAnything(items) &&
      itemsBehind(items, prefixItems)),
    ...containsKeywords(schema, lower),
  };
}

/** The items that follow the first ones. */
function itemsBehind(
  items: GuardSchema,
  prefixItems: GuardSchema[],
): GuardSchema {
  return { items, ...(prefixItems.length > 0 && { prefixItems }) };
}

function containsKeywords(
  schema: NormalSchema,
  lower: Lowering["lower"],
): GuardSchema {
  const { contains, minContains = 1, maxContains } = schema;
  if (contains === undefined) return {};
  if (minContains === 0 && maxContains === undefined) return {};
  return {
    contains: lower(contains),
    minContains,
    ...(maxContains !== undefined && { maxContains }),
  };
}

function objectKeywords(
  schema: NormalSchema,
  { lower }: Lowering,
): GuardSchema {
  const { properties = {}, required = [], patternProperties = {} } = schema;
  const { minProperties = 0, maxProperties, dependentRequired = {} } = schema;
  const others = lower(schema.additionalProperties ?? {});
  const names = lower(schema.propertyNames ?? {}, new Set(["string"]));
  const all = Object.entries(properties).map(
    ([name, one]) => [name, lower(one)] as const,
  );
  const speaks = !acceptsAnything(others);
  const declared = all.filter(([, one]) => speaks || !acceptsAnything(one));
  const matching = Object.entries(patternProperties)
    .map(([pattern, one]) => [pattern, lower(one)] as const)
    .filter(([, one]) => speaks || !acceptsAnything(one));
  const dependent = Object.entries(schema.dependentSchemas ?? {})
    .map(([name, one]) => [name, lower(one, new Set(["object"]))] as const)
    .filter(([, one]) => !acceptsAnything(one));
  const needed = Object.entries(dependentRequired).filter(
    ([, list]) => list.length > 0,
  );
  return {
    ...(declared.length > 0 && { properties: record(declared) }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(matching.length > 0 && { patternProperties: record(matching) }),
    ...(speaks && othersKeyword(others)),
    ...(!acceptsAnything(names) && { propertyNames: names }),
    ...(minProperties > 0 && { minProperties }),
    ...(maxProperties !== undefined && { maxProperties }),
    ...(needed.length > 0 && { dependentRequired: record(needed) }),
    ...(dependent.length > 0 && { dependentSchemas: record(dependent) }),
  };
}

function othersKeyword(others: GuardSchema): GuardSchema {
  if (acceptsNothing(others)) return { closed: true };
  return { additionalProperties: others };
}
