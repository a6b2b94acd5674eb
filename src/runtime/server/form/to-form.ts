import { memberAt } from "../../table/repair.ts";
import { isObject, type JsonObject } from "../../wire/message.ts";
import { isTextList, isShown } from "../../wire/sound/asked.ts";

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
  const { type, properties, required } = schema;
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
  if (!isObject(schema)) return {};
  const { $ref, anyOf, oneOf = anyOf, const: only, items, ...own } = schema;
  if (typeof $ref === "string") {
    const meant = memberAt(root, $ref.split("/").slice(1));
    return fieldOf({ ...Object(meant), ...own }, {}, titles);
  }
  const members = (Array.isArray(oneOf) ? oneOf : []).filter(isFilledIn);
  if (members.length === 1)
    return fieldOf({ ...members[0], ...own }, root, titles);
  const choices = members.map(({ const: value, title = value }) => ({
    const: value,
    title,
  }));
  const values = choices.map((one) => one.const);
  const isChoice = values.length > 0 && isTextList(values);
  const isText = own["enum"] ?? only ?? isChoice;
  return {
    ...Object.fromEntries(Object.entries(own).filter(isShown)),
    type: [own["type"] ?? (isText && "string")].flat().filter(isNotNull).join(),
    ...(only !== undefined && only !== true && { enum: [only] }),
    ...(isChoice &&
      (titles === "enumNames"
        ? { enum: values, enumNames: choices.map(({ title }) => title) }
        : { [titles]: choices })),
    ...(items !== undefined && { items: fieldOf(items, root, "anyOf") }),
  };
}

/** `null` is what is left out; some libraries write `undefined` as `{}`. */
function isFilledIn(schema: unknown): schema is JsonObject {
  return (
    isObject(schema) &&
    isNotNull(schema["type"]) &&
    Object.keys(schema).length > 0
  );
}

function isNotNull(type: unknown): boolean {
  return type !== "null";
}
