/**
 * Exported test suites for stores.
 *
 * May import: `runtime`.
 *
 * @module
 */
export { busOutageTests, busTests } from "./sessions/bus-tests.ts";
export { sessionStoreTests } from "./sessions/session-tests.ts";
export {
  streamStoreTests,
  type StreamTestBounds,
} from "./sessions/stream-tests.ts";
export type { SharedStore, StoreProcess } from "./support/shared-store.ts";
export type { StoreTest } from "./support/store-test.ts";
export type { StoreTestOptions } from "./support/times.ts";
export {
  taskStoreTests,
  type TaskStoreTestOptions,
} from "./tasks/task-store-tests.ts";
