import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeSkipped } from "./official-report.ts";

const root = join(import.meta.dirname, "../../..");

/** Runs a test file in a process of its own, and returns what it prints. */
async function run(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", "test/vitest.config.ts", file];
  const options = { cwd: root, env: { ...process.env, ...env } };
  return new Promise((resolve) =>
    execFile(process.execPath, args, options, (_, stdout) => resolve(stdout)),
  );
}

test("a run without official files passes, and lists what it skipped", async () => {
  const empty = join(tmpdir(), "mcp-gen-no-such-folder");
  const printed = await run("test/emit/guards/examples.test.ts", {
    MCP_GEN_SPEC: empty,
    NO_COLOR: "1",
  });
  expect(printed).not.toMatch(/failed/i);
  expect(printed).toContain(
    "\nSkipped 1 test, because official files are missing:\n" +
      "  MCP examples: 1 test of test/emit/guards/examples.test.ts\n",
  );
  expect(printed).toContain("2026-07-28/examples. MCP_GEN_SPEC can name ");
});

test("the report counts tests by the official files that they need", () => {
  const of = (kind: "schemas" | "suite", file: string) => ({ kind, file });
  const text = describeSkipped(
    [
      of("schemas", "test/revisions/models.test.ts"),
      of("suite", "test/schema/json-schema-suite/guards.test.ts"),
      of("schemas", "test/schema/parse/official.test.ts"),
      of("schemas", "test/schema/parse/official.test.ts"),
    ],
    root,
  );
  expect(text.split("\n").filter((line) => !line.includes("Missing"))).toEqual([
    "",
    "Skipped 4 tests, because official files are missing:",
    "  MCP schemas: 3 tests of test/revisions/models.test.ts, test/schema/parse/official.test.ts",
    "  JSON Schema Test Suite: 1 test of test/schema/json-schema-suite/guards.test.ts",
    '"Official files" in CONTRIBUTING.md has the commands that get them.',
  ]);
});
