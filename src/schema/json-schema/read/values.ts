import { isJsonObject } from "../../../base/json-object.ts";
import type {
  NormalSchema,
  SchemaAnnotations,
  SchemaType,
} from "../../model/json-schema.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import { isSince, type Dialect } from "../dialect.ts";
import { SchemaError, type SchemaPath } from "../error.ts";

type Written = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => string | undefined;

const count: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0
    ? undefined
    : "it has to be a whole number, 0 or more";
const finite: Check = (value) =>
  typeof value === "number" ? undefined : "it has to be a number";
const positive: Check = (value) =>
  typeof value === "number" && value > 0
    ? undefined
    : "it has to be a number above 0";
const truth: Check = (value) =>
  typeof value === "boolean" ? undefined : "it has to be true or false";
const list: Check = (value) =>
  Array.isArray(value) ? undefined : "it has to be a list";

/** Keywords that mean the same in all dialects that have them. */
const plain = {
  minProperties: ["draft-04", count],
  maxProperties: ["draft-04", count],
  minItems: ["draft-04", count],
  maxItems: ["draft-04", count],
  minLength: ["draft-04", count],
  maxLength: ["draft-04", count],
  minContains: ["2019-09", count],
  maxContains: ["2019-09", count],
  uniqueItems: ["draft-04", truth],
  minimum: ["draft-04", finite],
  maximum: ["draft-04", finite],
  multipleOf: ["draft-04", positive],
  enum: ["draft-04", list],
} as const satisfies Record<string, readonly [Dialect, Check]>;

/** What a schema asks of a value itself, without its parts. */
export function readValues(
  written: Written,
  dialect: Dialect,
  path: SchemaPath,
): NormalSchema {
  const values: Record<string, unknown> = {};
  for (const [keyword, [since, check]] of Object.entries(plain)) {
    const value = written[keyword];
    if (value === undefined || value === null || !isSince(dialect, since))
      continue;
    const reason = check(value);
    if (reason !== undefined)
      throw new SchemaError("invalid-schema", [...path, keyword], reason);
    values[keyword] = value;
  }
  // Each was checked to be of its keyword's type.
  const normal: NormalSchema = values;
  readType(written, normal, path);
  readExclusive(written, normal, path);
  readRequired(written, normal, path);
  if (isSince(dialect, "draft-06") && Object.hasOwn(written, "const"))
    normal.const = written["const"];
  return normal;
}

const types: readonly SchemaType[] = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
];

function readType(
  written: Written,
  normal: NormalSchema,
  path: SchemaPath,
): void {
  const type = written["type"];
  if (type === undefined || type === null) return;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const known = new Set(
    names.map((name) => {
      const found = types.find((one) => one === name);
      if (found !== undefined) return found;
      throw new SchemaError(
        "invalid-schema",
        [...path, "type"],
        `${JSON.stringify(name).slice(0, 100)} is no type of JSON Schema`,
        typeof name === "string"
          ? suggest(name.slice(0, 100), types)
          : undefined,
      );
    }),
  );
  const [first, ...more] = known;
  if (first === undefined)
    throw new SchemaError(
      "invalid-schema",
      [...path, "type"],
      "it names no type",
    );
  normal.type = more.length === 0 ? first : [first, ...more];
}

/** A limit that is excluded is a number; in draft-04, it is said of the limit beside it. */
function readExclusive(
  written: Written,
  normal: NormalSchema,
  path: SchemaPath,
): void {
  const sides = [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const;
  for (const [keyword, beside] of sides) {
    const value = written[keyword];
    const limit = normal[beside];
    if (typeof value === "number") normal[keyword] = value;
    else if (value === true && limit !== undefined) {
      normal[keyword] = limit;
      delete normal[beside];
    } else if (
      value !== undefined &&
      value !== null &&
      typeof value !== "boolean"
    )
      throw new SchemaError(
        "invalid-schema",
        [...path, keyword],
        "it has to be a number",
      );
  }
}

function readRequired(
  written: Written,
  normal: NormalSchema,
  path: SchemaPath,
): void {
  const required = written["required"];
  if (required === undefined || required === null) return;
  const names = readNames(required, [...path, "required"]);
  if (names.length > 0) normal.required = names;
}

/** A list of names, each once. */
export function readNames(value: unknown, path: SchemaPath): string[] {
  const isNames = (one: unknown): one is string[] =>
    Array.isArray(one) && one.every((name) => typeof name === "string");
  if (isNames(value)) return [...new Set(value)];
  throw new SchemaError(
    "invalid-schema",
    path,
    "it has to be a list of names of properties",
  );
}

/** What a schema says without asking for it; what is of another type says nothing. */
export function readAnnotations(written: Written): SchemaAnnotations {
  const found: SchemaAnnotations = {};
  const { title, description, format, deprecated, examples } = written;
  if (typeof title === "string") found.title = title;
  if (typeof description === "string") found.description = description;
  if (Object.hasOwn(written, "default")) found.default = written["default"];
  if (Array.isArray(examples)) found.examples = examples;
  if (typeof deprecated === "boolean") found.deprecated = deprecated;
  if (typeof format === "string") found.format = format;
  return found;
}

/**
 * Whether something is a schema that asks for nothing: `true`, and the empty list that
 * languages write for an object without entries.
 */
export function saysNothing(schema: unknown): boolean {
  return schema === true || isEmptyList(schema);
}

/** Entries of an object, which some languages write as a list where it has none. */
export function readEntries(
  value: unknown,
  path: SchemaPath,
): [string, unknown][] {
  if (isEmptyList(value)) return [];
  if (isJsonObject(value)) return Object.entries(value);
  throw new SchemaError("invalid-schema", path, "it has to be an object");
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
