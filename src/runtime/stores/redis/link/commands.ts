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

/** Lua script, which Redis runs atomically. */
export interface RedisScript {
  /** Name of the script in errors. */
  readonly name: string;
  /** Text of the script. The first key has the prefix; the script may derive further ones. */
  readonly text: string;
}

/**
 * Joins the parts of a script. Calls are marked as pure, so that bundlers can drop unused
 * scripts.
 */
export function scriptText(...parts: readonly (string | number)[]): string {
  return parts.join("");
}

/**
 * Delays between two attempts, in milliseconds: short at first, since most failures pass at
 * once.
 */
const firstPause = 10;
const longestPause = 250;

/** Test write that leaves nothing behind. */
const trial: RedisScript = {
  name: "write",
  text: "redis.call('SET', KEYS[1], '1', 'PX', 1000) return redis.call('DEL', KEYS[1])",
};

/** Settings of commands. */
export interface CommandSetup {
  /** Timeout of a command, in milliseconds. */
  readonly timeout: number;
  /** Key of the test write. */
  readonly trialKey: string;
  readonly closed: AbortSignal;
  readonly report: (error: Error) => void;
  /** Called when Redis is available again, perhaps on another server. */
  readonly back: () => void;
}

/** Maximum number of waiting commands while Redis is unavailable. */
const maxWaiting = 10_000;

/**
 * Runs commands with a timeout. Retries a command until its timeout if Redis is unavailable or
 * changes its role, so commands must be idempotent.
 */
export class Commands {
  readonly #wire: Wire;
  readonly #setup: CommandSetup;
  readonly #standing: Standing;
  /** Digests of the scripts, by text. */
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

  /** Reason why Redis cannot be used, from the last commands; undefined if it can. */
  get problem(): string | undefined {
    return this.#standing.problem;
  }

  /**
   * Checks the permissions of this program. Rejects with a RedisError if they do not suffice or
   * Redis is unavailable; a full Redis passes, as it may have room later.
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

  /**
   * Runs a script, whose text is sent only if Redis does not know it. Rejects with a
   * RedisError.
   */
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
        // Redis was restarted, or its script cache was flushed.
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
        // The last attempt may have met a new connection or had no time left, so an earlier
        // reply of Redis is a better reason.
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
        `Redis: ${name}: ${maxWaiting} commands are already waiting`,
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

/** Command or script that may be sent more than once. */
interface Step {
  readonly name: string;
  words(): readonly string[];
  /** Returns true if the step can be sent again at once, in another form. */
  isMended?(code: string | undefined): boolean;
  /** Creates the error of this step, if it differs from that of others. */
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

/** Returns the error of a failed start, which includes the address. */
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
