import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mcpGen } from "../cli/command-line.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { codeBlocks, namedBlock, readPage } from "./blocks.ts";
import { compile } from "./compiled.ts";
import { argumentsOfMcpGen, commandsOf } from "./shell.ts";

const root = join(import.meta.dirname, "../..");
const guide = "docs/guides/extensions.md";
let folder: string;

// Within the repository, because what is generated imports the sources.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of mcp-gen of a page, as arguments, that name this. */
function commandsWith(
  page: string,
  ...named: readonly string[]
): (readonly string[])[] {
  return codeBlocks(readPage(page))
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => commandsOf(text))
    .flatMap((command) => {
      const words = argumentsOfMcpGen(command);
      return words &&
        named.every((one) => words.some((word) => word.includes(one)))
        ? [words]
        : [];
    });
}

/** A folder with the files of a page, and what a command of it writes. */
async function generated(
  page: string,
  name: string,
  files: readonly string[],
  command: readonly string[] = [],
): Promise<{ folder: string; said: string }> {
  const own = join(folder, name);
  mkdirSync(own);
  for (const file of files)
    writeFileSync(join(own, file), namedBlock(page, file));
  const runtime = relative(
    join(own, "mcp/2026-07-28"),
    join(root, "src/runtime/index.js"),
  );
  const done = await mcpGen([...command, "--runtime", runtime], { cwd: own });
  expect(done.code, done.stderr).toBe(0);
  expect(compile(own, { exactOptionalPropertyTypes: true })).toBe("");
  return { folder: own, said: done.stderr };
}

/** What a program prints. */
async function printed(file: string): Promise<string[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await import(file);
    return log.mock.calls.map(([line]) => String(line));
  } finally {
    log.mockRestore();
  }
}

describe("the page of extensions", () => {
  const page = readPage(guide);

  test("has a method of one's own, which does what the page says", async () => {
    const [command] = commandsWith(guide, "generate", "words=words.ts");
    const files = ["words.ts", "main.ts", "settings.ts"];
    const { folder: own, said } = await generated(
      guide,
      "words",
      files,
      command,
    );
    const lines = await printed(join(own, "main.ts"));
    expect(lines).toEqual(["what rain means"]);
    expect(page).toContain(`It prints \`${String(lines)}\`.`);
    expect(said).not.toMatch(/note|warning/);
    expect(await import(join(own, "settings.ts"))).toHaveProperty("server");
    writeFileSync(
      join(own, "traffic.jsonl"),
      '{"jsonrpc":"2.0","id":1,"method":"acme/define","params":{"word":7}}\n',
    );
    for (const [name, code, text] of [
      ["inspect", 0, "handler     define"],
      ["diff", 0, "2025-11-25 → 2026-07-28"],
      ["validate", 1, "params.word: expected a string, found number"],
      ["check", 0, ""],
    ] as const) {
      const [words = []] = commandsWith(guide, name, "words=words.ts");
      const done = await mcpGen(words, { cwd: own });
      expect(done.stdout, name).toContain(text);
      expect(done.code, name).toBe(code);
    }
  });

  test("has a notification, which goes to the client", async () => {
    allowInvalid("nothing on the wire says which call a notification is of");
    const [command] = commandsWith(guide, "generate", "rooms=rooms.ts");
    const files = ["rooms.ts", "rooms.facts.json", "both-ways.ts"];
    const { folder: own, said } = await generated(
      guide,
      "rooms",
      files,
      command,
    );
    const lines = await printed(join(own, "both-ways.ts"));
    expect(lines).toEqual(["room 7: free"]);
    expect(page).toContain(`It prints \`${String(lines)}\`.`);
    expect(said).toMatch(/^Wrote \d+ files/);
  });
});

test("the page of facts has a subscription, which hears of what was asked for", async () => {
  const facts = "docs/guides/extension-facts.md";
  const page = readPage(facts);
  const [command] = commandsWith(facts, "generate", "shelves=shelves.ts");
  const files = ["shelves.ts", "shelves.facts.json", "listen.ts"];
  const { folder: own } = await generated(facts, "shelves", files, command);
  const lines = await printed(join(own, "listen.ts"));
  expect(lines).toEqual(["shelf 7: full"]);
  expect(page).toContain(`It prints \`${String(lines)}\`.`);
});
