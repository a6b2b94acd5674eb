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

/** What a bus needs of the link. */
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

/** What it needs of the connection. */
export interface BusWire {
  another(closed: AbortSignal): Promise<Wire>;
  problem(): string | undefined;
}

/** How many signs of life a process gives before it is taken for gone. */
const beats = 5;

/** How long keys of the bus outlive the last sign of life, in milliseconds. */
const ttl = 3_600_000;

/** A bus that can be told of its connections. */
export interface LinkBus extends Bus {
  /** What is read from may be another Redis by now: it is connected to anew. */
  renew(): void;
}

/** Makes the bus of a link: it begins when it is first used. */
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
  /** The number of the sign of life with which it became a member, as it knows. */
  #joined = 0;
  /** What the reader had counted at the last sign of life that was answered. */
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
    // Before it joins: from then on it may hear.
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
    // Where it joins or gives a sign of life just now, it would be there again.
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

  /** One at a time: where Redis is slow, the next one waits for its turn. */
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
    // Known here, and not only said once: an answer may be lost.
    this.#joined = joined;
    const { goneMs } = this.#options;
    // Unless the reader has found the new stream before.
    if (this.#reader.breaks === breaksBefore) this.#reader.rewind();
    this.#link.report(
      new RedisError(
        "away",
        `Redis: this process was taken for gone, because it gave no sign of life for ${goneMs} ms, or Redis has lost what it kept: what others did without it is looked up again`,
      ),
    );
    this.#topics.missed();
  }

  /** Forgets what was read until an id. Gives the number of the sign with which it became a member. */
  async #giveSign(last: string): Promise<number> {
    const values = [this.#options.goneMs, last, ++this.#beats];
    return integerOf(await this.#run(beatScript, values));
  }

  /** What was read takes room until the next sign of life: much of it does not wait so long. */
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

/** Twelve letters and digits: of 62 bits, no two processes have the same. */
function processName(): string {
  const random = crypto.getRandomValues(new Uint8Array(64));
  // Each letter is as probable as the others.
  const fair = [...random].filter((byte) => byte < 252).slice(0, 12);
  return fair.map((byte) => letters[byte % 36]).join("");
}
