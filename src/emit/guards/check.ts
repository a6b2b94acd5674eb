import type { Doc } from "../print/layout.ts";
import { arrayStatements } from "./kinds/array.ts";
import { conditionStatements, refusalStatement } from "./kinds/conditions.ts";
import { objectStatements } from "./kinds/object.ts";
import { mixedStatements } from "./kinds/mixed.ts";
import { asObject } from "./kinds/objects.ts";
import { orList, scalarTest } from "./kinds/scalar.ts";
import { repeatsRecursion } from "./kinds/shared-fields.ts";
import { callStatement } from "./scope/calls.ts";
import type { CheckScope } from "./scope/context.ts";
import type { GuardSchema } from "./scope/guard-schema.ts";
import {
  hasLimits,
  limitStatements,
  typedLimitStatements,
  withoutLimits,
} from "./scope/limits.ts";
import type { Place } from "./scope/places.ts";
import { acceptsAnything, acceptsNothing } from "./scope/schemas.ts";
import { and, failure, ifStatement } from "./scope/statements.ts";

/** The statements that return from a check when the value at a place does not fit. */
export function statements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  if (acceptsAnything(schema)) return [];
  if (acceptsNothing(schema))
    return [
      ifStatement(`${place.code} !== undefined`, failure(place, "no value")),
    ];
  const test = scalarTest(schema, place.code, scope.context);
  if (test !== undefined)
    return [
      ifStatement(and(test.fails), failure(place, orList(test.expected))),
    ];
  if (hasLimits(schema) && !isContainer(schema)) {
    // Limits come before what else has to fit.
    const { allOf, ...limited } = schema;
    if (allOf !== undefined)
      return statements({ allOf: [limited, ...allOf] }, place, scope);
    const limits =
      schema.type === "string" ? limitStatements : typedLimitStatements;
    return [
      ...statements(withoutLimits(schema), place, scope),
      ...limits(schema, place, scope.context),
    ];
  }
  if (isCalled(schema)) return [callStatement(schema, place, scope)];
  if (schema.not !== undefined)
    return [refusalStatement(schema.not, place, scope)];
  if (schema.if !== undefined) return conditionStatements(schema, place, scope);
  const parts = schema.allOf ?? [];
  const whole =
    scope.countsDepth && repeatsRecursion(parts, scope.context)
      ? asObject(schema, scope.context.definitions)
      : undefined;
  if (whole !== undefined) return statements(whole, place, scope);
  const own = ownStatements(schema, place, scope);
  return [
    ...own,
    ...parts.flatMap((part, index) =>
      own.length + index === 0 || standsApart(part, schema)
        ? statements(part, place, scope)
        : [callStatement(part, place, scope)],
    ),
  ];
}

/**
 * Whether a part of a schema can be checked in place: what has been checked before it
 * must not make its conditions senseless to TypeScript.
 */
function standsApart(part: GuardSchema, whole: GuardSchema): boolean {
  if (isFunction(part) || part.if !== undefined) return true;
  if (part.type !== "object" || part.allOf !== undefined) return false;
  const { type = "object", properties = {} } = part;
  const others = [whole, ...(whole.allOf ?? [])].filter((one) => one !== part);
  return others.every(
    (one) =>
      isFunction(one) ||
      ((one.type ?? type) === type &&
        Object.keys(one.properties ?? {}).every(
          (name) => !Object.hasOwn(properties, name),
        )),
  );
}

/** Lists and objects check their own limits, before what they hold. */
function isContainer({ type }: GuardSchema): boolean {
  return type === "array" || type === "object";
}

/** Whether a schema is checked by a function of its own, wherever it stands. */
function isCalled({ $ref, anyOf, oneOf }: GuardSchema): boolean {
  return ($ref ?? anyOf ?? oneOf) !== undefined;
}

/** Whether nothing of a schema is checked in place, where TypeScript would learn of it. */
function isFunction(schema: GuardSchema): boolean {
  return isCalled(schema) && scalarTest(schema, "") === undefined;
}

/** What a schema says itself, apart from the parts that have to fit, too. */
function ownStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  switch (schema.type) {
    case "object":
      return objectStatements(schema, place, scope, statements);
    case "array":
      return arrayStatements(schema, place, scope, statements);
    default:
      return mixedStatements(schema, place, scope, statements);
  }
}
