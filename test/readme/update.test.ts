import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { turns } from "../../src/cli/commands/update/words.ts";
import { configNames } from "../../src/project/config/find.ts";
import { readConfig } from "../../src/project/config/index.ts";
import { maxBytes } from "../../src/base/read-bytes.ts";
import { mcpGen } from "../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { codeBlocks, readPage } from "./blocks.ts";

const updating = readPage("docs/guides/update.md");
const configuring = readPage("docs/guides/configuration.md");

/** The first cells of a table, by the heading of its first column, without marks of code. */
function firstCells(page: string, heading: string): string[] {
  const [, table = ""] = page.split(`\n| ${heading} `);
  const [rows = ""] = table.split("\n\n");
  return [...rows.matchAll(/^\| ([^|]+?) +\|/gm)]
    .map(([, cell = ""]) => cell.replaceAll("`", ""))
    .filter((cell) => !/^-+$/.test(cell));
}

/** A named block of the page of configurations. */
function block(name: string): string {
  const found = codeBlocks(configuring).find((one) => one.name === name);
  return found?.text ?? "";
}

describe("the page of update", () => {
  test("has the workflow as it is tried", () => {
    const [yaml] = codeBlocks(updating).filter(
      ({ language }) => language === "yaml",
    );
    const text = readFileSync("templates/workflows/update.yml", "utf8");
    expect(`${yaml?.text.trimEnd()}\n`).toBe(text);
  });

  test("has every kind of news, in the words of the command", () => {
    expect(firstCells(updating, "Message").sort()).toEqual(
      Object.values(turns).sort(),
    );
  });

  test("has the limits of the code", () => {
    expect(updating).toContain(`${maxBytes / 1024 / 1024} MiB`);
    const get = readFileSync("src/base/fetch/get.ts", "utf8");
    expect(get).toContain("const timeout = 60_000;");
    expect(get).toContain("const idleTimeout = 15_000;");
    expect(updating).toContain("15 seconds without data, and after a minute");
  });
});

describe("the page of configurations", () => {
  test("has every name of a configuration, and fields that there are", () => {
    const named = configNames.map((name) => name.replace("mcp-gen.config", ""));
    for (const name of named) expect(configuring).toContain(`${name}\``);
    const { $defs } = JSON.parse(
      readFileSync("src/project/config/config.schema.json", "utf8"),
    ) as { $defs: { OneOutput: { properties: object } } };
    const fields = Object.keys($defs.OneOutput.properties);
    const told = firstCells(configuring, "Field");
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter((name) => !fields.includes(name))).toEqual([]);
  });

  test("shows configurations that are read", async () => {
    const blocks = codeBlocks(configuring).filter(({ name }) =>
      name?.includes("mcp-gen.config"),
    );
    expect(blocks.length).toBeGreaterThan(3);
    const folder = temporaryFolder();
    for (const { name = "", text } of blocks) {
      writeTree(folder, { [name]: text });
      const { outputs = [] } = (await readConfig(folder, name)) ?? {};
      expect(outputs.length, name).toBe(name.startsWith("several") ? 2 : 1);
    }
  });

  test("shows the errors that there are", async () => {
    const cwd = temporaryFolder();
    const wanted = block("mcp-gen.config.ts").replace(
      "out:",
      'emit: ["types"], out:',
    );
    const write = (text: string): void =>
      writeTree(cwd, { "package.json": "{}", "mcp-gen.config.ts": text });
    write(wanted.replace("revisions", "revision"));
    const unknown = await mcpGen(["generate"], { cwd });
    expect(configuring).toContain(unknown.stderr.split("\n")[0]);

    write(wanted);
    expect(await mcpGen(["update", "--offline"], { cwd })).toMatchObject({
      code: 0,
    });
    expect(await mcpGen(["check"], { cwd })).toMatchObject({ code: 0 });
    write(wanted.replace(', "draft"', ""));
    const differing = await mcpGen(["check"], { cwd });
    expect(differing.code).toBe(2);
    expect(configuring).toContain(differing.stderr);
    // The command line goes first.
    const once = ["generate", "2025-11-25", "--out", "src/mcp"];
    expect(await mcpGen(once, { cwd })).toMatchObject({ code: 0 });
  });
});
