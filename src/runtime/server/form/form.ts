import type { Schema, SchemaIssue } from "../../features/schema/schema.ts";
import { InvalidMessageError, describeIssue } from "../../protocol/errors.ts";
import { formOf } from "../../protocol/form-answer.ts";
import { type JsonObject, isObject, objectOf } from "../../protocol/message.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { memberAt } from "../../protocol/revision/repair.ts";
import {
  elicitationIssue,
  isShown,
  isTextList,
} from "../../protocol/validation/asked.ts";
import { formatIssues } from "../../protocol/validation/form-formats.ts";

/**
 * Returns the params of a form that asks the client's user for the values of a JSON Schema.
 * Throws a TypeError for a schema that no form of the revision can show.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function formParams(
  schema: JsonObject,
  message: string | undefined,
  { facts, revision }: ProtocolTable,
): { readonly requestedSchema: JsonObject } {
  const params = { message, requestedSchema: toForm(schema, facts) };
  const issue = elicitationIssue(params, facts);
  if (!issue) return params;
  const reason = describeIssue(issue);
  throw new TypeError(`no form of ${revision} can show this: ${reason}`);
}

/**
 * Returns the form for a JSON Schema. It omits keywords that forms lack, such as `pattern`:
 * answers are also validated against the schema. A property that no form can show becomes
 * an invalid field. A form is returned unchanged.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function toForm(
  schema: JsonObject,
  facts: readonly string[],
): JsonObject {
  const [{ type, properties, required }] = meant(schema, schema);
  if (!isObject(properties)) return { type };
  const titles = facts.includes("form-titles") ? "oneOf" : "enumNames";
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    fieldOf(field, schema, titles),
  ]);
  return {
    type,
    properties: Object.fromEntries(fields),
    ...(required !== undefined && { required }),
  };
}

/** Returns the field for a schema. `titles` is the keyword for choices with titles. */
function fieldOf(schema: unknown, root: unknown, titles: string): JsonObject {
  const [{ const: only, items, ...own }, alternatives] = meant(schema, root);
  const members = alternatives.map((one) => meant(one, root)[0]);
  const choices = members.flatMap(
    ({ enum: several, const: one, title = one }) =>
      listOf(several ?? [one]).map((value) => ({
        const: value,
        title: several ? value : title,
      })),
  );
  const values = choices.map((one) => one.const);
  const isChoice = values.length > 0 && isTextList(values);
  const plain = own["enum"] ?? (only === undefined ? only : [only]);
  // Libraries write several patterns for one format.
  const isText = members[0]
    ? isChoice ||
      members.every((one) =>
        [one["type"], typeof one["const"]].includes("string"),
      )
    : plain;
  const type = own["type"] ?? (only === true ? "boolean" : isText && "string");
  return {
    ...Object.fromEntries(Object.entries(own).filter(isShown)),
    type: [type].flat().filter(isNotNull).join(),
    ...(Array.isArray(plain) &&
      only !== true && { enum: plain.filter((one) => one !== null) }),
    ...(isChoice &&
      (titles === "enumNames"
        ? { enum: values, enumNames: choices.map(({ title }) => title) }
        : { [titles]: choices })),
    // A list in a list is not supported, and a list may contain itself.
    ...(items !== undefined &&
      titles !== "anyOf" && { items: fieldOf(items, root, "anyOf") }),
  };
}

/**
 * Resolves references and single alternatives of a schema. Keywords beside a reference take
 * precedence. Two or more alternatives are returned apart from the schema.
 */
function meant(
  schema: unknown,
  root: unknown,
): readonly [own: JsonObject, alternatives: readonly unknown[]] {
  let own: JsonObject = Object(schema);
  // The limit ends circular references.
  for (let step = 0; step < maxSteps; step++) {
    const { $ref, anyOf, oneOf = anyOf, ...beside } = own;
    const all =
      typeof $ref === "string"
        ? [memberAt(root, $ref.split("/").slice(1))]
        : listOf(oneOf).filter(isFilledIn);
    if (all.length !== 1) return [beside, all];
    own = { ...Object(all[0]), ...beside };
  }
  return [{}, []];
}

const maxSteps = 16;

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * True for an alternative with a value: not `null`, and not `{}`, which some libraries
 * write for `undefined`.
 */
function isFilledIn(schema: unknown): boolean {
  return (
    isObject(schema) &&
    isNotNull(schema["type"]) &&
    Object.keys(schema).length > 0
  );
}

function isNotNull(type: unknown): boolean {
  return type !== "null";
}

/**
 * Answer to a form: accepted with the parsed content, declined, or closed (`cancel`).
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Response Actions}
 */
export type FormAnswer<Content> =
  | {
      /** The user submitted the form. */
      readonly action: "accept";
      /** Output of the schema for the submitted values. */
      readonly content: Content;
    }
  | {
      /** The user declined, or closed the form. */
      readonly action: "decline" | "cancel";
      /** Absent. */
      readonly content?: undefined;
    };

/**
 * Parses a client's answer to a form. Throws an InvalidMessageError for an answer that the
 * schema rejects.
 */
export async function readAnswer(
  key: string,
  schema: Schema,
  value: unknown,
): Promise<FormAnswer<unknown>> {
  const { action, content = {} } = objectOf(value);
  if (action !== "accept")
    return { action: action === "decline" ? action : "cancel" };
  const checked = await schema["~standard"].validate(content);
  const [issue] = checked.issues ?? schema.formIssues?.(content) ?? [];
  if ("value" in checked && !issue) return { action, content: checked.value };
  throw answerMisfit(key, issue ?? { message: "" }, value);
}

/** Returns the error for an answer that does not match its question. */
function answerMisfit(
  key: string,
  { path = [], message }: SchemaIssue,
  value: unknown,
): InvalidMessageError {
  const at = path.map((part) =>
    String(typeof part === "object" ? part.key : part),
  );
  return new InvalidMessageError(
    `The answer to "${key}" does not fit: ${describeIssue({ path: at, message })}`,
    ["content", ...at],
    { value },
  );
}

/**
 * Returns a client's answer to a form that a handler wrote itself, limited to the fields of
 * the form. Throws an InvalidMessageError for a value that does not match the format of its
 * field, and for unknown fields if the form has `additionalProperties: false`.
 */
export function readForm(
  key: string,
  params: unknown,
  value: unknown,
): unknown {
  const form = formOf(params, objectOf(value));
  // A form without fields puts no limits on the answer.
  if (!form || Object.keys(form.properties).length === 0) return value;
  const { properties, content } = form;
  const unknown = Object.keys(content).filter(
    (name) => !Object.hasOwn(properties, name),
  );
  const { requestedSchema } = objectOf(params);
  const isClosed = objectOf(requestedSchema)["additionalProperties"] === false;
  const [issue] = [
    ...formatIssues({ properties }, content),
    ...(isClosed ? unknown.map(unknownField) : []),
  ];
  if (issue) throw answerMisfit(key, issue, value);
  if (unknown.length === 0) return value;
  const asked = Object.entries(content).filter(([name]) =>
    Object.hasOwn(properties, name),
  );
  return { ...objectOf(value), content: Object.fromEntries(asked) };
}

function unknownField(name: string): SchemaIssue {
  return { path: [name], message: "unknown field" };
}
