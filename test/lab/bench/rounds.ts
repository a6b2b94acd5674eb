import { median } from "./measure.ts";
import type { NodeEnv } from "./pinned.ts";
import type { Figure, Judged, Row } from "./table.ts";

/** A program to measure from outside: a round is one sample, in any unit. */
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

/** A row before it is measured. */
export interface Entry extends Pick<Row, "name" | "aim"> {
  /** True if the program reads `NODE_ENV`: it is measured in both modes. */
  readonly readsNodeEnv?: boolean;
}

/** An entry in one mode, under a name of its own. */
export type Variant<E extends Entry> = E & { readonly nodeEnv?: NodeEnv };

/** Returns all entries with `NODE_ENV` unset, each followed by its variant for production. */
export function inBothModes<E extends Entry>(
  entries: readonly E[],
): Variant<E>[] {
  return entries.flatMap((entry): Variant<E>[] =>
    entry.readsNodeEnv === true
      ? [
          entry,
          { ...entry, name: inProduction(entry.name), nodeEnv: "production" },
        ]
      : [entry],
  );
}

/** Name of an entry's samples with `NODE_ENV=production`. */
function inProduction(name: string): string {
  return `${name}, NODE_ENV=production`;
}

/**
 * Returns a row for each entry. A ratio is the median of the ratios of each round to
 * the first entry in the same round.
 */
export function pairedRows(
  entries: readonly Entry[],
  samples: Samples,
  judged: Exclude<Judged, "value">,
): Row[] {
  const baseline = samples[entries[0]?.name ?? ""] ?? [];
  const figures = (own: readonly number[]): Figure => {
    const ratios = own.map((cost, round) => {
      const base = baseline[round] ?? NaN;
      return judged === "speed" ? base / cost : cost / base;
    });
    return { median: median(own), ratio: median(ratios) };
  };
  return entries.map(({ name, aim }) => {
    const production = samples[inProduction(name)];
    return {
      name,
      ...figures(samples[name] ?? []),
      ...(production && { production: figures(production) }),
      ...(aim !== undefined && { aim }),
    };
  });
}
