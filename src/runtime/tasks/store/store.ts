import type { Awaitable } from "../../protocol/answer.ts";
import type { TaskRecord } from "../record.ts";

/**
 * Task storage. Callers must not modify returned tasks; the store copies given tasks as JSON at
 * the time of the call.
 */
export interface TaskStore {
  /**
   * Stores a new task, durably when this resolves. Rejects with a TaskStoreFullError at a
   * limit, and with a TypeError for an existing id or a value that JSON cannot represent.
   * `bytesAtWork` is the approximate memory of the task's handler until the task ends, which a
   * store with a memory limit counts.
   */
  create(task: TaskRecord, bytesAtWork?: number): Promise<void>;
  /**
   * Reads a task; undefined if it does not exist or has expired. A store with the task in
   * memory returns it synchronously, so that polls are answered at once.
   */
  read(taskId: string): Awaitable<TaskRecord | undefined>;
  /**
   * Changes a task atomically, durably when this resolves. `change` returns the new state, or
   * undefined to leave the task unchanged. This rejects with the error that `change` throws,
   * and may call it again after a concurrent change. Resolves to the stored state; undefined if
   * the task does not exist. Rejects with a TaskStoreFullError if the task has grown beyond a
   * limit: it stays unchanged. An end of at most 400 characters is always accepted. A store
   * that cannot be reached rejects with another error, not a TypeError; ends of tasks are then
   * retried.
   */
  update(
    taskId: string,
    change: (task: TaskRecord) => TaskRecord | undefined,
  ): Promise<TaskRecord | undefined>;
  /**
   * Lists the tasks of an owner, oldest first; for undefined, the tasks without an owner.
   * Rejects with a ProtocolError for an invalid cursor.
   */
  list(owner: string | undefined, page: TaskPage): Promise<TaskList>;
  /** Removes a task; does nothing if it does not exist. */
  remove(taskId: string): Promise<void>;
  /**
   * Opens the store. Returns the open tasks of dead processes, which the caller marks as
   * failed; never tasks of living processes. Called once, before any other method. A store that
   * several processes share calls `left` with the tasks of processes that die later; more than
   * one process may be called.
   */
  open?(left?: HearLeft): Promise<readonly TaskRecord[]>;
  /** Closes the store after all pending writes. Durable tasks remain stored. */
  close?(): Promise<void>;
  /**
   * Watches a task for changes by any process. Calls `hear` with the new state, or undefined
   * after the removal; only after the change is durable, and not before `watch` has returned.
   * Rapid changes may be merged. Returns a function that stops it.
   */
  watch?(
    taskId: string,
    hear: (task: TaskRecord | undefined) => void,
  ): () => void;
}

/** Receives open tasks whose process has died. */
export type HearLeft = (tasks: readonly TaskRecord[]) => void;

/** Task store of one process that reports its size. */
export interface MeasuredTaskStore extends TaskStore {
  /** Approximate memory of the tasks, in bytes. */
  readonly bytes: number;
  /** Number of tasks. */
  readonly size: number;
  close(): Promise<void>;
  watch(
    taskId: string,
    hear: (task: TaskRecord | undefined) => void,
  ): () => void;
}

/** Page of a task list to request. */
export interface TaskPage {
  /** Cursor of the previous page. */
  readonly after?: string;
  /** Maximum number of tasks. */
  readonly limit: number;
  /** Restricts the list to one session; used without authentication. */
  readonly session?: string;
}

/** Page of tasks. */
export interface TaskList {
  /** Tasks, oldest first. */
  readonly tasks: readonly TaskRecord[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}
