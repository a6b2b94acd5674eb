import { writeFileSync } from "node:fs";
import { Session, type Profiler } from "node:inspector";
import { getHeapStatistics } from "node:v8";

/** Function of a script, and how often it was entered. */
export interface EnteredFunction {
  /** Address of its script. Empty for code that was compiled from a string. */
  readonly url: string;
  readonly name: string;
  /** Start of the function, in characters of the script. */
  readonly offset: number;
  readonly count: number;
}

/** Measurements of a program. Each list has one entry per round. */
export interface Observation {
  /** Bytes that the heap grew by, per call. */
  readonly heap: readonly number[];
  readonly functions: readonly (readonly EnteredFunction[])[];
}

/** Calls before the first measurement, which fill caches. */
const warmUpCalls = 150;

/** Calls of one round. */
export const roundCalls = { heap: 100, functions: 20 } as const;

/** Several rounds, so that a timer that fires in one of them can be told from calls. */
const rounds = 5;

/** Calls until the probe writes its file. */
export const probedCalls: number =
  warmUpCalls + 3 + rounds * (roundCalls.heap + roundCalls.functions);

/**
 * Returns a function that a program runs once per call. It measures from one run to
 * the next, and writes an `Observation` to a file after `probedCalls` runs.
 */
export function createProbe(file: string): () => void {
  const measurement = measure(file);
  let left = warmUpCalls;
  return () => {
    if (left-- > 0) return;
    const step = measurement.next();
    left = step.done === true ? Infinity : step.value - 1;
  };
}

/** Yields the number of calls to wait for. Measures the heap first, because counting allocates. */
function* measure(file: string): Generator<number, void> {
  globalThis.gc?.();
  yield 1;
  const heap: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = getHeapStatistics().used_heap_size;
    yield roundCalls.heap;
    const growth = getHeapStatistics().used_heap_size - before;
    heap.push(growth / roundCalls.heap);
  }
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true });
  yield 1;
  takeCounts(session);
  const functions: EnteredFunction[][] = [];
  for (let round = 0; round < rounds; round++) {
    yield roundCalls.functions;
    functions.push(takeCounts(session));
  }
  session.disconnect();
  const observation: Observation = { heap, functions };
  writeFileSync(file, JSON.stringify(observation));
}

/** Returns the functions outside Node that were entered since the last time. */
function takeCounts(session: Session): EnteredFunction[] {
  let scripts: Profiler.ScriptCoverage[] = [];
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error) throw error;
    scripts = result;
  });
  return scripts
    .filter(({ url }) => !url.startsWith("node:"))
    .flatMap(({ url, functions }) =>
      functions.map(({ functionName: name, ranges }) => {
        // The first range is the whole function.
        const [{ startOffset: offset = 0, count = 0 } = {}] = ranges;
        return { url, name, offset, count };
      }),
    )
    .filter(({ count }) => count > 0);
}
