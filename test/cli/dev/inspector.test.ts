import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../src/cli/commands/run.ts";
import { addressIn } from "../../../src/cli/dev/index.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

const fakeNpx = `#!${process.execPath}
const { renameSync, writeFileSync } = require("node:fs");
writeFileSync("npx.draft", JSON.stringify(process.argv.slice(2)));
renameSync("npx.draft", "npx.json");
`;

/** What `npx` is asked to run. */
async function inspected(
  args: readonly string[],
  files: Record<string, string>,
): Promise<{ code: number; words: unknown; stderr: string }> {
  const cwd = temporaryFolder();
  writeTree(cwd, { ...files, "bin/npx": fakeNpx });
  chmodSync(join(cwd, "bin/npx"), 0o755);
  let stderr = "";
  const controller = new AbortController();
  const code = await run(["dev", ...args], {
    cwd,
    env: { ...process.env, PATH: `${join(cwd, "bin")}:${process.env["PATH"]}` },
    program: ["/bin/node", "/lib/cli.js"],
    isTerminal: true,
    stdout: () => undefined,
    stderr: (text) => {
      stderr += text;
      // The fake Inspector ends at once; the server goes on until it is stopped.
      if (text.includes("The server has ended")) controller.abort();
    },
    readStdin: async () => Buffer.alloc(0),
    stdin: async function* () {},
    drained: async () => true,
    interruption: () => controller.signal,
  });
  const words = JSON.parse(
    readFileSync(join(cwd, "npx.json"), "utf8"),
  ) as unknown;
  return { code, words, stderr };
}

test("the Inspector starts this command itself, and what is the server's stays its own", async () => {
  const files = { "server.js": "" };
  const plain = await inspected(["server.js", "--inspector"], files);
  expect(plain.code).toBe(0);
  expect(plain.words).toEqual([
    ...["--yes", "@modelcontextprotocol/inspector@2"],
    ...["/bin/node", "/lib/cli.js", "--", "dev", "server.js"],
  ]);
  const args = ["--inspector", "--watch", "data", "--", "node", "server.js"];
  const words = await inspected([...args, "--verbose"], files);
  expect((words.words as string[]).slice(2)).toEqual([
    ...["/bin/node", "/lib/cli.js", "--", "dev", "--watch", "data"],
    ...["--", "node", "server.js", "--verbose"],
  ]);
});

test("of a server over HTTP it opens the address that the server prints", async () => {
  const late = `setInterval(() => require("node:fs").existsSync("npx.json") && process.exit(), 10);`;
  const server = `console.log("Listening on http://localhost:3456");${late}`;
  const args = ["server.js", "--http", "--inspector"];
  const { words } = await inspected(args, { "server.js": server });
  expect(words).toEqual([
    ...["--yes", "@modelcontextprotocol/inspector@2"],
    ...["--server-url", "http://localhost:3456/mcp", "--transport", "http"],
  ]);
});

test.each([
  ["Listening on http://127.0.0.1:3000/mcp", "http://127.0.0.1:3000/mcp"],
  ["ready: http://localhost:80/", "http://localhost/mcp"],
  ["http://[::1]:9/a/b, press q", "http://[::1]:9/a/b"],
  ["see https://example.com/docs", undefined],
])("%j names %s", (text, address) => {
  expect(addressIn(text)).toBe(address);
});

test("a file that is not there is told before anything starts", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "server.ts": "" });
  let stderr = "";
  const code = await run(["dev", "sevrer.ts"], {
    cwd,
    isTerminal: false,
    stdout: () => undefined,
    stderr: (text) => void (stderr += text),
    readStdin: async () => Buffer.alloc(0),
    stdin: async function* () {},
    drained: async () => true,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean "server.ts"?');
});
