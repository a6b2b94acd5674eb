import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Tree } from "./tree.ts";

/** What vitest's report has, as far as it is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
    }[];
  }[];
}

/**
 * Runs tests in a tree, all those of `npm test` when none is named: the first that
 * fails, or undefined. Those that are named are of one part of the suite.
 */
export async function runTests(
  tree: Tree,
  tests: readonly string[],
): Promise<string | undefined> {
  const { folder } = tree;
  const report = path.join(folder, "report.json");
  rmSync(report, { force: true });
  const vitest = path.join(folder, "node_modules/vitest/vitest.mjs");
  const code = await run(tree, [
    vitest,
    ...["run", "--config", `test/${configOf(tests)}`, "--bail", "1"],
    ...["--reporter", "json", "--outputFile", report],
    ...tests,
  ]);
  if (!existsSync(report)) return `the tests end with ${code}, and no report`;
  return firstFailure(report, folder) ?? (code === 0 ? undefined : otherwise);
}

/** Configuration of the tier that the files are of: all files are of one tier. */
function configOf(tests: readonly string[]): string {
  for (const tier of ["ci", "long"])
    if (tests.some((file) => file.endsWith(`.${tier}.test.ts`)))
      return `vitest.${tier}.config.ts`;
  return "vitest.config.ts";
}

const longest = 15 * 60_000;

const otherwise = "an error that belongs to no test";

function firstFailure(report: string, folder: string): string | undefined {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  for (const { name, status, message, assertionResults } of testResults) {
    const file = path.relative(folder, name);
    const failed = assertionResults.find((one) => one.status === "failed");
    if (failed !== undefined) return `${file}: ${failed.fullName}`;
    if (status === "failed" && assertionResults.length === 0)
      return `${file}: ${message.split("\n")[0]}`;
  }
  return undefined;
}

function run(
  { folder, spec, suite }: Tree,
  args: string[],
): Promise<number | null> {
  const env = {
    ...process.env,
    MCP_GEN_SPEC: spec,
    MCP_GEN_JSON_SCHEMA_SUITE: suite,
  };
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: "ignore",
    detached: true,
  });
  // A fault can make a loop without an end, in which no test times out: the
  // processes of the tests go with it.
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, longest);
  return new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  }).finally(() => clearTimeout(timer));
}
