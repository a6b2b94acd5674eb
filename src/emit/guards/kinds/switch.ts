import type { GuardSchema } from "../scope/guard-schema.ts";
import {
  block,
  group,
  hardline,
  indent,
  line,
  lines,
  types,
  type Doc,
} from "../../print/layout.ts";
import { pascalCase, quote } from "../../print/names.ts";
import { checkCall } from "../scope/calls.ts";
import type { CheckScope } from "../scope/context.ts";
import {
  findDiscriminators,
  type Discriminator,
  type Literal,
} from "./discriminator.ts";
import { callHelper, helper } from "../scope/helpers.ts";
import { self } from "../scope/places.ts";
import { literal, orList } from "./scalar.ts";

/**
 * Leaves it to the members that a value of a property can mean. Their own check
 * looks whether the value is an object: once is enough.
 */
export function switchOn(
  { property, cases }: Discriminator,
  scope: CheckScope,
): Doc {
  const branches = [...cases].map(([value, members]): Doc => {
    const result = ["return ", caseCall(value, members, property, scope), ";"];
    const label = value === undefined ? "undefined" : literal(value);
    return [`case ${label}:`, indent(hardline, result)];
  });
  const expected = orList(
    [...cases.keys()]
      .filter((value) => value !== undefined)
      .map((value) => JSON.stringify(value)),
  );
  const key = quote(property);
  const refusal = callHelper(
    "failField",
    "report",
    "value",
    key,
    quote(expected),
  );
  const fallback = ["default:", indent(hardline, "return ", refusal, ";")];
  const plain = cases.has(null) ? undefined : cases.get(undefined);
  const ofNull: Doc[] =
    plain && scope.context.allowsNulls
      ? [nullCase(caseCall(undefined, plain, property, scope), refusal)]
      : [];
  const type: Doc = [" as ", helper("Fields"), " | undefined)"];
  const fields: Doc = [types("("), "value", types(type)];
  const head: Doc = ["switch (", fields, `?.[${key}]) `];
  return [head, block(lines(...branches, ...ofNull, fallback))];
}

/** Null selects the members without the property if it counts as absent. */
function nullCase(call: Doc, refusal: Doc): Doc {
  const choice = indent(line, "? ", call, line, ": ", refusal, ";");
  const mark = callHelper("nullMark", "report", "value");
  const result = group("return ", mark, choice);
  return ["case null:", indent(hardline, result)];
}

function caseCall(
  value: Literal,
  members: readonly GuardSchema[],
  property: string,
  scope: CheckScope,
): Doc {
  const { definitions } = scope.context;
  const wished = { ...scope, name: scope.name + pascalCase(nameOf(value)) };
  const [only] = members;
  if (only !== undefined && members.length === 1)
    return checkCall(only, self, wished);
  const told = findDiscriminators(members, definitions)
    .map((found) => found.property)
    .filter((name) => name === property || scope.told.includes(name));
  const schema = { anyOf: [...members] };
  return checkCall(schema, self, wished, { told });
}

function nameOf(value: Literal): string {
  return value === undefined ? "plain" : String(value);
}
