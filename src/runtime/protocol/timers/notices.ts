import { Alarm } from "./alarm.ts";
import { TokenBucket } from "./token-bucket.ts";
import { reaches, type LogLevel } from "../log-level.ts";
import type { JsonObject } from "../message.ts";
import { heard } from "../report.ts";
import { requireKnown } from "../sound-option.ts";
import type { Report } from "./reports.ts";

/**
 * How much one call may tell its peer. `Infinity` is no bound. So many may come at
 * once, too.
 */
export interface NoticeRates {
  /**
   * Progress notifications a second. Of what comes faster, the latest is sent,
   * and the last one always before the result.
   *
   * @default 20
   */
  readonly progress?: number;
  /**
   * Log messages a second. What comes faster is left out, and a message tells
   * how many were.
   *
   * @default 100
   */
  readonly log?: number;
}

/** The rates with nothing left open. Throws a TypeError for what is no rate. */
export function noticeRates(given: NoticeRates = {}): Required<NoticeRates> {
  requireKnown("noticeRates", given, { progress: true, log: true });
  const { progress = 20, log = 100 } = given;
  for (const [name, rate] of Object.entries({ progress, log }))
    if (!(typeof rate === "number" && rate > 0))
      throw new TypeError(
        `noticeRates.${name} is a number a second above 0, or Infinity, not ${String(rate)}`,
      );
  return { progress, log };
}

/** The request that is told of. */
interface Told {
  readonly report: Report;
  tell(method: string, params: JsonObject): void;
}

/** How often it is told at most how many log messages were left out, in milliseconds. */
const countMs = 1_000;

/** What a handler tells of one request meanwhile, within its rates. */
export class Notices {
  readonly #request: Told;
  readonly #rates: Required<NoticeRates>;
  #progress: TokenBucket | undefined;
  /** What waits for its turn: the newest. */
  #latest: JsonObject | undefined;
  #logs: TokenBucket | undefined;
  #leftOut = 0;
  /** Of what was left out, the most severe. */
  #level: LogLevel = "debug";
  readonly #turn = new Alarm(() => this.#attempt(() => this.#takeTurn()));
  readonly #count = new Alarm(() => this.#attempt(() => this.#tellCount()));

  constructor(request: Told, rates: Required<NoticeRates>) {
    this.#request = request;
    this.#rates = rates;
  }

  /** Tells how far the request is. */
  progress(params: JsonObject): void {
    this.#latest = params;
    this.#takeTurn();
  }

  /** True once the handler has reported progress. */
  get hasProgress(): boolean {
    return this.#progress !== undefined;
  }

  /** Tells an entry of the log. */
  log(level: LogLevel, params: JsonObject): void {
    this.#logs ??= new TokenBucket(this.#rates.log);
    if (this.#logs.take())
      return this.#request.tell("notifications/message", params);
    this.#leftOut++;
    if (reaches(level, this.#level)) this.#level = level;
    this.#count.set(countMs);
  }

  /** Tells what waits: the answer comes next. */
  flush(): void {
    this.#attempt(() => this.#tellLatest());
    this.#attempt(() => this.#tellCount());
  }

  #takeTurn(): void {
    this.#progress ??= new TokenBucket(this.#rates.progress);
    if (this.#progress.take()) this.#tellLatest();
    else this.#turn.set(this.#progress.delay);
  }

  #tellLatest(): void {
    this.#turn.stop();
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest) this.#request.tell("notifications/progress", latest);
  }

  #tellCount(): void {
    this.#count.stop();
    const leftOut = this.#leftOut;
    if (leftOut === 0) return;
    const level = this.#level;
    this.#leftOut = 0;
    this.#level = "debug";
    const data = `${leftOut} log messages of this call were left out: it may send ${this.#rates.log} a second`;
    this.#request.tell("notifications/message", { level, data });
  }

  /** The handler that said it is not there to hear what is wrong with it. */
  #attempt(tell: () => void): void {
    heard(tell, this.#request.report);
  }
}
