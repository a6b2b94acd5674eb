import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Prints at the end of a run the ten test files that took the most CPU time. */
export default class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      file: path.relative(".", module.moduleId),
      seconds: module.meta().cpuSeconds ?? 0,
    }));
    if (files.length > 1) console.log(describeSlow(files));
  }
}

/** A test file and its CPU time, in seconds. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** Text of the report: the slowest first, and the sum of all. */
export function describeSlow(files: readonly FileTime[]): string {
  const slowest = [...files]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 10);
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    "",
    `CPU time of ${files.length} test files: ${total.toFixed(0)} s. The slowest:`,
    ...slowest.map(
      ({ file, seconds }) => `  ${seconds.toFixed(1).padStart(5)} s  ${file}`,
    ),
  ].join("\n");
}
