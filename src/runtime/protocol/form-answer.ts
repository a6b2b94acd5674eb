import { excerpt } from "./errors.ts";
import { isObject, type JsonObject } from "./message.ts";
import type { Issue } from "./issue.ts";

/** An accepted form: the fields that were asked for, and what was filled in. */
export interface Form {
  readonly properties: JsonObject;
  readonly required: unknown;
  readonly content: JsonObject;
}

/** What a person filled in; `undefined` where there is no form, or it was declined. */
export function formOf(
  params: unknown,
  { action, content = {} }: JsonObject,
): Form | undefined {
  const schema = isObject(params) ? params["requestedSchema"] : undefined;
  if (action !== "accept" || !isObject(schema)) return undefined;
  const { properties, required } = schema;
  if (!isObject(content) || !isObject(properties)) return undefined;
  return { properties, required, content };
}

/**
 * Why what a person filled in is no answer to the form that was asked:
 * `undefined` when it is one. Declining needs no content.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation}
 */
export function formIssue(
  params: unknown,
  answer: JsonObject,
): Issue | undefined {
  const form = formOf(params, answer);
  return form && contentIssue(form);
}

/** Why what was filled in does not fit the fields of its form. */
export function contentIssue({
  properties,
  required,
  content,
}: Form): Issue | undefined {
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    const missing = Array.isArray(required) && required.includes(name);
    const expected =
      value === undefined
        ? missing && "a value"
        : isObject(field) && mismatch(field, value);
    if (expected)
      return { path: ["content", name], message: `expected ${expected}` };
  }
  return undefined;
}

/** What a field expects of a value that does not fit it. */
export function mismatch(field: JsonObject, value: unknown): string | false {
  const choices = choicesOf(field);
  if (choices && !choices.includes(value)) return `one of ${list(choices)}`;
  const { type } = field;
  switch (type) {
    case "string":
      return typeof value === "string"
        ? outside([...value].length, field["minLength"], field["maxLength"])
        : "a string";
    case "number":
    case "integer":
      return isNumber(field, value)
        ? outside(value, field["minimum"], field["maximum"])
        : type === "integer"
          ? "an integer"
          : "a number";
    case "boolean":
      return typeof value !== "boolean" && "a boolean";
    case "array":
      return Array.isArray(value) ? unlisted(field, value) : "an array";
    default:
      return false;
  }
}

function isNumber({ type }: JsonObject, value: unknown): value is number {
  return type === "integer" ? Number.isInteger(value) : Number.isFinite(value);
}

function outside(size: number, least: unknown, most: unknown): string | false {
  if (typeof least === "number" && size < least) return `at least ${least}`;
  return typeof most === "number" && size > most && `at most ${most}`;
}

function unlisted(field: JsonObject, values: unknown[]): string | false {
  const { items } = field;
  const choices = isObject(items) ? choicesOf(items) : undefined;
  if (choices && !values.every((one) => choices.includes(one)))
    return `some of ${list(choices)}`;
  return outside(values.length, field["minItems"], field["maxItems"]);
}

/** Choices with or without titles. */
function choicesOf(field: JsonObject): unknown[] | undefined {
  const { enum: plain } = field;
  if (Array.isArray(plain)) return plain;
  const titled = field["oneOf"] ?? field["anyOf"];
  return Array.isArray(titled)
    ? titled.map((one) => (isObject(one) ? one["const"] : undefined))
    : undefined;
}

function list(choices: readonly unknown[]): string {
  return excerpt(choices.join(", "), 200);
}
