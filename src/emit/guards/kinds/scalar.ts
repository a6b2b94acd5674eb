import type { GuardContext } from "../scope/context.ts";
import type { GuardSchema, Listed } from "../scope/guard-schema.ts";
import { named, type Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import { callHelper } from "../scope/helpers.ts";
import { hasLimits } from "../scope/limits.ts";
import { acceptsAnything, listedValues } from "../scope/schemas.ts";

/** How a value fails a schema that one condition can express. */
export interface ScalarTest {
  /** Conditions that are all true of a value that fails. */
  readonly fails: readonly Doc[];
  /** Conditions of which one is true of a value that passes. */
  readonly passes: readonly Doc[];
  /** What a value could have been: `a string`. */
  readonly expected: readonly string[];
}

/**
 * The test of a schema that needs no statements, or `undefined`.
 *
 * @param context - Keeps the sets of long lists of values, which are compared one by one without it.
 */
export function scalarTest(
  schema: GuardSchema,
  code: string,
  context?: Pick<GuardContext, "valueSet">,
): ScalarTest | undefined {
  if (hasLimits(schema) || schema.$ref !== undefined) return undefined;
  if (needsStatements(schema)) return undefined;
  if (schema.anyOf !== undefined)
    return combine(
      schema.anyOf.map((member) => scalarTest(member, code, context)),
    );
  const values = listedValues(schema);
  if (values !== undefined) return valuesTest(values, code, context);
  if (isAnyObject(schema)) return anyObjectTest(code);
  const { type } = schema;
  if (type === undefined) return undefined;
  if (typeof type === "string") return typeTest(type, code);
  if (type.some((name) => saysMore(name, schema))) return undefined;
  return combine(
    type.map((name) => typeTest(name, code) ?? containerTest(name, code)),
  );
}

/** Whether a schema says what no single condition can express. */
export function needsStatements(schema: GuardSchema): boolean {
  return Object.keys(schema).some((keyword) => statementKeywords.has(keyword));
}

const statementKeywords: ReadonlySet<string> = new Set<keyof GuardSchema>([
  "allOf",
  "oneOf",
  "not",
  "if",
  "closed",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "contains",
  "unevaluatedItems",
]);

/** An object of which nothing more is asked. */
function isAnyObject(schema: GuardSchema): boolean {
  return schema.type === "object" && asksNoField(schema);
}

function asksNoField(schema: GuardSchema): boolean {
  const { properties, required, additionalProperties: other } = schema;
  return (
    required === undefined &&
    Object.values(properties ?? {}).every(acceptsAnything) &&
    (typeof other !== "object" || acceptsAnything(other))
  );
}

function anyObjectTest(code: string): ScalarTest {
  const test = callHelper("hasFields", code);
  return { fails: [["!", test]], passes: [test], expected: ["an object"] };
}

/** Whether a schema of several types says more of one of them. */
function saysMore(type: string, schema: GuardSchema): boolean {
  if (type === "array")
    return schema.items !== undefined || schema.prefixItems !== undefined;
  return type === "object" && !asksNoField(schema);
}

function containerTest(type: string, code: string): ScalarTest {
  if (type === "object") return anyObjectTest(code);
  const test = `Array.isArray(${code})`;
  return { fails: [`!${test}`], passes: [test], expected: ["an array"] };
}

/** The test of a value that may be any of several, where each of them has one. */
function combine(
  tests: readonly (ScalarTest | undefined)[],
): ScalarTest | undefined {
  const known = tests.filter((test) => test !== undefined);
  if (known.length < tests.length) return undefined;
  return {
    fails: known.flatMap(({ fails }) => fails),
    passes: known.flatMap(({ passes }) => passes),
    expected: known.flatMap(({ expected }) => expected),
  };
}

/** So many texts are looked up: to compare a value with each takes longer. */
const fewestInSet = 16;

function valuesTest(
  values: readonly Listed[],
  code: string,
  context: Pick<GuardContext, "valueSet"> | undefined,
): ScalarTest {
  const texts = values.filter((value) => typeof value === "string");
  if (context && texts.length === values.length && texts.length >= fewestInSet)
    return setTest(texts, code, named(context.valueSet(texts)));
  return {
    fails: values.map((value) => `${code} !== ${literal(value)}`),
    passes: values.map((value) => `${code} === ${literal(value)}`),
    expected: values.map((value) => JSON.stringify(value)),
  };
}

function setTest(texts: readonly string[], code: string, set: Doc): ScalarTest {
  const test: Doc = [set, `.has(${code})`];
  const expected = texts.map((text) => JSON.stringify(text));
  return { fails: [["!", test]], passes: [test], expected };
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

/** A value as code. */
export function literal(value: Listed): string {
  return typeof value === "string" ? quote(value) : String(value);
}

/** `a, b or c`. */
export function orList(words: readonly string[]): string {
  const unique = [...new Set(words)];
  const last = unique.pop() ?? "";
  return unique.length === 0 ? last : `${unique.join(", ")} or ${last}`;
}
