import {
  canonicalText,
  nameOfReference,
} from "../../../schema/json-schema/index.ts";
import type { NormalSchema } from "../../../schema/model/index.ts";
import { isAnnotation, isNever } from "./relation/index.ts";

/** Longer texts are cut. */
const longest = 2000;

/** Deeper parts are left out. */
const deepest = 8;

/**
 * A schema as a text in the manner of TypeScript; what TypeScript cannot say stands behind it
 * as a comment.
 */
export function schemaText(schema: NormalSchema): string {
  const text = textAt(schema, 0);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function textAt(schema: NormalSchema, depth: number): string {
  if (depth > deepest) return "…";
  const body = bodyOf(schema, depth);
  const limits = Object.entries(schema).filter(
    ([keyword]) => !body.said.has(keyword) && !isAnnotation(keyword),
  );
  if (limits.length === 0) return body.text;
  const said = limits.map(
    ([keyword, value]) => `${keyword} ${limitText(keyword, value, depth)}`,
  );
  return `${grouped(body.text)} /* ${said.join(", ").replaceAll("*/", "*\\/")} */`;
}

function grouped(text: string): string {
  return / [|&] /.test(text) && !/^[{[(].*[}\])]$/s.test(text)
    ? `(${text})`
    : text;
}

interface Body {
  readonly text: string;
  /** The keywords that the text tells. */
  readonly said: ReadonlySet<string>;
}

function bodyOf(schema: NormalSchema, depth: number): Body {
  const { $ref, type, anyOf, oneOf, allOf } = schema;
  const inside = (one: NormalSchema): string => textAt(one, depth + 1);
  if ("const" in schema)
    return body(canonicalText(schema.const), "const", "type");
  if (schema.enum !== undefined)
    return body(schema.enum.map(canonicalText).join(" | "), "enum", "type");
  if ($ref !== undefined) return body(nameOfReference($ref), "$ref");
  const others = isObjectLike(schema) || type !== undefined;
  if (anyOf !== undefined && !others)
    return body(anyOf.map(inside).join(" | "), "anyOf");
  if (oneOf !== undefined && !others)
    return body(oneOf.map(inside).join(" | "), "oneOf");
  if (allOf !== undefined && !others)
    return body(allOf.map((one) => grouped(inside(one))).join(" & "), "allOf");
  if (isNever(schema)) return body("never", "not");
  if (isObjectLike(schema) && (type === undefined || type === "object"))
    return objectBody(schema, depth);
  if (schema.prefixItems !== undefined && (type ?? "array") === "array")
    return tupleBody(schema, depth);
  if (type === "array")
    return body(
      `${elementText(inside(schema.items ?? {}))}[]`,
      "type",
      "items",
    );
  if (type === undefined) return body("unknown");
  return body([type].flat().join(" | "), "type");
}

function body(text: string, ...said: string[]): Body {
  return { text, said: new Set(said) };
}

function isObjectLike(schema: NormalSchema): boolean {
  const { properties, additionalProperties, required, type } = schema;
  return (
    (properties ?? additionalProperties ?? required) !== undefined ||
    type === "object"
  );
}

function objectBody(schema: NormalSchema, depth: number): Body {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = new Set([...Object.keys(properties), ...required]);
  const fields = [...names].map((name) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const mark = required.includes(name) ? "" : "?";
    return `${keyText(name)}${mark}: ${textAt(own ?? {}, depth + 1)}`;
  });
  const isClosed =
    additionalProperties !== undefined && isNever(additionalProperties);
  const index =
    additionalProperties === undefined || isClosed
      ? []
      : [`[key: string]: ${textAt(additionalProperties, depth + 1)}`];
  const all = [...fields, ...index];
  const text = all.length === 0 ? "object" : `{ ${all.join("; ")} }`;
  const said = ["type", "properties", "required"];
  return isClosed
    ? body(`${text} /* no others */`, ...said, "additionalProperties")
    : body(text, ...said, "additionalProperties");
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function tupleBody(schema: NormalSchema, depth: number): Body {
  const { prefixItems = [], items } = schema;
  const places = prefixItems.map((one) => textAt(one, depth + 1));
  const isClosed = items !== undefined && isNever(items);
  const rest = isClosed
    ? []
    : [`...${elementText(textAt(items ?? {}, depth + 1))}[]`];
  return body(
    `[${[...places, ...rest].join(", ")}]`,
    ...["type", "prefixItems", "items"],
  );
}

function elementText(text: string): string {
  return /^[\w$]+$|^\{.*\}$/s.test(text) ? text : `(${text})`;
}

/** What TypeScript has no word for is said in that of JSON Schema. */
function limitText(keyword: string, value: unknown, depth: number): string {
  if (Array.isArray(value) && value.every(isSchema))
    return `[${value.map((one) => textAt(one, depth + 1)).join(", ")}]`;
  if (singles.has(keyword) && isSchema(value)) return textAt(value, depth + 1);
  return canonicalText(value);
}

const singles: ReadonlySet<string> = new Set<keyof NormalSchema>([
  ...(["not", "if", "then", "else", "contains", "propertyNames"] as const),
  ...(["unevaluatedProperties", "unevaluatedItems", "items"] as const),
]);

function isSchema(value: unknown): value is NormalSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
