import { fileURLToPath } from "node:url";
import type {
  TestProjectInlineConfiguration,
  ViteUserConfig,
} from "vitest/config";
import { wireCheck } from "../wire-check/plugin.ts";
import { testFiles } from "./files.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** What every part of the suite has in common. */
function suite(
  projects: TestProjectInlineConfiguration[],
  runs: number,
): ViteUserConfig {
  return {
    root: repository,
    plugins: [wireCheck()],
    test: {
      testTimeout: 60_000,
      setupFiles: ["test/support/wire-check/setup.ts"],
      // Many tests wait for others: for processes, and for time to pass.
      maxWorkers: Number(process.env["TEST_WORKERS"] ?? 3),
      env: { MCP_GEN_RUNS: process.env["MCP_GEN_RUNS"] ?? String(runs) },
      projects,
    },
  };
}

/** `npm test`: all that a change can break, with a share of the random values. */
export function shortPart(): ViteUserConfig {
  const { shared, alone } = testFiles();
  return suite(
    [project("alone", alone, true), project("shared", shared, false)],
    0.25,
  );
}

/** `npm run test:long`: what takes minutes, and random tests with their whole budget; ten times that with FULL=1. */
export function longPart(): ViteUserConfig {
  const { long, random } = testFiles();
  return suite(
    [project("long", long, true), project("random", random, true)],
    process.env["FULL"] === "1" ? 10 : 1,
  );
}

function project(
  name: string,
  files: readonly string[],
  isolate: boolean,
): TestProjectInlineConfiguration {
  const include = files.map((file) => `test/${file}`);
  return { extends: true, test: { name, include, isolate } };
}
