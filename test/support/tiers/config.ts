import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type {
  TestProjectInlineConfiguration,
  ViteUserConfig,
} from "vitest/config";
import { wireCheck } from "../wire-check/plugin.ts";
import { testFiles } from "./files.ts";
import { OfficialReport } from "./official-report.ts";
import SlowFiles from "./slow-files.ts";
import { SlowFirst } from "./slow-first.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** `npm test`: every folder in two minutes, with the same random values each time. */
export function shortTier(): ViteUserConfig {
  const { alone, generator, runtime } = testFiles();
  return suite({ factor: 0.15, seed: "1" }, [
    project("alone", alone, true),
    project("generator", generator, false),
    project("runtime", runtime, false),
  ]);
}

/** `npm run test:ci`: compilers, conformance, other programs; the same values each time. */
export function ciTier(): ViteUserConfig {
  const { ciAlone, ciGenerator, ciRuntime } = testFiles();
  return suite({ factor: 0.15, seed: "1" }, [
    project("ci-alone", ciAlone, true),
    project("ci-generator", ciGenerator, false),
    project("ci-runtime", ciRuntime, false),
  ]);
}

/**
 * `npm run test:long`: storms, soak, browsers, published servers, and random tests with
 * their whole budget and a new seed; ten times the budget with FULL=1.
 */
export function longTier(): ViteUserConfig {
  const { long, random } = testFiles();
  const factor = process.env["FULL"] === "1" ? 10 : 1;
  const seed = String(Date.now() % 2 ** 31);
  return suite({ factor, seed }, [
    project("long", long, true),
    project("random", random, true),
  ]);
}

// Two cores are busy with three: many tests wait for processes, or for time to pass.
const workers = Math.max(3, availableParallelism());

/** Budget of random tests: factor on their numbers of runs, and their seed. */
interface Randomness {
  readonly factor: number;
  readonly seed: string;
}

/** Options that the tiers share. The environment's values come before those of the tier. */
function suite(
  { factor, seed }: Randomness,
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
      reporters: ["default", new OfficialReport(repository), new SlowFiles()],
      setupFiles: [
        "test/support/tiers/cpu-setup.ts",
        "test/support/wire-check/setup.ts",
      ],
      maxWorkers: Number(process.env["TEST_WORKERS"] ?? workers),
      env: {
        MCP_GEN_RUNS: process.env["MCP_GEN_RUNS"] ?? String(factor),
        MCP_GEN_SEED: process.env["MCP_GEN_SEED"] ?? seed,
      },
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
