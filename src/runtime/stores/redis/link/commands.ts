import { createHash } from "node:crypto";
import { now } from "../../../protocol/timers/deadlines.ts";
import { TimeoutError } from "../../../protocol/errors.ts";
import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { pauseFor } from "./pause.ts";
import type { Wire } from "./client.ts";
import {
  failureOf,
  isWriteless,
  RedisError,
  type Failure,
} from "./redis-error.ts";
import { Standing } from "./standing.ts";

/** Steps that Redis takes as one, in Lua. */
export interface RedisScript {
  /** What it is for, as errors name it. */
  readonly name: string;
  /** The first key is one of the prefix; further ones may be made of it. */
  readonly text: string;
}

/**
 * The text of a script, of parts. Calls of it are marked as pure: who imports the module
 * and uses no script need not have it.
 */
export function scriptText(...parts: readonly (string | number)[]): string {
  return parts.join("");
}

/** Between two attempts, in milliseconds: short at first, since most failures pass at once. */
const firstPause = 10;
const longestPause = 250;

/** A write that leaves nothing behind. */
const trial: RedisScript = {
  name: "write",
  text: "redis.call('SET', KEYS[1], '1', 'PX', 1000) return redis.call('DEL', KEYS[1])",
};

/** What commands need beside the connection. */
export interface CommandSetup {
  /** How long one may take, in milliseconds. */
  readonly timeout: number;
  /** The key of a write that is tried. */
  readonly trialKey: string;
  readonly closed: AbortSignal;
  readonly report: (error: Error) => void;
  /** It can be used again, and the way to it may be another. */
  readonly back: () => void;
}

/** How many may wait for a Redis that is away. */
const maxWaiting = 10_000;

/**
 * Runs commands, each within a limit of time. One that failed because Redis is away
 * or changes its role is tried again until its time is over: so a command must come to
 * the same when it is done twice.
 */
export class Commands {
  readonly #wire: Wire;
  readonly #setup: CommandSetup;
  readonly #standing: Standing;
  /** Of the scripts, by their text. */
  readonly #digests = new Map<string, string>();
  #waiting = 0;

  constructor(wire: Wire, setup: CommandSetup) {
    this.#wire = wire;
    this.#setup = setup;
    const { trialKey, timeout, closed, report, back } = setup;
    this.#standing = new Standing({
      tryWrite: () => this.#send(["SET", trialKey, "1", "PX", "1000"], timeout),
      elsewhere: () => wire.renew?.(),
      refused: (failure) => report(refusalOf(wire, failure)),
      back,
      look,
    });
    closed.addEventListener("abort", () => this.#standing.end());
  }

  /** Why Redis cannot be used as the last commands tell; undefined when it can. */
  get problem(): string | undefined {
    return this.#standing.problem;
  }

  /**
   * Tries whether this program may do what it has to. Rejects with a RedisError where
   * it may not, or Redis is away; one that is full is there, and may have room again.
   */
  async begin(): Promise<void> {
    const { trialKey, timeout } = this.#setup;
    const step = this.#script(trial, [trialKey], []);
    try {
      await this.#persist({
        ...step,
        error: (failure) => beginError(this.#wire, failure, timeout),
      });
    } catch (error) {
      if (!(error instanceof RedisError && isWriteless(error.code)))
        throw error;
    }
  }

  /** Runs a command. Rejects with a RedisError. */
  command(words: readonly string[]): Promise<unknown> {
    return this.#persist({ name: words[0] ?? "", words: () => words });
  }

  /** Runs a script, which Redis has to be sent only once. Rejects with a RedisError. */
  run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly string[],
  ): Promise<unknown> {
    return this.#persist(this.#script(script, keys, values));
  }

  #script(
    { name, text }: RedisScript,
    keys: readonly string[],
    values: readonly string[],
  ): Step {
    const rest = [`${keys.length}`, ...keys, ...values];
    let isKnown = true;
    return {
      name,
      words: () =>
        isKnown
          ? ["EVALSHA", this.#digestOf(text), ...rest]
          : ["EVAL", text, ...rest],
      isMended: (code) => {
        // It has been restarted, or its scripts were forgotten.
        const wasUnknown = isKnown && code === "NOSCRIPT";
        if (wasUnknown) isKnown = false;
        return wasUnknown;
      },
    };
  }

  async #persist({ name, words, isMended, error }: Step): Promise<unknown> {
    const { timeout, closed } = this.#setup;
    const ends = now() + timeout;
    let answered: Failure | undefined;
    for (let pause = firstPause; ;) {
      if (closed.aborted) throw wasClosed(name);
      let failure: Failure;
      try {
        const reply = await this.#send(words(), ends - now());
        this.#standing.reached();
        return reply;
      } catch (thrown) {
        failure = look(thrown);
      }
      if (isMended?.(failure.code)) continue;
      this.#standing.failed(failure);
      if (failure.code !== undefined) answered = failure;
      if (!failure.mayPass || now() + pause >= ends) {
        // The last attempt may find a connection that is just renewed, or no time left: what
        // Redis said before tells more.
        const reason = answered ?? failure;
        throw error?.(reason) ?? errorOf(name, reason, timeout);
      }
      await this.#wait(name, pause);
      pause = Math.min(2 * pause, longestPause);
    }
  }

  #send(words: readonly string[], time: number): Promise<unknown> {
    const sent = this.#wire.send(words);
    return waitFor(sent, { timeout: Math.max(time, 1) });
  }

  async #wait(name: string, pause: number): Promise<void> {
    if (this.#waiting >= maxWaiting)
      throw new RedisError(
        "away",
        `Redis: ${name}: ${maxWaiting} commands wait for it already`,
      );
    this.#waiting++;
    await pauseFor(pause * (0.75 + Math.random() / 2), this.#setup.closed);
    this.#waiting--;
  }

  #digestOf(text: string): string {
    const known = this.#digests.get(text);
    if (known !== undefined) return known;
    const digest = createHash("sha1").update(text).digest("hex");
    this.#digests.set(text, digest);
    return digest;
  }
}

/** A command or a script, which may be sent more than once. */
interface Step {
  readonly name: string;
  words(): readonly string[];
  /** Whether it can be sent again at once, in another form. */
  isMended?(code: string | undefined): boolean;
  /** Another error than that of all commands. */
  error?(failure: Failure): RedisError;
}

function look(thrown: unknown): Failure {
  return thrown instanceof TimeoutError
    ? {
        code: undefined,
        mayPass: false,
        writes: "unknown",
        text: "it does not answer",
      }
    : failureOf(thrown);
}

function wasClosed(name: string): RedisError {
  return new RedisError("away", `Redis: ${name}: the connection was closed`);
}

function errorOf(name: string, failure: Failure, timeout: number): RedisError {
  const { code, text } = failure;
  return isAway(failure)
    ? new RedisError("away", `Redis: ${name}: ${text}, for ${timeout} ms`, code)
    : new RedisError("refused", `Redis: ${name}: ${text}`, code);
}

/** Why a program cannot begin: it has done nothing yet, and may have another's address. */
function beginError(
  { place }: Wire,
  failure: Failure,
  timeout: number,
): RedisError {
  const { code, text } = failure;
  const where = nameOf(place);
  return isAway(failure)
    ? new RedisError(
        "away",
        `${where} cannot be used within ${timeout} ms: ${text}`,
        code,
      )
    : new RedisError(
        "refused",
        `${where} does not let this program do its work: ${text}`,
        code,
      );
}

function refusalOf({ place }: Wire, { code, text, mayPass }: Failure): Error {
  const message = `${nameOf(place)} refuses writes: ${text}. They are tried again`;
  return new RedisError(mayPass ? "away" : "refused", message, code);
}

function nameOf(place: string | undefined): string {
  return place === undefined ? "Redis" : `Redis at ${place}`;
}

function isAway({ code, mayPass }: Failure): boolean {
  return code === undefined || mayPass;
}
