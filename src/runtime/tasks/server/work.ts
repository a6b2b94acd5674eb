import type { CallOptions } from "../../peer/caller.ts";
import { Alarm } from "../../protocol/timers/alarm.ts";
import { TokenBucket } from "../../protocol/timers/token-bucket.ts";
import { waitFor } from "../../protocol/timers/wait-for.ts";
import {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  toError,
} from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { Expiry } from "./expiry.ts";
import { ask, hasUsed, isOver, say, withdraw } from "../life.ts";
import type { NoAnswer, TaskRecord } from "../record.ts";
import type { TaskChange, Keeper } from "./keeper.ts";
import type { TaskEnding } from "./owed.ts";
import type { RunningTask } from "./running-task.ts";

/** Maximum number of stored status messages per second. */
const saysPerSecond = 10;

/** Maximum length of a status message, in characters. */
const maxMessage = 1_000;

/** Input request without a response. */
interface Waiting {
  resolve(answer: JsonObject): void;
  reject(error: Error): void;
}

export interface WorkOptions {
  readonly keeper: Keeper;
  /** Initial state of the task. */
  readonly task: TaskRecord;
  /** Aborts the handler. */
  readonly stop: (reason: Error) => void;
  /** Called after each change that clients can see. */
  readonly changed?: ((task: TaskRecord) => void) | undefined;
}

/**
 * Running task of this process: stores status messages and input requests, and passes responses
 * to the handler.
 */
export class Work implements RunningTask {
  readonly id: string;
  readonly #keeper: Keeper;
  readonly #onStop: WorkOptions["stop"];
  readonly #changed: WorkOptions["changed"];
  #waiting: Map<string, Waiting> | undefined;
  readonly #unwatch: () => void;
  readonly #expiry: Expiry;
  /** Rate limiter, created at the first status message: many tasks have none. */
  #says: TokenBucket | undefined;
  #turn: Alarm | undefined;
  #said: string | undefined;
  /** Last seen state of the task; the store has the rest. */
  #status: TaskRecord["status"];
  #statusMessage: string | undefined;
  #stopped: Error | undefined;

  constructor({ keeper, task, stop, changed }: WorkOptions) {
    this.#keeper = keeper;
    this.#onStop = stop;
    this.#changed = changed;
    this.id = task.taskId;
    this.#status = task.status;
    this.#statusMessage = task.statusMessage;
    this.#unwatch = keeper.watch(this.id, (now) => this.#see(now));
    // Results of an expired task are useless, so its handler is aborted.
    this.#expiry = new Expiry(task, () => this.stop(late()));
    this.#expiry.start();
  }

  /** True if the task has stopped in this process. */
  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  say(message: string): void {
    if (this.#stopped) return;
    const text = String(message);
    this.#said =
      text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text;
    this.#says ??= new TokenBucket(saysPerSecond);
    if (this.#says.take()) return this.#keepSaid();
    this.#turn ??= new Alarm(() => this.#keepSaid());
    this.#turn.set(this.#says.delay);
  }

  /** Sends an input request to the client as part of the task. */
  async ask(
    key: string,
    question: InputRequest,
    options: CallOptions,
  ): Promise<JsonObject> {
    let name = key;
    const task = await this.#update((known) => {
      // A key can be used once per task, so repeated keys get a number.
      for (let count = 2; hasUsed(known, name); count++)
        name = `${key}-${count}`;
      return ask(known, name, question);
    }).catch((error: unknown) => {
      throw this.#keeper.refusal(
        error,
        "The input request could not be stored",
      );
    });
    if (this.#stopped) throw this.#stopped;
    const waiting = (this.#waiting ??= new Map());
    const answer = new Promise<JsonObject>((resolve, reject) =>
      waiting.set(name, { resolve, reject }),
    );
    if (task) this.#see(task);
    try {
      const { timeout = Infinity } = options;
      return await waitFor(answer, { ...options, timeout }, "no answer");
    } catch (error) {
      waiting.delete(name);
      if (!this.#stopped) await this.#update((known) => withdraw(known, name));
      throw error;
    }
  }

  /** Rejects a waiting input request of this process; the caller updates the store. */
  refuse(key: string, error: Error): void {
    this.#waiting?.get(key)?.reject(error);
    this.#waiting?.delete(key);
  }

  /** Ends the task. Returns its stored state, if it exists. */
  async end(change: TaskChange): Promise<TaskRecord | undefined> {
    this.#turn?.stop();
    const task = await this.#keeper.update(this.id, change);
    this.stop(new CancelledError("the task has ended"));
    return task;
  }

  /** Ends the task after its handler, now or when the store accepts it. Never rejects. */
  async finish(ending: TaskEnding): Promise<void> {
    this.#turn?.stop();
    await this.#keeper.end(this.id, ending);
    this.stop(new CancelledError("the task has ended"));
  }

  /** Stops the task in this process: aborts the handler and rejects waiting input requests. */
  stop(reason: Error): void {
    if (this.#stopped) return;
    this.#stopped = reason;
    this.#unwatch();
    this.#expiry.stop();
    this.#turn?.stop();
    this.#onStop(reason);
    for (const { reject } of this.#waiting?.values() ?? []) reject(reason);
    this.#waiting = undefined;
  }

  #update(change: TaskChange): Promise<TaskRecord | undefined> {
    return this.#keeper.update(this.id, change);
  }

  /** Handles a stored change by any process. */
  #see(task: TaskRecord | undefined): void {
    if (this.#stopped) return;
    if (!task) return this.#gone();
    const isSeen =
      this.#status !== task.status ||
      this.#statusMessage !== task.statusMessage;
    this.#status = task.status;
    this.#statusMessage = task.statusMessage;
    if (isSeen) this.#changed?.(task);
    if (isOver(task))
      return this.stop(
        new CancelledError(task.statusMessage ?? "the task has ended"),
      );
    const { answers = {}, refusals = {} } = task;
    for (const [key, { resolve, reject }] of this.#waiting ?? []) {
      // A key may be the name of an inherited property, such as "constructor".
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      const isWithdrawn = task.withdrawn?.includes(key);
      if (!answer && !isWithdrawn) continue;
      this.#waiting?.delete(key);
      if (answer) resolve(answer);
      else
        reject(
          refused(Object.hasOwn(refusals, key) ? refusals[key] : undefined),
        );
    }
  }

  /** Handles the removal of the task: the store may detect the expiry first. */
  #gone(): void {
    const isLate = this.#expiry.isPast;
    this.stop(isLate ? late() : new CancelledError("the task was removed"));
  }

  #keepSaid(): void {
    const said = this.#said;
    this.#said = undefined;
    if (said === undefined || this.#stopped) return;
    // A failed status message does not end the task.
    this.#update((task) => say(task, said)).catch((error: unknown) =>
      this.#keeper.report(toError(error)),
    );
  }
}

/**
 * Returns the error for an input request without a response, as the process reported it that
 * asked the client.
 */
function refused(why: NoAnswer | undefined): Error {
  if (!why) return new CancelledError("the client did not answer");
  const { code, message } = why;
  return code === undefined
    ? new InvalidMessageError(message)
    : new ProtocolError(code, message);
}

function late(): TimeoutError {
  return new TimeoutError("the task has expired");
}
