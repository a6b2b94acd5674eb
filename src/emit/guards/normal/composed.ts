import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { acceptsAnything, acceptsNothing } from "../scope/schemas.ts";
import { areDisjoint } from "./disjoint.ts";
import type { Lowering } from "./lowering.ts";
import type { Types } from "./types.ts";

/** What a schema says by way of others, one after the other: all of it has to hold. */
export function composedSchemas(
  schema: NormalSchema,
  given: Types,
  lowering: Lowering,
): GuardSchema[] {
  const { $ref, allOf = [], anyOf, oneOf, not } = schema;
  const { lower, referTo } = lowering;
  return [
    ...($ref === undefined ? [] : [referTo($ref)]),
    ...allOf.map((part) => lower(part, given)),
    ...(anyOf === undefined
      ? []
      : [anyOfSchema(anyOf.map((one) => lower(one, given)))]),
    ...(oneOf === undefined ? [] : [oneOfSchema(oneOf, given, lowering)]),
    ...(not === undefined ? [] : [notSchema(lower(not, given))]),
    ...(schema.if === undefined ? [] : [conditional(schema, given, lowering)]),
  ];
}

function anyOfSchema(members: readonly GuardSchema[]): GuardSchema {
  if (members.some(acceptsAnything)) return {};
  const possible = members.filter((member) => !acceptsNothing(member));
  const [first = { not: {} }, ...others] = possible;
  return others.length === 0 ? first : { anyOf: possible };
}

function oneOfSchema(
  oneOf: readonly NormalSchema[],
  given: Types,
  { lower, resolve }: Lowering,
): GuardSchema {
  const members = oneOf.map((one) => lower(one, given));
  const possible = members.filter((member) => !acceptsNothing(member));
  const [first = { not: {} }, ...others] = possible;
  if (others.length === 0) return first;
  return areDisjoint(oneOf, resolve)
    ? anyOfSchema(possible)
    : { oneOf: possible };
}

function notSchema(refused: GuardSchema): GuardSchema {
  if (acceptsNothing(refused)) return {};
  const { not, ...others } = refused;
  if (not !== undefined && Object.keys(others).length === 0) return not;
  return { not: refused };
}

function conditional(
  schema: NormalSchema,
  given: Types,
  { lower }: Lowering,
): GuardSchema {
  const test = lower(schema.if ?? {}, given);
  const then = lower(schema.then ?? {}, given);
  const otherwise = lower(schema.else ?? {}, given);
  if (acceptsAnything(test)) return then;
  if (acceptsNothing(test)) return otherwise;
  const hasThen = !acceptsAnything(then);
  const hasElse = !acceptsAnything(otherwise);
  if (!hasThen && !hasElse) return {};
  return {
    if: test,
    ...(hasThen && { then }),
    ...(hasElse && { else: otherwise }),
  };
}
