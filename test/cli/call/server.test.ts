import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { InputDefinition } from "../../../src/cli/call/config/entries.ts";
import { resolveServer } from "../../../src/cli/call/server/resolve.ts";
import type { ServerTarget } from "../../../src/cli/call/server/target.ts";
import { splitWords } from "../../../src/cli/call/server/words.ts";
import {
  temporaryFolder,
  writeTree,
  type Tree,
} from "../../emit/output/folder.ts";

describe("a command line has the words that a shell would find", () => {
  test.each<[string, string[]]>([
    ["node server.js", ["node", "server.js"]],
    ["  node   'a b.js'  ", ["node", "a b.js"]],
    [`node "a \\"b\\" $c" d\\ e`, ["node", 'a "b" $c', "d e"]],
    [`x --a='b c' ""`, ["x", "--a=b c", ""]],
    ["x https://a/b?c=1&d=2", ["x", "https://a/b?c=1&d=2"]],
    ["x '|' a", ["x", "|", "a"]],
  ])("%s", (line, words) => {
    expect(splitWords(line, "linux")).toEqual(words);
  });

  test("on Windows a backslash is one of a path", () => {
    const line = String.raw`"C:\My Tools\x.exe" C:\y`;
    expect(splitWords(line, "win32")).toEqual([
      String.raw`C:\My Tools\x.exe`,
      String.raw`C:\y`,
    ]);
  });

  test.each(["node 'a", "a | b", "a && b", "a > b"])("not %s", (line) => {
    expect(() => splitWords(line, "linux")).toThrow(
      /quote that does not end|without a shell/,
    );
  });
});

interface Given {
  readonly tree?: Tree;
  readonly word?: string;
  readonly words?: string[];
  readonly config?: string;
  readonly env?: Record<string, string>;
  readonly inside?: string;
  readonly ask?: (input: InputDefinition) => Promise<string>;
}

async function resolved(given: Given): Promise<{
  target: ServerTarget;
  notes: string[];
  folder: string;
}> {
  const folder = temporaryFolder();
  const { tree = {}, inside = ".", env = {}, ask, ...choice } = given;
  writeTree(folder, { "home/.keep": "", ...tree });
  const cwd = inside === "." ? folder : `${folder}/${inside}`;
  const notes: string[] = [];
  const { PATH = "" } = process.env;
  const target = await resolveServer(
    { ...choice, cwd },
    {
      home: {
        env: { PATH, HOME: `${folder}/home`, ...env },
        platform: "linux",
      },
      note: (text) => void notes.push(text),
      ...(ask && { ask }),
    },
  );
  return { target, notes, folder };
}

const program = { kind: "program", env: {} };

describe("a server is", () => {
  test.each<[string, object]>([
    [
      "https://a.example/mcp",
      { kind: "http", url: "https://a.example/mcp", headers: {} },
    ],
    ["localhost:3000/mcp", { kind: "http", url: "http://localhost:3000/mcp" }],
    [
      "node server.js --x",
      { ...program, command: "node", args: ["server.js", "--x"] },
    ],
    [
      "A=1 B='2 3' node x",
      { command: "node", args: ["x"], env: { A: "1", B: "2 3" } },
    ],
    ["node", { ...program, command: "node", args: [] }],
    ["./server.mjs", { ...program, command: "node", args: ["./server.mjs"] }],
    ["server.mjs", { ...program, command: "node", args: ["server.mjs"] }],
  ])("%s", async (word, wanted) => {
    const { target } = await resolved({ word, tree: { "server.mjs": "" } });
    expect(target).toMatchObject(wanted);
  });

  test("a file in TypeScript, which tsx runs where the project has it", async () => {
    const tree = {
      "server.ts": "",
      "node_modules/tsx/package.json": '{ "main": "loader.js" }',
      "node_modules/tsx/loader.js": "",
    };
    const { target, folder } = await resolved({ word: "server.ts", tree });
    const loader = pathToFileURL(join(folder, "node_modules/tsx/loader.js"));
    expect(target).toMatchObject({
      command: "node",
      args: ["--import", loader.href, "server.ts"],
    });
  });

  test("a command line in words", async () => {
    const { target } = await resolved({ words: ["npx", "-y", "a server"] });
    expect(target).toMatchObject({ command: "npx", args: ["-y", "a server"] });
  });

  test("an address with a name and a password, which become a header", async () => {
    const { target } = await resolved({ word: "https://a:b%20c@x.example/" });
    const authorization = `Basic ${Buffer.from("a:b c").toString("base64")}`;
    const url = "https://x.example/";
    expect(target).toMatchObject({ url, headers: { authorization } });
  });

  test.each<[string, object]>([
    ["mcp.json", { mcpServers: { it: { command: "x", args: ["1"] } } }],
    [".mcp.json", { mcpServers: { it: { command: "x 1" } } }],
    [".cursor/mcp.json", { mcpServers: { it: { command: "x", args: [1] } } }],
    [
      ".vscode/mcp.json",
      { servers: { it: { type: "stdio", command: "x", args: ["1"] } } },
    ],
    [
      ".vscode/settings.json",
      { mcp: { servers: { it: { command: "x", args: ["1"] } } } },
    ],
    [
      ".zed/settings.json",
      { context_servers: { it: { command: { path: "x", args: ["1"] } } } },
    ],
    [
      "home/.claude.json",
      { mcpServers: { it: { command: "x", args: ["1"] } } },
    ],
    [
      "home/.config/Claude/claude_desktop_config.json",
      { mcpServers: { it: { command: "x 1" } } },
    ],
  ])("an entry of %s", async (file, config) => {
    const tree = { [file]: JSON.stringify(config) };
    const { target, folder } = await resolved({ word: "it", tree });
    expect(target).toEqual({
      ...program,
      command: "x",
      args: ["1"],
      cwd: folder,
    });
  });

  test("an entry of the project around the folder, and of nobody further up", async () => {
    const config = JSON.stringify({ mcpServers: { it: { command: "x" } } });
    const tree = { "mcp.json": config, "a/b/c": "" };
    const within = { word: "it", inside: "a/b" };
    const { target, folder } = await resolved({
      ...within,
      tree: { ...tree, ".git/HEAD": "" },
    });
    expect(target).toMatchObject({ command: "x", cwd: folder });
    await expect(resolved({ ...within, tree })).rejects.toThrow("no server");
  });

  test("an entry with comments, variables and a file of variables", async () => {
    const { target, notes, folder } = await resolved({
      word: "it",
      env: { TOKEN: "secret" },
      tree: {
        ".env": "FROM_FILE='yes'\n",
        ".vscode/mcp.json": `{
          // "it": is commented
          "servers": { "it": {
            "command": "\${workspaceFolder}/x",
            "args": ["\${env:TOKEN}", "\${TOKEN}", "\${NONE:-else}", "https://a//b", "\${env:NONE}"],
            "env": { "A": "\${userHome}" },
            "envFile": "\${workspaceFolder}/.env",
            "cwd": "sub", /* until here */
          }, },
        }`,
      },
    });
    expect(target).toEqual({
      kind: "program",
      command: `${folder}/x`,
      args: ["secret", "secret", "else", "https://a//b", ""],
      env: { FROM_FILE: "yes", A: `${folder}/home` },
      cwd: `${folder}/sub`,
    });
    expect(notes).toEqual(["it: the variable NONE is not set"]);
  });

  test("an entry at a URL, with headers, a login, and what a person is asked for once", async () => {
    const asked: string[] = [];
    const config = {
      inputs: [
        { id: "key", type: "promptString", description: "Key", password: true },
      ],
      servers: {
        it: {
          type: "http",
          url: "https://a.example/${input:key}",
          headers: { Authorization: "Bearer ${input:key}" },
          oauth: { clientId: "me", callbackPort: 4321 },
        },
      },
    };
    const { target } = await resolved({
      word: "it",
      tree: { "my.json": JSON.stringify(config) },
      config: "my.json",
      ask: async ({ description, isSecret }) => {
        asked.push(`${description} ${isSecret}`);
        return "k";
      },
    });
    expect(target).toEqual({
      kind: "http",
      url: "https://a.example/k",
      headers: { Authorization: "Bearer k" },
      login: { clientId: "me", port: 4321 },
    });
    expect(asked).toEqual(["Key true"]);
  });
});

describe("a server that there is not is told", () => {
  const mcp = (servers: object): Tree => ({
    "mcp.json": JSON.stringify({ mcpServers: servers }),
  });
  test.each<[Given, string, string?]>([
    [
      { word: "wether", tree: mcp({ weather: { command: "x" } }) },
      'no server "wether"',
      'did you mean "weather"?',
    ],
    [
      { word: "zzz", tree: mcp({ weather: {}, notes: {} }) },
      'no server "zzz"',
      "there are weather, notes",
    ],
    [{ word: "zzz" }, "no program of that name, and no mcp.json"],
    [
      { tree: mcp({ weather: {} }) },
      "No server is named",
      "the configuration here has weather",
    ],
    [{ word: "weather", config: "none.json" }, "there is no such file"],
    [
      { word: "it", tree: mcp({ it: { type: "ws", url: "ws://x" } }) },
      'it is spoken to over "ws"',
    ],
    [{ word: "it", tree: mcp({ it: {} }) }, "no command and no url"],
    [
      { word: "it", tree: mcp({ it: { command: "x", args: ["${NONE}"] } }) },
      "needs the variable NONE",
    ],
    [
      { word: "it", tree: mcp({ it: { command: "${input:x}" } }) },
      "nothing is known of: ${input:x}",
    ],
    [{ word: "ftp://x" }, "not over ftp:"],
    [{ word: "http://[" }, "The server's address is no URL"],
  ])("%j", async (given, message, hint) => {
    await expect(resolved(given)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      ...(hint !== undefined && { hint }),
    });
  });

  test("a broken file hides no other, and shows none of its text", async () => {
    const { target, notes } = await resolved({
      word: "it",
      tree: {
        "mcp.json": '{ "mcpServers": {\n "it": { "env": { "KEY": "s3cret" oops',
        ".mcp.json": '{ "mcpServers": { "it": { "command": "x" } } }',
      },
    });
    expect(target).toMatchObject({ command: "x" });
    expect(notes).toEqual([
      expect.stringMatching(/mcp\.json:2:\d+: no valid JSON$/),
    ]);
  });
});
