import type { Session } from "../../peer/context.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { viewerOf } from "../../wire/viewer.ts";
import { CancelledError, INTERNAL_ERROR, toError } from "../../wire/errors.ts";
import { begin, failTask, type TaskSeed } from "../life.ts";
import { newTaskId } from "../task-id.ts";
import type { TaskRecord } from "../record.ts";
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

  /** A name for the session of a request; undefined where there is none. */
  sessionOf({ session }: RequestRecord): string | undefined {
    if (!session) return undefined;
    const name = this.#sessions.get(session) ?? newTaskId();
    this.#sessions.set(session, name);
    return name;
  }

  /** Ends all that is at work, and keeps no more. */
  async close(): Promise<void> {
    this.keeper.refuse();
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
}

const closed = {
  code: INTERNAL_ERROR,
  message: "The server was closed before the task ended",
};
