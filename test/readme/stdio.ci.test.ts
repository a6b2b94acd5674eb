import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import * as handshake from "../../generated/2025-11-25/index.ts";
import { createClient } from "../../generated/index.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { namedBlock, readPage } from "./blocks.ts";
import { writeExample } from "./write.ts";

// What the page of stdio says of kill -9, with processes that are killed.
const root = join(import.meta.dirname, "../..");
const info = { name: "test", version: "1.0.0" };
let folder: string;

const bundling = {
  bundle: true,
  platform: "node",
  format: "esm",
  logLevel: "error",
} as const;

/**
 * Serves by stdio, or at an address that it prints; writes down what becomes of a call.
 * What is slow ends soon after it was aborted, or when the test lets it: whoever kills
 * somebody meanwhile may take its time.
 */
const serverCode = `
import { appendFileSync, existsSync } from "node:fs";
import { createServer, tool } from "@mcp-gen/runtime";
import { listen } from "@mcp-gen/runtime/http-node";
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";

const [, , log = "", port] = process.argv;
const note = (words: string): void => appendFileSync(log, words + "\\n");
const slow = tool("slow", {}, async (_, { signal }) => {
  signal.addEventListener("abort", () => note("aborted"));
  note("begun");
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  while (!signal.aborted && !existsSync(log + ".end")) await pause();
  await pause();
  note("finished");
  return "done";
});
const pid = tool("pid", {}, () => String(process.pid));
const server = createServer({
  info: { name: "killed", version: "1.0.0" },
  features: [slow, pid],
});
process.on("exit", () => note("exited"));
if (port === undefined) await serveStdio(server);
else console.log((await listen(server, { port: Number(port) })).url);
`;

/** Calls what is slow, until somebody kills it. */
const clientCode = `
import * as handshake from "@mcp-gen/runtime/2025-11-25";
import { createClient } from "@mcp-gen/runtime";
import { httpTransport } from "@mcp-gen/runtime/http-client";
import { spawnStdio } from "@mcp-gen/runtime/spawn-stdio";

const [, , log = "", url, revision] = process.argv;
const info = { name: "victim", version: "1.0.0" };
const client =
  revision === undefined ? createClient({ info }) : handshake.createClient({ info });
await client.connect(
  url
    ? httpTransport({ url })
    : spawnStdio({ command: process.execPath, args: ["server.mjs", log] }),
);
await client.callTool({ name: "slow" });
`;

// Within the repository, because the programs import what is installed there.
beforeAll(async () => {
  folder = mkdtempSync(join(root, ".example-"));
  writeExample(join(folder, "server.ts"), serverCode);
  writeExample(join(folder, "client.ts"), clientCode);
  await build({
    entryPoints: [join(folder, "server.ts"), join(folder, "client.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    ...bundling,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["client.ts", "restarting.ts"])(
  "the page's %s starts its server, and is answered",
  async (name) => {
    const own = join(folder, `page-${name}`);
    mkdirSync(own);
    for (const one of ["stdio.ts", name])
      writeExample(join(own, one), namedBlock("docs/guides/stdio.md", one));
    await build({
      ...bundling,
      entryPoints: [join(own, "stdio.ts"), join(own, name)],
      outdir: own,
    });
    writeFileSync(join(own, "package.json"), '{ "type": "module" }');
    const printed = execFileSync("node", [name.replace(".ts", ".js")], {
      cwd: own,
      encoding: "utf8",
    });
    expect(printed).toContain("text: 'Hello!'");
  },
);

let logs = 0;

/** What a program writes down. */
interface Log {
  readonly file: string;
  /** What it has by now. */
  read(): string[];
  /** Lets what is slow come to its end. */
  end(): void;
}

/** A file for a program to write down what happens. */
function newLog(): Log {
  const file = join(folder, `log-${logs++}`);
  writeFileSync(file, "");
  return {
    file,
    read: () => readFileSync(file, "utf8").trim().split("\n"),
    end: () => writeFileSync(`${file}.end`, ""),
  };
}

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Listens at a port, any by default; gives the process and its address. */
async function listening(file: string, port = "0") {
  const server = start("server.mjs", file, port);
  const [line] = (await once(server.stdout ?? server, "data")) as [Buffer];
  return { server, url: String(line).trim() };
}

/** What a call of `pid` gives: the process that answers. */
async function pidOf(
  client: Pick<ReturnType<typeof createClient>, "callTool">,
): Promise<number> {
  const [block] = (await client.callTool({ name: "pid" })).content;
  return Number(block?.type === "text" ? block.text : NaN);
}

/** Calls what is slow, and waits until its handler is at work. */
async function slowCall(
  client: Pick<ReturnType<typeof createClient>, "callTool">,
  log: Log,
): Promise<{ readonly call: Promise<unknown> }> {
  const call = client.callTool({ name: "slow" });
  call.catch(() => {});
  await expect.poll(log.read).toContain("begun");
  return { call };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("over stdio", () => {
  const program = (file: string) => () =>
    spawnStdio({
      command: process.execPath,
      args: ["server.mjs", file],
      cwd: folder,
    });

  test("a server that is killed ends its calls, and later ones", async () => {
    const log = newLog();
    const client = createClient({ info });
    await client.connect(program(log.file)());
    const pid = await pidOf(client);
    const { call } = await slowCall(client, log);
    process.kill(pid, "SIGKILL");
    const said = "the connection broke: the server was ended by SIGKILL";
    await expect(call).rejects.toThrow(said);
    expect(readPage("docs/guides/stdio.md")).toContain(`\`${said}\``);
    await expect(pidOf(client)).rejects.toThrow("ended by SIGKILL");
    await client.close();
  });

  test("a server that is killed is started again where that was asked for", async () => {
    const log = newLog();
    const client = createClient({ info });
    const restart = { attempts: 3, delayMs: 1 };
    await client.connect(program(log.file), { restart });
    const pid = await pidOf(client);
    const { call } = await slowCall(client, log);
    process.kill(pid, "SIGKILL");
    await expect(call).rejects.toThrow("ended by SIGKILL");
    expect(await pidOf(client)).not.toBe(pid);
    expect(log.read().filter((line) => line === "begun")).toHaveLength(1);
    await client.close();
  });

  test("a client that is killed leaves no server behind", async () => {
    const log = newLog();
    const client = start("client.mjs", log.file);
    await expect.poll(log.read).toContain("begun");
    await kill(client);
    await expect
      .poll(log.read)
      .toEqual(["begun", "aborted", "finished", "exited"]);
  });
});

describe("over HTTP", () => {
  const port = (url: string): string => new URL(url).port;

  test("a server of single requests that is killed ends its calls; its follower answers", async () => {
    const log = newLog();
    const { server, url } = await listening(log.file);
    const client = createClient({ info });
    await client.connect(httpTransport({ url }));
    const { call } = await slowCall(client, log);
    await kill(server);
    await expect(call).rejects.toMatchObject({ kind: "transport" });
    const next = await listening(log.file, port(url));
    expect(await pidOf(client)).toBe(next.server.pid);
    await client.close();
  });

  test("a server with sessions that is killed: the call is tried for, later ones have a new session", async () => {
    const log = newLog();
    const { server, url } = await listening(log.file);
    const client = handshake.createClient({ info });
    // The half minute of the defaults, in short.
    const reconnect = { attempts: 5, delayMs: 20 };
    await client.connect(httpTransport({ url, reconnect }));
    const { call } = await slowCall(client, log);
    await kill(server);
    await expect(call).rejects.toMatchObject({ kind: "transport" });
    const next = await listening(log.file, port(url));
    expect(await pidOf(client)).toBe(next.server.pid);
    await client.close();
  });

  test("a client that is killed cancels its calls, where requests stand alone", async () => {
    const log = newLog();
    const { url } = await listening(log.file);
    const client = start("client.mjs", log.file, url);
    await expect.poll(log.read).toContain("begun");
    await kill(client);
    await expect.poll(log.read).toEqual(["begun", "aborted", "finished"]);
  });

  test("a client that is killed leaves its calls at work, in a session", async () => {
    const log = newLog();
    const { url } = await listening(log.file);
    const client = start("client.mjs", log.file, url, "handshake");
    await expect.poll(log.read).toContain("begun");
    await kill(client);
    // Time enough for the server to notice: nothing is aborted by that.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    log.end();
    await expect.poll(log.read).toEqual(["begun", "finished"]);
  });
});
