import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCli } from "../support/built-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
const cli = join(folder, "dist/cli.js");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  await buildCli(folder);
});

/** Starts `validate -`, lets it find something, and then sends it a signal. */
async function interrupted(
  input: string,
  reason: string,
  signal: NodeJS.Signals,
  ...args: readonly string[]
) {
  const child = spawn(process.execPath, [cli, "validate", "-", ...args], {
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    stdout += more;
    // What is found is printed at once, here by its reason; then it waits for more.
    if (!child.killed && stdout.includes(reason)) child.kill(signal);
  });
  child.stdin.write(input);
  const [code, endedBy] = (await once(child, "close")) as unknown[];
  return { code, endedBy, stdout };
}

const wrong = '{"jsonrpc":"2.0","id":1}\n';
const doubtful = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends the input like its end: the document is whole, and has a status",
  async (signal) => {
    const input = `${wrong}{"jsonrpc":`;
    const ended = await interrupted(
      input,
      "is missing",
      signal,
      "--format",
      "json",
    );
    expect(ended).toMatchObject({ code: 1, endedBy: null });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      findings: [{ line: 1 }],
      status: "invalid",
      lines: 1,
      errors: 1,
    });
  },
);

test("traffic that was valid until Ctrl-C is valid", async () => {
  const ended = await interrupted(doubtful, "older", "SIGINT");
  expect(ended).toMatchObject({ code: 0, endedBy: null });
  expect(ended.stdout).toMatch(/^<stdin>:1: warning: .+\n$/);
});
