import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, type Bundle } from "../../interop/bundle.ts";
import {
  everythingProgram,
  startListening,
} from "../../interop/everything/start.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";
import { call, callJson } from "./terminal-call.ts";

const node = JSON.stringify(process.execPath);
const everything = `${node} ${JSON.stringify(everythingProgram())}`;

let example: Bundle;
beforeAll(async () => {
  example = await bundle("../../templates/examples/pair/server.ts");
});
afterAll(() => example.remove());

test("the official reference server over stdio: its answer, and its own words apart", async () => {
  const sum = await call([everything, "get-sum", "-a", "a=1", "-a", "b=2.5"]);
  expect(sum).toMatchObject({
    code: 0,
    stdout: "The sum of 1 and 2.5 is 3.5.\n",
  });
  expect(sum.stderr).toContain("Starting default (STDIO) server");
});

/** A server whose one tool runs as a task alone, as a program. */
const taskServer = `
let asked = 0;
const task = (status) => ({
  taskId: "t1", status, statusMessage: "Digging", ttl: null, pollInterval: 1,
  createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z",
});
const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    serverInfo: { name: "digger", version: "1.0.0" },
    capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
  }),
  "tools/list": () => ({ tools: [
    { name: "dig", inputSchema: { type: "object" }, execution: { taskSupport: "required" } },
  ] }),
  "tools/call": ({ task: wanted }) => wanted
    ? { task: task("working") }
    : { content: [{ type: "text", text: "As a task alone" }], isError: true },
  "tasks/get": () => process.argv[2] === "confused"
    ? { ...task("working"), taskId: "t2" }
    : task(++asked < 3 || process.argv[2] === "forever" ? "working" : "completed"),
  "tasks/result": () => ({ content: [{ type: "text", text: "Found after " + asked }] }),
  "tasks/cancel": () => (process.stderr.write("It is cancelled\\n"), task("cancelled")),
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method]
    ? { result: answers[method](params) }
    : { error: { code: -32601, message: "No such method" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\\n");
});`;

test("a tool that runs as a task alone is waited for, and cancelled by Ctrl-C or where nobody can wait for it any more", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "digger.cjs": taskServer });
  expect(await call([`${node} digger.cjs`, "dig"], { cwd })).toEqual({
    ...{ code: 0, stdout: "Found after 3\n" },
    stderr: "| [working] Digging\n",
  });
  const interruption = new AbortController();
  const { code, stderr } = await call([`${node} digger.cjs forever`, "dig"], {
    cwd,
    interruption: interruption.signal,
    onStderr: (text) => {
      if (text.includes("Digging")) interruption.abort();
    },
  });
  expect(code).toBe(130);
  expect(stderr).toContain("It is cancelled");
  const confused = await call([`${node} digger.cjs confused`, "dig"], { cwd });
  expect(confused.code).toBe(3);
  expect(confused.stderr).toContain("It is cancelled");
});

test("the official reference server over HTTP", async () => {
  const { port, end } = await startListening("streamableHttp");
  const url = `127.0.0.1:${port}/mcp`;
  const args = [url, "completion/complete", "-a", "ref.type=ref/prompt"];
  const more = [
    "-a",
    "ref.name=completable-prompt",
    "-a",
    "argument.name=department",
    "-a",
    "argument.value=E",
  ];
  const { code, stdout } = await call([...args, ...more]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Engineering\n" });
  const overview = await callJson([url, "-q"]);
  expect(overview).toMatchObject({
    serverInfo: { name: "mcp-servers/everything" },
    resourceTemplates: [{}, {}],
  });
  await end();
});

test("the example, as an entry of an mcp.json, in each lifecycle", async () => {
  const cwd = temporaryFolder();
  const weather = { command: process.execPath, args: [example.file] };
  writeTree(cwd, { ".mcp.json": JSON.stringify({ mcpServers: { weather } }) });
  for (const revision of ["2024-11-05", "2026-07-28"]) {
    const args = ["weather", "forecast", "-a", "city=Oslo"];
    const { code, stdout } = await call([...args, "--revision", revision], {
      cwd,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ sky: "snow", celsius: -4 });
  }
});

const built = join(import.meta.dirname, "../../../dist/cli.js");

test.runIf(existsSync(built))(
  "what the package ships calls a command line behind --",
  () => {
    const args = [
      "call",
      "weather://Oslo",
      "--",
      process.execPath,
      example.file,
    ];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [built, ...args],
      { encoding: "utf8", cwd: temporaryFolder() },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ sky: "snow", celsius: -4 });
  },
);

/** A server by hand, of an old revision: it tells what becomes of a call that never ends. */
const slow = `
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
const info = { name: "slow", version: "1" };
const answers = {
  initialize: { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo: info },
  "tools/list": { tools: [{ name: "wait", inputSchema: { type: "object" } }] },
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (answers[method]) send({ id, result: answers[method] });
  else if (method === "tools/call") console.error("begun");
  else if (method === "notifications/cancelled") console.error("taken back");
  else if (id !== undefined) send({ id, error: { code: -32601, message: "unknown" } });
});
`;

test.runIf(existsSync(built) && process.platform !== "win32")(
  "Ctrl-C takes a call back from a program, which is told before it is closed",
  async () => {
    const args = ["call", "wait", "--", process.execPath, "-e", slow];
    const child = spawn(process.execPath, [built, ...args], { stdio: "pipe" });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.endsWith("begun\n")) child.kill("SIGINT");
    });
    const [code] = await once(child, "close");
    expect(code).toBe(130);
    expect(said).toContain("begun\n");
    expect(said).toContain("taken back\n");
    expect(said).toContain("error cancelled: Cancelled\n");
  },
);

const packed = join(import.meta.dirname, "../../../dist/packages/mcp-gen");

test.runIf(existsSync(packed))(
  "where the package for logins is not installed, it is said how to install it",
  async () => {
    const folder = temporaryFolder();
    const modules = join(folder, "node_modules");
    cpSync(packed, join(modules, "mcp-gen"), { recursive: true });
    for (const name of ["ajv", "commander", "diff", "ts-morph"])
      symlinkSync(resolve("node_modules", name), join(modules, name));
    const server = createServer((_request, response) =>
      response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    const cli = join(modules, "mcp-gen/dist/cli.js");
    const args = [cli, "call", `http://127.0.0.1:${port}/mcp`, "tools/list"];
    const child = spawn(process.execPath, args, {
      stdio: "pipe",
      env: { HOME: folder },
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(child, "close");
    server.close();
    expect(code).toBe(2);
    expect(said).toContain("not installed: oauth4webapi");
    expect(said).toMatch(/hint: npm install "oauth4webapi@\^\d/);
  },
);
