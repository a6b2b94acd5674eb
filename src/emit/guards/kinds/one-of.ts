import type { Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import { checkCall } from "../scope/calls.ts";
import type { CheckScope } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { callHelper } from "../scope/helpers.ts";
import { self } from "../scope/places.ts";
import { and, failure, ifStatement } from "../scope/statements.ts";
import { fits } from "./conditions.ts";
import { tellingKeys } from "./discriminator.ts";

/** The body of a check whose schema asks for exactly one of several; it returns in every branch. */
export function oneOfBody(
  members: readonly GuardSchema[],
  scope: CheckScope,
): Doc[] {
  const matches = scope.locals.name("matches");
  const keys = tellingKeys(members, scope.context.definitions);
  const explanations = [...keys].map(([member, key]): Doc => {
    const isMeant = [
      `${matches} === 0`,
      callHelper("hasFields", "value"),
      `value[${quote(key)}] !== undefined`,
    ];
    return ifStatement(and(isMeant), [
      "return ",
      checkCall(member, self, scope),
      ";",
    ]);
  });
  return [
    `let ${matches} = 0;`,
    ...members.map((member) =>
      ifStatement(fits(member, self, scope), `${matches}++;`),
    ),
    ifStatement(`${matches} === 1`, "return true;"),
    ...(explanations.length === 0
      ? []
      : [
          ifStatement("report === undefined", "return false;"),
          ...explanations,
        ]),
    failure(self, `a value that fits exactly one of ${members.length} schemas`),
  ];
}
