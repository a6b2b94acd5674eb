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
export { describeUnchecked } from "./unchecked.ts";
