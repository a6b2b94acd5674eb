import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diff, load } from "../../src/index.ts";
import { mcpGen } from "../cli/command-line.ts";
import { codeBlocks } from "./blocks.ts";

const page = readFileSync("docs/guides/diff.md", "utf8");
const blocks = codeBlocks(page);
const textOf = (language: string): string =>
  blocks.find((block) => block.language === language)?.text ?? "";

test("the page of diff shows what the command prints", async () => {
  const args = ["diff", "2025-03-26", "2025-06-18"];
  const { stdout } = await mcpGen(args, { cwd: "/" });
  const shown = textOf("text").trimEnd();
  expect(shown).not.toBe("");
  expect(stdout.startsWith(shown)).toBe(true);
});

test("its program tells what breaks", async () => {
  const body = textOf("ts")
    .replace(/^import .*\n/m, "")
    .replace("console.log(", "return [].concat(");
  const run = new Function(
    "diff",
    "load",
    `return (async () => {${body}})()`,
  ) as (...given: readonly unknown[]) => Promise<unknown>;
  const [removed, breaks] = (await run(diff, load)) as readonly unknown[];
  expect(removed).toBeGreaterThan(0);
  expect(breaks).toBe(true);
});
