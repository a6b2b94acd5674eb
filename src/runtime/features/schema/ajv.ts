import type { JsonObject } from "../../wire/message.ts";
import type { JsonSchemaValidator } from "./json-schema.ts";
import type { SchemaIssue } from "./schema.ts";

/** What is needed of an `Ajv2020`; with `allErrors` a model hears all at once. */
export interface AjvLike {
  compile(schema: JsonObject): AjvCheck;
}

/** A compiled schema of ajv's, as far as it is needed here. */
export interface AjvCheck {
  (value: unknown): unknown;
  errors?: readonly AjvError[] | null;
}

/** What ajv says of a value that does not fit. */
export interface AjvError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: object;
}

/**
 * Checks plain JSON Schemas with an ajv of yours, made for dialect 2020-12:
 * `fromAjv(new Ajv2020())`.
 */
export function fromAjv(ajv: AjvLike): JsonSchemaValidator {
  return {
    compile(schema) {
      const check = ajv.compile(schema);
      return (value) =>
        check(value) === true ? undefined : (check.errors ?? []).map(toIssue);
    },
  };
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
