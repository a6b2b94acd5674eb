import type { JsonObject } from "../../protocol/message.ts";
import { formatIssues } from "../../protocol/validation/form-formats.ts";
import { checkJsonSchema } from "./check-json-schema.ts";
import type { Schema, SchemaIssue } from "./schema.ts";

/**
 * Validator for JSON Schemas: `fromAjv`, or the output of `mcp-gen compile`, which needs no
 * `eval`.
 */
export interface JsonSchemaValidator {
  /**
   * Compiles a schema, and returns the function that validates values. If either throws,
   * the schema or value is not checked.
   */
  compile(
    schema: JsonObject,
    options?: CompileOptions,
  ): (value: unknown) => readonly SchemaIssue[] | undefined;
}

/** Options for compiling a schema. */
export interface CompileOptions {
  /**
   * True if a peer wrote the schema. Compiling it, and validating values of the peer, must
   * have a limited duration. `fromAjv` supports this.
   */
  readonly isForeign?: boolean;
  /** Called for each part that is not checked, e.g. `format "date-time"`. */
  readonly onUnchecked?: (part: string) => void;
}

/**
 * Wraps a plain JSON Schema as a Standard Schema. The type parameter is the type of valid
 * values: `jsonSchema<{ city: string }>(…)`.
 *
 * Supported dialects are draft-07, 2019-09 and 2020-12, which is the default. Formats and
 * keywords that the validator does not know are not checked: the server reports them once
 * to `onError`. Throws a TypeError for another dialect, for one that the validator lacks,
 * and for references to other documents.
 *
 * @example
 * const input = jsonSchema<{ city: string }>(
 *   {
 *     type: "object",
 *     properties: { city: { type: "string" } },
 *     required: ["city"],
 *   },
 *   fromAjv(new Ajv2020()),
 * );
 */
export function jsonSchema<Value = { readonly [key: string]: unknown }>(
  schema: JsonObject,
  validator: JsonSchemaValidator,
): Schema<Value> {
  if (schema === undefined)
    throw new TypeError("jsonSchema(schema, validator): the schema is missing");
  if (typeof validator?.compile !== "function")
    throw new TypeError(
      "jsonSchema(schema, validator): the validator is missing, such as fromAjv(new Ajv2020())",
    );
  checkJsonSchema(schema);
  const unchecked = new Set<string>();
  const check = validator.compile(schema, {
    onUnchecked: (part) => unchecked.add(part),
  });
  return {
    formIssues: (content) => formatIssues(schema, content),
    tellUnchecked(owner, host) {
      if (unchecked.size === 0) return;
      const parts = [...unchecked].join(", ");
      unchecked.clear();
      host.onError(
        new Error(
          `${owner}: parts of its schema are not checked, because the validator does not know them: ${parts}`,
        ),
      );
    },
    "~standard": {
      version: 1,
      vendor: "json-schema",
      validate(value) {
        const issues = check(value);
        if (issues !== undefined) return { issues };
        // The validator accepted the value.
        return { value: value as Value };
      },
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
