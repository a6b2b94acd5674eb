export { defineConfig, type Config, type OutputConfig } from "./config.ts";
export { assertSame, differences, type Difference } from "./differences.ts";
export { findConfig, hasProject } from "./find.ts";
export { projectRoot } from "./inside.ts";
export { keptPath } from "./kept.ts";
export {
  isReleased,
  keptSchemas,
  lockPath,
  type Lock,
  type LockedInput,
  type LockedOptions,
  type LockedOutput,
} from "./lock.ts";
export type { ReadContext } from "./locked-input.ts";
export { lockedOptionsOf, type ChosenOptions } from "./options.ts";
export { portablePath } from "./paths.ts";
export {
  lockedOptions,
  readInputs,
  readLocked,
  wantedOptions,
  type LockedOutputOptions,
  type OutputOptions,
} from "./plan.ts";
export { printLock } from "./print-lock.ts";
export { readConfig, type ReadConfig } from "./read-config.ts";
export { readLock } from "./read-lock.ts";
export { replaceLock, writeLock } from "./write-lock.ts";
