import { accepts } from "../json-schema/index.ts";
import type { SchemaDocument } from "../model/json-schema.ts";
import type { Schema } from "../runtime/index.ts";

/** The arguments of a tool, checked where their schema could be read. */
export function argumentsSchema(document: SchemaDocument | undefined): Schema {
  const ofObject = (): { type: string } => ({ type: "object" });
  return {
    "~standard": {
      version: 1,
      vendor: "mcp-gen",
      validate(value) {
        if (!document || accepts(document, value)) return { value };
        return { issues: [{ message: "they do not fit the input schema" }] };
      },
      jsonSchema: { input: ofObject, output: ofObject },
    },
  };
}
