import { sleep } from "../../../protocol/timers/sleep.ts";
import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { toError } from "../../../protocol/errors.ts";
import type { Wire } from "../link/client.ts";
import { failureOf, RedisError } from "../link/redis-error.ts";
import { entriesOf, type StreamEntry } from "../link/reply.ts";

/** A message as it came. */
export interface BusMessage {
  /** Who sent it; nobody where it is about a process that is gone. */
  readonly from: string;
  readonly topic: string;
  readonly message: string;
}

/** What a reader tells. */
export interface ReaderEvents {
  heard(message: BusMessage): void;
  /** Messages were forgotten before they were read. */
  missed(): void;
  report(error: Error): void;
}

/** How a reader works. */
export interface ReaderSetup {
  /** The stream that it reads. */
  readonly key: string;
  /** How long an answer may be late, in milliseconds. */
  readonly timeout: number;
  /** A connection of its own. */
  another(closed: AbortSignal): Promise<Wire>;
}

/** How long one command waits for messages, in milliseconds. */
const blockMs = 4_000;

/** How many messages are taken at once. */
const maxEntries = 32;

/** The longest pause before it connects again, in milliseconds. */
const longestPause = 1_000;

/**
 * Reads the messages for one process, on a connection of its own, which it opens
 * again when it breaks: then it goes on behind the last message that it has read.
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

  /** The id of the last message that it has read. */
  get last(): string {
    return this.#last;
  }

  /** How often the numbers of messages began anew, or left some out. */
  get breaks(): number {
    return this.#breaks;
  }

  /** Why it cannot read; undefined when it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** How many characters it has read since they were last counted. */
  get read(): number {
    return this.#bytes;
  }

  /** Begins to count anew. */
  countAnew(): void {
    this.#bytes = 0;
  }

  start(): void {
    this.#done ??= this.#run();
  }

  /** Reads on a connection more, and gives up the one that it has. */
  renew(): void {
    this.#drop();
  }

  /** The stream is another: it is read from its beginning. */
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
          // What it has lost is back when this is answered: it does not wait then.
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
    // The connection of commands tells it first, and once is enough.
    if (failures === 3)
      this.#events.report(
        new RedisError("away", `Redis: bus.read: ${text}: it is tried again`),
      );
  }

  /** Waits for so many milliseconds where there is nothing. */
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
