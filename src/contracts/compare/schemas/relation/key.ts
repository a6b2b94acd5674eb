import type { NormalSchema } from "../../../../schema/model/index.ts";
import { sha256 } from "../../../../base/digest.ts";
import {
  canonicalText,
  schemaKeyword,
} from "../../../../schema/json-schema/index.ts";
import { byCodeUnit } from "../../../../base/order.ts";
import type { Definitions, Term } from "./term.ts";

/** What a schema says, as a text: the same for schemas that differ in order and prose alone. */
export function textOf(schema: NormalSchema): string {
  const before = texts.get(schema);
  if (before !== undefined) return before;
  const parts = Object.entries(schema)
    .filter(([keyword, part]) => part !== undefined && !isAnnotation(keyword))
    .map(([keyword, part]) => `${keyword}:${partText(keyword, part)}`);
  const text = `{${parts.sort(byCodeUnit).join()}}`;
  texts.set(schema, text);
  return text;
}

const texts = new WeakMap<NormalSchema, string>();

/** A term as a text: equal ones say the same, references included. */
export function termKey({ schema, definitions }: Term): string {
  const text = textOf(schema);
  return text.includes("$ref:") ? `${digestOf(definitions)}${text}` : text;
}

/** Whether a schema accepts anything, and says so at once. */
export function saysNothing(schema: NormalSchema): boolean {
  return textOf(schema) === "{}";
}

/** Whether a schema refuses everything, and says so at once. */
export function isNever({ not }: NormalSchema): boolean {
  return not !== undefined && saysNothing(not);
}

/** Whether a keyword says something to people alone. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword);
}

const annotations: ReadonlySet<string> = new Set<keyof NormalSchema>([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "format",
]);

function partText(keyword: string, part: unknown): string {
  // Values are as the normal form types them.
  switch (schemaKeyword(keyword)?.form) {
    case "map":
      return mapText(part as Record<string, NormalSchema>);
    case "list":
      return ordered(keyword, (part as NormalSchema[]).map(textOf));
    case "schema":
      return textOf(part as NormalSchema);
    case undefined:
    default:
      return valueText(keyword, part);
  }
}

function mapText(map: Record<string, NormalSchema>): string {
  const parts = Object.entries(map).map(
    ([name, schema]) => `${JSON.stringify(name)}:${textOf(schema)}`,
  );
  return `{${parts.sort(byCodeUnit).join()}}`;
}

/** The order of items counts, and that of members does not. */
function ordered(keyword: string, items: string[]): string {
  return `[${(keyword === "prefixItems" ? items : items.sort(byCodeUnit)).join()}]`;
}

function valueText(keyword: string, value: unknown): string {
  const isSet =
    keyword === "enum" || keyword === "type" || keyword === "required";
  if (!isSet || !Array.isArray(value)) return canonicalText(value);
  const members = value.map(canonicalText);
  // A list of one type is that type.
  return members.length === 1 && keyword === "type"
    ? (members[0] ?? "")
    : `[${members.sort(byCodeUnit).join()}]`;
}

const digests = new WeakMap<Definitions, string>();

/** The same for definitions of the same text. */
function digestOf(definitions: Definitions): string {
  const before = digests.get(definitions);
  if (before !== undefined) return before;
  const parts = [...definitions].map(
    ([name, schema]) => `${JSON.stringify(name)}:${textOf(schema)}`,
  );
  const digest = sha256(parts.sort(byCodeUnit).join());
  digests.set(definitions, digest);
  return digest;
}
