import { Alarm } from "../../protocol/timers/alarm.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import { toError } from "../../protocol/errors.ts";
import type { HttpServices } from "../../http/server/services.ts";
import { withTimeout } from "../../http/server/with-timeout.ts";
import type { SessionBounds, SessionStore } from "../session-store.ts";
import type { ClusterStores } from "../cluster.ts";
import type { StreamReader, StreamStore } from "../stream-store.ts";
import type { News } from "./news.ts";

/** How long a store or the bus may take for one thing, in milliseconds. */
const storeMs = 5_000;

/** How long a request waits for what has been away for that long already, in milliseconds. */
const awayMs = 250;

/** How long what cannot be done is tried again, in milliseconds. */
const patienceMs = 60_000;

/** How long is waited before the next attempt, in milliseconds. */
const pauseMs = 500;

/** For how long something is tried that cannot be done at once. */
export interface PatientOptions {
  /** In milliseconds. */
  readonly forMs?: number;
  /** Whether somebody wants it still. */
  readonly isWanted?: () => boolean;
  /** Hears that it took too long, before anybody else does. */
  readonly onGivenUp?: () => void;
}

/** The topic that sessions are told about. */
export const clusterTopic = "http";

/** What the parts of a process in a cluster share. */
export class Commons {
  readonly http: HttpServices;
  readonly bus: ClusterStores["bus"];
  readonly sessions: SessionStore;
  readonly streams: StreamStore;
  readonly bounds: SessionBounds;
  /** The processes that write nothing any more: since when, on the clock of `Date.now`. */
  readonly departed: Map<string, number> = new Map();
  /** Those that keep no session any more: these, and others that are closing. */
  readonly retired: Map<string, number> = new Map();
  /** Whether this process takes part no longer: what fails is not tried again. */
  isClosed = false;
  /** Wakes who reads a stream in this process. */
  onWake: (stream: string) => void = () => {};
  /** Tells one that reads a stream in this process that another does from now on. */
  onTaken: (stream: string, reader: string) => void = () => {};
  /** Lets others that wait in this process go on with a stream. */
  onFree: (stream: string) => void = () => {};
  /** News that are being sent to readers: true where there is more by now. */
  readonly #waking = new Map<string, boolean>();
  /** What is on its way to others, and nobody waits for. */
  readonly #untold = new Set<Promise<unknown>>();
  #names = 0;
  /** Whether a request has waited in vain: those behind it need not wait as long. */
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

  /** A name that nothing else in this process has. */
  newName(): string {
    return String(++this.#names);
  }

  /** Does one thing where it is shared, in time. */
  ask<Value>(what: string, asked: Promise<Value>): Promise<Value> {
    return withTimeout(asked, storeMs, what);
  }

  /** Does what a client waits for: while all is away, one after the other hears so soon. */
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

  /** Tells one process, or all others: whether the one lives. Rejects when the bus is away. */
  tell(news: News, to?: string): Promise<boolean> {
    const text = JSON.stringify(news);
    return this.ask("the bus", this.bus.send(clusterTopic, text, to));
  }

  /** Tells what nobody waits for, also when the bus is away meanwhile. */
  whisper(news: News, to?: string): void {
    this.#keepUntold(this.patiently(() => this.tell(news, to)));
  }

  /** Resolves when others have been told all that nobody waited for. */
  async told(): Promise<void> {
    while (this.#untold.size > 0) await Promise.all(this.#untold);
  }

  /**
   * Does something as soon as what is shared can be reached: undefined where that
   * takes too long, or nobody wants it any more. What fails is reported. Never rejects.
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

  /** Reports what fails, of what nobody waits for. */
  report(done: Promise<unknown>): void {
    done.catch((error: unknown) =>
      this.http.onError(toError(error), { kind: "store" }),
    );
  }

  /** Lets who reads a stream know that there is more. */
  wake(stream: string, { process }: StreamReader): void {
    if (process === this.name) return this.onWake(stream);
    const key = `${process} ${stream}`;
    const isOnItsWay = this.#waking.has(key);
    this.#waking.set(key, isOnItsWay);
    if (!isOnItsWay) this.#keepUntold(this.#wake(key, process, stream));
  }

  /** A process keeps nothing any more. */
  retires(process: string): void {
    note(this.retired, process);
  }

  /** A process is gone, or has said goodbye. */
  departs(process: string): void {
    note(this.retired, process);
    note(this.departed, process);
  }

  /** A process was taken for gone, and is not: what it writes from now on is read. */
  returns(process: string): void {
    this.retired.delete(process);
    this.departed.delete(process);
  }

  /** What is given never rejects. */
  #keepUntold(telling: Promise<unknown>): void {
    this.#untold.add(telling);
    void telling.then(() => this.#untold.delete(telling));
  }

  /** What comes up while one is told needs telling once more: it may have looked already. */
  async #wake(key: string, process: string, stream: string): Promise<void> {
    do {
      this.#waking.set(key, false);
      await this.patiently(() => this.tell({ kind: "wake", stream }, process));
    } while (this.#waking.get(key) === true);
    this.#waking.delete(key);
  }
}

/** Keeps no process alive that has nothing else to do. */
function pause(): Promise<void> {
  return new Promise((resolve) => new Alarm(resolve).set(pauseMs));
}

/** How many processes that are gone are remembered. */
const maxDeparted = 1_000;

function note(times: Map<string, number>, process: string): void {
  if (times.has(process)) return;
  times.set(process, Date.now());
  const [oldest = process] = times.keys();
  if (times.size > maxDeparted) times.delete(oldest);
}
