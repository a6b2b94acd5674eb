import { memberAt } from "../../protocol/revision/repair.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import { isTextList, isShown } from "../../protocol/validation/asked.ts";

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
