import type { Strikes } from "./weather.ts";

/** What the clients of the storm are told to do. */
export interface Order {
  readonly url: string;
  readonly seed: number;
  readonly clients: number;
  /** They go on until so many calls are made, and the storm is over. */
  readonly calls: number;
  /** Whether there are sessions: a cluster without a store has none. */
  readonly hasSessions: boolean;
  /** How long a lane waits between two operations, at most, in milliseconds. */
  readonly pauseMs: number;
}

/** What the clients hear of the weather. */
export type Weather =
  /** A process, or the store, is about to be killed. */
  | { readonly kind: "lightning" }
  /** What was killed runs again. */
  | { readonly kind: "rain" }
  /** Nothing is killed any more. */
  | { readonly kind: "over" };

/** A call that has no result, and was told why: that its process died, or that the store was away. */
export interface Ended {
  readonly operation: string;
  readonly client: string;
  /** Of the call: the ledger knows where it ran. */
  readonly token: string;
  readonly why: Why;
  /** What the client was told. */
  readonly told: string;
  /** When it began and when it ended, in milliseconds of the clock. */
  readonly from: number;
  readonly to: number;
}

/**
 * How a client learns that its call has no result.
 *
 * - `told`: an answer says that the process ended
 * - `away`: the answer says that the store is away
 * - `502`: the proxy has no answer
 * - `cut`: the answer broke off, and there is no coming back for it
 */
export type Why = "told" | "away" | "502" | "cut";

/** The counts of a storm, as people read them. */
export function printOutcome(
  outcome: Outcome,
  seed: number,
  strikes: Strikes,
): string {
  const { operations, ended } = outcome;
  const why: Record<string, number> = {};
  for (const one of ended) why[one.why] = (why[one.why] ?? 0) + 1;
  const counted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  const seconds = (outcome.milliseconds / 1000).toFixed(1);
  return [
    `seed ${seed}: ${outcome.calls} calls in ${seconds} s, ${outcome.sessions} sessions; killed: ${strikes.map(({ name }) => name).join(", ")}`,
    `  ${counted(operations)}`,
    `  answered: ${outcome.answered.length}; without result: ${ended.length} (${counted(why)}); fetched elsewhere: ${outcome.resumed}`,
    `  changes told twice: ${outcome.doubled}, late: ${outcome.late.length}, never heard: ${outcome.unheard.length}; longest operation: ${Math.round(outcome.longest)} ms`,
    ...outcome.late.map((what) => `  late: ${what}`),
  ].join("\n");
}

/** What the clients did, and what went wrong. */
export interface Outcome {
  readonly calls: number;
  /** Sessions that were opened. */
  readonly sessions: number;
  /** How often each operation was done. */
  readonly operations: Readonly<Record<string, number>>;
  /** The tokens of calls that were answered, with the tool. */
  readonly answered: readonly (readonly [tool: string, token: string])[];
  readonly ended: readonly Ended[];
  /** Answers that had to be fetched at another process: how often. */
  readonly resumed: number;
  /** Changes that were told twice. */
  readonly doubled: number;
  /** Changes that were heard of late, or never, all while something was killed. */
  readonly late: readonly string[];
  /** The tokens of calls whose changes were never heard of. */
  readonly unheard: readonly string[];
  /** The longest that an operation took, in milliseconds. */
  readonly longest: number;
  readonly failures: readonly string[];
  readonly milliseconds: number;
}
