import type { JsonSchema } from "../json-schema/index.ts";
import type { Doc } from "../print/layout.ts";
import { arrayStatements } from "./kinds/array.ts";
import { checkCall } from "./scope/calls.ts";
import type { CheckScope } from "./scope/context.ts";
import {
  hasLimits,
  limitStatements,
  typedLimitStatements,
  withoutLimits,
} from "./scope/limits.ts";
import { objectStatements } from "./kinds/object.ts";
import type { Place } from "./scope/places.ts";
import { asObject } from "./kinds/objects.ts";
import { orList, scalarTest } from "./kinds/scalar.ts";
import { acceptsAnything } from "./scope/schemas.ts";
import { repeatsRecursion } from "./kinds/shared-fields.ts";
import { and, failure, ifStatement, passOn } from "./scope/statements.ts";

/** The statements that return from a check when the value at a place does not fit. */
export function statements(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  if (acceptsAnything(schema)) return [];
  if (schema.not !== undefined)
    return [
      ifStatement(`${place.code} !== undefined`, failure(place, "no value")),
    ];
  const test = scalarTest(schema, place.code);
  if (test !== undefined)
    return [
      ifStatement(and(test.fails), failure(place, orList(test.expected))),
    ];
  if (hasLimits(schema) && !isContainer(schema)) {
    const limits =
      schema.type === "string" ? limitStatements : typedLimitStatements;
    return [
      ...statements(withoutLimits(schema), place, scope),
      ...limits(schema, place, scope.context),
    ];
  }
  if (schema.$ref !== undefined || schema.anyOf !== undefined)
    return [callStatement(schema, place, scope)];
  const parts = schema.allOf ?? [];
  const whole =
    scope.countsDepth && repeatsRecursion(parts, scope.context)
      ? asObject(schema, scope.context.definitions)
      : undefined;
  if (whole !== undefined) return statements(whole, place, scope);
  return [
    ...parts.flatMap((part) => statements(part, place, scope)),
    ...containerStatements(schema, place, scope),
  ];
}

/** Lists and objects check their own limits, before what they hold. */
function isContainer({ type }: JsonSchema): boolean {
  return type === "array" || type === "object";
}

function callStatement(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
): Doc {
  const test = checkCall(schema, place, scope);
  return ifStatement(["!", test], passOn(place));
}

function containerStatements(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  switch (schema.type) {
    case "object":
      return objectStatements(schema, place, scope, statements);
    case "array":
      return arrayStatements(schema, place, scope, statements);
    default:
      return [];
  }
}
