import type { GuardSchema } from "../scope/guard-schema.ts";
import { group, indent, line, type Doc } from "../../print/layout.ts";
import type { GuardContext } from "../scope/context.ts";
import { asObject } from "./objects.ts";
import { callHelper } from "../scope/helpers.ts";
import { isInherited, propertyOf, type Place } from "../scope/places.ts";
import { scalarTest } from "./scalar.ts";
import { resolve, typesOf } from "../scope/schemas.ts";

/**
 * A call that looks into an object only where what a member requires is there,
 * by its type: a value is then followed for the members that it can be.
 */
export function guardedCall(
  test: Doc,
  member: GuardSchema,
  place: Place,
  context: GuardContext,
): Doc {
  const conditions = shallowConditions(member, place, context);
  if (conditions.length === 0) return test;
  const [first = "", ...others] = [...conditions, test];
  const rest = others.map((other): Doc => [" &&", line, other]);
  return group("(", first, indent(...rest), ")");
}

function shallowConditions(
  member: GuardSchema,
  place: Place,
  context: GuardContext,
): Doc[] {
  const { definitions } = context;
  const { properties = {}, required = [] } =
    asObject(member, definitions) ?? {};
  // The check of an object looks at its scalars first; that of several does not.
  const scalarsFirst = resolve(member, definitions).allOf === undefined;
  return required
    .filter((name) => !isInherited(name))
    .flatMap((name) => {
      const schema = properties[name] ?? {};
      const { code } = propertyOf(place, name);
      const test = scalarTest(schema, code);
      if (test !== undefined && scalarsFirst) return [];
      const [only, other] = test?.passes ?? [];
      if (only !== undefined && other === undefined) return [only];
      return [typeCondition(typesOf(schema, definitions), code)];
    });
}

function typeCondition(types: readonly string[], code: string): Doc {
  const [type] = types.length === 1 ? types : [];
  if (type === "object") return callHelper("hasFields", code);
  if (type === "array") return `Array.isArray(${code})`;
  return `${code} !== undefined`;
}
