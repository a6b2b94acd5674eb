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
 * Creates a validator from one ajv, or one for each dialect: `fromAjv(new Ajv2020())`,
 * `fromAjv(new Ajv2020(), new Ajv2019(), new Ajv())`. A schema without a dialect is of
 * 2020-12, or of the first ajv's dialect if there is none for 2020-12. Unknown formats and
 * keywords are not checked. Throws a TypeError for two instances of one dialect.
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
      // Otherwise ajv would cache the schema, which is never used again.
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

/** Decodes a segment of a JSON pointer. */
function unescape(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns details that the message of ajv lacks: allowed values or the property. */
function about(params: object | undefined): string {
  const { allowedValues, additionalProperty } = { ...params } as {
    readonly [key: string]: unknown; // Any object has this type: the members may be
    // undefined.
  };
  if (allowedValues !== undefined) return `: ${JSON.stringify(allowedValues)}`;
  if (additionalProperty === undefined) return "";
  return `: ${JSON.stringify(additionalProperty)}`;
}

/**
 * Members of `Ajv`, `Ajv2019` and `Ajv2020` that are used. With `allErrors`, a model sees
 * all errors at once. Without `getKeyword`, the dialect is 2020-12.
 */
export interface AjvLike {
  /** Compiles a schema to a function that validates values. */
  compile(schema: JsonObject): AjvCheck;
  /** Returns false for an unknown keyword. */
  getKeyword?(name: string): unknown;
  /** Removes a schema from the cache of the ajv. */
  removeSchema?(schema: JsonObject): unknown;
  /** Known formats by name. */
  readonly formats?: object;
  /** Options of the ajv. */
  readonly opts?: {
    /** False if formats are not validated. */
    readonly validateFormats?: boolean | undefined;
  };
}

/** Compiled schema of ajv. */
export interface AjvCheck {
  (value: unknown): unknown;
  /** Errors of the last call. */
  errors?: readonly AjvError[] | null;
}

/** Validation error of ajv. */
export interface AjvError {
  /** JSON pointer to the invalid value. */
  readonly instancePath: string;
  /** Description of the error. */
  readonly message?: string;
  /** Parameters of the failed rule. */
  readonly params?: object;
}

/** Returns the ajv that compiles a schema. */
type PickAjv = (schema: JsonObject) => AjvLike;

/**
 * Indexes ajv instances by dialect. Throws a TypeError for two of one dialect. The returned
 * function throws a TypeError for a schema of another dialect.
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
    // The first ajv also compiles schemas without a dialect.
    const [only] = ajvs;
    if (only && named === undefined) return only;
    throw new TypeError(
      `its dialect is ${named}, and fromAjv was given an ajv for ${[...known.keys()].join(" and ")} only: give it one more`,
    );
  };
}

/** Returns the dialect of an ajv, derived from its keywords. */
function dialectOfAjv(ajv: AjvLike): SchemaDialect {
  const knows = (keyword: string): boolean =>
    ajv.getKeyword === undefined || ajv.getKeyword(keyword) !== false;
  if (knows("prefixItems")) return "2020-12";
  return knows("dependentRequired") ? "2019-09" : "draft-07";
}

/** Keywords without checks that ajv knows without a definition. */
const silent = /* @__PURE__ */ new Set([
  ...["$schema", "$id", "$anchor", "$defs", "definitions", "$vocabulary"],
  ...["$comment", "title", "description", "default", "examples"],
  ...["deprecated", "readOnly", "writeOnly"],
  ...["contentMediaType", "contentEncoding", "contentSchema"],
]);

/**
 * Keywords that become stricter if a subschema, or a keyword beside them, becomes less
 * strict.
 */
const reversing = /* @__PURE__ */ new Set([
  ...["not", "if", "oneOf", "maxContains"],
  ...["unevaluatedProperties", "unevaluatedItems"],
]);

interface CheckableOptions {
  /** Returns the reason why a pattern is not checked. Default: all patterns are checked. */
  readonly refusePattern?: (pattern: string) => string | undefined;
  /** Called for each part that is not checked. */
  readonly onUnchecked: (part: string) => void;
}

/**
 * Returns a schema without unknown keywords and formats, which JSON Schema treats as
 * annotations, and without rejected patterns. Throws a TypeError if the result would be
 * stricter than the schema.
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
  // The cache of ajv uses the identity of the schema.
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
  // Ajv gives these keywords another meaning.
  if (keyword === "id" || keyword === "$async") return false;
  return silent.has(keyword) || ajv.getKeyword?.(keyword) !== false;
}

function knowsFormat(ajv: AjvLike, format: string): boolean {
  if (!ajv.formats || ajv.opts?.validateFormats === false) return true;
  return Object.hasOwn(ajv.formats, format);
}

/**
 * Returns the first segments of references, e.g. `components` of `#/components/City`.
 * Keywords with these names are kept.
 */
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

/** Filter for the copy of a schema. */
interface SchemaCopying {
  keeps(keyword: string, value: unknown): boolean;
  /** Returns true if the names of this pattern are checked. */
  keepsPattern(pattern: string): boolean;
}

/**
 * Copies a schema and its subschemas with the keywords that pass the filter. Values of
 * unknown keywords stay unchanged.
 */
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
  // Names of a removed pattern must not become additional properties.
  return sizeOf(copy) < sizeOf(schema) ? rest : copy;
}

/** Returns the number of name patterns. */
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
