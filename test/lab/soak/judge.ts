import type { Sample } from "./sample.ts";

/** What a soak has found. */
export interface Findings {
  /** Before the first client came, though not before the code was warm. */
  readonly before: Sample;
  /** While the clients were there. */
  readonly during: readonly Sample[];
  /** Once all were gone, and the sessions that they left had expired. */
  readonly after: Sample;
  /** Wrong answers, and calls without one. */
  readonly failures: readonly string[];
}

const MB = 1e6;

/** What may be more than in the half before: a part of it, and some bytes of any. */
const allowance = {
  heap: { part: 0.1, bytes: 3 * MB },
  resident: { part: 0.15, bytes: 30 * MB },
} as const;

/** Descriptors beside those that were open before: sockets that wait to be used again. */
const spareDescriptors = 8;

/** Bytes that may be logged, in any time: reports have a rate. */
const maxLogged = 10_000;

/** Why a server that was soaked is not sound; empty when it is. */
export function judge({ before, during, after, failures }: Findings): string[] {
  const problems = failures.map((failure) => `wrong answer: ${failure}`);
  for (const kind of ["heap", "resident"] as const) {
    const grown = growth(
      during.map((sample) => sample[kind]),
      kind,
    );
    if (grown) problems.push(grown);
  }
  for (const kind of [
    "sessions",
    "streams",
    "requests",
    "kept",
    "stored",
  ] as const)
    if (after[kind] > 0) problems.push(`${kind} at the end: ${after[kind]}`);
  if (after.descriptors > before.descriptors + spareDescriptors)
    problems.push(
      `descriptors: ${before.descriptors} before, ${after.descriptors} at the end`,
    );
  if (after.logged > maxLogged)
    problems.push(`bytes logged: ${after.logged}, more than ${maxLogged}`);
  return problems;
}

/** What was higher at the end than in the middle, and not by chance alone: the least of each is compared. */
function growth(
  values: readonly number[],
  kind: keyof typeof allowance,
): string | undefined {
  const quarter = Math.floor(values.length / 4);
  // The first half warms up; too few values tell nothing.
  if (quarter === 0) return undefined;
  const middle = Math.min(...values.slice(quarter, 3 * quarter));
  const end = Math.min(...values.slice(-quarter));
  const { part, bytes } = allowance[kind];
  if (end <= middle * (1 + part) + bytes) return undefined;
  return `${kind} has grown: ${megabytes(middle)} MB, then ${megabytes(end)} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(1);
}

const columns: readonly (readonly [string, (sample: Sample) => string])[] = [
  ["s", ({ seconds }) => seconds.toFixed(0)],
  ["RSS MB", ({ resident }) => megabytes(resident)],
  ["heap MB", ({ heap }) => megabytes(heap)],
  ["sessions", ({ sessions }) => `${sessions}`],
  ["streams", ({ streams }) => `${streams}`],
  ["kept kB", ({ kept }) => (kept / 1_000).toFixed(0)],
  ["descriptors", ({ descriptors }) => `${descriptors}`],
  ["bytes logged", ({ logged }) => `${logged}`],
];

export const heading: string = columns
  .map(([name]) => name.padStart(width(name)))
  .join("  ");

/** A line of the table. */
export function line(sample: Sample): string {
  return columns
    .map(([name, show]) => show(sample).padStart(width(name)))
    .join("  ");
}

function width(name: string): number {
  return Math.max(name.length, 5);
}
