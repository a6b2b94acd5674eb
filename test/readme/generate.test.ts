import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createProgram } from "../../src/cli/commands/program.ts";
import { generate, load } from "../../src/index.ts";

const page = readFileSync("docs/guides/generate.md", "utf8");
const commandsPage = readFileSync("docs/reference/commands.md", "utf8");

test("the reference has every option of generate", () => {
  const io = {
    cwd: "/",
    isTerminal: false,
    stdout: () => {},
    stderr: () => {},
    readStdin: () => Promise.reject(new Error("nothing is read")),
    stdin: () => Readable.from([]),
    drained: async () => true,
  };
  const { commands } = createProgram(io, () => {});
  const options = commands.find((one) => one.name() === "generate")?.options;
  const longs = (options ?? []).map(({ long }) => long ?? "");
  expect(longs.length).toBeGreaterThan(10);
  expect(longs.filter((long) => !commandsPage.includes(long))).toEqual([]);
});

test("the page's library does what it says", async () => {
  const [, library = ""] = page.split("\n## The library\n");
  const [, block = ""] = /```ts\n([^]+?)```/.exec(library) ?? [];
  const body = block
    .replace(/^import .*\n/m, "")
    .replace("console.log(", "return (");
  const run = new Function(
    "generate",
    "load",
    `return (async () => {${body}})()`,
  ) as (...args: readonly unknown[]) => Promise<unknown>;
  expect(await run(generate, load)).toHaveLength(1);
});
