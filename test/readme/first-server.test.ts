import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitWords } from "../../src/call/server/words.ts";
import { call } from "../call/terminal-call.ts";
import { firstServer } from "./first-server.ts";
import { shownCommands } from "./transcript.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
const page = "docs/guides/first-server.md";
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
    writeExample(join(folder, path), text);
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
const [, ...commands] = shownCommands(page);

test("the first server has commands", () => {
  expect(commands.length).toBeGreaterThan(4);
});

test.each(commands)("the first server: $command", async (shown) => {
  const [npx, name, verb, ...words] = splitWords(shown.command, "linux");
  expect([npx, name, verb]).toEqual(["npx", "mcp-gen", "call"]);
  const { code, stdout } = await call(words, { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: shown.output });
});
