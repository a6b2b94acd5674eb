import type { Bus, BusListener } from "../../../sessions/bus.ts";
import { toError } from "../../../protocol/errors.ts";
import type { Wire } from "../link/client.ts";
import type { RedisScript } from "../link/commands.ts";
import type { ResolvedRedisOptions } from "../link/options.ts";
import { RedisError } from "../link/redis-error.ts";
import { integerOf, listOf, optionalText } from "../link/reply.ts";
import { BusOutbox, type BusPost } from "./outbox.ts";
import { Reader } from "./reader.ts";
import { beatScript, leaveScript, sendScript } from "./scripts.ts";
import { Topics } from "./topics.ts";

/** Parts of the link that the bus uses. */
export interface BusLink {
  key(...parts: readonly string[]): string;
  command(...words: readonly (string | number)[]): Promise<unknown>;
  run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown>;
  report(error: Error): void;
}

/** Parts of the connection that the bus uses. */
export interface BusWire {
  another(closed: AbortSignal): Promise<Wire>;
  problem(): string | undefined;
}

/** Number of heartbeats within `goneMs`. */
const beats = 5;

/** Lifetime of bus keys after the last heartbeat, in milliseconds. */
const ttl = 3_600_000;

/** Bus that is notified of connection changes. */
export interface LinkBus extends Bus {
  /** Reconnects the reader, as the connection may lead to another Redis. */
  renew(): void;
}

/** Creates the bus of a link. The process joins the bus at its first use. */
export function createBus(
  link: BusLink,
  options: ResolvedRedisOptions,
  wire: BusWire,
): LinkBus {
  return new RedisBus(link, options, wire);
}

class RedisBus implements LinkBus {
  readonly name: string = processName();
  readonly #link: BusLink;
  readonly #options: ResolvedRedisOptions;
  readonly #wire: BusWire;
  readonly #topics: Topics;
  readonly #outbox: BusOutbox;
  readonly #reader: Reader;
  #joining: Promise<void> | undefined;
  #beating: Promise<void> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #beats = 0;
  /** Number of the heartbeat with which this process joined. */
  #joined = 0;
  /** Reader's count of breaks at the last heartbeat. */
  #breaks = 0;
  #isClosed = false;

  constructor(link: BusLink, options: ResolvedRedisOptions, wire: BusWire) {
    this.#link = link;
    this.#options = options;
    this.#wire = wire;
    const { timeout, maxWaitingBytes } = options;
    const { report } = link;
    const topics = new Topics(report);
    this.#topics = topics;
    this.#outbox = new BusOutbox((some) => this.#send(some), maxWaitingBytes);
    this.#reader = new Reader(
      {
        key: link.key("bus", "to", this.name),
        timeout,
        another: (closed) => wire.another(closed),
      },
      {
        heard: (message) => {
          topics.heard(message);
          this.#release();
        },
        missed: () => topics.missed(),
        report,
      },
    );
  }

  async listen(topic: string, listener: BusListener): Promise<() => void> {
    // Added before joining, because messages may arrive from then on.
    const stop = this.#topics.add(topic, listener);
    try {
      await this.#join();
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }

  async send(topic: string, message: string, to = ""): Promise<boolean> {
    await this.#join();
    return this.#outbox.send(topic, message, to);
  }

  async isAlive(process: string): Promise<boolean> {
    if (this.#isClosed && process === this.name) return false;
    await this.#join();
    if (process === this.name) return true;
    const members = this.#link.key("bus", "members");
    const score = await this.#link.command("ZSCORE", members, process);
    return optionalText(score) !== undefined;
  }

  problem(): string | undefined {
    return this.#wire.problem() ?? this.#reader.problem;
  }

  renew(): void {
    this.#reader.renew();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (!this.#joining) return;
    await this.#outbox.empty();
    await this.#reader.end();
    // A pending join or heartbeat would add this process again.
    await Promise.allSettled([this.#joining, this.#beating]);
    try {
      await this.#run(leaveScript, []);
    } catch (error) {
      this.#link.report(toError(error));
    }
  }

  async #join(): Promise<void> {
    if (this.#isClosed)
      throw new RedisError("away", "Redis: the bus was closed");
    this.#joining ??= this.#enter();
    try {
      await this.#joining;
    } catch (error) {
      this.#joining = undefined;
      throw error;
    }
  }

  async #enter(): Promise<void> {
    this.#joined = await this.#giveSign("0-0");
    if (this.#isClosed) return;
    this.#reader.start();
    const every = Math.floor(this.#options.goneMs / beats);
    this.#timer = setInterval(() => this.#beatOnce(), every);
    this.#timer.unref();
  }

  /** Sends one heartbeat at a time: if Redis is slow, the next one is skipped. */
  #beatOnce(): void {
    if (this.#isClosed) return;
    this.#beating ??= this.#beat()
      .catch((error: unknown) => this.#link.report(toError(error)))
      .finally(() => (this.#beating = undefined));
  }

  async #beat(): Promise<void> {
    const { breaks, last } = this.#reader;
    const breaksBefore = this.#breaks;
    this.#reader.countAnew();
    const joined = await this.#giveSign(last);
    this.#breaks = breaks;
    if (joined === this.#joined) return;
    // Compared by number rather than reported once, as a reply may be lost.
    this.#joined = joined;
    const { goneMs } = this.#options;
    // Unless the reader has already found the new stream.
    if (this.#reader.breaks === breaksBefore) this.#reader.rewind();
    this.#link.report(
      new RedisError(
        "away",
        `Redis: this process was declared dead, because it sent no heartbeat for ${goneMs} ms, or Redis has lost its data: shared state is read again`,
      ),
    );
    this.#topics.missed();
  }

  /**
   * Sends a heartbeat and removes messages up to an id. Returns the number of the heartbeat
   * with which this process joined.
   */
  async #giveSign(last: string): Promise<number> {
    const values = [this.#options.goneMs, last, ++this.#beats];
    return integerOf(await this.#run(beatScript, values));
  }

  /** Sends an extra heartbeat to remove messages that were read, if they use much of the limit. */
  #release(): void {
    const { maxWaitingBytes } = this.#options;
    if (this.#reader.read > maxWaitingBytes / 8) this.#beatOnce();
  }

  async #send(messages: readonly BusPost[]): Promise<readonly boolean[]> {
    const values = messages.flatMap(({ number, to, topic, message }) => [
      number,
      to,
      topic,
      message,
    ]);
    const sent = await this.#run(sendScript, values);
    return listOf(sent).map((one) => integerOf(one) === 1);
  }

  #run(
    script: RedisScript,
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const own = [ttl, this.#options.maxWaitingBytes, this.name];
    return this.#link.run(script, [this.#link.key("bus")], [...own, ...values]);
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a random name of twelve letters and digits (62 bits), unique in practice. */
function processName(): string {
  const random = crypto.getRandomValues(new Uint8Array(64));
  // Rejects the highest bytes, so that all letters are equally likely.
  const fair = [...random].filter((byte) => byte < 252).slice(0, 12);
  return fair.map((byte) => letters[byte % 36]).join("");
}
