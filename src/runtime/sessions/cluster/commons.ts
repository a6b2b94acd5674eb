import { Alarm } from "../../protocol/timers/alarm.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import { toError } from "../../protocol/errors.ts";
import type { HttpServices } from "../../http/server/services.ts";
import { withTimeout } from "../../http/server/with-timeout.ts";
import type { SessionBounds, SessionStore } from "../session-store.ts";
import type { ClusterStores } from "../cluster.ts";
import type { StreamReader, StreamStore } from "../stream-store.ts";
import type { News } from "./news.ts";

/** Timeout of one store or bus operation, in milliseconds. */
const storeMs = 5_000;

/**
 * Timeout of a request once an earlier one has timed out and the bus still reports a problem,
 * in milliseconds.
 */
const awayMs = 250;

/** Default time to retry a failed operation, in milliseconds. */
const patienceMs = 60_000;

/** Delay before the next attempt, in milliseconds. */
const pauseMs = 500;

/** Options of a retried operation. */
export interface PatientOptions {
  /** Time to retry, in milliseconds. */
  readonly forMs?: number;
  /** Returns false if the result is no longer needed; stops the retries. */
  readonly isWanted?: () => boolean;
  /** Called when the time to retry is over, before the operation returns. */
  readonly onGivenUp?: () => void;
}

/** Bus topic of the messages between processes. */
export const clusterTopic = "http";

/** Context that the parts of a process in a cluster share. */
export class Commons {
  readonly http: HttpServices;
  readonly bus: ClusterStores["bus"];
  readonly sessions: SessionStore;
  readonly streams: StreamStore;
  readonly bounds: SessionBounds;
  /** Processes that write no stream any more, with the time on the clock of `Date.now`. */
  readonly departed: Map<string, number> = new Map();
  /** Processes that own no session any more: the dead ones and those that are closing. */
  readonly retired: Map<string, number> = new Map();
  /** True after this process left the cluster; failed operations are no longer retried. */
  isClosed = false;
  /** Wakes the readers of a stream in this process. */
  onWake: (stream: string) => void = () => {};
  /** Notifies a reader in this process that another reader replaced it. */
  onTaken: (stream: string, reader: string) => void = () => {};
  /** Notifies waiting readers in this process that a stream has no reader. */
  onFree: (stream: string) => void = () => {};
  /** Wake-ups that are being sent to readers; true if the stream has changed again since. */
  readonly #waking = new Map<string, boolean>();
  /** Background sends that have not finished yet. */
  readonly #untold = new Set<Promise<unknown>>();
  #names = 0;
  /**
   * True after a request timed out while the bus reported a problem; later requests then wait
   * only `awayMs`.
   */
  #isAway = false;

  constructor(
    http: HttpServices,
    { bus, sessions, streams }: ClusterStores,
    bounds: SessionBounds,
  ) {
    this.http = http;
    this.bus = bus;
    this.sessions = sessions;
    this.streams = streams;
    this.bounds = bounds;
  }

  /** The name of this process. */
  get name(): string {
    return this.bus.name;
  }

  /** Returns a name that is unique within this process. */
  newName(): string {
    return String(++this.#names);
  }

  /** Awaits an operation of a store or the bus; rejects after the timeout. */
  ask<Value>(what: string, asked: Promise<Value>): Promise<Value> {
    return withTimeout(asked, storeMs, what);
  }

  /**
   * Awaits an operation for a waiting client. During an outage, uses a short timeout so that
   * clients fail fast.
   */
  async askAtOnce<Value>(what: string, asked: Promise<Value>): Promise<Value> {
    if (this.bus.problem() === undefined) this.#isAway = false;
    const limit = this.#isAway ? awayMs : storeMs;
    try {
      return await withTimeout(asked, limit, what);
    } catch (error) {
      this.#isAway = this.bus.problem() !== undefined;
      throw error;
    }
  }

  /**
   * Sends a message to one process, or to all others. Returns true if the target process is
   * alive. Rejects if the bus cannot be reached.
   */
  tell(news: News, to?: string): Promise<boolean> {
    const text = JSON.stringify(news);
    return this.ask("the bus", this.bus.send(clusterTopic, text, to));
  }

  /** Sends a message in the background, with retries during an outage of the bus. */
  whisper(news: News, to?: string): void {
    this.#keepUntold(this.patiently(() => this.tell(news, to)));
  }

  /** Resolves when all background messages have been sent. */
  async told(): Promise<void> {
    while (this.#untold.size > 0) await Promise.all(this.#untold);
  }

  /**
   * Runs an operation, with retries after failures, which are reported. Resolves to undefined
   * if the time is over or the result is no longer needed. Never rejects.
   */
  async patiently<Value>(
    act: () => Promise<Value>,
    { forMs = patienceMs, isWanted, onGivenUp }: PatientOptions = {},
  ): Promise<Value | undefined> {
    const ends = now() + forMs;
    while (isWanted?.() ?? true) {
      try {
        return await act();
      } catch (error) {
        this.http.onError(toError(error), { kind: "store" });
        const isLate = now() > ends;
        if (isLate && !this.isClosed) onGivenUp?.();
        if (isLate || this.isClosed) return undefined;
        await pause();
      }
    }
    return undefined;
  }

  /** Reports the rejection of a background operation. */
  report(done: Promise<unknown>): void {
    done.catch((error: unknown) =>
      this.http.onError(toError(error), { kind: "store" }),
    );
  }

  /** Wakes the reader of a stream, here or in another process. */
  wake(stream: string, { process }: StreamReader): void {
    if (process === this.name) return this.onWake(stream);
    const key = `${process} ${stream}`;
    const isOnItsWay = this.#waking.has(key);
    this.#waking.set(key, isOnItsWay);
    if (!isOnItsWay) this.#keepUntold(this.#wake(key, process, stream));
  }

  /** Records that a process owns no session any more. */
  retires(process: string): void {
    note(this.retired, process);
  }

  /** Records that a process has died or left. */
  departs(process: string): void {
    note(this.retired, process);
    note(this.departed, process);
  }

  /** Records that a process is alive although it was declared dead; its streams are read again. */
  returns(process: string): void {
    this.retired.delete(process);
    this.departed.delete(process);
  }

  /** Tracks a background send; the promise must never reject. */
  #keepUntold(telling: Promise<unknown>): void {
    this.#untold.add(telling);
    void telling.then(() => this.#untold.delete(telling));
  }

  /**
   * Sends a wake-up, and another one if the stream has changed since: the reader may have read
   * before the change.
   */
  async #wake(key: string, process: string, stream: string): Promise<void> {
    do {
      this.#waking.set(key, false);
      await this.patiently(() => this.tell({ kind: "wake", stream }, process));
    } while (this.#waking.get(key) === true);
    this.#waking.delete(key);
  }
}

/** Waits before the next attempt. The timer does not keep the process alive. */
function pause(): Promise<void> {
  return new Promise((resolve) => new Alarm(resolve).set(pauseMs));
}

/** Maximum number of dead processes to remember. */
const maxDeparted = 1_000;

function note(times: Map<string, number>, process: string): void {
  if (times.has(process)) return;
  times.set(process, Date.now());
  const [oldest = process] = times.keys();
  if (times.size > maxDeparted) times.delete(oldest);
}
