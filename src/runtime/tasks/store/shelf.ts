import { Alarm } from "../../protocol/timers/alarm.ts";
import { toError } from "../../protocol/errors.ts";
import { reporter } from "../../protocol/report.ts";
import { expiryOf, isOver } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { TaskStoreFullError, type TaskStoreBounds } from "./bounds.ts";
import { Expiries } from "./expiries.ts";
import { weightOf } from "./keep.ts";
import { TaskOrder } from "./order.ts";
import type { TaskList, TaskPage } from "./store.ts";

/** Stored task with its memory. */
interface Kept {
  readonly task: TaskRecord;
  readonly bytes: number;
  /** Memory of the running handler, in bytes; 0 after the end. */
  readonly atWork: number;
  readonly expiry: number;
}

/** Tasks and memory of one owner. */
interface Share {
  tasks: number;
  bytes: number;
  readonly order: TaskOrder;
}

/** Watcher of a task. */
interface Watcher {
  readonly hear: (task: TaskRecord | undefined) => void;
}

/** Reserved capacity for a task. */
export interface Reservation {
  /** Stores the task. Returns false if its previous state has been removed in between. */
  commit(): boolean;
  /** Releases the capacity. */
  cancel(): void;
}

/** Minimum interval between sweeps, in milliseconds. */
const sweepMs = 1_000;

const tell = /* @__PURE__ */ reporter();

/** Synchronous index of tasks in memory, with limits and expiry. */
export class Shelf {
  readonly #bounds: Required<TaskStoreBounds>;
  readonly #forgotten: (task: TaskRecord) => void;
  readonly #kept = new Map<string, Kept>();
  readonly #shares = new Map<string | undefined, Share>();
  readonly #watchers = new Map<string, readonly Watcher[]>();
  readonly #alarm = new Alarm(() => this.sweep());
  readonly #expiries = new Expiries();
  #tasks = 0;
  #bytes = 0;

  /** `forgotten` is called with each expired task. */
  constructor(
    bounds: Required<TaskStoreBounds>,
    forgotten: (task: TaskRecord) => void = () => {},
  ) {
    this.#bounds = bounds;
    this.#forgotten = forgotten;
  }

  /** Approximate memory of all tasks, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of tasks, including reserved ones. */
  get size(): number {
    return this.#tasks;
  }

  read(taskId: string): TaskRecord | undefined {
    const kept = this.#kept.get(taskId);
    return kept && kept.expiry > Date.now() ? kept.task : undefined;
  }

  list(owner: string | undefined, page: TaskPage): TaskList {
    const now = Date.now();
    const order = this.#shares.get(owner)?.order ?? new TaskOrder();
    return order.page(page, (task) => expiryOf(task) > now);
  }

  /**
   * Reserves capacity for a new task, or for a new state of an existing one. `bytesAtWork` is
   * the memory of its handler, counted until the task ends. Throws a TaskStoreFullError without
   * capacity.
   */
  reserve(task: TaskRecord, bytesAtWork: number = 0): Reservation {
    const before = this.#kept.get(task.taskId);
    const atWork = isOver(task) ? 0 : (before?.atWork ?? bytesAtWork);
    const bytes = weightOf(task) + atWork;
    const growth = {
      tasks: before ? 0 : 1,
      bytes: bytes - (before?.bytes ?? 0),
    };
    const room = { tasks: growth.tasks, bytes: Math.max(growth.bytes, 0) };
    this.#requireRoom(task.owner, room);
    this.#count(task.owner, room.tasks, room.bytes);
    const cancel = (): void =>
      this.#count(task.owner, -room.tasks, -room.bytes);
    return {
      cancel,
      commit: () => {
        if (before && this.#kept.get(task.taskId) !== before) {
          cancel();
          return false;
        }
        this.#count(task.owner, 0, growth.bytes - room.bytes);
        this.#put({ task, bytes, atWork, expiry: expiryOf(task) });
        return true;
      },
    };
  }

  /** Stores a task from a previous process, regardless of the limits. */
  restore(task: TaskRecord): void {
    const bytes = weightOf(task);
    this.#count(task.owner, 1, bytes);
    this.#put({ task, bytes, atWork: 0, expiry: expiryOf(task) });
  }

  remove(taskId: string): TaskRecord | undefined {
    const kept = this.#kept.get(taskId);
    if (!kept) return undefined;
    const { task, bytes } = kept;
    this.#kept.delete(taskId);
    this.#shares.get(task.owner)?.order.delete(task);
    this.#count(task.owner, -1, -bytes);
    this.#hear(taskId, undefined);
    return task;
  }

  /** Removes expired tasks. */
  sweep(): void {
    const now = Date.now();
    for (;;) {
      const taskId = this.#expiries.takeDue(now);
      if (taskId === undefined) break;
      const kept = this.#kept.get(taskId);
      // The task may have a new expiry time, or be removed already.
      if (!kept || kept.expiry > now) continue;
      this.remove(taskId);
      this.#forgotten(kept.task);
    }
    this.#setAlarm();
  }

  watch(
    taskId: string,
    hear: (task: TaskRecord | undefined) => void,
  ): () => void {
    const watchers = this.#watchers;
    // A function that watches twice is called twice.
    const own: Watcher = { hear };
    watchers.set(taskId, [...(watchers.get(taskId) ?? []), own]);
    return () => {
      const left = watchers.get(taskId)?.filter((other) => other !== own);
      if (left?.length) watchers.set(taskId, left);
      else watchers.delete(taskId);
    };
  }

  close(): void {
    this.#alarm.stop();
    this.#watchers.clear();
  }

  #put(kept: Kept): void {
    const { task, expiry } = kept;
    const before = this.#kept.get(task.taskId);
    this.#kept.set(task.taskId, kept);
    this.#shares.get(task.owner)?.order.set(task);
    if (before?.expiry !== expiry) this.#expire(task.taskId, expiry);
    this.#hear(task.taskId, task);
  }

  #expire(taskId: string, expiry: number): void {
    const { earliest } = this.#expiries;
    this.#expiries.add(taskId, expiry);
    this.#expiries.tidy(
      this.#kept.size,
      (name, at) => this.#kept.get(name)?.expiry === at,
    );
    if (expiry < earliest) this.#setAlarm();
  }

  #setAlarm(): void {
    this.#alarm.stop();
    const { earliest } = this.#expiries;
    if (earliest < Infinity)
      this.#alarm.set(Math.max(earliest - Date.now(), sweepMs));
  }

  #hear(taskId: string, task: TaskRecord | undefined): void {
    for (const { hear } of this.#watchers.get(taskId) ?? [])
      try {
        hear(task);
      } catch (error) {
        tell(toError(error));
      }
  }

  #requireRoom(owner: string | undefined, room: Omit<Share, "order">): void {
    let full = this.#fullBound(owner, room);
    if (full === undefined) return;
    if (this.#expiries.earliest <= Date.now()) {
      this.sweep();
      full = this.#fullBound(owner, room);
    }
    if (full !== undefined)
      throw new TaskStoreFullError(full, this.#bounds[full]);
  }

  #fullBound(
    owner: string | undefined,
    room: Omit<Share, "order">,
  ): keyof TaskStoreBounds | undefined {
    const bounds = this.#bounds;
    const share = this.#shares.get(owner) ?? { tasks: 0, bytes: 0 };
    const isBeyond = (more: number, used: number, bound: number): boolean =>
      more > 0 && used + more > bound;
    if (isBeyond(room.tasks, this.#tasks, bounds.maxTasks)) return "maxTasks";
    if (isBeyond(room.bytes, this.#bytes, bounds.maxBytes)) return "maxBytes";
    if (owner === undefined) return undefined;
    if (isBeyond(room.tasks, share.tasks, bounds.maxTasksPerOwner))
      return "maxTasksPerOwner";
    if (isBeyond(room.bytes, share.bytes, bounds.maxBytesPerOwner))
      return "maxBytesPerOwner";
    return undefined;
  }

  #count(owner: string | undefined, tasks: number, bytes: number): void {
    this.#tasks += tasks;
    this.#bytes += bytes;
    const share = this.#shares.get(owner) ?? {
      tasks: 0,
      bytes: 0,
      order: new TaskOrder(),
    };
    share.tasks += tasks;
    share.bytes += bytes;
    // Owners without tasks are dropped.
    if (share.tasks === 0) this.#shares.delete(owner);
    else this.#shares.set(owner, share);
  }
}
