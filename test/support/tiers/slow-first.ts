import { BaseSequencer, type TestSpecification } from "vitest/node";
import { countsTimers } from "./files.ts";

/** Files that take long, the slowest first: one that comes last would be waited for. */
const slow: readonly string[] = [
  // Of the CI tier.
  "readme/first-hour.ci.test.ts",
  "emit/compile.ci.test.ts",
  "package/matrix/typescript-5.5.ci.test.ts",
  "package/matrix/typescript-6.ci.test.ts",
  "package/matrix/typescript-7.ci.test.ts",
  "package/matrix/typescript-5.8.ci.test.ts",
  "package/matrix/typescript-5.9.ci.test.ts",
  "examples/runs.ci.test.ts",
  "conformance/conformance.ci.test.ts",
  "lab/removal/removal.ci.test.ts",
  "schema/corpus/early.ci.test.ts",
  "runtime/sessions/redis/bounds.ci.test.ts",
  "runtime/sessions/redis/failures.ci.test.ts",
  "runtime/sessions/redis/outages.ci.test.ts",
  "emit/format.ci.test.ts",
  // Of `npm test`.
  "runtime/serve-stdio.test.ts",
  "gates/gates.test.ts",
  "transcripts/transcripts.test.ts",
  "cli/generate.test.ts",
  "emit/hostile.test.ts",
  "emit/round-trip.test.ts",
  "compat/protocol-diff/rules.test.ts",
];

/**
 * Runs the files of each project in the usual order, but for slow ones, and before them
 * those that count the timers of a faked clock: a socket that the tests of another file
 * left behind in the same process may set one more.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(
    files: TestSpecification[],
  ): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .sort((one, other) => rank(one) - rank(other)),
    );
  }
}

function rank({ moduleId }: TestSpecification): number {
  if (countsTimers(moduleId)) return -1;
  const found = slow.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  return found === -1 ? slow.length : found;
}
