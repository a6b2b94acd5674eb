/** Something to measure: it does its work so many times, and tells what came of it. */
export interface Contender {
  readonly name: string;
  run(times: number): number;
  /** What one time should give; a contender that does other work is not measured. */
  readonly expected: number;
}

const samples = 61;
const sampleNanoseconds = 4e6;

/**
 * The median time of one run of each contender. They take turns, forwards and
 * backwards, so that whatever the machine does meanwhile falls on all of them.
 */
export function measureInTurns(
  contenders: readonly Contender[],
): ReadonlyMap<string, number> {
  const prepared = contenders.map((contender) => ({
    contender,
    times: warmUp(contender),
    taken: [] as number[],
  }));
  for (let sample = 0; sample < samples; sample++) {
    const order = sample % 2 === 0 ? prepared : prepared.toReversed();
    for (const { contender, times, taken } of order)
      taken.push(timeOf(contender, times) / times);
  }
  return new Map(
    prepared.map(({ contender, taken }) => [contender.name, median(taken)]),
  );
}

/** Runs a contender until it is compiled; returns how often it runs in one sample. */
function warmUp(contender: Contender): number {
  let times = 1;
  let spent = 0;
  while (spent < 50 * sampleNanoseconds) {
    const taken = timeOf(contender, times);
    spent += taken;
    if (taken < sampleNanoseconds / 2) times *= 2;
  }
  return times;
}

/** Nanoseconds; the result is looked at, so that no work can be left out. */
function timeOf({ name, run, expected }: Contender, times: number): number {
  const start = process.hrtime.bigint();
  const result = run(times);
  const taken = Number(process.hrtime.bigint() - start);
  if (result !== times * expected)
    throw new Error(`${name} accepted ${result} of ${times * expected}`);
  return taken;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
