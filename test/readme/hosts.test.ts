import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, tool } from "../../generated/index.ts";
import { run } from "../../src/commands/run.ts";
import { call, served } from "../call/terminal-call.ts";
import { bundle, type Bundle } from "../interop/bundle.ts";
import { temporaryFolder, writeTree } from "../output/folder.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { shownWords } from "./transcript.ts";

const page = "docs/guides/hosts.md";
const built = "/home/ada/weather/dist/stdio.js";
const blocks = codeBlocks(readPage(page));
const entries = blocks.filter(({ language }) => language === "json");

let example: Bundle;
beforeAll(async () => {
  example = await bundle("../../templates/examples/pair/server.ts");
});
afterAll(() => example.remove());

/** What `mcp-gen call` lists of a server that an entry of a file names. */
async function listed(text: string, name: string): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, { "host.json": text });
  const words = [name, "--config", "host.json"];
  const { code, stdout, stderr } = await call(words, { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

describe("entries of hosts", () => {
  test("are there", () => {
    expect(entries.length).toBeGreaterThan(6);
  });

  test.each(
    entries
      .filter(({ text }) => /stdio\.js/.test(text))
      .map(({ line, text }) => [line, text] as const),
  )("that start what was built do so: line %i", async (_, text) => {
    const here = text
      .replace(built, example.file)
      .replace("${workspaceFolder}/dist/stdio.js", example.file);
    expect(await listed(here, "weather")).toContain("forecast(city: string)");
  });

  test.each(
    entries
      .filter(({ text }) => /"(?:url|httpUrl)"/.test(text))
      .map(({ line, text }) => [line, text] as const),
  )("that name an address are heard there: line %i", async (_, text) => {
    const info = { name: "remote", version: "1.0.0" };
    const url = await served(
      createServer({ info, features: [tool("wind", {}, () => "A breeze")] }),
    );
    const here = text.replace("http://127.0.0.1:3000/mcp", url);
    expect(await listed(here, "remote-weather")).toContain("wind()");
  });

  test("that init writes is what the page says", async () => {
    const cwd = temporaryFolder();
    const code = await run(["init", "--name", "weather", "--yes"], {
      cwd,
      isTerminal: false,
      stdout: () => {},
      stderr: () => {},
      readStdin: () => Promise.reject(new Error("nothing is read")),
      stdin: () => {
        throw new Error("nothing is read");
      },
      drained: async () => true,
    });
    expect(code).toBe(0);
    const [shown] = entries.filter(({ text }) => text.includes("mcp-gen"));
    expect(JSON.parse(shown?.text ?? "null")).toEqual(
      JSON.parse(readFileSync(join(cwd, "mcp.json"), "utf8")),
    );
  });

  test("are the same in commands and in TOML", () => {
    const started = shownWords(page)
      .filter((words) => words.includes("--") && words.includes("add"))
      .map((words) => words.slice(words.indexOf("--") + 1));
    expect(started).toEqual([
      ["node", built],
      ["node", built],
    ]);
    const toml = blocks.find(({ language }) => language === "toml")?.text;
    expect(toml).toContain(`command = "node"\nargs = ["${built}"]`);
  });
});

test("a line that is no JSON is warned of, as the check list says", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "loud.mjs": `console.log("Hello!");\nimport(${JSON.stringify(example.file)});`,
  });
  const { code, stderr } = await call([`node loud.mjs`], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain("a line is not JSON");
});
