import type { JsonSchema, Scalar } from "../../json-schema/index.ts";
import type { Doc } from "../../print/layout.ts";
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

/** The test of a schema that needs no statements, or `undefined`. */
export function scalarTest(
  schema: JsonSchema,
  code: string,
): ScalarTest | undefined {
  if (hasLimits(schema) || schema.$ref !== undefined) return undefined;
  if (schema.anyOf !== undefined)
    return combine(schema.anyOf.map((member) => scalarTest(member, code)));
  const values = listedValues(schema);
  if (values !== undefined) return valuesTest(values, code);
  if (isAnyObject(schema)) return anyObjectTest(code);
  const { type } = schema;
  if (type === undefined) return undefined;
  const names = typeof type === "string" ? [type] : type;
  return combine(names.map((name) => typeTest(name, code)));
}

/** An object of which nothing more is asked. */
function isAnyObject(schema: JsonSchema): boolean {
  const { type, properties, required, additionalProperties: other } = schema;
  return (
    type === "object" &&
    required === undefined &&
    Object.values(properties ?? {}).every(acceptsAnything) &&
    (typeof other !== "object" || acceptsAnything(other))
  );
}

function anyObjectTest(code: string): ScalarTest {
  const test = callHelper("hasFields", code);
  return { fails: [["!", test]], passes: [test], expected: ["an object"] };
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

/** A value as code. */
export function literal(value: Scalar | null): string {
  return typeof value === "string" ? quote(value) : String(value);
}

/** `a, b or c`. */
export function orList(words: readonly string[]): string {
  const unique = [...new Set(words)];
  const last = unique.pop() ?? "";
  return unique.length === 0 ? last : `${unique.join(", ")} or ${last}`;
}
