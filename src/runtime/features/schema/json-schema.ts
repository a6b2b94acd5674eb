import type { JsonObject } from "../../wire/message.ts";
import { checkJsonSchema } from "./check-json-schema.ts";
import type { Schema, SchemaIssue } from "./schema.ts";

/** Checks values against JSON Schemas; `fromAjv` makes one of an ajv. */
export interface JsonSchemaValidator {
  /** Once for a schema. The function it returns is called for each value. */
  compile(
    schema: JsonObject,
  ): (value: unknown) => readonly SchemaIssue[] | undefined;
}

/**
 * Makes a plain JSON Schema usable where a Standard Schema is. What a value is
 * can be told as a type parameter: `jsonSchema<{ city: string }>(…)`. Throws a
 * TypeError for another dialect than 2020-12 and for references that lead
 * outside the schema.
 */
export function jsonSchema<Value = { readonly [key: string]: unknown }>(
  schema: JsonObject,
  validator: JsonSchemaValidator,
): Schema<Value> {
  checkJsonSchema(schema);
  const check = validator.compile(schema);
  return {
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
