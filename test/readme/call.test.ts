import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitWords } from "../../src/cli/call/server/words.ts";
import { createServer, tool } from "../../generated/index.ts";
import { call, served } from "../cli/call/terminal-call.ts";
import { bundle, type Bundle } from "../interop/bundle.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/guides/call.md"), "utf8");
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(
  ([, block = ""]) => block.trimEnd().split("\n"),
);

let example: Bundle;
beforeAll(async () => {
  example = await bundle("../../templates/examples/pair/server.ts");
});
afterAll(() => example.remove());

test("the page has commands", () => {
  expect(commands.length).toBeGreaterThan(12);
});

test.each(commands)("%s", async (command) => {
  const cwd = temporaryFolder();
  copyFileSync(example.file, join(cwd, "server.js"));
  const weather = { command: process.execPath, args: ["server.js"] };
  writeTree(cwd, {
    "package.json": '{ "type": "module" }',
    "mcp.json": JSON.stringify({ mcpServers: { weather } }),
  });
  const [, stdin = "", line = ""] =
    /^(?:printf (\S+) \| )?mcp-gen call (.*)$/.exec(command) ?? [];
  const url = line.includes("https://") ? await remote() : "";
  const words = splitWords(
    line.replace("https://mcp.example.com/mcp", url).replace("$TOKEN", "x"),
    "linux",
  );
  const { code, stdout } = await call(words, { cwd, stdin });
  expect(code).toBe(0);
  expect(stdout).not.toBe("");
});

function remote(): Promise<string> {
  const info = { name: "remote", version: "1.0.0" };
  return served(createServer({ info, features: [tool("x", {}, () => "")] }));
}
