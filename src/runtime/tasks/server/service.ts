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

/** The tasks of one server: those that it keeps, and those at work. */
export class TaskService {
  readonly keeper: Keeper;
  /** By the names of their tasks. */
  readonly works: Map<string, Work> = new Map();
  /**
   * What clients are being asked just now: by the name of the task and the key, the
   * sessions, and what takes the question back.
   */
  readonly asking: Map<string, Map<unknown, AbortController>> = new Map();
  readonly #times: TaskTimes;
  /** Who waits until nothing is at work. */
  readonly #waiting: (() => void)[] = [];
  /** So that whoever can read what is kept can tell sessions apart, and not take part in one. */
  readonly #sessions = new WeakMap<Session, string>();

  constructor(keeper: Keeper, times: TaskTimes) {
    this.keeper = keeper;
    this.#times = times;
  }

  /** Makes a task for a request: it can be read when this resolves. */
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
   * A name for the session of a request, in all processes that know it; undefined where
   * there is none.
   */
  sessionOf({ session }: RequestRecord): string | undefined {
    if (!session) return undefined;
    const shared = sessionName(session);
    if (shared !== undefined) return shared;
    const name = this.#sessions.get(session) ?? newTaskId();
    this.#sessions.set(session, name);
    return name;
  }

  /** The client was asked, maybe for another process, and gave no answer that could be taken. */
  async refuse(taskId: string, key: string, error: Error): Promise<void> {
    this.works.get(taskId)?.refuse(key, error);
    const why: NoAnswer = {
      message: excerpt(error.message),
      ...(error instanceof ProtocolError && { code: error.code }),
    };
    await this.keeper.update(taskId, (task) => refuseQuestion(task, key, why));
  }

  /** Whoever is still asked is not any more: somebody else has answered, or nobody needs to. */
  takeBack(taskId: string, key: string): void {
    const reason = new CancelledError("it is answered elsewhere");
    const asked = this.asking.get(questionName(taskId, key));
    for (const own of asked?.values() ?? []) own.abort(reason);
  }

  /** Takes note of a task that is at work in this process. */
  begun(taskId: string, work: Work): void {
    this.works.set(taskId, work);
  }

  /** Nothing more is done for a task in this process. */
  ended(taskId: string): void {
    this.works.delete(taskId);
    if (this.works.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Ends all that is at work when that had so many milliseconds to end by itself, and keeps no more. */
  async close(graceMs: number): Promise<void> {
    this.keeper.refuse();
    if (graceMs > 0)
      await waitFor(this.#idle(), { timeout: graceMs }).catch(() => {});
    await Promise.all(
      [...this.works.values()].map(async (work) => {
        try {
          await work.end((task) => failTask(task, closed));
        } catch (error) {
          // Whatever the store says of one, the others end as well.
          this.keeper.report(toError(error));
          work.stop(new CancelledError(closed.message));
        }
      }),
    );
    await this.keeper.close();
  }

  /** Resolves when nothing is at work. */
  #idle(): Promise<void> {
    if (this.works.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** What a question of a task is known by in this process. */
export function questionName(taskId: string, key: string): string {
  return JSON.stringify([taskId, key]);
}

const closed = {
  code: INTERNAL_ERROR,
  message: "The server was closed before the task ended",
};
