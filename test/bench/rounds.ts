import { median } from "./measure.ts";
import type { Judged, Row } from "./table.ts";

/** Something to measure from outside: a round is one sample, in any unit. */
export interface Entrant {
  readonly name: string;
  round(): Promise<number>;
}

/** The samples of each entrant, in the order of the rounds. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/**
 * Measures everyone once in each round, so that whatever the machine does meanwhile
 * falls on all of them. Each round begins with another one.
 */
export async function inTurns(
  entrants: readonly Entrant[],
  rounds: number,
): Promise<Samples> {
  const samples = new Map(entrants.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    const first = round % entrants.length;
    const order = [...entrants.slice(first), ...entrants.slice(0, first)];
    for (const { name, round: run } of order)
      samples.get(name)?.push(await run());
  }
  return Object.fromEntries(samples);
}

/** What is said of a row beside its figures. */
export type Entry = Pick<Row, "name" | "aim" | "known">;

/** Rows whose ratios are medians of the ratios of each round to its first entry. */
export function pairedRows(
  entries: readonly Entry[],
  samples: Samples,
  judged: Exclude<Judged, "value">,
): Row[] {
  const baseline = samples[entries[0]?.name ?? ""] ?? [];
  return entries.map(({ name, aim, known }) => {
    const own = samples[name] ?? [];
    const ratios = own.map((cost, round) => {
      const base = baseline[round] ?? NaN;
      return judged === "speed" ? base / cost : cost / base;
    });
    return {
      name,
      median: median(own),
      ratio: median(ratios),
      ...(aim !== undefined && { aim }),
      ...(known !== undefined && { known }),
    };
  });
}
