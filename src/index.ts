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
} from "./cli/commands/report.ts";
export type {
  JsonCompiledFile,
  JsonCompileReport,
} from "./cli/commands/compile/index.ts";
export type { JsonValidateReport } from "./cli/commands/validate.ts";
export {
  defineConfig,
  type Config,
  type ExtensionConfig,
  type OneOutput,
  type OutputConfig,
  type SchemaConfig,
  type SeveralOutputs,
} from "./project/config/config.ts";
export type {
  Lock,
  LockedInput,
  LockedOptions,
  LockedOutput,
} from "./project/config/lock.ts";
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
} from "./contracts/compare/index.ts";
export {
  checkSchemas,
  compileSchemas,
  type CompileCheck,
  type CompiledEntry,
  type CompileOptions,
  type CompileReport,
  type RefusedSchema,
} from "./contracts/schemas/index.ts";
export {
  checkClient,
  generateClient,
  type CheckClientReport,
  type ClientEmission,
  type ClientPart,
  type ClientReport,
  type GenerateClientOptions,
  type GenerateClientReport,
} from "./contracts/client/index.ts";
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
} from "./contracts/snapshot/index.ts";
export {
  checkServer,
  generateServer,
  type ServerCheck,
  type ServerGeneration,
  type ServerReport,
} from "./contracts/server/index.ts";
export {
  codes as diagnosticCodes,
  type CodeDescription,
  type DiagnosticCode,
} from "./base/diagnostics/codes.ts";
export type { Diagnostic } from "./base/diagnostics/diagnostic.ts";
export type { Severity } from "./base/diagnostics/severity.ts";
export {
  GeneratorError,
  InputError,
  UsageError,
  type InputErrorCode,
  type UsageErrorCode,
} from "./base/diagnostics/error.ts";
export { renderDiagnostic } from "./base/diagnostics/render.ts";
export {
  SchemaError,
  type SchemaErrorCode,
  type SchemaPath,
} from "./schema/json-schema/error.ts";
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
} from "./compat/protocol-diff/index.ts";
export {
  emitNames,
  type EmitName,
  type EmitOptions,
  type EmittedFile,
  runtimeParts,
  type RuntimePart,
} from "./emit/index.ts";
export { check, type CheckReport } from "./project/api/check.ts";
export { generate, type GenerateReport } from "./project/api/generate.ts";
export { list, type RevisionInfo } from "./project/api/list.ts";
export {
  parseExtension,
  type ParsedExtension,
} from "./project/api/extensions/parse.ts";
export { extend, type ExtendResult } from "./project/api/extensions/extend.ts";
export type {
  ExtensionInput,
  GenerateOptions,
  ParseOptions,
  ProtocolOptions,
  SchemaInput,
} from "./project/api/options.ts";
export type { ProjectLack, RequiredPackage } from "./project/packages/lacks.ts";
export { parse, type ParseResult } from "./project/api/parse.ts";
export {
  createValidator,
  type CreatedValidator,
  type ValidatorOptions,
} from "./project/api/validate.ts";
export {
  update,
  type News,
  type NewsKind,
  type SchemaState,
  type UpdatedOutput,
  type UpdateOptions,
  type UpdateReport,
} from "./project/update/index.ts";
export type {
  JsonUpdatedOutput,
  JsonUpdateReport,
} from "./cli/commands/update/json.ts";
export type * from "./schema/model/index.ts";
export {
  OutputError,
  type CheckedFile,
  type FileStatus,
  type GeneratedFile,
  type ManifestInput,
  type OutputErrorCode,
} from "./emit/output/index.ts";
export type { FactTables } from "./revisions/overrides/index.ts";
export { load } from "./revisions/load.ts";
export type { SchemaSource } from "./revisions/source.ts";
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
