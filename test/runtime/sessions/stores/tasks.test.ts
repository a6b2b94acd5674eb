import { describe, test } from "vitest";
import { taskStoreTests } from "../../../../src/store-tests/index.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks.ts";
import { sharedTasks } from "../../tasks/several/shared-tasks.ts";

const suites = {
  // One store of one process: all that it is asked for comes from there.
  "of one process": taskStoreTests(
    (bounds) => {
      const store = memoryTaskStore(bounds);
      return {
        process: () => ({ store, kill() {} }),
        close: () => store.close(),
      };
    },
    { opens: false },
  ),
  "of several processes": taskStoreTests((bounds) => {
    const begin = sharedTasks(bounds);
    return {
      process() {
        const { store, die } = begin();
        return { store, kill: die };
      },
      close() {},
    };
  }),
};

describe.concurrent.each(Object.entries(suites))(
  "tasks in memory, %s",
  (_, tests) => {
    test.each(tests)("$name", ({ run }) => run());
  },
);
