import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, tool } from "../../generated/index.ts";
import { splitWords } from "../../src/cli/call/server/words.ts";
import { run } from "../../src/cli/commands/run.ts";
import { call, served } from "../cli/call/terminal-call.ts";
import { bundle, type Bundle } from "../interop/bundle.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { codeBlocks, readPage } from "./blocks.ts";
import { firstServer } from "./first-server.ts";
import { shownCommands, shownWords } from "./transcript.ts";
import { writeExample } from "./write.ts";

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
      .replace("/Users/ada/", "/home/ada/") // as on macOS
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

// What follows is of the first server: to load `call` takes a second, and is done once.
const root = join(import.meta.dirname, "../..");
let folder: string;

// Within the repository, because the programs import what is installed there.
beforeAll(async () => {
  folder = mkdtempSync(join(root, ".example-"));
  const stdio = `import { serveStdio } from "@mcp-gen/runtime/serve-stdio";
    import { server } from "./server.js";
    await serveStdio(server);`;
  const files = { ...firstServer(), "src/stdio.ts": stdio };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeExample(
      join(folder, path),
      text.replaceAll("/home/ada/weather", folder),
    );
  }
  await build({
    entryPoints: [join(folder, "src/stdio.ts")],
    outfile: join(folder, "dist/stdio.js"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const weather = { command: process.execPath, args: ["dist/stdio.js"] };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "mcp.json"),
    JSON.stringify({ mcpServers: { weather } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The first is answered by what `init` has written.
const [, ...commands] = shownCommands("docs/guides/first-server.md");

test("the first server has commands", () => {
  expect(commands.length).toBeGreaterThan(4);
});

test.each(commands)("the first server: $command", async (shown) => {
  const [npx, name, verb, ...words] = splitWords(shown.command, "linux");
  expect([npx, name, verb]).toEqual(["npx", "mcp-gen", "call"]);
  const { code, stdout } = await call(words, { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: shown.output });
});
