import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type {
  TestProjectInlineConfiguration,
  ViteUserConfig,
} from "vitest/config";
import { wireCheck } from "../wire-check/plugin.ts";
import { testFiles } from "./files.ts";
import { OfficialReport } from "./official-report.ts";
import { SlowFirst } from "./slow-first.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** `npm test`: all that a change can break, with a share of the random values. */
export function shortPart(): ViteUserConfig {
  const { alone, generator, runtime } = testFiles();
  return suite(0.15, [
    project("alone", alone, true),
    project("generator", generator, false),
    project("runtime", runtime, false),
  ]);
}

/**
 * `npm run test:long`: what takes minutes, and random tests with their whole
 * budget; ten times that with FULL=1.
 */
export function longPart(): ViteUserConfig {
  const { long, random } = testFiles();
  const factor = process.env["FULL"] === "1" ? 10 : 1;
  return suite(factor, [
    project("long", long, true),
    project("random", random, true),
  ]);
}

// Two cores are busy with three: many tests wait for processes, or for time to pass.
const workers = Math.max(3, availableParallelism());

/** What both parts have in common; `factor` is what random tests may spend. */
function suite(
  factor: number,
  projects: TestProjectInlineConfiguration[],
): ViteUserConfig {
  // Only against what hangs, on slow machines too: some tests start programs, one after the
  // other, and a hook builds, spawns and writes as much as a test does.
  const limit = Math.max(1, factor) * 180_000;
  return {
    root: repository,
    plugins: [wireCheck()],
    test: {
      testTimeout: limit,
      hookTimeout: limit,
      // What is waited for comes, or never does: a busy machine may take a second for it.
      expect: { poll: { timeout: 30_000 } },
      reporters: ["default", new OfficialReport(repository)],
      setupFiles: ["test/support/wire-check/setup.ts"],
      maxWorkers: Number(process.env["TEST_WORKERS"] ?? workers),
      env: { MCP_GEN_RUNS: process.env["MCP_GEN_RUNS"] ?? String(factor) },
      sequence: { sequencer: SlowFirst },
      projects,
    },
  };
}

function project(
  name: string,
  files: readonly string[],
  isolate: boolean,
): TestProjectInlineConfiguration {
  const include = files.map((file) => `test/${file}`);
  return { extends: true, test: { name, include, isolate } };
}
