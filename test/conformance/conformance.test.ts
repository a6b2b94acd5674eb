import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { legs } from "./legs.ts";

const run = promisify(execFile);

/** Runs the command, and returns what it prints and its exit code. */
async function conformance(
  ...args: string[]
): Promise<{ stdout: string; code: unknown }> {
  const program = path.join(import.meta.dirname, "index.js");
  try {
    const { stdout } = await run(process.execPath, [program, ...args], {
      timeout: 170_000,
    });
    return { stdout, code: 0 };
  } catch (error) {
    // What execFile rejects with has both.
    return error as { stdout: string; code: unknown };
  }
}

test("A server and a client of every revision are clean in the official suite", async () => {
  const { stdout, code } = await conformance();
  expect(code, stdout).toBe(0);
  for (const { name } of legs) expect(stdout).toContain(`${name}: clean`);
}, 180_000);

test("A leg that does not exist is an error, not a success", async () => {
  expect((await conformance("gateway")).code).toBe(2);
});

test("The client knows no scenario by its name", () => {
  const folder = path.join(import.meta.dirname, "client");
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join();
  expect(text).toContain("MCP_CONFORMANCE_CONTEXT");
  expect(text).not.toContain("MCP_CONFORMANCE_SCENARIO");
  const names = legs.flatMap(({ refused }) => Object.keys(refused));
  for (const name of [...names, '"auth/', "sse-retry", "tools_call", "test_"])
    expect(text).not.toContain(name);
});
