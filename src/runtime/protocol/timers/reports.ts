import { excerpt } from "../errors.ts";
import { Alarm } from "./alarm.ts";
import { now } from "./deadlines.ts";

/** What a report is about: reports of one kind and key are counted together. */
export interface ReportKind {
  /** One of few words of the code's own, such as `"unreadable"`. */
  readonly kind: string;
  /** Tells apart what is meant, such as a tool; the peer may have chosen it. */
  readonly key?: string;
  /** Told the first time, and never again. */
  readonly isOnce?: boolean;
  /** How many of it are told in an interval; by default as many as of any other. */
  readonly limit?: number;
}

/**
 * Tells an error: at once, or as one of a number, when too many of its kind came.
 * Without a kind, those count together whose class and words are the same but for
 * numbers and what is quoted.
 */
export type Report = (error: Error, about?: ReportKind) => void;

export interface ReportLimits {
  /** How many of one kind and key are told in an interval: 5 by default. */
  readonly limit?: number;
  /** In milliseconds: a minute by default. */
  readonly intervalMs?: number;
}

/** What was told of one kind and key since the first of an interval. */
interface Row {
  readonly kind: string;
  /** On the clock of `now`. */
  readonly ends: number;
  told: number;
  silent: number;
  /** What the first one said. */
  readonly sample: string;
}

/** How many keys are told apart at once; what goes beyond counts by its kind alone. */
const maxKeys = 32;

/** The longest word that is kept of what the peer chose, in characters. */
const maxKept = 200;

/**
 * Tells errors to somebody, whom a peer could drown in them: of each kind so many
 * in an interval, and when that is over how many more there were.
 */
export class Reports {
  readonly #onError: (error: Error) => void;
  readonly #limit: number;
  readonly #intervalMs: number;
  readonly #rows = new Map<string, Row>();
  readonly #once = new Set<string>();
  readonly #alarm = new Alarm(() => {
    this.#sweep(now());
    for (const row of this.#rows.values())
      if (row.silent > 0) return this.#watch(row);
  });

  constructor(
    onError: (error: Error) => void,
    { limit = 5, intervalMs = 60_000 }: ReportLimits = {},
  ) {
    this.#onError = onError;
    this.#limit = limit;
    this.#intervalMs = intervalMs;
  }

  readonly report: Report = (error, about = kindOf(error)) => {
    if (about.isOnce && this.#isKnown(about)) return;
    const row = this.#rowOf(error, about);
    const { limit = this.#limit } = about;
    if (row.told < limit) {
      row.told++;
      return this.#onError(error);
    }
    if (row.silent++ === 0) this.#watch(row);
  };

  /** Tells at once how many were not told: nothing more is to come. */
  end(): void {
    this.#alarm.stop();
    this.#sweep(Infinity);
    this.#once.clear();
  }

  /** Whether it was told before; of what goes beyond the bound nobody knows. */
  #isKnown({ kind, key }: ReportKind): boolean {
    const name = nameOf(kind, key);
    if (this.#once.has(name)) return true;
    if (this.#once.size < maxKeys * maxKeys) this.#once.add(name);
    return false;
  }

  #rowOf(error: Error, { kind, key }: ReportKind): Row {
    const time = now();
    const name = nameOf(kind, key);
    const known = this.#rows.get(name);
    if (known && known.ends > time) return known;
    if (known || this.#rows.size >= maxKeys) this.#sweep(time);
    if (this.#rows.size >= maxKeys && key !== undefined)
      return this.#rowOf(error, { kind });
    const ends = time + this.#intervalMs;
    const sample = excerpt(String(error.message), maxKept);
    const row = { kind, ends, told: 0, silent: 0, sample };
    this.#rows.set(name, row);
    return row;
  }

  /** Sees to it that the number is told, also when no other comes. */
  #watch({ ends }: Row): void {
    this.#alarm.set(Math.ceil(ends - now()));
  }

  /** Forgets what is over by then, and tells the numbers. */
  #sweep(time: number): void {
    for (const [name, row] of this.#rows) {
      if (row.ends > time) continue;
      this.#rows.delete(name);
      if (row.silent > 0) this.#onError(this.#sum(row));
    }
  }

  #sum({ kind, silent, sample }: Row): Error {
    const seconds = Math.ceil(this.#intervalMs / 1_000);
    const sum = new Error(
      `${silent} more reports of one kind (${kind}) within ${seconds} s were not told; the first: ${sample}`,
    );
    // Where it was counted says nothing.
    sum.stack = `${sum.name}: ${sum.message}`;
    return sum;
  }
}

/** What a handler of the user's threw: of each error more than of others, since somebody may look for it. */
export function handlerFailure(error: Error): ReportKind {
  return { ...kindOf(error), limit: 20 };
}

/** Of what nobody gave a kind: numbers and quotations make no difference. */
function kindOf(error: Error): ReportKind {
  // A library may have put other values there.
  const message = String(error.message).slice(0, maxKept);
  const words = message.replace(/"[^"]*"?|\d+/g, "_");
  return { kind: String(error.name), key: words };
}

function nameOf(kind: string, key: string | undefined): string {
  return key === undefined ? kind : `${kind} ${key.slice(0, maxKept)}`;
}
