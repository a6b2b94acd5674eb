import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { buildCli } from "../support/built-cli.ts";

const newest = bundledRevisions().at(-1)?.id ?? "";

/** Runs a line of bash in which `mcp-gen` is the command line. */
async function shell(line: string): Promise<SpawnSyncReturns<string>> {
  const folder = temporaryFolder();
  const cli = await buildCli(folder);
  writeTree(folder, { "work/schema.ts": "export type A = Missing;" });
  const script = `mcp-gen() { "${process.execPath}" "${cli}" "$@"; }; ${line}`;
  const cwd = join(folder, "work");
  return spawnSync("bash", ["-c", script], { cwd, encoding: "utf8" });
}

test("a run that writes files prints one summary line on a pipe", async () => {
  const line = `mcp-gen generate ${newest} --emit types --out out`;
  expect(await shell(line)).toMatchObject({
    status: 0,
    stdout: "",
    stderr: expect.stringMatching(/^Wrote \d+ files, .*\n$/) as string,
  });
});

const broken = "generate --schema schema.ts --revision x --out out";

test.each([
  ["drift, its reader gone", `check ${newest} --out none | true`, 1],
  ["bad input, its reader gone", `${broken} 2> >(true)`, 2],
])("the exit code is that of the run: %s", async (_, command, code) => {
  const { stdout } = await shell(`mcp-gen ${command}; echo \${PIPESTATUS[0]}`);
  expect(stdout).toBe(`${code}\n`);
});

test.runIf(existsSync("/dev/full"))(
  "what cannot be written is an error, and no drift",
  async () => {
    expect(await shell("mcp-gen list > /dev/full")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("ENOSPC"),
    });
    const silent = await shell(`mcp-gen ${broken} 2> /dev/full`);
    expect(silent.status).toBe(2);
  },
);
