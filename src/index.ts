/**
 * mcp-gen as a library: what the command line does, without touching the process,
 * and the disk only where told to.
 */
export type {
  JsonCheckReport,
  JsonErrorReport,
  JsonGenerateReport,
  JsonProjectCheckReport,
  JsonProjectGenerateReport,
} from "./commands/report.ts";
export type {
  JsonCompiledFile,
  JsonCompileReport,
} from "./commands/compile/index.ts";
export type { JsonValidateReport } from "./commands/validate.ts";
export {
  defineConfig,
  type Config,
  type ExtensionConfig,
  type OneOutput,
  type OutputConfig,
  type SchemaConfig,
  type SeveralOutputs,
} from "./config/config.ts";
export type {
  Lock,
  LockedInput,
  LockedOptions,
  LockedOutput,
} from "./config/lock.ts";
export {
  compareSnapshots,
  snapshotRules,
  type ComparedSnapshot,
  type SnapshotAdded,
  type SnapshotChange,
  type SnapshotChangeDetails,
  type SnapshotChanged,
  type SnapshotDiff,
  type SnapshotEffect,
  type SnapshotList,
  type SnapshotRemoved,
  type SnapshotRule,
  type SnapshotRuleText,
  type SnapshotSaid,
  type SnapshotSubject,
  type SnapshotSummary,
  type SnapshotTurn,
  type SnapshotWhere,
} from "./description/compare/index.ts";
export {
  checkSchemas,
  compileSchemas,
  type CompileCheck,
  type CompiledEntry,
  type CompileOptions,
  type CompileReport,
  type RefusedSchema,
} from "./description/schemas/index.ts";
export {
  checkClient,
  generateClient,
  type CheckClientReport,
  type ClientEmission,
  type ClientPart,
  type ClientReport,
  type GenerateClientOptions,
  type GenerateClientReport,
} from "./description/client/index.ts";
export {
  readSnapshot,
  type Listed,
  type Snapshot,
  type SnapshotPrompt,
  type SnapshotPromptArgument,
  type SnapshotResource,
  type SnapshotResourceTemplate,
  type SnapshotServer,
  type SnapshotTool,
} from "./description/snapshot/index.ts";
export {
  checkServer,
  generateServer,
  type ServerCheck,
  type ServerGeneration,
  type ServerReport,
} from "./description/server/index.ts";
export {
  codes as diagnosticCodes,
  type CodeDescription,
  type DiagnosticCode,
} from "./diagnostics/codes.ts";
export type { Diagnostic } from "./diagnostics/diagnostic.ts";
export type { Severity } from "./diagnostics/severity.ts";
export {
  GeneratorError,
  InputError,
  UsageError,
  type InputErrorCode,
  type UsageErrorCode,
} from "./diagnostics/error.ts";
export { renderDiagnostic } from "./diagnostics/render.ts";
export {
  SchemaError,
  type SchemaErrorCode,
  type SchemaPath,
} from "./json-schema/error.ts";
export {
  diff,
  filterChanges,
  rules as diffRules,
  type Change,
  type ChangeKind,
  type Counts,
  type DiffFilter,
  type Effect,
  type Place,
  type ProtocolDiff,
  type Rule,
  type RuleText,
  type Side,
  type Subject,
  type Summary,
  type Turn,
  type Verdict,
  type Where,
} from "./diff/index.ts";
export {
  emitNames,
  type EmitName,
  type EmitOptions,
  type EmittedFile,
  runtimeParts,
  type RuntimePart,
} from "./emit/index.ts";
export { check, type CheckReport } from "./library/check.ts";
export { generate, type GenerateReport } from "./library/generate.ts";
export { list, type RevisionInfo } from "./library/list.ts";
export {
  parseExtension,
  type ParsedExtension,
} from "./library/extensions/parse.ts";
export { extend, type ExtendResult } from "./library/extensions/extend.ts";
export type {
  ExtensionInput,
  GenerateOptions,
  ParseOptions,
  ProtocolOptions,
  SchemaInput,
} from "./library/options.ts";
export type { ProjectLack, RequiredPackage } from "./project/lacks.ts";
export { parse, type ParseResult } from "./library/parse.ts";
export {
  createValidator,
  type CreatedValidator,
  type ValidatorOptions,
} from "./library/validate.ts";
export {
  update,
  type News,
  type NewsKind,
  type SchemaState,
  type UpdatedOutput,
  type UpdateOptions,
  type UpdateReport,
} from "./update/index.ts";
export type {
  JsonUpdatedOutput,
  JsonUpdateReport,
} from "./commands/update/json.ts";
export type * from "./model/index.ts";
export {
  OutputError,
  type CheckedFile,
  type FileStatus,
  type GeneratedFile,
  type ManifestInput,
  type OutputErrorCode,
} from "./output/index.ts";
export type { FactTables } from "./spec/facts/index.ts";
export { load } from "./spec/load.ts";
export type { SchemaSource } from "./spec/source.ts";
export type {
  Finding,
  MessageKind,
  Problem,
  ProblemCode,
  RecordedMessage,
  Sender,
  Validator,
  ValidatorCounts,
  ValidatorLimits,
} from "./validate/index.ts";
