import { BaseSequencer, type TestSpecification } from "vitest/node";
import { countsTimers } from "./files.ts";

/** Files that take long, the slowest first: one that comes last would be waited for. */
const slow: readonly string[] = [
  "emit/compile.test.ts",
  "emit/format.test.ts",
  "checks.test.ts",
  "compat/protocol-diff/rules.test.ts",
  "cli/generate.test.ts",
  "emit/hostile.test.ts",
  "conformance/conformance.test.ts",
  "interop/everything/everything.test.ts",
  "emit/guards/agreement.test.ts",
  "transcripts/transcripts.test.ts",
  "readme/pages.test.ts",
  "interop/our-http-client.test.ts",
  "interop/our-http-server.test.ts",
  "runtime/serve-stdio.test.ts",
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
