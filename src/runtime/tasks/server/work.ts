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
  readonly #keeper: Keeper;
  readonly #onStop: WorkOptions["stop"];
  readonly #changed: WorkOptions["changed"];
  #waiting: Map<string, Waiting> | undefined;
  readonly #unwatch: () => void;
  readonly #expiry: Expiry;
  /** Made when it first says something, as many never do. */
  #says: TokenBucket | undefined;
  #turn: Alarm | undefined;
  #said: string | undefined;
  /** Of the task as it was last seen: its store keeps the rest. */
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
    this.#says ??= new TokenBucket(saysPerSecond);
    if (this.#says.take()) return this.#keepSaid();
    this.#turn ??= new Alarm(() => this.#keepSaid());
    this.#turn.set(this.#says.delay);
  }

  /** Asks the client as part of the task. */
  async ask(
    key: string,
    question: InputRequest,
    options: CallOptions,
  ): Promise<JsonObject> {
    let name = key;
    const task = await this.#update((known) => {
      // A key may be used once in the life of a task, whatever is asked by it.
      for (let count = 2; hasUsed(known, name); count++)
        name = `${key}-${count}`;
      return ask(known, name, question);
    }).catch((error: unknown) => {
      throw this.#keeper.refusal(error, "The question could not be kept");
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

  /** Whoever asks in this process is told why there is no answer; the store is told by others. */
  refuse(key: string, error: Error): void {
    this.#waiting?.get(key)?.reject(error);
    this.#waiting?.delete(key);
  }

  /** Ends the task in one of the ways that it can. Gives what is kept of it, if anything is. */
  async end(change: TaskChange): Promise<TaskRecord | undefined> {
    this.#turn?.stop();
    const task = await this.#keeper.update(this.id, change);
    this.stop(new CancelledError("the task is over"));
    return task;
  }

  /** Ends it by what its handler came to, now or when the store takes it. Never rejects. */
  async finish(ending: TaskEnding): Promise<void> {
    this.#turn?.stop();
    await this.#keeper.end(this.id, ending);
    this.stop(new CancelledError("the task is over"));
  }

  /** Nothing more is done for the task: its handler hears of it, and so does who waits for answers. */
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

  /** The task as it is kept now, whoever has changed it. */
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
        new CancelledError(task.statusMessage ?? "the task is over"),
      );
    const { answers = {}, refusals = {} } = task;
    for (const [key, { resolve, reject }] of this.#waiting ?? []) {
      // A key may be what every object has, such as "constructor".
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

  /** The store may be first to look at the time. */
  #gone(): void {
    const isLate = this.#expiry.isPast;
    this.stop(isLate ? late() : new CancelledError("the task is gone"));
  }

  #keepSaid(): void {
    const said = this.#said;
    this.#said = undefined;
    if (said === undefined || this.#stopped) return;
    // A report that fails does not end what it reports of.
    this.#update((task) => say(task, said)).catch((error: unknown) =>
      this.#keeper.report(toError(error)),
    );
  }
}

/** Why there is no answer, as the process says that asked the client. */
function refused(why: NoAnswer | undefined): Error {
  if (!why) return new CancelledError("the client gave no answer");
  const { code, message } = why;
  return code === undefined
    ? new InvalidMessageError(message)
    : new ProtocolError(code, message);
}

function late(): TimeoutError {
  return new TimeoutError("the time of the task is over");
}
