import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
const cli = join(folder, "dist/cli.js");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command line, bundled as the package does it. */
beforeAll(async () => {
  await build({
    entryPoints: ["src/cli.ts"],
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  for (const name of ["package.json", "src", "node_modules"])
    symlinkSync(resolve(name), join(folder, name));
});

/** Runs a line of bash in which `validate` reads standard input. */
function shell(line: string): string {
  const validate = `validate() { "${process.execPath}" --max-old-space-size=64 "${cli}" validate - "$@"; }`;
  const { stdout, stderr } = spawnSync("bash", ["-c", `${validate}; ${line}`], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return stdout + stderr;
}

const wrong = `yes '{"jsonrpc":"2.0","id":1}'`;

test("more findings than fit into memory are written as they are found", () => {
  const line = `${wrong} | head -n 300000 | validate | (sleep 1; tail -n 1); echo \${PIPESTATUS[2]}`;
  expect(shell(line)).toMatch(/^<stdin>:300000: .+\n1\n$/);
});

test("an endless input ends when nobody reads the findings any more", () => {
  const line = `${wrong} | validate | head -n 1; echo \${PIPESTATUS[1]}`;
  expect(shell(line)).toMatch(/^<stdin>:1: .+\n1\n$/);
});

test("a line without an end is told, and takes no memory", () => {
  const line = `head -c 300000000 /dev/zero | validate --max-line 1000000; echo $?`;
  expect(shell(line)).toBe(
    "<stdin>:1: unknown sender: the line is longer than 1000000 bytes\n1\n",
  );
});
