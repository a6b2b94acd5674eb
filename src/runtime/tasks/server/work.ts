import type { CallOptions } from "../../peer/caller.ts";
import { Alarm } from "../../time/alarm.ts";
import { TokenBucket } from "../../time/token-bucket.ts";
import { waitFor } from "../../time/wait-for.ts";
import { CancelledError, TimeoutError, toError } from "../../wire/errors.ts";
import type { InputRequest } from "../../wire/input-required.ts";
import type { JsonObject } from "../../wire/message.ts";
import { Expiry } from "./expiry.ts";
import { ask, expiryOf, hasUsed, isOver, say, withdraw } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import type { TaskChange, Keeper } from "./keeper.ts";
import type { RunningTask } from "./running-task.ts";

/** How often what a handler says is kept, a second. */
const saysPerSecond = 10;

/** How much of what it says is kept, in characters. */
const maxMessage = 1_000;

/** A question that nobody has answered yet. */
interface Waiting {
  resolve(answer: JsonObject): void;
  reject(error: Error): void;
}

export interface WorkOptions {
  readonly keeper: Keeper;
  /** As it was made. */
  readonly task: TaskRecord;
  /** Tells its handler to come to its end. */
  readonly stop: (reason: Error) => void;
  /** Hears of each change that a client can see. */
  readonly changed?: ((task: TaskRecord) => void) | undefined;
}

/** A task at work in this process: what its handler says and asks is kept, and answers reach it. */
export class Work implements RunningTask {
  readonly id: string;
  readonly #options: WorkOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #unwatch: () => void;
  readonly #expiry: Expiry;
  readonly #says = new TokenBucket(saysPerSecond);
  readonly #turn = new Alarm(() => this.#keepSaid());
  #said: string | undefined;
  #latest: TaskRecord;
  #stopped: Error | undefined;

  constructor(options: WorkOptions) {
    const { keeper, task } = options;
    this.#options = options;
    this.id = task.taskId;
    this.#latest = task;
    this.#unwatch = keeper.watch(this.id, (now) => this.#see(now));
    // Whoever is still at work when the time is over works for nobody.
    this.#expiry = new Expiry(task, () => this.stop(late()));
    this.#expiry.start();
  }

  /** Whether nothing more is done for the task. */
  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  say(message: string): void {
    if (this.#stopped) return;
    const text = String(message);
    this.#said =
      text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text;
    if (this.#says.take()) this.#keepSaid();
    else this.#turn.set(this.#says.delay);
  }

  /** Asks the client as part of the task. */
  async ask(
    key: string,
    question: InputRequest,
    options: CallOptions,
  ): Promise<JsonObject> {
    let name = key;
    const { keeper } = this.#options;
    const task = await this.#update((known) => {
      // A key may be used once in the life of a task, whatever is asked by it.
      for (let count = 2; hasUsed(known, name); count++)
        name = `${key}-${count}`;
      return ask(known, name, question);
    }).catch((error: unknown) => {
      throw keeper.refusal(error, "The question could not be kept");
    });
    if (this.#stopped) throw this.#stopped;
    const answer = new Promise<JsonObject>((resolve, reject) =>
      this.#waiting.set(name, { resolve, reject }),
    );
    if (task) this.#see(task);
    try {
      const { timeout = Infinity } = options;
      return await waitFor(answer, { ...options, timeout }, "no answer");
    } catch (error) {
      this.#waiting.delete(name);
      if (!this.#stopped) await this.#update((known) => withdraw(known, name));
      throw error;
    }
  }

  /** The client was asked, and gave no answer that could be taken. */
  async refuse(key: string, error: Error): Promise<void> {
    this.#waiting.get(key)?.reject(error);
    this.#waiting.delete(key);
    await this.#update((known) => withdraw(known, key));
  }

  /** Ends the task in one of the ways that it can. Gives what is kept of it, if anything is. */
  async end(change: TaskChange): Promise<TaskRecord | undefined> {
    this.#turn.stop();
    const task = await this.#options.keeper.update(this.id, change);
    this.stop(new CancelledError("the task is over"));
    return task;
  }

  /** Nothing more is done for the task: its handler hears of it, and so does who waits for answers. */
  stop(reason: Error): void {
    if (this.#stopped) return;
    this.#stopped = reason;
    this.#unwatch();
    this.#expiry.stop();
    this.#turn.stop();
    this.#options.stop(reason);
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #update(change: TaskChange): Promise<TaskRecord | undefined> {
    return this.#options.keeper.update(this.id, change);
  }

  /** The task as it is kept now, whoever has changed it. */
  #see(task: TaskRecord | undefined): void {
    if (this.#stopped) return;
    if (!task) return this.#gone();
    const before = this.#latest;
    this.#latest = task;
    const isSeen =
      before.status !== task.status ||
      before.statusMessage !== task.statusMessage;
    if (isSeen) this.#options.changed?.(task);
    if (isOver(task))
      return this.stop(
        new CancelledError(task.statusMessage ?? "the task is over"),
      );
    const { answers = {} } = task;
    for (const [key, { resolve, reject }] of this.#waiting) {
      // A key may be what every object has, such as "constructor".
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      const isWithdrawn = task.withdrawn?.includes(key);
      if (!answer && !isWithdrawn) continue;
      this.#waiting.delete(key);
      if (answer) resolve(answer);
      else reject(new CancelledError("the client gave no answer"));
    }
  }

  /** The store may be first to look at the time. */
  #gone(): void {
    const isLate = expiryOf(this.#latest) <= Date.now();
    this.stop(isLate ? late() : new CancelledError("the task is gone"));
  }

  #keepSaid(): void {
    const said = this.#said;
    this.#said = undefined;
    if (said === undefined || this.#stopped) return;
    // A report that fails does not end what it reports of.
    this.#update((task) => say(task, said)).catch((error: unknown) =>
      this.#options.keeper.report(toError(error)),
    );
  }
}

function late(): TimeoutError {
  return new TimeoutError("the time of the task is over");
}
