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

/** Changes a task; undefined leaves it as it is. */
export type TaskChange = (task: TaskRecord) => TaskRecord | undefined;

/** Hears what a task is now; undefined when it is gone. */
export type HearTask = (task: TaskRecord | undefined) => void;

/** Why a task ended whose process is gone. */
const lost: ErrorObject = {
  code: INTERNAL_ERROR,
  message: "The server process ended before the task did",
};

const failLost: TaskChange = (task) => failTask(task, lost);

/**
 * What a handler at work takes in memory beside the record and the params, about, in
 * bytes: its contexts, promises and signal. As much again is counted of any task that
 * is not over, for its end.
 */
const bytesAtWork = 2_048;

/** The tasks of one store in this process: it is opened before it is used, and told of changes. */
export class Keeper {
  readonly #store: TaskStore;
  readonly report: Report;
  readonly #watchers = new Map<string, Set<HearTask>>();
  #opened: Promise<TaskStore> | undefined;
  #isOpen = false;
  /** What a process before this one left, and is not told as failed yet. */
  #left: readonly TaskRecord[] | undefined;
  #ended: Promise<void> | undefined;
  // What fails was reported before.
  readonly #owed = new OwedEnds((taskId, change) =>
    this.update(taskId, change),
  );
  #isClosed = false;
  /** Whether the store is closed, or about to be: it is asked nothing more. */
  #hasEnded = false;
  #isEndTold = false;

  constructor(store: TaskStore, report: Report) {
    this.#store = store;
    this.report = report;
  }

  /**
   * Keeps a new task, and counts what its handler keeps of its request until it is
   * over. Rejects with a ProtocolError where there is no room for one more,
   * and where it cannot be kept.
   */
  async create(task: TaskRecord, params: unknown): Promise<void> {
    if (this.#isClosed)
      throw new ProtocolError(INTERNAL_ERROR, "The server takes no more tasks");
    try {
      const store = await this.#open();
      await store.create(task, bytesAtWork + weigh(params));
    } catch (error) {
      throw this.refusal(error, "The task could not be kept");
    }
  }

  /**
   * What a handler is told of a store that failed: it may tell its client. What the
   * store itself says, of its paths or its hosts, is reported.
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
        ? "The store of tasks is full"
        : otherwise;
    return new ProtocolError(INTERNAL_ERROR, message);
  }

  /** Rejects with a ProtocolError where the store is away, which it reports. */
  async read(taskId: string): Promise<TaskRecord | undefined> {
    return this.#readNow(taskId);
  }

  /**
   * A task, for who asks for it: at once where the store has it at hand. Throws the
   * error that refuses a name that is not known: what belongs to another is not known
   * either.
   */
  find(
    params: unknown,
    { sink }: Pick<RequestRecord, "sink">,
  ): Eventual<TaskRecord> {
    // The guard of the request has passed.
    const { taskId } = params as { readonly taskId: string };
    return whenReady(this.#readNow(taskId), (task) => {
      if (task && task.owner === viewerOf(sink).principal) return task;
      throw unknownTask();
    });
  }

  /** Gives what is kept now; undefined when it is gone. */
  async update(
    taskId: string,
    change: TaskChange,
  ): Promise<TaskRecord | undefined> {
    const store = await this.#open();
    const task = await store.update(taskId, change);
    if (!store.watch) this.#tell(taskId, task);
    return task;
  }

  /** The same for who asks for it: rejects with a ProtocolError that says that the store is away, or full. */
  change(taskId: string, change: TaskChange): Promise<TaskRecord | undefined> {
    return this.#asked(this.update(taskId, change));
  }

  /**
   * Ends a task by what it came to, which waits for a store that is away. Where there is
   * no room for it, the task ends without: it is not to be worked on for ever. Gives what
   * is kept by now. Never rejects.
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

  /** Hears of each change of a task, whoever makes it. Gives what ends this. */
  watch(taskId: string, hear: HearTask): () => void {
    if (this.#store.watch) return this.#store.watch(taskId, hear);
    const hears = this.#watchers.get(taskId) ?? new Set();
    this.#watchers.set(taskId, hears.add(hear));
    return () => {
      hears.delete(hear);
      if (hears.size === 0) this.#watchers.delete(taskId);
    };
  }

  /** Takes no more tasks. */
  refuse(): void {
    this.#isClosed = true;
  }

  /** Ends the store, once. */
  close(): Promise<void> {
    return (this.#ended ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#owed.settle();
    this.#owed.end();
    this.#hasEnded = true;
    this.#isOpen = false;
    // One that could not be opened has nothing to end.
    const store = await this.#opened?.catch(() => undefined);
    await store?.close?.();
  }

  #readNow(taskId: string): Eventual<TaskRecord | undefined> {
    const read = this.#read(taskId);
    return isPromiseLike(read) ? this.#asked(read) : read;
  }

  /** Whoever asks while the store is away is told so, and not why. */
  async #asked<Value>(asked: PromiseLike<Value>): Promise<Value> {
    try {
      return await asked;
    } catch (error) {
      // What is asked for may be refused, too.
      if (error instanceof ProtocolError) throw error;
      throw this.refusal(error, "The store of tasks is away: ask again");
    }
  }

  #read(taskId: string): Eventual<TaskRecord | undefined> {
    return this.#isOpen
      ? this.#store.read(taskId)
      : this.#open().then((store) => store.read(taskId));
  }

  /** A store that could not be opened is tried again with the next request. */
  #open(): Promise<TaskStore> {
    if (this.#hasEnded) return Promise.reject(this.#gone());
    this.#opened ??= this.#begin().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Whoever serves on behind the end hears of it once, and each client of it. */
  #gone(): ProtocolError {
    if (!this.#isEndTold)
      this.report(
        new Error(
          "a client asks for a task after `server.tasks.close()`: close the transport before",
        ),
      );
    this.#isEndTold = true;
    return new ProtocolError(INTERNAL_ERROR, "The server has ended its tasks");
  }

  /** What a process worked on that is gone, nobody works on any more. */
  async #begin(): Promise<TaskStore> {
    const store = this.#store;
    // The store says it once, and it may be that not all can be told now.
    this.#left ??= (await store.open?.((left) => this.#failAll(left))) ?? [];
    // At once: thousands would wait for each other's disk.
    await Promise.all(
      this.#left.map(({ taskId }) => store.update(taskId, failLost)),
    );
    this.#left = [];
    this.#isOpen = true;
    return this.#store;
  }

  /** Another process is gone while this one is at work. */
  #failAll(left: readonly TaskRecord[]): void {
    if (this.#hasEnded) return;
    for (const { taskId } of left) void this.#endPlainly(taskId, failLost);
  }

  /** Ends a task now, or when its store takes that. Never rejects. */
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

/** The error that refuses a task's name. */
export function unknownTask(): ProtocolError {
  return invalidParams(
    "There is no such task: it never was, or its time is over",
  );
}
