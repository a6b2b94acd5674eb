import type { GuardSchema } from "./guard-schema.ts";
import { named, type Doc } from "../../print/layout.ts";
import type { GuardContext } from "./context.ts";
import { callHelper } from "./helpers.ts";
import type { Place } from "./places.ts";
import { and, failure, ifStatement } from "./statements.ts";

/** A condition that breaks a limit, and the limit in words. */
interface Limit {
  readonly breaks: Doc;
  readonly expected: string;
}

/** The statements of limits on a value whose one type has been checked. */
export function limitStatements(
  schema: GuardSchema,
  place: Place,
  context: GuardContext,
): Doc[] {
  return limitedTypes
    .filter(({ type }) => type === schema.type)
    .flatMap(({ limits }) => limits(schema, place.code, context))
    .map((limit) => limitStatement(limit, [], place));
}

/** The statements of limits that only concern values of their own type. */
export function typedLimitStatements(
  schema: GuardSchema,
  place: Place,
  context: GuardContext,
): Doc[] {
  return limitedTypes.flatMap(({ limits, test }) =>
    limits(schema, place.code, context).map((limit) =>
      limitStatement(limit, [test(place.code)], place),
    ),
  );
}

/** Whether a schema limits values beyond their type. */
export function hasLimits(schema: GuardSchema): boolean {
  return Object.keys(schema).some((keyword) => limitKeywords.has(keyword));
}

/** What a schema says apart from its limits. */
export function withoutLimits(schema: GuardSchema): GuardSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !limitKeywords.has(keyword)),
  );
}

const limitKeywords: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

interface LimitedType {
  type: string;
  /** The condition that a value is of the type. */
  test(code: string): Doc;
  limits(schema: GuardSchema, code: string, context: GuardContext): Limit[];
}

const limitedTypes: readonly LimitedType[] = [
  {
    type: "string",
    test: (code) => `typeof ${code} === "string"`,
    limits: stringLimits,
  },
  {
    type: "number",
    test: (code) => `typeof ${code} === "number"`,
    limits: numberLimits,
  },
  {
    type: "array",
    test: (code) => `Array.isArray(${code})`,
    limits: arrayLimits,
  },
  {
    type: "object",
    test: (code) => callHelper("hasFields", code),
    limits: objectLimits,
  },
];

function stringLimits(
  { minLength, maxLength, pattern }: GuardSchema,
  code: string,
  context: GuardContext,
): Limit[] {
  return [
    ...limit(minLength, (n) => [
      n === 1
        ? `${code}.length === 0`
        : callHelper("isShorter", code, String(n)),
      atLeast(n, "character"),
    ]),
    ...limit(maxLength, (n) => [
      callHelper("isLonger", code, String(n)),
      atMost(n, "character"),
    ]),
    ...limit(pattern, (source) => [
      ["!", named(context.pattern(source)), `.test(${code})`],
      `a string that matches ${source}`,
    ]),
  ];
}

function numberLimits(schema: GuardSchema, code: string): Limit[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    ...limit(minimum, (n) => [`${code} < ${n}`, `at least ${n}`]),
    ...limit(maximum, (n) => [`${code} > ${n}`, `at most ${n}`]),
    ...limit(exclusiveMinimum, (n) => [`${code} <= ${n}`, `more than ${n}`]),
    ...limit(exclusiveMaximum, (n) => [`${code} >= ${n}`, `less than ${n}`]),
    ...limit(schema.multipleOf, (n) => [
      ["!", callHelper("isMultiple", code, String(n))],
      `a multiple of ${n}`,
    ]),
  ];
}

function arrayLimits(
  { minItems, maxItems, uniqueItems }: GuardSchema,
  code: string,
): Limit[] {
  return [
    ...limit(minItems, (n) => [`${code}.length < ${n}`, atLeast(n, "item")]),
    ...limit(maxItems, (n) => [`${code}.length > ${n}`, atMost(n, "item")]),
    ...limit(uniqueItems === true || undefined, () => [
      ["!", callHelper("unique", code)],
      "items that differ",
    ]),
  ];
}

function objectLimits(
  { minProperties, maxProperties }: GuardSchema,
  code: string,
): Limit[] {
  const size = `Object.keys(${code}).length`;
  return [
    ...limit(minProperties, (n) => [`${size} < ${n}`, atLeast(n, "key")]),
    ...limit(maxProperties, (n) => [`${size} > ${n}`, atMost(n, "key")]),
  ];
}

function atLeast(count: number, noun: string): string {
  return `at least ${count} ${noun}${count === 1 ? "" : "s"}`;
}

function atMost(count: number, noun: string): string {
  return `at most ${count} ${noun}${count === 1 ? "" : "s"}`;
}

function limit<T>(
  value: T | undefined,
  print: (value: T) => readonly [breaks: Doc, expected: string],
): Limit[] {
  if (value === undefined) return [];
  const [breaks, expected] = print(value);
  return [{ breaks, expected }];
}

function limitStatement(
  { breaks, expected }: Limit,
  types: readonly Doc[],
  place: Place,
): Doc {
  return ifStatement(and([...types, breaks]), failure(place, expected));
}
