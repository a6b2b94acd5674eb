import type { Protocol } from "../../schema/model/index.ts";
import { prettierLayout, printJson } from "../print/json.ts";
import { jsonSchemaDocument } from "./document.ts";
import type { SchemaOptions } from "./schema/schema.ts";

/**
 * The text of the file. `official` is laid out as the published file is, and
 * `corrected` as prettier lays out JSON. The keywords of the document itself
 * keep their order.
 */
export function printJsonSchema(
  protocol: Protocol,
  options: SchemaOptions,
): string {
  const entries = Object.entries(jsonSchemaDocument(protocol, options));
  return options.flavor === "official"
    ? `${printJson(entries, { indent: 4, sorted: true })}\n\n`
    : `${printJson(entries, { ...prettierLayout, sorted: true })}\n`;
}
