import type { JsonSchema } from "../json-schema/schema.ts";
import type { Doc } from "../layout.ts";
import { arrayStatements } from "./array.ts";
import { checkCall } from "./calls.ts";
import type { CheckScope } from "./context.ts";
import { objectStatements } from "./object.ts";
import type { Place } from "./places.ts";
import { numberBounds, orList, scalarTest, stringBounds } from "./scalar.ts";
import { acceptsAnything } from "./schemas.ts";
import { failure, ifStatement, passOn } from "./statements.ts";

/** The statements that return from a check when the value at a place does not fit. */
export function statements(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  if (acceptsAnything(schema)) return [];
  if (schema.not !== undefined)
    return [
      ifStatement(
        [`${place.code} !== undefined`],
        "&&",
        failure(place, "no value"),
      ),
    ];
  const test = scalarTest(schema, place.code);
  if (test !== undefined)
    return [
      ifStatement(test.fails, "&&", failure(place, orList(test.expected))),
    ];
  if (schema.$ref !== undefined || schema.anyOf !== undefined)
    return [callStatement(schema, place, scope)];
  const parts = schema.allOf ?? [];
  return [
    ...parts.flatMap((part) => statements(part, place, scope)),
    ...typedStatements(schema, place, scope),
  ];
}

function callStatement(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
): Doc {
  const test = checkCall(schema, place, scope);
  return ifStatement([["!", test]], "&&", passOn(place));
}

function typedStatements(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  switch (schema.type) {
    case undefined:
      return [];
    case "object":
      return objectStatements(schema, place, scope, statements);
    case "array":
      return arrayStatements(schema, place, scope, statements);
    default:
      return boundedStatements(schema, place, scope);
  }
}

/** A scalar with limits: the type first, then each limit on values of its type. */
function boundedStatements(
  schema: JsonSchema,
  place: Place,
  { context }: CheckScope,
): Doc[] {
  const { code } = place;
  const { type, ...limits } = schema;
  const plain = scalarTest(type === undefined ? {} : { type }, code);
  const strings = stringBounds(limits, code, (source) =>
    context.pattern(source),
  );
  const numbers = numberBounds(limits, code);
  const typed = (name: string, tests: typeof strings): Doc[] =>
    tests.map(({ breaks, expected }) =>
      ifStatement(
        [`typeof ${code} === "${name}"`, breaks],
        "&&",
        failure(place, expected),
      ),
    );
  return [
    ...(plain === undefined
      ? []
      : [
          ifStatement(
            plain.fails,
            "&&",
            failure(place, orList(plain.expected)),
          ),
        ]),
    ...typed("string", strings),
    ...typed("number", numbers),
  ];
}
