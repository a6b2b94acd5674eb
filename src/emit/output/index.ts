export { attributesFile } from "./attributes.ts";
export {
  compareFiles,
  type CheckedFile,
  type ComparedFolder,
} from "./compare-files.ts";
export { unifiedDiffs } from "./diff.ts";
export { OutputError, type OutputErrorCode } from "./error.ts";
export { recoverOutput } from "./journal.ts";
export { withOutputLock, withOutputLocks } from "./lock.ts";
export { manifestPath, type Made, type ManifestInput } from "./manifest.ts";
export {
  planFiles,
  planOutput,
  readManifest,
  type FileStatus,
  type ManifestInputs,
  type OutputPlan,
} from "./plan.ts";
export { isStaged } from "./staging.ts";
export {
  writeOutput,
  writeOutputs,
  type Undo,
  type WriteOptions,
} from "./write.ts";
export {
  generatedFile,
  isUpToDate,
  writeFiles,
  type FolderContent,
  type GeneratedFile,
} from "./write-files.ts";
