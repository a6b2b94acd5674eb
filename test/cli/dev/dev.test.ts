import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { hintFor } from "../../../src/cli/dev/hints.ts";
import { dev, serverCommand, type DevIo } from "../../../src/cli/dev/index.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";
import { fromSources } from "../../support/from-sources.ts";

/** A server that has one tool, says which, and ends at the end of its input. */
const server = (tool: string): string => `
import { createInterface } from "node:readline";
const answers = {
  initialize: { protocolVersion: "a", capabilities: { tools: {} } },
  "tools/list": { tools: [{ name: "${tool}" }] },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined || method === "tools/call") return;
  const result = answers[method] ?? { pid: process.pid, args: process.argv.slice(2) };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
});
`;

/** A server on the runtime whose tool logs before it asks. */
async function askingServer(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createServer, text, tool } from "@mcp-gen/runtime";
        import { serveStdio } from "@mcp-gen/runtime/serve-stdio";
        const book = tool("book", {}, async (_, context) => {
          context.log("debug", "booking");
          await context.elicit("sure", {
            message: "Sure?",
            requestedSchema: { type: "object", properties: {} },
          });
          return text("booked");
        });
        await serveStdio(createServer({
          info: { name: "a", version: "1" },
          capabilities: { logging: {} },
          features: [book],
        }));`,
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    bundle: true,
    plugins: [fromSources],
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

interface Run {
  folder: string;
  send(value: unknown): void;
  /** The next message that has what is asked for. */
  next(expected: object): Promise<unknown>;
  /** Waits until something was said on standard error. */
  noted(text: string): Promise<void>;
  endInput(): void;
  stop(): void;
  code: Promise<boolean>;
}

function start(
  words: readonly string[],
  files: Record<string, string>,
  { isHttp = false, watch = [] as string[] } = {},
): Run {
  const folder = temporaryFolder();
  writeTree(folder, { "package.json": '{"type":"module"}', ...files });
  const stdin = new PassThrough();
  const controller = new AbortController();
  let text = "";
  let notes = "";
  const wakers = new Set<() => void>();
  const wake = (): void => wakers.forEach((one) => one());
  const until = async <Found>(
    find: () => Found | undefined,
  ): Promise<Found> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const waker = (): void => {
          wakers.delete(waker);
          resolve();
        };
        wakers.add(waker);
      });
    }
  };
  const io: DevIo = {
    cwd: folder,
    env: process.env,
    isWindows: false,
    stdin: () => stdin,
    stdout: (more) => {
      text += more;
      wake();
    },
    drained: async () => true,
    stderr: (more) => {
      notes += more;
      wake();
    },
    note: (more) => {
      notes += `${more}\n`;
      wake();
    },
    prepare: async () => undefined,
    signal: controller.signal,
  };
  const loader = pathToFileURL(join(folder, "unused.js"));
  const command = serverCommand(words, folder, {
    node: process.execPath,
    loader,
  });
  const paths = watch.map((path) => join(folder, path));
  return {
    folder,
    code: dev({ server: command, isHttp, watch: paths }, io),
    send: (value) => void stdin.write(`${JSON.stringify(value)}\n`),
    next: (expected) =>
      until(() => {
        const end = text.indexOf("\n");
        if (end === -1) return undefined;
        const value: unknown = JSON.parse(text.slice(0, end));
        text = text.slice(end + 1);
        expect(value).toMatchObject(expected);
        return value;
      }),
    noted: (wanted) =>
      until(() => {
        const at = notes.indexOf(wanted);
        if (at === -1) return undefined;
        notes = notes.slice(at + wanted.length);
        return true;
      }).then(() => undefined),
    endInput: () => void stdin.end(),
    stop: () => controller.abort(),
  };
}

test("a client stays while its server starts again, and hears that lists changed", async () => {
  const run = start(["server.js"], { "server.js": server("old") });
  run.send({ id: 1, method: "initialize", params: {} });
  await run.next({ id: 1, result: { protocolVersion: "a" } });
  run.send({ method: "notifications/initialized" });
  run.send({ id: 2, method: "tools/list" });
  await run.next({ result: { tools: [{ name: "old" }] } });
  writeFileSync(join(run.folder, "server.js"), server("new"));
  await run.next({ method: "notifications/tools/list_changed" });
  run.send({ id: 3, method: "tools/list" });
  await run.next({ id: 3, result: { tools: [{ name: "new" }] } });
  run.endInput();
  expect(await run.code).toBe(true);
});

test("a server that falls over is told, and starts when it is mended", async () => {
  const run = start(["server.js"], { "server.js": "throw new Error('Oh')" });
  await run.noted("Error: Oh");
  await run.noted("The server has ended (exit code 1)");
  run.send({ id: 1, method: "tools/list" });
  await run.next({ id: 1, error: { message: /exit code 1/ } });
  mkdirSync(join(run.folder, "lib"));
  writeFileSync(join(run.folder, "lib/new.ts"), "export {};");
  await run.noted("lib/new.ts has changed");
  await run.noted("The server has ended (exit code 1)");
  writeFileSync(join(run.folder, "server.js"), server("mended"));
  await run.noted("server.js has changed");
  run.send({ id: 2, method: "tools/list" });
  await run.next({ id: 2, result: { tools: [{ name: "mended" }] } });
  run.endInput();
  expect(await run.code).toBe(true);
});

test("data starts no server again, unless it is watched; what is made never does", async () => {
  const files = { "server.js": server("a"), "data/a.txt": "1", "n.json": "{}" };
  const run = start(["server.js"], files, { watch: ["data"] });
  run.send({ id: 1, method: "pid" });
  const { result } = (await run.next({ id: 1 })) as { result: unknown };
  writeTree(run.folder, {
    "n.json": "[1]",
    "notes.txt": "",
    "dist/x.js": "",
    "node_modules/a/index.js": "",
  });
  run.send({ id: 2, method: "pid" });
  await run.next({ id: 2, result: result as object });
  writeFileSync(join(run.folder, "data/a.txt"), "2");
  await run.noted("data/a.txt has changed");
  run.stop();
  expect(await run.code).toBe(true);
});

test("of a server that was built, what it was built from starts nothing", async () => {
  const run = start(["made/server.js"], {
    "tsconfig.json":
      '{ "compilerOptions": {\n // as ever\n "outDir": "./made" } }',
    "src/server.ts": "1",
    "made/server.js": server("a"),
  });
  run.send({ id: 1, method: "pid" });
  const { result } = (await run.next({ id: 1 })) as { result: unknown };
  writeTree(run.folder, { "src/server.ts": "2" });
  run.send({ id: 2, method: "pid" });
  await run.next({ id: 2, result: result as object });
  writeTree(run.folder, { "made/server.js": server("b") });
  // The first that is seen is what was built.
  await run.noted("made/server.js has changed");
  run.stop();
  expect(await run.code).toBe(true);
});

test("a server that ends at once is told with what to do", async () => {
  const run = start(["server.js"], { "server.js": 'import "no-such-pack/x";' });
  await run.noted("The server has ended (exit code 1)");
  await run.noted(
    "What to do: install what is missing: npm install no-such-pack",
  );
  writeTree(run.folder, { "server.js": "" });
  await run.noted("What to do: it had nothing left to do");
  run.stop();
  expect(await run.code).toBe(true);
});

test.each([
  ["Error: Cannot find module './a.js'\n", "exit code 1", "there is no ./a.js"],
  ["Cannot find package '@a/b' imported", "exit code 1", "npm install @a/b"],
  [
    "Error: listen EADDRINUSE: address already in use :::3000\n",
    "exit code 1",
    "at port 3000",
  ],
  [
    "await is only valid in async functions and",
    "exit code 1",
    "name the file .mts",
  ],
  ["", "exit code 127", "its command is not there"],
  ["", "spawn uv ENOENT", "its command is not there"],
  ["Error: mine", "exit code 1", undefined],
])("what to do about %j", (printed, how, expected) => {
  const hint = hintFor(printed, how);
  if (expected === undefined) expect(hint).toBeUndefined();
  else expect(hint).toContain(expected);
});

test("a server on the runtime reports actions that a handler repeats", async () => {
  const run = start(["server.js"], { "server.js": await askingServer() });
  const call = (id: number, more: object): void =>
    run.send({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: {
        name: "book",
        arguments: {},
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "a", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {
            elicitation: { form: {} },
          },
        },
        ...more,
      },
    });
  call(1, {});
  const asked = await run.next({ id: 1, result: { inputRequests: {} } });
  const { result } = asked as { result: { requestState: string } };
  call(2, {
    requestState: result.requestState,
    inputResponses: { sure: { action: "accept", content: {} } },
  });
  await run.next({ id: 2, result: { content: [{ text: "booked" }] } });
  await run.noted("tools/call book: context.log ran before a request");
  run.endInput();
  expect(await run.code).toBe(true);
});

test("a command runs by the shell, or word by word", async () => {
  const file = { "server.js": server("a") };
  const node = JSON.stringify(process.execPath);
  const line = start([`A=1 ${node} server.js "b c"`], file);
  line.send({ id: 1, method: "args" });
  await line.next({ result: { args: ["b c"] } });
  line.endInput();
  const words = start([process.execPath, "server.js", "b c"], file);
  words.send({ id: 1, method: "args" });
  await words.next({ result: { args: ["b c"] } });
  words.endInput();
  expect(await Promise.all([line.code, words.code])).toEqual([true, true]);
});

const listening = `
import { createServer } from "node:http";
const server = createServer((_, response) => response.end("VERSION"));
server.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ port: server.address().port })));
`;

test("a server over HTTP starts again on its own, when the last one is gone", async () => {
  const run = start(["http.js"], { "http.js": listening }, { isHttp: true });
  const { port } = (await run.next({})) as { port: number };
  const again = listening.replace("listen(0", `listen(${port}`);
  writeFileSync(
    join(run.folder, "http.js"),
    again.replace("VERSION", "second"),
  );
  await run.next({ port });
  const response = await fetch(`http://127.0.0.1:${port}`);
  expect(await response.text()).toBe("second");
  run.stop();
  expect(await run.code).toBe(true);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});
