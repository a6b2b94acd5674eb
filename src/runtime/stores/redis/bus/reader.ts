import { sleep } from "../../../protocol/timers/sleep.ts";
import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { toError } from "../../../protocol/errors.ts";
import type { Wire } from "../link/client.ts";
import { failureOf, RedisError } from "../link/redis-error.ts";
import { entriesOf, type StreamEntry } from "../link/reply.ts";

/** Received message. */
export interface BusMessage {
  /** Sender; empty for the notice of a dead process. */
  readonly from: string;
  readonly topic: string;
  readonly message: string;
}

/** Callbacks of a reader. */
export interface ReaderEvents {
  heard(message: BusMessage): void;
  /** Called after messages were dropped before they were read. */
  missed(): void;
  report(error: Error): void;
}

/** Configuration of a reader. */
export interface ReaderSetup {
  /** Key of the stream to read. */
  readonly key: string;
  /** Timeout of a reply beyond the blocking time, in milliseconds. */
  readonly timeout: number;
  /** Opens a dedicated connection. */
  another(closed: AbortSignal): Promise<Wire>;
}

/** Blocking time of one read, in milliseconds. */
const blockMs = 4_000;

/** Maximum number of messages per read. */
const maxEntries = 32;

/** Maximum delay before a reconnect, in milliseconds. */
const longestPause = 1_000;

/**
 * Reads the messages for one process on a dedicated connection. Reconnects after a failure and
 * resumes after the last message.
 */
export class Reader {
  readonly #setup: ReaderSetup;
  readonly #events: ReaderEvents;
  readonly #end = new AbortController();
  #last = "0-0";
  /** The number of the next message. */
  #next = 1;
  #bytes = 0;
  #breaks = 0;
  #problem: string | undefined;
  #done: Promise<void> | undefined;
  #drop: () => void = () => {};

  constructor(setup: ReaderSetup, events: ReaderEvents) {
    this.#setup = setup;
    this.#events = events;
  }

  /** Id of the last message. */
  get last(): string {
    return this.#last;
  }

  /** Number of gaps or restarts in the sequence numbers. */
  get breaks(): number {
    return this.#breaks;
  }

  /** Reason why messages cannot be read; undefined if they can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Number of characters read since the last reset. */
  get read(): number {
    return this.#bytes;
  }

  /** Resets the count. */
  countAnew(): void {
    this.#bytes = 0;
  }

  start(): void {
    this.#done ??= this.#run();
  }

  /** Closes the connection, so that the reader opens a new one. */
  renew(): void {
    this.#drop();
  }

  /** Restarts from the beginning of the stream, because it is a new one. */
  rewind(): void {
    this.#last = "0-0";
    this.#next = 1;
  }

  async end(): Promise<void> {
    this.#end.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    let failures = 0;
    while (!signal.aborted) {
      let wire: Wire | undefined;
      const drop = (): void => wire?.end();
      this.#drop = drop;
      try {
        wire = await this.#setup.another(signal);
        signal.addEventListener("abort", drop);
        while (!signal.aborted) {
          // The first read after a failure does not block, so that its reply shows at once that
          // Redis is back.
          await this.#read(wire, failures > 0 ? 0 : blockMs);
          failures = 0;
          this.#problem = undefined;
        }
      } catch (error) {
        if (!signal.aborted) this.#failed(error, failures++);
      }
      signal.removeEventListener("abort", drop);
      drop();
      await sleep(Math.min(20 * 2 ** failures, longestPause), signal);
    }
  }

  #failed(error: unknown, failures: number): void {
    const { text } = failureOf(error);
    this.#problem = text;
    // The command connection reports the failure first, so this one waits for repeated
    // failures.
    if (failures === 3)
      this.#events.report(
        new RedisError("away", `Redis: bus.read: ${text}: retrying`),
      );
  }

  /** Reads messages; blocks for up to `wait` milliseconds if there are none. */
  async #read(wire: Wire, wait: number): Promise<void> {
    const { key, timeout } = this.#setup;
    const { signal } = this.#end;
    const block = wait > 0 ? ["BLOCK", `${wait}`] : [];
    const from = ["STREAMS", key, this.#last];
    const most = ["COUNT", `${maxEntries}`];
    const sent = wire.send(["XREAD", ...most, ...block, ...from]);
    const reply = await waitFor(sent, { timeout: wait + timeout, signal });
    for (const entries of entriesOf(reply).values())
      for (const entry of entries) this.#take(entry);
  }

  #take({ id, fields }: StreamEntry): void {
    this.#last = id;
    const number = Number(fields.get("n"));
    if (number !== this.#next) {
      this.#breaks++;
      this.#events.missed();
    }
    this.#next = number + 1;
    const message = fields.get("m") ?? "";
    const topic = fields.get("t") ?? "";
    this.#bytes += message.length + topic.length;
    try {
      this.#events.heard({ from: fields.get("f") ?? "", topic, message });
    } catch (error) {
      this.#events.report(toError(error));
    }
  }
}
