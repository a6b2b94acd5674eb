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

/** What a store of tasks has of that which it need not have. */
export interface TaskStoreTestOptions extends StoreTestOptions {
  /**
   * Whether it has `watch`: all that several processes share has.
   *
   * @default true
   */
  readonly watches?: boolean;
  /**
   * Whether it has `open`, and tells what dead processes left.
   *
   * @default true
   */
  readonly opens?: boolean;
}

/**
 * The promises of a `TaskStore`, as tests for any runner. `make` gives an empty store
 * with the bounds that a test wants, for each test anew. Throws a TypeError for an
 * option that is none.
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

/** The same, where each process has begun as a server does. */
function begins(shared: SharedStore<TaskStore>): SharedStore<TaskStore> {
  const process = async (): Promise<StoreProcess<TaskStore>> => {
    const made = await shared.process();
    await made.store.open?.();
    return made;
  };
  return { process, close: () => shared.close() };
}
