import type { JsonObject } from "../../protocol/message.ts";
import { formatIssues } from "../../protocol/validation/form-formats.ts";
import { checkJsonSchema } from "./check-json-schema.ts";
import type { Schema, SchemaIssue } from "./schema.ts";

/** Checks values against JSON Schemas: of `fromAjv`, or of `mcp-gen compile` without `eval`. */
export interface JsonSchemaValidator {
  /**
   * Once for a schema. The function it returns is called for each value. Either
   * throws where it cannot tell: the schema goes unchecked then.
   */
  compile(
    schema: JsonObject,
    options?: CompileOptions,
  ): (value: unknown) => readonly SchemaIssue[] | undefined;
}

/** How a schema is compiled. */
export interface CompileOptions {
  /**
   * Whether a peer wrote the schema: to compile it, and to check a value of that
   * peer's, has to end soon whatever they are. `fromAjv` sees to it.
   */
  readonly isForeign?: boolean;
  /** Hears of each part that goes unchecked, such as `format "date-time"`. */
  readonly onUnchecked?: (part: string) => void;
}

/**
 * Makes a plain JSON Schema usable where a Standard Schema is. A type parameter
 * tells what a value is: `jsonSchema<{ city: string }>(…)`.
 *
 * The dialects are draft-07, 2019-09 and 2020-12; a schema that names none is of
 * 2020-12. Formats and keywords that the validator does not know go unchecked: the
 * `onError` of the server that gets the tool hears of them once. Throws a TypeError
 * for another dialect, for one that the validator lacks, and for references that
 * lead outside.
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
          `${owner}: its schema is checked without what the validator does not know: ${parts}`,
        ),
      );
    },
    "~standard": {
      version: 1,
      vendor: "json-schema",
      validate(value) {
        const issues = check(value);
        if (issues !== undefined) return { issues };
        // The validator has found the value to be what the schema says.
        return { value: value as Value };
      },
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
