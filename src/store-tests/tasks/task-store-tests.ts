import type { SharedStore, StoreProcess } from "../support/shared-store.ts";
import {
  storeTests,
  type StoreTest,
  type Trials,
} from "../support/store-test.ts";
import { storeTestTimes, type StoreTestOptions } from "../support/times.ts";
import type { Awaitable } from "../../runtime/protocol/answer.ts";
import type { TaskStoreBounds } from "../../runtime/tasks/store/bounds.ts";
import type { TaskStore } from "../../runtime/tasks/store/store.ts";
import { taskBoundTrials } from "./task-bounds.ts";
import { taskLeftTrials } from "./task-left.ts";
import { taskLifeTrials } from "./task-life.ts";
import { taskListTrials } from "./task-lists.ts";
import { taskUpdateTrials } from "./task-updates.ts";
import { taskWatchTrials } from "./task-watching.ts";

/** Optional features of a task store. */
export interface TaskStoreTestOptions extends StoreTestOptions {
  /**
   * True if the store has `watch`, as any store of several processes has.
   *
   * @default true
   */
  readonly watches?: boolean;
  /**
   * True if the store has `open` and returns the tasks of dead processes.
   *
   * @default true
   */
  readonly opens?: boolean;
}

/**
 * Returns tests of a `TaskStore` for any test runner. `make` creates an empty store with the
 * given limits for each test. Throws a TypeError for an invalid option.
 */
export function taskStoreTests(
  make: (bounds: TaskStoreBounds) => Awaitable<SharedStore<TaskStore>>,
  options: TaskStoreTestOptions = {},
): readonly StoreTest[] {
  const { watches = true, opens = true, ...given } = options;
  const times = storeTestTimes("taskStoreTests", given);
  const begun =
    (bounds: TaskStoreBounds) => async (): Promise<SharedStore<TaskStore>> =>
      begins(await make(bounds));
  const trials: Trials<TaskStore> = {
    ...taskLifeTrials,
    ...taskUpdateTrials,
    ...taskListTrials,
    ...(watches ? taskWatchTrials : {}),
  };
  return [
    ...storeTests(trials, begun({}), times),
    ...(opens ? storeTests(taskLeftTrials, () => make({}), times) : []),
    ...taskBoundTrials.flatMap(({ bounds, trials }) =>
      storeTests(trials, begun(bounds), times),
    ),
  ];
}

/** Opens the store of each process, as a server does. */
function begins(shared: SharedStore<TaskStore>): SharedStore<TaskStore> {
  const process = async (): Promise<StoreProcess<TaskStore>> => {
    const made = await shared.process();
    await made.store.open?.();
    return made;
  };
  return { process, close: () => shared.close() };
}
