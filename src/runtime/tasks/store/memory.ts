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
 * Keeps tasks in this process, within bounds and until their time is over: with the
 * process they are gone. Nothing makes room for a new task but the time of others, so
 * that each can be read as long as its client was told. Throws a TypeError for a bound
 * that is no integer above 0, and for one that there is not.
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
      // A change that changes the task itself waits for its turn, and so does all else.
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

/** Throws a TypeError for a name that is taken; what is past its time gives way. */
export function requireNew(shelf: Shelf, taskId: TaskRecord["taskId"]): void {
  if (shelf.read(taskId))
    throw new TypeError("a task of this taskId is kept already");
  shelf.remove(taskId);
}
