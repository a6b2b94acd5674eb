export {
  checkSchemas,
  compileSchemas,
  type CompileCheck,
  type CompiledEntry,
  type CompileOptions,
  type CompileReport,
} from "./compile.ts";
export {
  printSchemaConstants,
  printSchemaValidator,
  type SchemaConstant,
  type SchemaModules,
} from "./constants.ts";
export type { RefusedSchema } from "./documents.ts";
export { cutShort, describeUnchecked } from "./unchecked.ts";
