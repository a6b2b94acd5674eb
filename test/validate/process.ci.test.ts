import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCli } from "../support/built-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
const cli = join(folder, "dist/cli.js");
/** Shorter than that of a test, so that no process outlives it. */
const timeout = 50_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  await buildCli(folder);
});

/**
 * Runs a line of bash in which `validate` reads standard input. What it has started ends
 * with it: they are a group of processes, which a time-out or a failure ends as a whole.
 * The limit of seconds at work is for when nobody is left to do that.
 */
async function shell(line: string): Promise<string> {
  const validate = `validate() { "${process.execPath}" --max-old-space-size=64 "${cli}" validate - "$@"; }`;
  const bash = spawn("bash", ["-c", `ulimit -t 60; ${validate}; ${line}`], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const timer = setTimeout(() => endGroup(bash), timeout);
  try {
    const [stdout, stderr] = await Promise.all([
      text(bash.stdout),
      text(bash.stderr),
    ]);
    return stdout + stderr;
  } finally {
    clearTimeout(timer);
    endGroup(bash);
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // They have ended by themselves.
  }
}

const wrong = `yes '{"jsonrpc":"2.0","id":1}'`;

test("more findings than fit into memory are written as they are found", async () => {
  const line = `${wrong} | head -n 300000 | validate | (sleep 1; tail -n 1); echo \${PIPESTATUS[2]}`;
  expect(await shell(line)).toMatch(/^<stdin>:300000: .+\n1\n$/);
});

test("an endless input ends when nobody reads the findings any more", async () => {
  const line = `${wrong} | validate | head -n 1; echo \${PIPESTATUS[1]}`;
  expect(await shell(line)).toMatch(/^<stdin>:1: .+\n1\n$/);
});

test("a line without an end is told, and takes no memory", async () => {
  const line = `head -c 300000000 /dev/zero | validate --max-line 1000000; echo $?`;
  expect(await shell(line)).toBe(
    "<stdin>:1: unknown sender: the line is longer than 1000000 bytes\n1\n",
  );
});
