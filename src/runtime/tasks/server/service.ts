import type { Session } from "../../peer/context.ts";
import { waitFor } from "../../protocol/timers/wait-for.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { sessionName } from "../../server/session.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import {
  CancelledError,
  excerpt,
  INTERNAL_ERROR,
  ProtocolError,
  toError,
} from "../../protocol/errors.ts";
import { begin, failTask, refuseQuestion, type TaskSeed } from "../life.ts";
import { newTaskId } from "../task-id.ts";
import type { NoAnswer, TaskRecord } from "../record.ts";
import type { Keeper } from "./keeper.ts";
import { boundedTtl, type TaskTimes } from "./options.ts";
import type { Work } from "./work.ts";

/** Tasks of one server: stored ones and running ones. */
export class TaskService {
  readonly keeper: Keeper;
  /** Running tasks, by id. */
  readonly works: Map<string, Work> = new Map();
  /**
   * Input requests in progress, by task and key: the sessions that they were sent to, with the
   * controllers that cancel them.
   */
  readonly asking: Map<string, Map<unknown, AbortController>> = new Map();
  readonly #times: TaskTimes;
  /** Callbacks that wait until no task runs. */
  readonly #waiting: (() => void)[] = [];
  /**
   * Random names of sessions without a shared name. Stored names identify sessions, but give no
   * access to them.
   */
  readonly #sessions = new WeakMap<Session, string>();

  constructor(keeper: Keeper, times: TaskTimes) {
    this.keeper = keeper;
    this.#times = times;
  }

  /** Creates a task for a request; it is stored when this resolves. */
  async create(request: RequestRecord, ttl: unknown): Promise<TaskRecord> {
    const { principal } = viewerOf(request.sink);
    const session = this.sessionOf(request);
    const seed: TaskSeed = {
      taskId: newTaskId(),
      method: request.method,
      ...(principal !== undefined && { owner: principal }),
      ...(session !== undefined && { session }),
      ttl: boundedTtl(ttl, this.#times),
      pollInterval: this.#times.pollInterval,
    };
    const task = begin(seed);
    await this.keeper.create(task, request.params);
    return task;
  }

  /**
   * Returns the name of the request's session, the same in all processes; undefined without a
   * session.
   */
  sessionOf({ session }: RequestRecord): string | undefined {
    if (!session) return undefined;
    const shared = sessionName(session);
    if (shared !== undefined) return shared;
    const name = this.#sessions.get(session) ?? newTaskId();
    this.#sessions.set(session, name);
    return name;
  }

  /**
   * Rejects an input request that the client did not answer, here and in the process of the
   * handler.
   */
  async refuse(taskId: string, key: string, error: Error): Promise<void> {
    this.works.get(taskId)?.refuse(key, error);
    const why: NoAnswer = {
      message: excerpt(error.message),
      ...(error instanceof ProtocolError && { code: error.code }),
    };
    await this.keeper.update(taskId, (task) => refuseQuestion(task, key, why));
  }

  /** Cancels an input request that another session has answered or that is no longer needed. */
  takeBack(taskId: string, key: string): void {
    const reason = new CancelledError("the request was answered elsewhere");
    const asked = this.asking.get(questionName(taskId, key));
    for (const own of asked?.values() ?? []) own.abort(reason);
  }

  /** Registers a running task of this process. */
  begun(taskId: string, work: Work): void {
    this.works.set(taskId, work);
  }

  /** Removes a task that no longer runs in this process. */
  ended(taskId: string): void {
    this.works.delete(taskId);
    if (this.works.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * Waits up to `graceMs` milliseconds for running tasks, fails the others and closes the
   * store.
   */
  async close(graceMs: number): Promise<void> {
    this.keeper.refuse();
    if (graceMs > 0)
      await waitFor(this.#idle(), { timeout: graceMs }).catch(() => {});
    await Promise.all(
      [...this.works.values()].map(async (work) => {
        try {
          await work.end((task) => failTask(task, closed));
        } catch (error) {
          // The other tasks end even if the store fails for this one.
          this.keeper.report(toError(error));
          work.stop(new CancelledError(closed.message));
        }
      }),
    );
    await this.keeper.close();
  }

  /** Resolves when no task runs. */
  #idle(): Promise<void> {
    if (this.works.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Returns the key of an input request within this process. */
export function questionName(taskId: string, key: string): string {
  return JSON.stringify([taskId, key]);
}

const closed = {
  code: INTERNAL_ERROR,
  message: "The server was closed before the task ended",
};
