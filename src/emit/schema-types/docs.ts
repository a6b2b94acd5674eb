import type { Annotated } from "../../schema/model/index.ts";
import type { NormalSchema } from "../../schema/model/json-schema.ts";
import { docText } from "../print/doc-text.ts";

/** What a comment says that no type can, in this order. */
const told = [
  "format",
  "minimum",
  "exclusiveMinimum",
  "maximum",
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
  "default",
  "deprecated",
] as const satisfies readonly (keyof NormalSchema)[];

/** The longest value that a comment repeats, in characters. */
const longest = 200;

/**
 * What schemas say of a value, as what it is: somebody else's text. Prose is left out without
 * `docs`; limits, formats and defaults never are.
 */
export function annotations(
  schemas: readonly NormalSchema[],
  docs: boolean,
): Annotated {
  const speaking = schemas.flatMap((schema) => inPlace(schema));
  const prose = docs ? firstOf(speaking, "description") : undefined;
  const tags = tagsOf(speaking);
  const paragraphs = [
    prose === undefined ? "" : docText(prose),
    saidInside(speaking).join("\n"),
    tags.join("\n"),
  ].filter((text) => text !== "");
  if (paragraphs.length === 0) return {};
  return { comment: { text: paragraphs.join("\n\n") } };
}

function tagsOf(speaking: readonly NormalSchema[]): string[] {
  const isInteger = speaking.some(({ type }) => type === "integer");
  const tags = told.flatMap((word) => tagOf(speaking, word) ?? []);
  return isInteger ? ["@integer", ...tags] : tags;
}

/** What is said of values that have no place for a comment of their own. */
function saidInside(speaking: readonly NormalSchema[]): string[] {
  const places = [
    ["items", "Each item"],
    ["additionalProperties", "Each other property"],
  ] as const;
  return places.flatMap(([word, place]) => {
    const inside = firstOf(speaking, word);
    const tags = inside === undefined ? [] : tagsOf(inPlace(inside));
    const shown = tags.map((tag) => tag.slice(1)).join(", ");
    return shown === "" ? [] : [`${place}: ${shown}.`];
  });
}

/** A schema and those that surely hold with it, or hold unless the value is `null`. */
function inPlace(schema: NormalSchema, depth = 3): NormalSchema[] {
  if (depth === 0) return [schema];
  const choices = [schema.anyOf, schema.oneOf].map((members = []) =>
    members.filter((one) => one.type !== "null" && !isNever(one)),
  );
  const lone = choices.filter(({ length }) => length === 1).flat();
  const others = [...(schema.allOf ?? []), ...lone];
  return [schema, ...others.flatMap((inner) => inPlace(inner, depth - 1))];
}

/** Whether no value fits. */
function isNever({ not }: NormalSchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

function firstOf<Word extends keyof NormalSchema>(
  schemas: readonly NormalSchema[],
  word: Word,
): NormalSchema[Word] | undefined {
  return schemas.find((schema) => schema[word] !== undefined)?.[word];
}

function tagOf(
  schemas: readonly NormalSchema[],
  word: (typeof told)[number],
): string | undefined {
  const value = firstOf(schemas, word);
  if (value === undefined || value === false) {
    const isDefault = word === "default" && value === false;
    return isDefault ? "@default false" : undefined;
  }
  if (value === true && word !== "default") return `@${word}`;
  if ((word === "minItems" || word === "maxItems") && isOfTuple(schemas, value))
    return undefined;
  const isText = word === "format" || word === "pattern";
  const text = isText ? String(value) : JSON.stringify(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return `@${word} ${docText(shown).replaceAll(/\s+/g, " ")}`;
}

/** Whether a tuple says how many items there are. */
function isOfTuple(schemas: readonly NormalSchema[], count: unknown): boolean {
  return schemas.some(
    ({ prefixItems = [] }) => Number(count) <= prefixItems.length,
  );
}
