import { execFile, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import http from "node:http";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import express from "express";
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { createNodeHandler } from "../../src/runtime/http-node.ts";
import { initializeAs, modernRequest, request } from "../runtime/revisions.ts";
import { until } from "../runtime/wait.ts";
import { freePort } from "../support/free-ports.ts";
import { codeBlocks, pageBlocks, readPage } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
/** The programs of both pages, by their names. */
const programs = new Map(
  ["http", "frameworks"]
    .flatMap((page) => codeBlocks(readPage(`docs/guides/${page}.md`)))
    .flatMap(({ name, text }) =>
      name === undefined ? [] : [[name, text] as const],
    ),
);
let folder: string;
const children: ChildProcess[] = [];

// Within the repository, because the examples import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a program of this name, or of this text, beside the server; gives its file. */
function place(name: string, text: string, port = 0): string {
  const own = mkdtempSync(join(folder, "program-"));
  const write = (file: string, written: string): string => {
    const path = join(own, file);
    mkdirSync(dirname(path), { recursive: true });
    writeExample(path, written.replaceAll("3000", `${port}`));
    return path;
  };
  write("server.ts", programs.get("server.ts") ?? "");
  return write(name, text);
}

/** A program of this name, as JavaScript that Node can run. */
async function bundled(name: string, port: number): Promise<string> {
  const entry = place(name, programs.get(name) ?? "", port);
  const outfile = entry.replace(/ts$/, "mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

/** The program of the page of the context that has a text. */
function context(having: string): string {
  const found = pageBlocks("docs/guides/context.md").filter((text) =>
    text.includes(having),
  );
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

/** Runs a program of the chapter until the test ends. */
async function run(
  name: string,
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const port = await freePort();
  const child = execFile(process.execPath, [await bundled(name, port)]);
  children.push(child);
  let printed = "";
  child.stderr?.on("data", (text) => (printed += text));
  let isOpen = false;
  await until(() => {
    if (child.exitCode !== null) throw new Error(printed);
    void fetch(`http://127.0.0.1:${port}/`).then(
      () => (isOpen = true),
      () => {},
    );
    return isOpen;
  });
  return { port, child };
}

const call = modernRequest(1, "tools/call", {
  name: "add",
  arguments: { a: 1, b: 2 },
});

function post(
  url: string,
  message: Record<string, unknown>,
  headers: Record<string, string> = {},
): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

const callHeaders = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "add",
};

/** What a call is answered that names another host than the one that it goes to. */
function statusOf(
  port: number,
  more: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const headers = {
    ...callHeaders,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...more,
  };
  return new Promise((resolve, reject) => {
    http
      .request({ port, path: "/mcp", method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on("error", reject)
      .end(JSON.stringify(call));
  });
}

const sum = { result: { content: [{ type: "text", text: "3" }] } };

describe("the server of the page of HTTP answers every revision", () => {
  test.each(["listen.ts", "node.ts", "express.ts", "fastify.ts", "hono.ts"])(
    "%s",
    async (name) => {
      const { port } = await run(name);
      const url = `http://127.0.0.1:${port}/mcp`;
      const answer = await fetch(post(url, call, callHeaders));
      expect(await answer.json()).toMatchObject(sum);
      const opened = await fetch(post(url, initializeAs("2025-06-18")));
      expect(await opened.text()).toContain('"protocolVersion":"2025-06-18"');
      expect(opened.headers.get("mcp-session-id")).toMatch(/^[\w-]{43,}$/);
      const elsewhere = await fetch(post(url.replace("/mcp", "/else"), call));
      expect(elsewhere.status).toBe(404);
    },
  );

  test("by other names than those of this machine", async () => {
    const { port } = await run("public.ts");
    const health = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) =>
        http
          .get({ port, path: "/health", headers: { host } }, (response) => {
            response.resume();
            resolve(response.statusCode);
          })
          .on("error", reject),
      );
    expect(await health("mcp.example.com")).toBe(200);
    expect(await statusOf(port, { host: "evil.example.com" })).toBe(403);
  });

  test("in a worker", async () => {
    const { default: worker } = await load("worker.ts");
    const url = "https://mcp.example.workers.dev/mcp";
    // Such a program exports what it is to be called by.
    const handle = worker as { fetch(request: Request): Promise<Response> };
    const host = { host: "mcp.example.workers.dev" };
    const answer = await handle.fetch(
      post(url, call, { ...callHeaders, ...host }),
    );
    expect(await answer.json()).toMatchObject(sum);
    const alone = request(
      1,
      "tools/call",
      call["params"] as Record<string, unknown>,
    );
    const { _meta, ...params } = alone["params"] as Record<string, unknown>;
    const older = await handle.fetch(
      post(
        url,
        { ...alone, params },
        { "mcp-protocol-version": "2025-06-18", ...host },
      ),
    );
    expect(await older.json()).toMatchObject(sum);
  });
});

type Fetch = (request: Request) => Promise<Response>;

describe("the page of frameworks serves the web's requests", () => {
  test.each<[string, (exported: Record<string, unknown>) => Fetch]>([
    ["app/mcp/route.ts", ({ POST }) => POST as Fetch],
    ["deno.ts", ({ default: one }) => (one as { fetch: Fetch }).fetch],
    ["bun.ts", ({ default: one }) => (one as { fetch: Fetch }).fetch],
  ])("%s", async (name, fetchOf) => {
    const handle = fetchOf(await load(name));
    const headers = { ...callHeaders, host: "localhost" };
    const answer = await handle(post("http://localhost/mcp", call, headers));
    expect(await answer.json()).toMatchObject(sum);
  });

  test("to pages of the origins that it allows, and to no others", async () => {
    const { handle } = (await load("cors.ts")) as { handle: Fetch };
    const from = (origin: string): Promise<Response> =>
      handle(
        post("http://localhost/mcp", call, {
          ...callHeaders,
          host: "localhost",
          origin,
        }),
      );
    const allowed = await from("https://app.example.com");
    expect(allowed.headers.get("access-control-allow-origin")).toBe(
      "https://app.example.com",
    );
    expect(await allowed.json()).toMatchObject(sum);
    expect(allowed.headers.get("access-control-allow-credentials")).toBeNull();
    const log = vi.spyOn(console, "error").mockReturnValue();
    expect((await from("https://evil.example.com")).status).toBe(403);
    expect(String(log.mock.calls)).toContain("allowedOrigins");
    log.mockRestore();
  });

  test("behind a proxy, each client by its own address", async () => {
    const { port } = await run("proxied.ts");
    const headers = { host: "mcp.example.com", "x-real-ip": "192.0.2.1" };
    expect(await statusOf(port, headers)).toBe(200);
  });

  test("whose body a parser of Express has read, within its limit", async () => {
    const app = express();
    app.use(express.json());
    const { server } = (await load("server.ts")) as {
      server: Parameters<typeof createNodeHandler>[0];
    };
    app.all("/mcp", createNodeHandler(server));
    const listening = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => listening.once("listening", resolve));
    const { port } = listening.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    const answer = await fetch(post(url, call, callHeaders));
    expect(await answer.json()).toMatchObject(sum);
    const silent = vi.spyOn(console, "error").mockReturnValue();
    const long = { ...call, long: "a".repeat(110_000) };
    const refused = await fetch(post(url, long, callHeaders));
    silent.mockRestore();
    expect(refused.status).toBe(413);
    expect(refused.headers.get("content-type")).toContain("text/html");
    listening.closeAllConnections();
    await new Promise((resolve) => listening.close(resolve));
  });
});

test("the program that closes ends by itself, and says so", async () => {
  const { port, child } = await run("close.ts");
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  let printed = "";
  child.stdout?.on("data", (text) => (printed += text));
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("close", resolve));
  expect(printed).toContain("closed");
});

test("the interceptors of the page of the context log calls, and limit them", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { server } = await load("program.ts", context("const limit"));
  // Such a program exports a server.
  const handle = createHttpHandler(
    server as Parameters<typeof createHttpHandler>[0],
  );
  const headers = {
    ...callHeaders,
    "mcp-method": "server/discover",
    host: "localhost",
  };
  const ask = async (): Promise<unknown> => {
    const message = modernRequest(1, "server/discover");
    const response = await handle(post("http://localhost/", message, headers));
    return response.json();
  };
  expect(await ask()).toHaveProperty("result");
  expect(log.mock.calls[0]?.slice(0, 4)).toEqual([
    "server/discover",
    undefined,
    undefined,
    "result",
  ]);
  for (let calls = 1; calls < 100; calls++) await ask();
  expect(await ask()).toMatchObject({
    error: { code: 429, message: "Too many calls" },
  });
  expect(log.mock.calls.at(-1)?.[3]).toBe("error");
  log.mockRestore();
});

/** What a program exports, run as part of this one. */
async function load(
  name: string,
  text = programs.get(name) ?? "",
): Promise<Record<string, unknown>> {
  return (await import(place(name, text))) as Record<string, unknown>;
}
