import { block, type Doc } from "../../print/layout.ts";
import { callStatement, checkCall } from "../scope/calls.ts";
import type { CheckScope } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import type { Place } from "../scope/places.ts";
import { failure, ifBlock, ifStatement, or } from "../scope/statements.ts";
import { orList, scalarTest } from "./scalar.ts";

/** Refuses what fits a schema. */
export function refusalStatement(
  refused: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc {
  const test = scalarTest(refused, place.code, scope.context);
  if (test !== undefined) {
    const others = `anything but ${orList(test.expected)}`;
    return ifStatement(or(test.passes), failure(place, others));
  }
  return ifStatement(
    fits(refused, place, scope),
    failure(place, 'a value that its "not" allows'),
  );
}

/** Where a value fits a schema, another has to fit, too; and where it does not, a third. */
export function conditionStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  const test = fits(schema.if ?? {}, place, scope);
  const { then, else: otherwise } = schema;
  const inThen = then && callStatement(then, place, scope);
  const inElse = otherwise && callStatement(otherwise, place, scope);
  if (inThen === undefined)
    return inElse === undefined ? [] : [ifBlock(["!", test], inElse)];
  const first = ifBlock(test, inThen);
  return inElse === undefined ? [first] : [[first, " else ", block(inElse)]];
}

/** Whether a value fits, and no word of why it does not. */
export function fits(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc {
  return checkCall(schema, place, scope, { report: "undefined" });
}
