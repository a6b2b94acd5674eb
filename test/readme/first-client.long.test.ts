import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeBlocks, readPage } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");
const blocks = codeBlocks(readPage("docs/guides/first-client.md"));
let folder: string;

/** A project as the page sets it up: its packages are those that are built. */
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@mcp-gen"), { recursive: true });
  const packages = join(root, "dist/packages");
  symlinkSync(join(packages, "runtime"), join(modules, "@mcp-gen/runtime"));
  symlinkSync(join(packages, "mcp-gen"), join(modules, "mcp-gen"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const { name, text } of blocks)
    if (name !== undefined) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints; what is asked at the terminal, somebody answers. */
function run(words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const [command = "", ...args] = words;
    const child = spawn(command, args, { cwd: folder, stdio: "pipe" });
    let printed = "";
    child.stderr.on("data", (data) => (printed += data));
    child.stdout.on("data", (data: Buffer) => {
      printed += String(data);
      if (/\? $/.test(String(data))) {
        printed += "mint\n";
        child.stdin.write("mint\n");
      }
    });
    child.on("error", reject);
    child.on("close", () => resolve(printed));
  });
}

/** The commands of the page, each with what it prints. */
const steps = blocks.flatMap(({ language, text }, index) => {
  const printed = blocks[index + 1];
  const isStep = language === "sh" && printed?.language === "console";
  return isStep ? [[text.trim(), printed.text] as const] : [];
});

test("the programs of the first client print what the page says", async () => {
  expect(steps.length).toBe(5);
  // One at a time, as a reader runs them: a server that is not up within seconds is
  // taken for an old one.
  const printed: string[] = [];
  for (const [line] of steps) printed.push(await run(line.split(" ")));
  expect(printed).toEqual(steps.map(([, text]) => text));
});
