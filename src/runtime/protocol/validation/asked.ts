import type { Issue } from "../issue.ts";
import { isObject, type JsonObject } from "../message.ts";
import { isWebAddress } from "../uri.ts";

/**
 * Why a server must not ask this of a client's user: a form is flat, of fields that
 * a person can fill in, and a page has a web address.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation}
 */
export function elicitationIssue(
  { mode, message, url, requestedSchema: form }: JsonObject,
  facts: readonly string[],
): Issue | undefined {
  if (typeof message !== "string") return expected("a string", "message");
  if (mode === "url")
    return isWebAddress(String(url))
      ? undefined
      : expected("an http or https URL", "url");
  if (!facts.includes("flat-forms")) return undefined;
  const at = "requestedSchema";
  const { type, properties, required, ...others }: JsonObject = isObject(form)
    ? form
    : {};
  if (type !== "object" || !isObject(properties))
    return expected("the schema of an object", at);
  if (nests(others)) return expected("a flat form", at);
  for (const [name, field] of Object.entries(properties)) {
    const path = [at, "properties", name];
    if (!isField(field, facts.includes("form-lists")))
      return isField(field, true)
        ? {
            path,
            message: "a choice of several: the client's revision has none",
          }
        : expected("a field of a flat form", ...path);
    const issue = kindIssue(field, path);
    if (issue) return issue;
  }
  return required === undefined ? undefined : kindIssue({ required }, [at]);
}

/** Kinds of what a field of a form says of itself, and of params for a model. */
const kinds: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    title: "string",
    description: "string",
    format: "string",
    minLength: "number",
    maxLength: "number",
    minItems: "number",
    maxItems: "number",
    minimum: "number",
    maximum: "number",
    enum: "list",
    enumNames: "list",
    required: "list",
    systemPrompt: "string",
    temperature: "number",
    stopSequences: "list",
  }),
);

/** The first of some values that is not of its kind: `default` is of its field's. */
export function kindIssue(
  values: JsonObject,
  path: readonly string[],
): Issue | undefined {
  const { type } = values;
  for (const [name, value] of Object.entries(values)) {
    const own =
      type === "integer" ? "number" : type === "array" ? "list" : String(type);
    const kind = name === "default" ? own : kinds.get(name);
    if (value !== undefined && kind && !isOf(kind, value))
      return expected(`a ${kind}`, ...path, name);
  }
  return undefined;
}

/**
 * Whether a form can tell it of a field. Libraries bound integers by what the
 * language counts to, which says nothing to a person.
 */
export function isShown([name, value]: readonly [string, unknown]): boolean {
  if (name === "format") return formats.includes(value);
  const isTaught = kinds.has(name) || (name === "default" && value !== null);
  return isTaught && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
}

const formats: readonly unknown[] = ["date", "date-time", "email", "uri"];

function isOf(kind: string, value: unknown): boolean {
  return kind === "list" ? isTextList(value) : typeof value === kind;
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

const types: readonly unknown[] = ["string", "number", "integer", "boolean"];

/** Whether a person can fill it in: a value, or a choice of one or several. */
function isField(field: unknown, canBeList: boolean): field is JsonObject {
  if (!isObject(field)) return false;
  const { type, items, oneOf, ...rest } = field;
  if (type !== "array")
    return types.includes(type) && !nests({ ...rest, items });
  if (!canBeList || !isObject(items) || nests(rest)) return false;
  return "anyOf" in items || isTextList(items["enum"]);
}

/** Whether something lies in it, but for lists of values. */
function nests(keywords: JsonObject): boolean {
  return Object.values(keywords)
    .flat()
    .some((value) => typeof value === "object" && value !== null);
}

function expected(what: string, ...path: readonly string[]): Issue {
  return { path, message: `expected ${what}` };
}
