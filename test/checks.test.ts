import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));

/** What a program of node_modules says about the repository, and its exit code. */
function run(program: string, ...args: string[]): Promise<unknown> {
  const file = path.join(repository, "node_modules", program);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { cwd: repository, maxBuffer: 16_000_000 },
      (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

const nothing = { code: 0, output: "" };

test("sources and tests are typed", async () => {
  expect(await run("typescript/bin/tsc", "--pretty", "false")).toEqual(nothing);
}, 300_000);

test("every file is formatted", async () => {
  const args = ["--check", "--cache", "--log-level", "warn", "."];
  expect(await run("prettier/bin/prettier.cjs", ...args)).toEqual(nothing);
}, 300_000);
