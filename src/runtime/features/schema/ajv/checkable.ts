import type { JsonObject } from "../../../protocol/message.ts";
import type { AjvLike } from "./like.ts";
import { forEachSchema } from "../schema-place.ts";
import { copySchema } from "./copy-schema.ts";

/** Keywords that check nothing, and that ajv knows without a definition. */
const silent = /* @__PURE__ */ new Set([
  ...["$schema", "$id", "$anchor", "$defs", "definitions", "$vocabulary"],
  ...["$comment", "title", "description", "default", "examples"],
  ...["deprecated", "readOnly", "writeOnly"],
  ...["contentMediaType", "contentEncoding", "contentSchema"],
]);

/** Keywords that a looser schema below, or beside, can make stricter. */
const reversing = /* @__PURE__ */ new Set([
  ...["not", "if", "oneOf", "maxContains"],
  ...["unevaluatedProperties", "unevaluatedItems"],
]);

export interface CheckableOptions {
  /** Says why a pattern goes unchecked; all are checked where it is absent. */
  readonly refusePattern?: (pattern: string) => string | undefined;
  /** Hears of what goes unchecked. */
  readonly onUnchecked: (part: string) => void;
}

/**
 * A schema without the keywords and formats that an ajv does not know, which are
 * annotations to it by the rules of JSON Schema, and without patterns that are
 * refused. Throws a TypeError where what is left would refuse more than before.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core#section-6.5 | JSON Schema: Extending JSON Schema}
 */
export function checkable(
  schema: JsonObject,
  ajv: AjvLike,
  { refusePattern, onUnchecked }: CheckableOptions,
): JsonObject {
  const referred = firstSegments(schema);
  let refused: string | undefined;
  let reverses = false;
  let isWhole = true;
  const copy = copySchema(schema, {
    keeps: isKept,
    keepsPattern: isChecked,
  });
  if (refused !== undefined && reverses) throw new TypeError(refused);
  // An ajv knows what it has compiled by its identity.
  return isWhole ? schema : copy;

  function isKept(keyword: string, value: unknown): boolean {
    reverses ||= reversing.has(keyword);
    if (!isKnown(ajv, keyword))
      return referred.has(keyword) || unchecked(`keyword ${quote(keyword)}`);
    if (keyword === "format" && typeof value === "string")
      return knowsFormat(ajv, value) || unchecked(`format ${quote(value)}`);
    return keyword !== "pattern" || isChecked(value);
  }

  function isChecked(pattern: unknown): boolean {
    const reason =
      typeof pattern === "string" ? refusePattern?.(pattern) : undefined;
    if (reason === undefined) return true;
    const part = `pattern ${quote(String(pattern))} (${reason})`;
    refused ??= `its ${part} cannot be checked`;
    return unchecked(part);
  }

  function unchecked(part: string): false {
    isWhole = false;
    onUnchecked(part);
    return false;
  }
}

function isKnown(ajv: AjvLike, keyword: string): boolean {
  // Ajv knows these two, and means something else by them.
  if (keyword === "id" || keyword === "$async") return false;
  return silent.has(keyword) || ajv.getKeyword?.(keyword) !== false;
}

function knowsFormat(ajv: AjvLike, format: string): boolean {
  if (!ajv.formats || ajv.opts?.validateFormats === false) return true;
  return Object.hasOwn(ajv.formats, format);
}

/** Where references lead first, as in `#/components/City`: what is there is kept. */
function firstSegments(schema: JsonObject): Set<string> {
  const found = new Set<string>();
  forEachSchema(schema, ({ $ref }) => {
    const [, segment] =
      typeof $ref === "string" ? (/^#\/([^/]+)/.exec($ref) ?? []) : [];
    if (segment !== undefined) found.add(segment);
  });
  return found;
}

function quote(text: string): string {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return JSON.stringify(shown);
}
