export {
  roles,
  schemaLibraries,
  transports,
  type InitAnswers,
  type InitTransport,
  type Role,
  type SchemaLibrary,
} from "./answers.ts";
export { askAnswers, defaultAnswers, type GivenAnswers } from "./ask.ts";
export { planInit, type InitPlan } from "./plan.ts";
export type { PlannedFile } from "./planned-file.ts";
export type { PackageManager } from "./project/package-manager.ts";
export { readProject, type Project } from "./project/project.ts";
export { writePlan } from "./write-plan.ts";
