import { type JsonObject, isObject } from "../../protocol/message.ts";
import { boundSchema } from "./bounds/bound-schema.ts";
import { refusePattern } from "./bounds/pattern.ts";
import {
  type SchemaDialect,
  type SchemaPlace,
  defaultDialect,
  dialectOf,
  forEachSchema,
  holdsSchemas,
  placeUnder,
} from "./check-json-schema.ts";
import type { JsonSchemaValidator } from "./json-schema.ts";
import type { SchemaIssue } from "./schema.ts";

/**
 * Checks plain JSON Schemas with an ajv of yours, or one for each dialect:
 * `fromAjv(new Ajv2020())`, `fromAjv(new Ajv2020(), new Ajv2019(), new Ajv())`. A
 * schema that names no dialect is of 2020-12, or of the first ajv's where none is
 * for that. Formats and keywords that an ajv does not know go unchecked. Throws a
 * TypeError for two of one dialect.
 */
export function fromAjv(
  ajv: AjvLike,
  ...others: readonly AjvLike[]
): JsonSchemaValidator {
  const pick = byDialect([ajv, ...others]);
  return {
    compile(schema, { isForeign = false, onUnchecked = () => {} } = {}) {
      const chosen = pick(schema);
      if (!isForeign) {
        const known = checkable(schema, chosen, { onUnchecked });
        const check = chosen.compile(known);
        return (value) => issuesOf(check, value);
      }
      const { $schema, $id, ...own } = schema;
      const known = checkable(own, chosen, { refusePattern, onUnchecked });
      const requireCheap = boundSchema(known);
      const check = chosen.compile(known);
      // It would be kept although nobody finds it again.
      chosen.removeSchema?.(known);
      return (value) => {
        requireCheap(value);
        return issuesOf(check, value);
      };
    },
  };
}

function issuesOf(
  check: AjvCheck,
  value: unknown,
): readonly SchemaIssue[] | undefined {
  return check(value) === true ? undefined : (check.errors ?? []).map(toIssue);
}

function toIssue({ instancePath, message, params }: AjvError): SchemaIssue {
  const path = instancePath.split("/").slice(1).map(unescape);
  return { path, message: `${message ?? "is not valid"}${about(params)}` };
}

/** A JSON Pointer's segment as the key that it means. */
function unescape(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What ajv says apart from its message: which values, which property. */
function about(params: object | undefined): string {
  const { allowedValues, additionalProperty } = { ...params } as {
    readonly [key: string]: unknown; // Any object has these, perhaps undefined.
  };
  if (allowedValues !== undefined) return `: ${JSON.stringify(allowedValues)}`;
  if (additionalProperty === undefined) return "";
  return `: ${JSON.stringify(additionalProperty)}`;
}

/**
 * What is needed of an `Ajv`, an `Ajv2019` or an `Ajv2020`; with `allErrors` a
 * model hears all at once. Without `getKeyword` it is taken for one of 2020-12.
 */
export interface AjvLike {
  /** Makes a function that checks values against a schema. */
  compile(schema: JsonObject): AjvCheck;
  /** Whether it knows a keyword: `false` where it does not. */
  getKeyword?(name: string): unknown;
  /** Forgets a schema, which would be kept as long as the ajv otherwise. */
  removeSchema?(schema: JsonObject): unknown;
  /** The formats that it knows, by name. */
  readonly formats?: object;
  /** What it was made with. */
  readonly opts?: {
    /** Whether formats are checked. */
    readonly validateFormats?: boolean | undefined;
  };
}

/** A compiled schema of ajv's, as far as it is needed here. */
export interface AjvCheck {
  (value: unknown): unknown;
  /** What was wrong the last time. */
  errors?: readonly AjvError[] | null;
}

/** What ajv says of a value that does not fit. */
export interface AjvError {
  /** Where, as a JSON pointer. */
  readonly instancePath: string;
  /** What is wrong there. */
  readonly message?: string;
  /** What the rule wanted. */
  readonly params?: object;
}

/** Finds the ajv that a schema is compiled with. */
type PickAjv = (schema: JsonObject) => AjvLike;

/**
 * Sorts ajvs by what they are for. Throws a TypeError for two of one dialect; what
 * it returns throws one for a schema of a dialect that none is for.
 */
function byDialect(ajvs: readonly AjvLike[]): PickAjv {
  const known = new Map<SchemaDialect, AjvLike>();
  for (const ajv of ajvs) {
    const dialect = dialectOfAjv(ajv);
    if (known.has(dialect))
      throw new TypeError(`fromAjv: two ajvs are for dialect ${dialect}`);
    known.set(dialect, ajv);
  }
  return (schema) => {
    const named = dialectOf(schema);
    const ajv = known.get(named ?? defaultDialect);
    if (ajv) return ajv;
    // The only one is meant for what does not say that it is of another.
    const [only] = ajvs;
    if (only && named === undefined) return only;
    throw new TypeError(
      `its dialect is ${named}, and fromAjv was given an ajv for ${[...known.keys()].join(" and ")} only: give it one more`,
    );
  };
}

/** What its keywords tell. */
function dialectOfAjv(ajv: AjvLike): SchemaDialect {
  const knows = (keyword: string): boolean =>
    ajv.getKeyword === undefined || ajv.getKeyword(keyword) !== false;
  if (knows("prefixItems")) return "2020-12";
  return knows("dependentRequired") ? "2019-09" : "draft-07";
}

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

interface CheckableOptions {
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
function checkable(
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

/** What of a schema is copied. */
interface SchemaCopying {
  keeps(keyword: string, value: unknown): boolean;
  /** Whether names of this pattern are looked at. */
  keepsPattern(pattern: string): boolean;
}

/** A copy of a schema, and of those within it, with what is to be kept; values of other keywords stay as they are. */
function copySchema(schema: JsonObject, kept: SchemaCopying): JsonObject {
  const entries = Object.entries(schema).filter(([keyword, value]) =>
    kept.keeps(keyword, value),
  );
  const copy: JsonObject = Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword === "patternProperties" && isObject(value))
        return [keyword, copyPatterns(value, kept)];
      return holdsSchemas(keyword)
        ? [keyword, copyUnder(value, placeUnder(keyword, "schema"), kept)]
        : [keyword, value];
    }),
  );
  const { additionalProperties, ...rest } = copy;
  // What a lost pattern would have taken is nothing additional.
  return sizeOf(copy) < sizeOf(schema) ? rest : copy;
}

/** How many patterns for names there are. */
function sizeOf({ patternProperties }: JsonObject): number {
  return isObject(patternProperties)
    ? Object.keys(patternProperties).length
    : 0;
}

function copyPatterns(patterns: JsonObject, kept: SchemaCopying): JsonObject {
  const entries = Object.entries(patterns).filter(([pattern]) =>
    kept.keepsPattern(pattern),
  );
  return Object.fromEntries(
    entries.map(([pattern, schema]) => [
      pattern,
      copyUnder(schema, "schema", kept),
    ]),
  );
}

function copyUnder(
  value: unknown,
  place: SchemaPlace,
  kept: SchemaCopying,
): unknown {
  if (place === "data") return value;
  if (Array.isArray(value))
    return value.map((item) => copyUnder(item, place, kept));
  if (!isObject(value)) return value;
  if (place === "schema") return copySchema(value, kept);
  return Object.fromEntries(
    Object.entries(value).map(([name, schema]) => [
      name,
      copyUnder(schema, "schema", kept),
    ]),
  );
}
