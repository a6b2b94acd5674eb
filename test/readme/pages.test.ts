import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CommanderError, type Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/commands/program.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { figureIssues, formIssues } from "./form.ts";
import { allPages } from "./pages.ts";
import { argumentsOfMcpGen, commandsOf } from "./shell.ts";

const pages = allPages();

/** Pages written by programs, from sources that have tests of their own. */
const generated = /^docs\/reference\//;

describe("commands of pages", () => {
  const commands = pages.flatMap((page) =>
    codeBlocks(readPage(page))
      .flatMap(({ language, text }) => scriptsOf(language, text))
      .flatMap((script) => commandsOf(script))
      .map((command) => [page, command] as const),
  );

  test("are known to mcp-gen, with their options", () => {
    const lines = commands.flatMap(([page, command]) => {
      const words = argumentsOfMcpGen(command);
      return words ? [{ page, words }] : [];
    });
    expect(lines.length).toBeGreaterThan(40);
    const wrong = lines.flatMap(({ page, words }) => {
      const why = whyUnknown(words);
      return why === undefined
        ? []
        : [`${page}: mcp-gen ${words.join(" ")}: ${why}`];
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ["mcp-gen generat all", "unknown command"],
    ["npx mcp-gen generate all --output x", "unknown option '--output'"],
    ["mcp-gen diff 2025-11-25", "missing required argument 'b'"],
    ["mcp-gen list --format yaml", "argument 'yaml' is invalid"],
    ["cat x | npx -y mcp-gen@1 check 2025-11-26", "no revision is 2025-11-26"],
    ["mcp-gen call 'node a.js' --arg a=\"b c\" # says so", undefined],
    ["CI=1 mcp-gen validate - < x && mcp-gen --help", undefined],
  ])("are judged: %s", (line, why) => {
    const [found] = commandsOf(line).flatMap((command) => {
      const words = argumentsOfMcpGen(command);
      return words ? [whyUnknown(words)] : [];
    });
    if (why === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(why);
  });

  test("are scripts of the repository, where its own pages run them", () => {
    const { scripts } = JSON.parse(readPage("package.json")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const missing = commands
      .filter(([page]) => !page.startsWith("docs/guides/"))
      .filter(([, [npm, run]]) => npm === "npm" && run === "run")
      .filter(([, [, , name = ""]]) => scripts[name] === undefined);
    expect(missing).toEqual([]);
  });
});

/** What of a block a shell runs: all of `sh`, and of a console what follows its prompt. */
function scriptsOf(language: string, text: string): string[] {
  if (language === "sh") return [text];
  return language === "console"
    ? [...text.matchAll(/^\$ (.+)$/gm)].map(([, line = ""]) => line)
    : [];
}

/** Why mcp-gen does not take these words, if it does not. */
function whyUnknown(words: readonly string[]): string | undefined {
  const [bad] = words.filter(
    (word) =>
      /^\d{4}-\d\d-\d\d$/.test(word) &&
      !bundledRevisions().some(({ id }) => id === word),
  );
  if (bad !== undefined) return `no revision is ${bad}`;
  // A configuration or a lock says what a command without arguments is about.
  const cwd = words.length === 1 ? configured : silent.cwd;
  const program = createProgram({ ...silent, cwd }, () => {});
  withoutActions(program);
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) return String(error);
    // It was asked for help, or for its version.
    return error.exitCode === 0 ? undefined : error.message;
  }
  return undefined;
}

/** Lets a program read its words, and do nothing. */
function withoutActions(program: Command): void {
  for (const command of program.commands) {
    if (command.commands.length === 0) command.action(() => {});
    withoutActions(command);
  }
}

/** A folder with a configuration. */
const configured = mkdtempSync(join(tmpdir(), "pages-"));
writeFileSync(join(configured, "mcp-gen.config.json"), "{}");
afterAll(() => rmSync(configured, { recursive: true, force: true }));

const silent = {
  cwd: "/",
  isTerminal: false,
  stdout: () => {},
  stderr: () => {},
  readStdin: () => Promise.reject(new Error("nothing is read")),
  stdin: () => Readable.from([]),
  drained: async () => true,
};

test("JSON of pages is JSON", () => {
  // The reference shows what is wrong, too.
  const blocks = pages
    .filter((page) => !generated.test(page))
    .flatMap((page) =>
      codeBlocks(readPage(page))
        .filter(({ language }) => language === "json")
        .map(({ line, text }) => [`${page}:${line}`, text] as const),
    );
  for (const [place, text] of blocks)
    expect.soft(() => JSON.parse(text) as unknown, place).not.toThrow();
});

describe("the form of pages", () => {
  const guides = pages.filter((page) => page.startsWith("docs/guides/"));

  test.each(guides)("%s", (page) => {
    expect(formIssues(readPage(page))).toEqual([]);
  });

  // The pages of figures, and what is generated, have their own tests.
  test.each(
    pages.filter((page) => !guides.includes(page) && !generated.test(page)),
  )("%s quotes nothing that was measured", (page) => {
    const text = readPage(page).replace(
      /<!-- figures -->[^]*<!-- \/figures -->/,
      "",
    );
    expect(figureIssues(text)).toEqual([]);
  });

  test.each([
    ["Tools\n", "1: the first line is no title"],
    ["# Tools\n# Resources\n", "2: a second title"],
    ["# Tools\n\nIt is 3 times faster.\n", "3: measured"],
    ["# Tools\n\nIt takes 12.5 kB gzipped.\n", "3: measured"],
    ["# Tools\n\nAn Array<string> is sent.\n", "3: markup outside of code"],
    ["# Tools\n\nA {{ name }} is sent.\n", "3: markup outside of code"],
    [`# Tools\n${"\n".repeat(250)}x\n`, "252 lines are more than 250"],
  ])("is judged: %j", (text, issue) => {
    expect(formIssues(text)).toEqual([expect.stringContaining(issue)]);
  });

  test("is judged outside of code", () => {
    const text =
      "# A `Map<K>`\n\n```ts\n# <T> {{ 12 kB\n```\n\n- `{{`, 4 MiB\n";
    expect(formIssues(text)).toEqual([]);
  });
});
