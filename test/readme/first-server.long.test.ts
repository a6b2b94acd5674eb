import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { splitWords } from "../../src/call/server/words.ts";
import { temporaryFolder, writeTree } from "../output/folder.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { firstServer } from "./first-server.ts";
import { shownCommands } from "./transcript.ts";

const page = "docs/guides/first-server.md";
// What `npm run build` lays out stands in for what npm would install.
const packages = resolve("dist/packages");
const cli = join(packages, "mcp-gen/dist/cli.js");

test("the first server is what the page says, from an empty folder on", () => {
  const folder = join(temporaryFolder(), "weather");
  mkdirSync(folder);
  const node = (...args: string[]): string => {
    const env = { ...process.env, PATH: join(folder, "bin") };
    const run = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...env, PATH: `${env.PATH}:${process.env["PATH"]}` },
    });
    expect({ args, status: run.status, stderr: run.stderr }).toMatchObject({
      status: 0,
    });
    return run.stdout;
  };
  const wrote = node(cli, "init", "--yes").split("\n\n")[0];
  const shown = codeBlocks(readPage(page)).find(
    ({ language }) => language === "text",
  );
  expect(`${wrote}\n`).toBe(shown?.text);
  install(folder);
  const check = (command: string, output: string): void => {
    const [npx, name, ...words] = splitWords(command, "linux");
    expect([npx, name]).toEqual(["npx", "mcp-gen"]);
    expect({ command, output: node(cli, ...words) }).toEqual({
      command,
      output,
    });
  };
  const [greet, ...commands] = shownCommands(page);
  check(greet?.command ?? "", greet?.output ?? "");
  rmSync(join(folder, "src/server.test.ts"));
  writeTree(folder, firstServer());
  const tests = ["--import", "mcp-gen/typescript", "--test"];
  expect(node(...tests, "src/server.test.ts")).toMatch(/pass 1/);
  node("node_modules/typescript/bin/tsc");
  for (const { command, output } of commands) check(command, output);
});

/** Links what the project needs, and gives `npx` a stand-in that asks no network. */
function install(folder: string): void {
  const modules = join(folder, "node_modules");
  for (const scope of ["@mcp-gen", "@types"])
    mkdirSync(join(modules, scope), { recursive: true });
  for (const name of ["zod", "typescript", "@types/node"])
    symlinkSync(resolve("node_modules", name), join(modules, name));
  symlinkSync(join(packages, "runtime"), join(modules, "@mcp-gen/runtime"));
  symlinkSync(join(packages, "mcp-gen"), join(modules, "mcp-gen"));
  writeTree(folder, { "bin/npx": npx });
  spawnSync("chmod", ["+x", join(folder, "bin/npx")]);
}

const npx = `#!/bin/sh
shift
exec "${process.execPath}" "${cli}" "$@"
`;
