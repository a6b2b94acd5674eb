import {
  requireEqual,
  requireRejection,
  requireThat,
} from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { pause, twoOf } from "../support/trial.ts";
import { failTask } from "../../runtime/tasks/life.ts";
import type { TaskRecord } from "../../runtime/tasks/record.ts";
import {
  TaskStoreFullError,
  type TaskStoreBounds,
} from "../../runtime/tasks/store/bounds.ts";
import type { TaskStore } from "../../runtime/tasks/store/store.ts";
import { sampleTask, saying } from "./sample-task.ts";
import { withoutOwner } from "./task-life.ts";

/** Tests with the limits of their store. */
interface Bounded {
  readonly bounds: TaskStoreBounds;
  readonly trials: Trials<TaskStore>;
}

const few = 3;
const bytes = 131_072;

const inNumber: Trials<TaskStore> = {
  "there are as many tasks as there may be, in all processes": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks = [sampleTask(), sampleTask({ owner: "bob" }), withoutOwner()];
    for (const [at, task] of tasks.entries())
      await (at % 2 === 0 ? first : second).create(task);
    const more = sampleTask({ owner: "carol" });
    await requireFull(second.create(more), "maxTasks");
    requireEqual(
      "what is refused is not kept",
      await first.read(more.taskId),
      undefined,
    );
    requireEqual(
      "what is refused is not listed",
      (await first.list("carol", { limit: 10 })).tasks,
      [],
    );
    await first.remove(tasks[0]?.taskId ?? "");
    await second.create(more);
  },

  "of several that come at once, as many are kept as there is room for": async (
    trial,
  ) => {
    const stores = await trial.stores(4);
    const tasks = Array.from({ length: 12 }, (_, at) =>
      sampleTask({ owner: `owner ${at}` }),
    );
    const results = await Promise.allSettled(
      tasks.map((task, at) => stores[at % 4]?.create(task)),
    );
    requireEqual(
      "as many are kept as there may be",
      results.filter(({ status }) => status === "fulfilled").length,
      few,
    );
    const found = await Promise.all(
      tasks.map(async ({ taskId }) => stores[0]?.read(taskId)),
    );
    requireEqual(
      "those are there that were said to be kept",
      found.map((task) => task !== undefined),
      results.map(({ status }) => status === "fulfilled"),
    );
  },

  "a task that is past its time makes room": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    for (let count = 0; count < few; count++) {
      const at = new Date().toISOString();
      await first.create(
        sampleTask({ createdAt: at, lastUpdatedAt: at, ttl: shortMs }),
      );
    }
    await requireFull(second.create(sampleTask()), "maxTasks");
    await pause(1.5 * shortMs);
    await second.create(sampleTask());
  },
};

const inNumberOfOne: Trials<TaskStore> = {
  "an owner has as many tasks as one may have, in all processes": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (let count = 0; count < few; count++)
      await (count % 2 === 0 ? first : second).create(sampleTask());
    await requireFull(second.create(sampleTask()), "maxTasksPerOwner");
    await first.create(sampleTask({ owner: "bob" }));
    for (let count = 0; count < few + 2; count++)
      await second.create(withoutOwner());
  },
};

const inBytes: Trials<TaskStore> = {
  "tasks take as many bytes as they may, in all processes": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks = await fill([first, second], () => large({ owner: "a" }));
    requireHeldBack(tasks.length);
    await requireFull(first.create(large({ owner: "b" })), "maxBytes");
    await first.remove(tasks[0]?.taskId ?? "");
    await second.create(large({ owner: "c" }));
  },

  "a task that grows too large is kept as it was, and can still end": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    await fill([first, second], () => large({ owner: "a" }));
    const grown = saying("é".repeat(bytes / 2));
    await requireFull(second.update(task.taskId, grown), "maxBytes");
    requireEqual("it is kept as it was", await first.read(task.taskId), task);
    const ended = await second.update(task.taskId, (before) =>
      failTask(before, { code: -32603, message: "x".repeat(300) }),
    );
    requireEqual(
      "what ends it in a few words finds room",
      ended?.status,
      "failed",
    );
    requireEqual(
      "and is kept",
      (await first.read(task.taskId))?.status,
      "failed",
    );
  },

  "what is kept beside a task at work is counted until it ends": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const atWork = sampleTask({ owner: "a" });
    await first.create(atWork, 0.9 * bytes);
    await requireFull(second.create(sampleTask(), bytes / 4), "maxBytes");
    await second.update(atWork.taskId, saying("still at work"));
    await requireFull(second.create(sampleTask(), bytes / 4), "maxBytes");
    await second.update(atWork.taskId, (before) =>
      failTask(before, { code: 1, message: "over" }),
    );
    await second.create(sampleTask(), bytes / 4);
  },
};

const inBytesOfOne: Trials<TaskStore> = {
  "an owner's tasks take as many bytes as those of one may": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks = await fill([first, second], () => large());
    requireHeldBack(tasks.length);
    await requireFull(first.create(large()), "maxBytesPerOwner");
    await second.create(large({ owner: "bob" }));
  },
};

/** Tests of limits. */
export const taskBoundTrials: readonly Bounded[] = [
  { bounds: { maxTasks: few }, trials: inNumber },
  { bounds: { maxTasksPerOwner: few }, trials: inNumberOfOne },
  { bounds: { maxBytes: bytes }, trials: inBytes },
  { bounds: { maxBytesPerOwner: bytes }, trials: inBytesOfOne },
];

/** Returns a task of a bit more than eight kilobytes: each letter takes two bytes. */
function large(given: Partial<TaskRecord> = {}): TaskRecord {
  return sampleTask({ statusMessage: "é".repeat(4_096), ...given });
}

/** Creates large tasks until the store is full, and returns the stored ones. */
async function fill(
  stores: readonly TaskStore[],
  make: () => TaskRecord,
): Promise<readonly TaskRecord[]> {
  const tasks: TaskRecord[] = [];
  while (tasks.length < 100) {
    const task = make();
    try {
      await stores[tasks.length % stores.length]?.create(task);
    } catch {
      break;
    }
    tasks.push(task);
  }
  return tasks;
}

function requireHeldBack(count: number): void {
  const most = bytes / 8_192;
  requireThat(
    `of tasks of 8 KiB, about ${most} fit into ${bytes} bytes`,
    count <= most && count >= most / 4,
    count,
  );
}

async function requireFull(
  pending: Promise<unknown>,
  bound: keyof TaskStoreBounds,
): Promise<void> {
  const what = `where there is no room, a TaskStoreFullError tells ${bound}`;
  const error = await requireRejection(what, pending);
  requireThat(
    what,
    error instanceof TaskStoreFullError && error.bound === bound,
    String(error),
  );
}
