import { isObject, type JsonObject } from "../../../wire/message.ts";
import { placeUnder, type SchemaPlace } from "../schema-place.ts";
import type { AjvLike } from "./like.ts";

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
  const copy = copySchema(schema);
  if (refused !== undefined && reverses) throw new TypeError(refused);
  // An ajv knows what it has compiled by its identity.
  return isWhole ? schema : copy;

  function copySchema(value: JsonObject): JsonObject {
    const entries = Object.entries(value).filter(([keyword, child]) => {
      reverses ||= reversing.has(keyword);
      return isKept(keyword, child);
    });
    const kept = entries.map(([keyword, child]) => {
      if (keyword === "patternProperties" && isObject(child))
        return [keyword, copyPatterns(child)];
      // What only references lead to need not be a schema itself.
      return isKnown(keyword)
        ? [keyword, copyUnder(child, placeUnder(keyword, "schema"))]
        : [keyword, child];
    });
    const copied: JsonObject = Object.fromEntries(kept);
    const { patternProperties: before } = value;
    const { patternProperties: after, additionalProperties, ...rest } = copied;
    const lost =
      isObject(before) &&
      isObject(after) &&
      Object.keys(before).length > Object.keys(after).length;
    // What a lost pattern would have taken is nothing additional.
    return lost ? { ...rest, patternProperties: after } : copied;
  }

  function copyPatterns(patterns: JsonObject): JsonObject {
    const kept = Object.entries(patterns).filter(([pattern]) =>
      isChecked(pattern),
    );
    return Object.fromEntries(
      kept.map(([pattern, child]) => [pattern, copyUnder(child, "schema")]),
    );
  }

  function copyUnder(value: unknown, place: SchemaPlace): unknown {
    if (place === "data" || typeof value !== "object" || value === null)
      return value;
    if (Array.isArray(value))
      return value.map((item) => copyUnder(item, place));
    if (!isObject(value)) return value;
    if (place === "schema") return copySchema(value);
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, child]) => [name, copyUnder(child, "schema")]),
    );
  }

  function isKnown(keyword: string): boolean {
    // Ajv knows these two, and means something else by them.
    if (keyword === "id" || keyword === "$async") return false;
    return silent.has(keyword) || ajv.getKeyword?.(keyword) !== false;
  }

  function isKept(keyword: string, value: unknown): boolean {
    if (!isKnown(keyword))
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

function knowsFormat(ajv: AjvLike, format: string): boolean {
  if (!ajv.formats || ajv.opts?.validateFormats === false) return true;
  return Object.hasOwn(ajv.formats, format);
}

/** Where references lead first, as in `#/components/City`: what is there is kept. */
function firstSegments(schema: JsonObject): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      visit(child);
      if (key !== "$ref" || typeof child !== "string") continue;
      const [, , segment] = /^#(\/([^/]+))/.exec(child) ?? [];
      if (segment !== undefined) found.add(segment);
    }
  };
  visit(schema);
  return found;
}

function quote(text: string): string {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return JSON.stringify(shown);
}
