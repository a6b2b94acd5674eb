export { foreignFiles } from "./foreign.ts";
export { unifiedDiffs } from "./diff.ts";
export { OutputError, type OutputErrorCode } from "./error.ts";
export { recoverOutput } from "./journal.ts";
export { manifestPath, type ManifestInput } from "./manifest.ts";
export { planOutput, type FileStatus, type OutputPlan } from "./plan.ts";
export { writeOutput } from "./write.ts";
