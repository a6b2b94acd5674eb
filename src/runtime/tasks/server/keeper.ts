import {
  hasNoRoom,
  INTERNAL_ERROR,
  invalidParams,
  ProtocolError,
  toError,
} from "../../protocol/errors.ts";
import { isPromiseLike, type ErrorObject } from "../../protocol/message.ts";
import { weigh } from "../../protocol/weigh.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";
import type { RequestRecord } from "../../peer/record.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import { failTask } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { TaskStoreFullError } from "../store/bounds.ts";
import type { TaskList, TaskPage, TaskStore } from "../store/store.ts";
import { isRefusedForGood, OwedEnds, type TaskEnding } from "./owed.ts";

/** Changes a task; undefined leaves it unchanged. */
export type TaskChange = (task: TaskRecord) => TaskRecord | undefined;

/** Receives the current state of a task; undefined after its removal. */
export type HearTask = (task: TaskRecord | undefined) => void;

/** Error of a task whose process died. */
const lost: ErrorObject = {
  code: INTERNAL_ERROR,
  message: "The server process ended before the task did",
};

const failLost: TaskChange = (task) => failTask(task, lost);

/**
 * Approximate memory of a running handler beyond the record and the params, in bytes: contexts,
 * promises and signal. The same amount is reserved for the end of each open task.
 */
const bytesAtWork = 2_048;

/**
 * Access of this process to the tasks in a store, which it opens on first use. Notifies
 * watchers of changes.
 */
export class Keeper {
  readonly #store: TaskStore;
  readonly report: Report;
  readonly #watchers = new Map<string, Set<HearTask>>();
  #opened: Promise<TaskStore> | undefined;
  #isOpen = false;
  /** Open tasks of a dead process that have not been marked as failed yet. */
  #left: readonly TaskRecord[] | undefined;
  #ended: Promise<void> | undefined;
  // Errors of `update` are reported already.
  readonly #owed = new OwedEnds((taskId, change) =>
    this.update(taskId, change),
  );
  #isClosed = false;
  /** True if the store is closed or about to be; it gets no more calls. */
  #hasEnded = false;
  #isEndTold = false;

  constructor(store: TaskStore, report: Report) {
    this.#store = store;
    this.report = report;
  }

  /**
   * Stores a new task and counts the memory of its handler until it ends. Rejects with a
   * ProtocolError if the store is full or fails.
   */
  async create(task: TaskRecord, params: unknown): Promise<void> {
    if (this.#isClosed)
      throw new ProtocolError(
        INTERNAL_ERROR,
        "The server accepts no more tasks",
      );
    try {
      const store = await this.#open();
      await store.create(task, bytesAtWork + weigh(params));
    } catch (error) {
      throw this.refusal(error, "The task could not be stored");
    }
  }

  /**
   * Returns the error of a failed store that handlers and clients get. Details such as paths
   * and hosts are only reported.
   */
  refusal(error: unknown, otherwise: string): ProtocolError {
    const isFull = error instanceof TaskStoreFullError;
    this.report(
      toError(error),
      isFull ? { kind: "tasks", key: error.bound } : undefined,
    );
    const message = isFull
      ? "Too many tasks at once"
      : hasNoRoom(error)
        ? "The task store is full"
        : otherwise;
    return new ProtocolError(INTERNAL_ERROR, message);
  }

  /** Reads a task. Rejects with a ProtocolError if the store fails, which is reported. */
  async read(taskId: string): Promise<TaskRecord | undefined> {
    return this.#readNow(taskId);
  }

  /**
   * Returns the task of a request, synchronously if the store can. Throws an error for an
   * unknown task or one of another principal.
   */
  find(
    params: unknown,
    { sink }: Pick<RequestRecord, "sink">,
  ): Eventual<TaskRecord> {
    // The parameters are already validated.
    const { taskId } = params as { readonly taskId: string };
    return whenReady(this.#readNow(taskId), (task) => {
      if (task && task.owner === viewerOf(sink).principal) return task;
      throw unknownTask();
    });
  }

  /** Changes a task. Returns its new state; undefined if it does not exist. */
  async update(
    taskId: string,
    change: TaskChange,
  ): Promise<TaskRecord | undefined> {
    const store = await this.#open();
    const task = await store.update(taskId, change);
    if (!store.watch) this.#tell(taskId, task);
    return task;
  }

  /** Changes a task for a client: rejects with a ProtocolError if the store fails or is full. */
  change(taskId: string, change: TaskChange): Promise<TaskRecord | undefined> {
    return this.#asked(this.update(taskId, change));
  }

  /**
   * Ends a task with its result, and retries during an outage of the store. If the store
   * rejects the result for good, the task ends without it. Returns the new state, if it is
   * stored. Never rejects.
   */
  async end(
    taskId: string,
    ending: TaskEnding,
  ): Promise<TaskRecord | undefined> {
    try {
      return await this.update(taskId, ending.change);
    } catch (error) {
      this.report(toError(error));
      if (isRefusedForGood(error))
        return this.#endPlainly(taskId, ending.otherwise);
      if (!this.#hasEnded) this.#owed.add(taskId, ending);
    }
    return undefined;
  }

  async list(owner: string | undefined, page: TaskPage): Promise<TaskList> {
    return this.#asked(this.#open().then((store) => store.list(owner, page)));
  }

  async remove(taskId: string): Promise<void> {
    const store = await this.#open();
    await store.remove(taskId);
    if (!store.watch) this.#tell(taskId, undefined);
  }

  /** Watches a task for changes by any process. Returns a function that stops it. */
  watch(taskId: string, hear: HearTask): () => void {
    if (this.#store.watch) return this.#store.watch(taskId, hear);
    const hears = this.#watchers.get(taskId) ?? new Set();
    this.#watchers.set(taskId, hears.add(hear));
    return () => {
      hears.delete(hear);
      if (hears.size === 0) this.#watchers.delete(taskId);
    };
  }

  /** Stops accepting tasks. */
  refuse(): void {
    this.#isClosed = true;
  }

  /** Closes the store, once. */
  close(): Promise<void> {
    return (this.#ended ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#owed.settle();
    this.#owed.end();
    this.#hasEnded = true;
    this.#isOpen = false;
    // A store that failed to open needs no close.
    const store = await this.#opened?.catch(() => undefined);
    await store?.close?.();
  }

  #readNow(taskId: string): Eventual<TaskRecord | undefined> {
    const read = this.#read(taskId);
    return isPromiseLike(read) ? this.#asked(read) : read;
  }

  /** Replaces store errors with an error without details. */
  async #asked<Value>(asked: PromiseLike<Value>): Promise<Value> {
    try {
      return await asked;
    } catch (error) {
      // An update can also reject the request itself.
      if (error instanceof ProtocolError) throw error;
      throw this.refusal(error, "The task store is unavailable: try again");
    }
  }

  #read(taskId: string): Eventual<TaskRecord | undefined> {
    return this.#isOpen
      ? this.#store.read(taskId)
      : this.#open().then((store) => store.read(taskId));
  }

  /** Opens the store; after a failure, the next request tries again. */
  #open(): Promise<TaskStore> {
    if (this.#hasEnded) return Promise.reject(this.#gone());
    this.#opened ??= this.#begin().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Returns the error for requests after the close; reports it once. */
  #gone(): ProtocolError {
    if (!this.#isEndTold)
      this.report(
        new Error(
          "a client requested a task after `server.tasks.close()`: close the transport first",
        ),
      );
    this.#isEndTold = true;
    return new ProtocolError(INTERNAL_ERROR, "The server has closed its tasks");
  }

  /** Opens the store and fails the open tasks of a dead process. */
  async #begin(): Promise<TaskStore> {
    const store = this.#store;
    // The store lists them only once, so they are retained until all are updated.
    this.#left ??= (await store.open?.((left) => this.#failAll(left))) ?? [];
    // In parallel: thousands of updates would otherwise wait for the disk one by one.
    await Promise.all(
      this.#left.map(({ taskId }) => store.update(taskId, failLost)),
    );
    this.#left = [];
    this.#isOpen = true;
    return this.#store;
  }

  /** Fails the tasks of another process that died. */
  #failAll(left: readonly TaskRecord[]): void {
    if (this.#hasEnded) return;
    for (const { taskId } of left) void this.#endPlainly(taskId, failLost);
  }

  /** Ends a task without a result, with retries if the store fails. Never rejects. */
  async #endPlainly(
    taskId: string,
    change: TaskChange,
  ): Promise<TaskRecord | undefined> {
    try {
      return await this.update(taskId, change);
    } catch (error) {
      this.report(toError(error));
      if (!this.#hasEnded) this.#owed.addPlain(taskId, change);
    }
    return undefined;
  }

  #tell(taskId: string, task: TaskRecord | undefined): void {
    for (const hear of this.#watchers.get(taskId) ?? [])
      try {
        hear(task);
      } catch (error) {
        this.report(toError(error));
      }
  }
}

/** Returns the error for an unknown task. */
export function unknownTask(): ProtocolError {
  return invalidParams("Task not found: unknown or expired.");
}
