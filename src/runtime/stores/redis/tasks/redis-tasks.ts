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

/** Options of a Redis task store; the limits apply to all processes together. */
export interface RedisTaskStoreOptions extends TaskStoreBounds {
  /**
   * Retention of a task with a ttl of `Infinity` after its last change, in milliseconds: no key
   * stays in Redis forever.
   *
   * @default 2_592_000_000 (30 days)
   */
  readonly keepMs?: number;
}

/** Task store in Redis. */
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
 * Creates a task store in Redis, so that any process can poll, update and cancel tasks, and
 * tasks survive a restart. The other processes fail the tasks of a dead process. All processes
 * with the same prefix share the limits and must use the same values; all keys expire with
 * their tasks. `close` leaves the link open.
 *
 * Methods reject with a RedisError if Redis cannot be reached. Throws a TypeError for invalid
 * options.
 */
export function redisTaskStore(
  redis: RedisLink,
  options: RedisTaskStoreOptions = {},
): RedisTaskStore {
  // Inside the function: bundlers do not drop a spread at module level.
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
  // Changes of this process run in order, so only other processes can conflict.
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

/** Shared state by link: the bus does not deliver a process its own messages. */
const links = /* @__PURE__ */ new WeakMap<RedisLink, SharedTasks>();

function sharedOf(redis: RedisLink): SharedTasks {
  const shared = links.get(redis) ?? new SharedTasks(redis);
  links.set(redis, shared);
  return shared;
}

/** Context of a change. */
interface Place {
  readonly redis: RedisLink;
  readonly table: TaskTable;
  readonly shared: SharedTasks;
}

/** Maximum number of attempts after conflicts; not reached in practice. */
const maxAttempts = 200;

/** Changes a task optimistically, and retries after conflicts. */
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
      // The cached state may be outdated, so an unchanged task is read again.
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
        // Random delay, so that competing processes do not retry together.
        if (attempt > 2)
          await pauseFor(Math.random() * Math.min(attempt, 50), redis.closed);
    }
  }
  throw new Error(
    "Redis: tasks.change: other processes change the task all the time",
  );
}

/**
 * Returns the changed task; undefined if it stays unchanged, or if the change fails on a cached
 * state.
 */
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
