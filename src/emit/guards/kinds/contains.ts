import type { Doc } from "../../print/layout.ts";
import { checkCall } from "../scope/calls.ts";
import type { CheckScope } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { readItem, type Place } from "../scope/places.ts";
import { failure, ifStatement, loop } from "../scope/statements.ts";

/** Counts the items that fit a schema. */
export function containsStatements(
  { contains, minContains = 1, maxContains }: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  if (contains === undefined) return [];
  const index = scope.locals.name("i");
  const name = scope.locals.name("item");
  const count = scope.locals.name("count");
  const item: Place = { code: name, path: [...place.path, index] };
  const test = checkCall(contains, item, scope, { report: "undefined" });
  const many = maxContains === undefined ? ` && ${count} < ${minContains}` : "";
  const head = `let ${index} = 0; ${index} < ${place.code}.length${many}; ${index}++`;
  const limits: Doc[] = [];
  if (minContains > 0)
    limits.push(
      ifStatement(
        `${count} < ${minContains}`,
        failure(place, `at least ${minContains} items that fit its "contains"`),
      ),
    );
  if (maxContains !== undefined)
    limits.push(
      ifStatement(
        `${count} > ${maxContains}`,
        failure(place, `at most ${maxContains} items that fit its "contains"`),
      ),
    );
  return [
    `let ${count} = 0;`,
    loop(head, readItem(name, place, index), ifStatement(test, `${count}++;`)),
    ...limits,
  ];
}
