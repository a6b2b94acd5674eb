export { jsonSchemaDocument, type JsonSchemaDocument } from "./document.ts";
export { printJsonSchema } from "./print.ts";
export type {
  Flavor,
  JsonSchema,
  Scalar,
  SchemaOptions,
} from "./schema/schema.ts";
export { createSchemas, type SchemaWriter } from "./writer.ts";
