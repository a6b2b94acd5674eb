import type { Awaitable } from "../../protocol/answer.ts";
import type { TaskRecord } from "../record.ts";

/**
 * Keeps tasks. What it gives is never to be changed, and what it was given is taken as
 * it is at that moment, as JSON has it.
 */
export interface TaskStore {
  /**
   * Keeps a new task, durably when it resolves. Rejects with a TaskStoreFullError when
   * a bound is reached, and with a TypeError for a name that is taken or for what JSON
   * cannot hold. The process that makes it has so many more bytes of it in memory until
   * it is over, about: a store that is bounded in bytes counts them.
   */
  create(task: TaskRecord, bytesAtWork?: number): Promise<void>;
  /**
   * What is kept of a task; what is past its time is not. A store that has it at hand
   * gives it without a promise: polls are answered at once then.
   */
  read(taskId: string): Awaitable<TaskRecord | undefined>;
  /**
   * Changes a task in one step, durably when it resolves: of two that change one task
   * at once, the second is given what the first made. `change` gives the task as it is
   * to be, or undefined to leave it, and what it throws is what this rejects with; it
   * may be called again where others have been faster. Gives what is kept now,
   * undefined for a task that is not there. Rejects with a TaskStoreFullError when the
   * task has grown beyond a bound: it is kept as it was then. What ends a task in no
   * more than 400 characters always finds room. A store that is away rejects with
   * another error, no TypeError: how a task ends is tried again then.
   */
  update(
    taskId: string,
    change: (task: TaskRecord) => TaskRecord | undefined,
  ): Promise<TaskRecord | undefined>;
  /**
   * The tasks of an owner, oldest first, behind a cursor; those of nobody for
   * undefined. Rejects with a ProtocolError for a cursor that no store gave.
   */
  list(owner: string | undefined, page: TaskPage): Promise<TaskList>;
  /** Forgets a task; one that is not there is forgotten already. */
  remove(taskId: string): Promise<void>;
  /**
   * Begins: gives what processes left unfinished that are gone, so that it can be told
   * as failed; never what a process that lives is at work on. Called once, before
   * anything else. A store of several processes tells `left` what is left by those
   * whose end it hears of later: more than one process may be told.
   */
  open?(left?: HearLeft): Promise<readonly TaskRecord[]>;
  /** Ends, when all is kept that was given; what is kept stays where it outlives the process. */
  close?(): Promise<void>;
  /**
   * Hears of each change of a task from now on, whoever makes it: what it is now, or
   * undefined when it is gone. It never hears before the change is durable, nor before
   * this has returned. Of changes that follow each other at once it may hear the last
   * alone. Gives what ends this.
   */
  watch?(
    taskId: string,
    hear: (task: TaskRecord | undefined) => void,
  ): () => void;
}

/** Hears of tasks that nobody works on any more, because their process is gone. */
export type HearLeft = (tasks: readonly TaskRecord[]) => void;

/** A store of one process, which can say how full it is. */
export interface MeasuredTaskStore extends TaskStore {
  /** The bytes that its tasks take in memory, about. */
  readonly bytes: number;
  /** How many tasks it has. */
  readonly size: number;
  close(): Promise<void>;
  watch(
    taskId: string,
    hear: (task: TaskRecord | undefined) => void,
  ): () => void;
}

/** Which of an owner's tasks are listed. */
export interface TaskPage {
  /** Behind the tasks of the page that said so. */
  readonly after?: string;
  /** How many at most. */
  readonly limit: number;
  /** Of this session alone: what tells owners apart where nobody is proved. */
  readonly session?: string;
}

/** A page of tasks. */
export interface TaskList {
  /** The tasks, oldest first. */
  readonly tasks: readonly TaskRecord[];
  /** Where the next page begins; absent when this is the last one. */
  readonly next?: string;
}
