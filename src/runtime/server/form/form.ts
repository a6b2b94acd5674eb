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
 * What asks a client's user for what a JSON Schema describes. Throws a TypeError for
 * a schema that no form of the revision can show.
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
 * The form that asks for what a JSON Schema describes. What a field cannot tell,
 * such as a pattern, is left out: answers are held against the schema too. What no
 * form can show becomes a field that is refused. Of a form it makes the same again.
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

/** A field; `titles` is the keyword that its choices have their titles in. */
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
  // Libraries have several patterns for one format.
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
    // Lists lie in no list, and one may be of itself.
    ...(items !== undefined &&
      titles !== "anyOf" && { items: fieldOf(items, root, "anyOf") }),
  };
}

/**
 * What a schema refers to, and what its alternatives leave if it is one; what stands
 * beside these goes before. Several alternatives are told apart from it.
 */
function meant(
  schema: unknown,
  root: unknown,
): readonly [own: JsonObject, alternatives: readonly unknown[]] {
  let own: JsonObject = Object(schema);
  // What refers to itself is none.
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

/** `null` is what is left out; some libraries write `undefined` as `{}`. */
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
 * What became of a form: a person filled it in, and `content` is what the schema
 * makes of that; or said no (`decline`), or closed it (`cancel`).
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Response Actions}
 */
export type FormAnswer<Content> =
  | {
      /** The form was filled in. */
      readonly action: "accept";
      /** What the schema makes of what was filled in. */
      readonly content: Content;
    }
  | {
      /** The user said no, or closed the form. */
      readonly action: "decline" | "cancel";
      /** There is none. */
      readonly content?: undefined;
    };

/**
 * What a schema makes of a client's answer to its form. Throws an
 * InvalidMessageError for one that the schema refuses.
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

/** Returns the error for an answer that does not fit its question. */
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
 * Returns a client's answer to a form that a handler wrote itself, with the fields
 * that were asked for. Throws an InvalidMessageError for a value that is not of the
 * format of its field, and for other fields where the form allows none.
 */
export function readForm(
  key: string,
  params: unknown,
  value: unknown,
): unknown {
  const form = formOf(params, objectOf(value));
  // A form without fields says nothing about them.
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
  return { path: [name], message: "the form has no such field" };
}
