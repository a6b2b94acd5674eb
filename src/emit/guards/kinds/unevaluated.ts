import { group, indent, line, type Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import type { CheckScope, Statements } from "../scope/context.ts";
import type {
  GuardSchema,
  Speaker,
  Unevaluated,
  Way,
} from "../scope/guard-schema.ts";
import { readItem, type Place } from "../scope/places.ts";
import { and, ifStatement, loop, or } from "../scope/statements.ts";
import { fits } from "./conditions.ts";
import { isThere } from "./dependent.ts";
import { matches, noOther } from "./keys.ts";
import { acceptsNothing } from "../scope/schemas.ts";

/** The properties that nothing has spoken of. */
export function unevaluatedProperties(
  { unevaluatedProperties: unevaluated }: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  if (unevaluated === undefined) return [];
  const { speakers, schema } = unevaluated;
  const { declarations, flags } = declareFlags(speakers, place, scope);
  const key = scope.locals.name("key");
  const entry = scope.locals.name("entry");
  const value: Place = { code: entry, path: [...place.path, key] };
  return [
    ...declarations,
    loop(
      `const ${key} in ${place.code}`,
      ...skips(speakers, flags, (speaker) => [
        ...speaker.names.map((name) => `${key} === ${quote(name)}`),
        ...speaker.patterns.map((pattern) => matches(pattern, key, scope)),
      ]),
      `const ${entry} = ${place.code}[${key}];`,
      ...(acceptsNothing(schema)
        ? [noOther(value, "property")]
        : statements(schema, value, scope)),
    ),
  ];
}

/** The items that nothing has spoken of. */
export function unevaluatedItems(
  { unevaluatedItems: unevaluated }: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  if (unevaluated === undefined) return [];
  const { speakers, schema } = unevaluated;
  const { declarations, flags } = declareFlags(speakers, place, scope);
  const index = scope.locals.name("i");
  const name = scope.locals.name("item");
  const item: Place = { code: name, path: [...place.path, index] };
  const start = Math.max(0, ...speakers.map(alwaysFirst));
  return [
    ...declarations,
    loop(
      `let ${index} = ${start}; ${index} < ${place.code}.length; ${index}++`,
      readItem(name, place, index),
      ...skips(speakers, flags, ({ first, contains }) => [
        ...(first > start ? [`${index} < ${first}`] : []),
        ...(contains === undefined ? [] : [fits(contains, item, scope)]),
      ]),
      ...(acceptsNothing(schema)
        ? [noOther(item, "item")]
        : statements(schema, item, scope)),
    ),
  ];
}

function alwaysFirst({ ways, first }: Speaker): number {
  return ways.length === 0 ? first : 0;
}

/** A constant for each speaker that is reached under a condition. */
function declareFlags(
  speakers: Unevaluated["speakers"],
  place: Place,
  scope: CheckScope,
): { declarations: Doc[]; flags: readonly (string | undefined)[] } {
  const flags: (string | undefined)[] = [];
  const declarations: Doc[] = [];
  for (const { ways } of speakers) {
    if (ways.length === 0) {
      flags.push(undefined);
      continue;
    }
    const all = ways.map((way) => wayConditions(way, flags, place, scope));
    const [only = []] = all;
    const flag = scope.locals.name("isSaid");
    flags.push(flag);
    const value = group(
      all.length === 1
        ? and(only)
        : or(all.map((one) => inParentheses(one, " &&"))),
    );
    declarations.push(group(`const ${flag} =`, indent(line, value), ";"));
  }
  return { declarations, flags };
}

function wayConditions(
  { from, fits: wanted, fails, has }: Way,
  flags: readonly (string | undefined)[],
  place: Place,
  scope: CheckScope,
): Doc[] {
  const flag = flags[from];
  return [
    ...(flag === undefined ? [] : [flag]),
    ...(has === undefined ? [] : [isThere(place, has)]),
    ...(wanted === undefined ? [] : [fits(wanted, place, scope)]),
    ...(fails === undefined ? [] : [["!", fits(fails, place, scope)]]),
  ];
}

/** What is spoken of is left alone. */
function skips(
  speakers: Unevaluated["speakers"],
  flags: readonly (string | undefined)[],
  spokenOf: (speaker: Speaker) => Doc[],
): Doc[] {
  const always: Doc[] = [];
  const sometimes: Doc[] = [];
  for (const [index, speaker] of speakers.entries()) {
    const flag = flags[index];
    const conditions = spokenOf(speaker);
    if (flag === undefined) always.push(...conditions);
    else if (speaker.all) sometimes.push(ifStatement(flag, "continue;"));
    else if (conditions.length > 0)
      sometimes.push(
        ifStatement(and([flag, inParentheses(conditions, " ||")]), "continue;"),
      );
  }
  if (always.length === 0) return sometimes;
  return [ifStatement(or(always), "continue;"), ...sometimes];
}

function inParentheses(
  conditions: readonly Doc[],
  operator: " &&" | " ||",
): Doc {
  const [first = "", ...rest] = conditions;
  if (rest.length === 0) return first;
  const others = rest.map((one): Doc => [operator, line, one]);
  return group("(", first, indent(...others), ")");
}
