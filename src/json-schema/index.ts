export { SchemaError, type SchemaErrorCode, type SchemaPath } from "./error.ts";
export { defaultLimits, type SchemaLimits } from "./limits.ts";
export { readSchema, type ReadSchemaOptions } from "./read/read-schema.ts";
export { nameOfReference, referenceTo, resolve } from "./resolve.ts";
