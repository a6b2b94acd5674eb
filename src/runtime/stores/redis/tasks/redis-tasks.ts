import type { RedisLink } from "../open-redis.ts";
import { pauseFor } from "../link/pause.ts";
import {
  integerOption,
  requireKnown,
  type OptionNames,
} from "../../../protocol/sound-option.ts";
import type { TaskRecord } from "../../../tasks/record.ts";
import {
  knownBounds,
  taskStoreBounds,
  type TaskStoreBounds,
} from "../../../tasks/store/bounds.ts";
import { keptTask, requireSameTask } from "../../../tasks/store/keep.ts";
import { Rows } from "../../../tasks/store/rows.ts";
import type { TaskStore } from "../../../tasks/store/store.ts";
import { SharedTasks } from "./shared-tasks.ts";
import { readRow, TaskTable, type SeenRow } from "./task-table.ts";

/** How much a store in Redis keeps, of all processes together. */
export interface RedisTaskStoreOptions extends TaskStoreBounds {
  /**
   * For how long a task whose ttl is `Infinity` is kept after its last change, in
   * milliseconds: nothing stays in Redis for ever.
   *
   * @default 2_592_000_000 (30 days)
   */
  readonly keepMs?: number;
}

/** A store of tasks in Redis. */
export interface RedisTaskStore extends TaskStore {
  open(
    left?: (tasks: readonly TaskRecord[]) => void,
  ): Promise<readonly TaskRecord[]>;
  close(): Promise<void>;
  watch(
    taskId: string,
    hear: (task: TaskRecord | undefined) => void,
  ): () => void;
}

/**
 * Keeps tasks in Redis, so that any process polls, answers and cancels them, and they
 * outlive each. Those of a process that is gone are told as failed by the others. All
 * processes of a prefix share the bounds, and give the same; each key ends with the time
 * of its tasks. `close` leaves the link open.
 *
 * Its calls reject with a RedisError when Redis is away. Throws a TypeError for options
 * that are not sound.
 */
export function redisTaskStore(
  redis: RedisLink,
  options: RedisTaskStoreOptions = {},
): RedisTaskStore {
  // Within: bundlers do not leave out what is spread outside of functions.
  const known: OptionNames<RedisTaskStoreOptions> = {
    ...knownBounds,
    keepMs: true,
  };
  requireKnown("redisTaskStore", options, known);
  const { keepMs, ...bounds } = options;
  const table = new TaskTable(redis, {
    bounds: taskStoreBounds(bounds),
    keepMs: integerOption("keepMs", keepMs, 30 * 86_400_000),
  });
  const shared = sharedOf(redis);
  const place = { redis, table, shared };
  // In turn in this process: so only others are ever faster.
  const rows = new Rows(Infinity);
  const own = new Set<() => void>();
  const store: RedisTaskStore = {
    open: (left = () => {}) => shared.open(store, left),
    async create(given, bytesAtWork = 0) {
      const task = keptTask(given);
      await rows.run(task.taskId, () => table.create(task, bytesAtWork));
    },
    read: async (taskId) => (await readRow(redis, taskId))?.task,
    update: (taskId, change) =>
      rows.run(taskId, () => changeIn(place, taskId, change)),
    list: (owner, page) => table.list(owner, page),
    remove: (taskId) =>
      rows.run(taskId, async () => {
        await table.remove(taskId);
        shared.changed(taskId);
      }),
    watch(taskId, hear) {
      const unwatch = shared.watched.watch(taskId, hear);
      own.add(unwatch);
      return () => {
        own.delete(unwatch);
        unwatch();
      };
    },
    async close() {
      await rows.idle();
      for (const unwatch of own) unwatch();
      own.clear();
      await shared.close(store);
    },
  };
  return store;
}

/** The bus tells a process nothing of itself: stores of one link tell each other. */
const links = /* @__PURE__ */ new WeakMap<RedisLink, SharedTasks>();

function sharedOf(redis: RedisLink): SharedTasks {
  const shared = links.get(redis) ?? new SharedTasks(redis);
  links.set(redis, shared);
  return shared;
}

/** Where tasks are changed. */
interface Place {
  readonly redis: RedisLink;
  readonly table: TaskTable;
  readonly shared: SharedTasks;
}

/** How often others may be faster until a change is given up: it never comes so far. */
const maxAttempts = 200;

/** Changes a task by what is known of it, and anew where others have been faster. */
async function changeIn(
  { redis, table, shared }: Place,
  taskId: string,
  change: (task: TaskRecord) => TaskRecord | undefined,
): Promise<TaskRecord | undefined> {
  let before: SeenRow | undefined = shared.watched.latest(taskId);
  let isFresh = false;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (!before) {
      before = await readRow(redis, taskId);
      isFresh = true;
    }
    if (!before) return undefined;
    const after = changed(before.task, change, isFresh);
    if (after === undefined) {
      if (isFresh) return before.task;
      // What it was a while ago is no reason to leave it as it is.
      before = undefined;
      continue;
    }
    const made = await table.change(before, after);
    switch (made.kind) {
      case "done":
        shared.changed(taskId, made.row, before);
        return after;
      case "gone":
        shared.watched.tell(taskId, undefined);
        return undefined;
      case "changed":
        before = made.row;
        isFresh = true;
        // Of many, not all are to try again at once.
        if (attempt > 2)
          await pauseFor(Math.random() * Math.min(attempt, 50), redis.closed);
    }
  }
  throw new Error(
    "Redis: tasks.change: other processes change the task all the time",
  );
}

/** What a task becomes, or undefined where it stays, or that cannot be said by what it was. */
function changed(
  task: TaskRecord,
  change: (task: TaskRecord) => TaskRecord | undefined,
  isFresh: boolean,
): TaskRecord | undefined {
  let after: TaskRecord | undefined;
  try {
    after = change(task);
  } catch (error) {
    if (isFresh) throw error;
  }
  if (!after) return undefined;
  const kept = keptTask(after);
  requireSameTask(task, kept);
  return kept;
}
