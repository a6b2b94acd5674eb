import type { TaskRecord } from "../../../../src/runtime/tasks/record.ts";
import { isOver } from "../../../../src/runtime/tasks/life.ts";
import type { TaskStoreBounds } from "../../../../src/runtime/tasks/store/bounds.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../../src/runtime/tasks/store/store.ts";

/** One process of several that share a store. */
export interface TaskProcess {
  readonly store: TaskStore;
  /** Nothing of it is heard any more: the others are told what it left. */
  die(): Promise<void>;
}

/** A store that several processes share, as far as one process can be several. */
export function sharedTasks(bounds: TaskStoreBounds = {}): () => TaskProcess {
  const shared = memoryTaskStore(bounds);
  const makers = new Map<string, object>();
  const living = new Map<object, (left: readonly TaskRecord[]) => void>();
  const leftBy = async (isGone: (maker: object) => boolean) => {
    const left: TaskRecord[] = [];
    for (const [taskId, maker] of makers) {
      const task = isGone(maker) ? await shared.read(taskId) : undefined;
      if (task && !isOver(task)) left.push(task);
    }
    return left;
  };
  return () => {
    const own = {};
    let isDead = false;
    const store: TaskStore = {
      ...shared,
      async open(left = () => {}) {
        living.set(own, left);
        return leftBy((maker) => !living.has(maker));
      },
      async create(task, bytesAtWork) {
        makers.set(task.taskId, own);
        await shared.create(task, bytesAtWork);
      },
      // What a dead process still does changes nothing.
      update: (taskId, change) =>
        isDead ? new Promise(() => {}) : shared.update(taskId, change),
      watch: (taskId, hear) =>
        shared.watch(taskId, (task) => isDead || hear(task)),
      async close() {
        living.delete(own);
      },
    };
    return {
      store,
      async die() {
        isDead = true;
        living.delete(own);
        const left = await leftBy((maker) => maker === own);
        for (const tell of living.values()) tell(left);
      },
    };
  };
}
