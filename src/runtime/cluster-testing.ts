export { busOutageTests, busTests } from "./cluster/testing/bus-tests.ts";
export { sessionStoreTests } from "./cluster/testing/session-tests.ts";
export {
  streamStoreTests,
  type StreamTestBounds,
} from "./cluster/testing/stream-tests.ts";
export type { SharedStore, StoreProcess } from "./testing/shared-store.ts";
export type { StoreTest } from "./testing/store-test.ts";
export type { StoreTestOptions } from "./testing/times.ts";
export {
  taskStoreTests,
  type TaskStoreTestOptions,
} from "./tasks/testing/task-store-tests.ts";
