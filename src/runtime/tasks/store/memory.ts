import { requireKnown } from "../../protocol/sound-option.ts";
import type { TaskRecord } from "../record.ts";
import {
  knownBounds,
  taskStoreBounds,
  type TaskStoreBounds,
} from "./bounds.ts";
import { keptTask, requireSameTask } from "./keep.ts";
import { Shelf } from "./shelf.ts";
import type { MeasuredTaskStore } from "./store.ts";

/**
 * Creates a task store in the memory of this process. Tasks are lost when the process ends.
 * Only expired tasks make room for new ones, so that clients can read each task until its
 * expiry. Throws a TypeError for an invalid or unknown limit.
 */
export function memoryTaskStore(
  bounds: TaskStoreBounds = {},
): MeasuredTaskStore {
  requireKnown("memoryTaskStore", bounds, knownBounds);
  const shelf = new Shelf(taskStoreBounds(bounds));
  return {
    get bytes() {
      return shelf.bytes;
    },
    get size() {
      return shelf.size;
    },
    async create(task, bytesAtWork) {
      const kept = keptTask(task);
      await undefined;
      requireNew(shelf, kept.taskId);
      shelf.reserve(kept, bytesAtWork).commit();
    },
    read: (taskId) => shelf.read(taskId),
    async update(taskId, change) {
      // Defers the change, so that a change within the `change` callback runs after it.
      await undefined;
      const before = shelf.read(taskId);
      const after = before && change(before);
      if (!after) return before;
      const kept = keptTask(after);
      requireSameTask(before, kept);
      return shelf.reserve(kept).commit() ? kept : undefined;
    },
    list: async (owner, page) => shelf.list(owner, page),
    async remove(taskId) {
      await undefined;
      shelf.remove(taskId);
    },
    watch: (taskId, hear) => shelf.watch(taskId, hear),
    async close() {
      shelf.close();
    },
  };
}

/** Throws a TypeError if the task id exists; removes an expired task of this id. */
export function requireNew(shelf: Shelf, taskId: TaskRecord["taskId"]): void {
  if (shelf.read(taskId))
    throw new TypeError("a task with this taskId already exists");
  shelf.remove(taskId);
}
