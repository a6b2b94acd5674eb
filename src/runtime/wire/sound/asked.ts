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
  for (const [name, field] of Object.entries(properties))
    if (!isField(field, facts.includes("form-lists")))
      return expected("a field of a flat form", at, "properties", name);
  return undefined;
}

const types: readonly unknown[] = ["string", "number", "integer", "boolean"];

/** Whether a person can fill it in: a value, or a choice of one or several. */
function isField(field: unknown, canBeList: boolean): boolean {
  if (!isObject(field)) return false;
  const { type, items, oneOf, ...rest } = field;
  if (type !== "array")
    return types.includes(type) && !nests({ ...rest, items });
  return (
    canBeList && isObject(items) && !nests(rest) && items["type"] !== "object"
  );
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
