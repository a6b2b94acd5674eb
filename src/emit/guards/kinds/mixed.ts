import type { Doc } from "../../print/layout.ts";
import { contentStatements } from "./array.ts";
import { fieldStatements } from "./object.ts";
import { orList, scalarTest } from "./scalar.ts";
import type { CheckScope, Statements } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { callHelper } from "../scope/helpers.ts";
import type { Place } from "../scope/places.ts";
import { and, failure, ifBlock, ifStatement } from "../scope/statements.ts";

/** The type of a value that may have several, then what is said of lists and of objects. */
export function mixedStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { allOf: _, ...own } = schema;
  const inArray = contentStatements(
    { ...own, type: "array" },
    place,
    scope,
    statements,
  );
  const inObject = fieldStatements(
    { ...own, type: "object" },
    place,
    scope,
    statements,
  );
  return [
    ...typeStatements(schema, place, scope),
    ...block(`Array.isArray(${place.code})`, inArray),
    ...block(callHelper("hasFields", place.code), inObject),
  ];
}

function block(condition: Doc, inside: readonly Doc[]): Doc[] {
  return inside.length === 0 ? [] : [ifBlock(condition, ...inside)];
}

function typeStatements(
  schema: GuardSchema,
  place: Place,
  { context }: CheckScope,
): Doc[] {
  const { type, const: value, enum: values } = schema;
  const test = scalarTest(
    {
      ...(type !== undefined && { type }),
      ...(value !== undefined && { const: value }),
      ...(values !== undefined && { enum: values }),
    },
    place.code,
    context,
  );
  if (test === undefined) return [];
  return [ifStatement(and(test.fails), failure(place, orList(test.expected)))];
}
