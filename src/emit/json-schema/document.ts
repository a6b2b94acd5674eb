import type { Protocol } from "../../schema/model/index.ts";
import { dialectOf } from "./schema/dialect.ts";
import { record } from "./schema/record.ts";
import type { JsonSchema, SchemaOptions } from "./schema/schema.ts";
import { createSchemas } from "./writer.ts";

/** A whole file: a dialect, what names the revision, and the definitions. */
export interface JsonSchemaDocument {
  $schema: string;
  $id?: string;
  title?: string;
  $defs?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
}

/** The JSON Schema of every declared type of a protocol. */
export function jsonSchemaDocument(
  protocol: Protocol,
  options: SchemaOptions,
): JsonSchemaDocument {
  const { address, definitionsKeyword } = dialectOf(protocol, options);
  const { definitions } = createSchemas(protocol, options);
  return {
    $schema: address,
    ...(options.flavor === "corrected" && identity(protocol)),
    [definitionsKeyword]: record(definitions),
  };
}

/** A name and not an address: nobody serves this file under the protocol's own domain. */
function identity({ revision }: Protocol) {
  return {
    $id: `urn:mcp-gen:schema:${encodeURIComponent(revision)}`,
    title: `Model Context Protocol ${revision}`,
  };
}
