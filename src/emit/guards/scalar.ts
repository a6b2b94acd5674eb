import type { JsonSchema, Scalar } from "../json-schema/schema.ts";
import { quote } from "../names.ts";
import { acceptsAnything, listedValues } from "./schemas.ts";

/** How a value fails a schema that one condition can express. */
export interface ScalarTest {
  /** Conditions that are all true of a value that fails. */
  readonly fails: readonly string[];
  /** Conditions of which one is true of a value that passes. */
  readonly passes: readonly string[];
  /** What a value could have been: `a string`. */
  readonly expected: readonly string[];
}

/** The test of a schema that needs no statements, or `undefined`. */
export function scalarTest(
  schema: JsonSchema,
  code: string,
): ScalarTest | undefined {
  if (schema.anyOf !== undefined) return unionTest(schema.anyOf, code);
  if (hasBounds(schema) || schema.$ref !== undefined) return undefined;
  const values = listedValues(schema);
  if (values !== undefined) return valuesTest(values, code);
  if (isAnyObject(schema)) return anyObjectTest(code);
  const { type } = schema;
  if (type === undefined) return undefined;
  const names = typeof type === "string" ? [type] : type;
  const tests = names.map((name) => typeTest(name, code));
  if (tests.some((test) => test === undefined)) return undefined;
  return combine(tests.filter((test) => test !== undefined));
}

/** An object of which nothing more is asked. */
function isAnyObject(schema: JsonSchema): boolean {
  const { type, properties, required, additionalProperties: other } = schema;
  const { minProperties, maxProperties } = schema;
  return (
    type === "object" &&
    required === undefined &&
    minProperties === undefined &&
    maxProperties === undefined &&
    Object.values(properties ?? {}).every(acceptsAnything) &&
    (typeof other !== "object" || acceptsAnything(other))
  );
}

function anyObjectTest(code: string): ScalarTest {
  const test = `hasFields(${code})`;
  return { fails: [`!${test}`], passes: [test], expected: ["an object"] };
}

function unionTest(
  members: readonly JsonSchema[],
  code: string,
): ScalarTest | undefined {
  const tests = members.map((member) => scalarTest(member, code));
  if (tests.some((test) => test === undefined)) return undefined;
  return combine(tests.filter((test) => test !== undefined));
}

function combine(tests: readonly ScalarTest[]): ScalarTest {
  return {
    fails: tests.flatMap(({ fails }) => fails),
    passes: tests.flatMap(({ passes }) => passes),
    expected: tests.flatMap(({ expected }) => expected),
  };
}

function valuesTest(values: readonly Scalar[], code: string): ScalarTest {
  return {
    fails: values.map((value) => `${code} !== ${literal(value)}`),
    passes: values.map((value) => `${code} === ${literal(value)}`),
    expected: values.map((value) => JSON.stringify(value)),
  };
}

function typeTest(type: string, code: string): ScalarTest | undefined {
  switch (type) {
    case "string":
    case "boolean":
      return {
        fails: [`typeof ${code} !== "${type}"`],
        passes: [`typeof ${code} === "${type}"`],
        expected: [`a ${type}`],
      };
    case "number":
      return numberTest(`Number.isFinite(${code})`, "a number");
    case "integer":
      return numberTest(`Number.isInteger(${code})`, "an integer");
    case "null":
      return {
        fails: [`${code} !== null`],
        passes: [`${code} === null`],
        expected: ["null"],
      };
    default:
      return undefined;
  }
}

/** JSON has no infinities, but JSON.parse makes them of numbers that are too large. */
function numberTest(passes: string, expected: string): ScalarTest {
  return { fails: [`!${passes}`], passes: [passes], expected: [expected] };
}

/** A limit on a string or a number: the condition that breaks it, and the limit in words. */
export interface BoundTest {
  readonly breaks: string;
  readonly expected: string;
}

export function numberBounds(schema: JsonSchema, code: string): BoundTest[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    ...bound(minimum, (n) => [`${code} < ${n}`, `at least ${n}`]),
    ...bound(maximum, (n) => [`${code} > ${n}`, `at most ${n}`]),
    ...bound(exclusiveMinimum, (n) => [`${code} <= ${n}`, `more than ${n}`]),
    ...bound(exclusiveMaximum, (n) => [`${code} >= ${n}`, `less than ${n}`]),
    ...bound(schema.multipleOf, (n) => [
      `!Number.isInteger(${code} / ${n})`,
      `a multiple of ${n}`,
    ]),
  ];
}

/** `pattern` names the constant that holds the compiled pattern. */
export function stringBounds(
  schema: JsonSchema,
  code: string,
  pattern: (source: string) => string,
): BoundTest[] {
  const { minLength, maxLength } = schema;
  return [
    ...bound(minLength, (n) => [
      `characters(${code}) < ${n}`,
      `at least ${n} characters`,
    ]),
    ...bound(maxLength, (n) => [
      `characters(${code}) > ${n}`,
      `at most ${n} characters`,
    ]),
    ...bound(schema.pattern, (source) => [
      `!${pattern(source)}.test(${code})`,
      `a string that matches ${source}`,
    ]),
  ];
}

function bound<T>(
  limit: T | undefined,
  test: (limit: T) => readonly [string, string],
): BoundTest[] {
  if (limit === undefined) return [];
  const [breaks, expected] = test(limit);
  return [{ breaks, expected }];
}

const boundKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
] as const;

function hasBounds(schema: JsonSchema): boolean {
  return boundKeywords.some((keyword) => schema[keyword] !== undefined);
}

function literal(value: Scalar): string {
  return typeof value === "string" ? quote(value) : String(value);
}

/** `a, b or c`. */
export function orList(words: readonly string[]): string {
  const unique = [...new Set(words)];
  const last = unique.pop() ?? "";
  return unique.length === 0 ? last : `${unique.join(", ")} or ${last}`;
}
