import { execFile, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import http from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
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
import { initializeAs, modernRequest, request } from "../runtime/revisions.ts";
import { until } from "../runtime/wait.ts";
import { pageBlocks } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
const programs = ["http", "frameworks", "visibility", "context"].flatMap(
  (page) => pageBlocks(`docs/guides/${page}.md`),
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

/** The program of the chapter that has a text, as JavaScript that Node can run. */
async function bundled(having: string, port = 0): Promise<string> {
  const found = programs.filter((text) => text.includes(having));
  expect(found).toHaveLength(1);
  const write = (name: string, text: string): void =>
    writeExample(join(folder, name), text.replaceAll("3000", `${port}`));
  write("server.ts", programs[0] ?? "");
  write("program.ts", found[0] ?? "");
  const outfile = join(
    folder,
    `program-${programs.indexOf(found[0] ?? "")}.mjs`,
  );
  await build({
    entryPoints: [join(folder, "program.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

/** Runs a program of the chapter until the test ends. */
async function run(having: string): Promise<number> {
  const port = await freePort();
  const child = execFile(process.execPath, [await bundled(having, port)]);
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
  return port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
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

const sum = { result: { content: [{ type: "text", text: "3" }] } };

describe("the README's server over HTTP answers every revision", () => {
  test.each([
    ["with listen", "Listening on"],
    ["on node:http", "http.createServer"],
    ["in Express", "express()"],
    ["in Fastify", "fastify()"],
    ["in Hono", "new Hono()"],
  ])("%s", async (_, having) => {
    const url = `http://127.0.0.1:${await run(having)}/mcp`;
    const answer = await fetch(post(url, call, callHeaders));
    expect(await answer.json()).toMatchObject(sum);
    const opened = await fetch(post(url, initializeAs("2025-06-18")));
    expect(await opened.text()).toContain('"protocolVersion":"2025-06-18"');
    expect(opened.headers.get("mcp-session-id")).toMatch(/^[\w-]{43,}$/);
    const elsewhere = await fetch(post(url.replace("/mcp", "/else"), call));
    expect(elsewhere.status).toBe(404);
  });

  test("by other names than those of this machine", async () => {
    const port = await run('host: "0.0.0.0"');
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
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify(call);
      const headers = {
        ...callHeaders,
        host: "evil.example.com",
        "content-type": "application/json",
      };
      http
        .request(
          { port, path: "/mcp", method: "POST", headers },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        )
        .on("error", reject)
        .end(body);
    });
    expect(status).toBe(403);
  });

  test("in a worker", async () => {
    const { default: worker } = await load("workers.dev");
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

test("the README's authorization lets in who has a token", async () => {
  const { handler } = await load("const authorize");
  // It is what node:http takes.
  const listening = http.createServer(handler as http.RequestListener);
  await new Promise<void>((resolve) =>
    listening.listen(0, "127.0.0.1", resolve),
  );
  const { port } = listening.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const stranger = await fetch(post(url, call, callHeaders));
  expect(stranger.status).toBe(401);
  expect(stranger.headers.get("www-authenticate")).toBe('Bearer realm="mcp"');
  const authorization = "Bearer secret-of-ann";
  const ann = await fetch(post(url, call, { ...callHeaders, authorization }));
  expect(await ann.json()).toMatchObject(sum);
  listening.closeAllConnections();
  await new Promise((resolve) => listening.close(resolve));
});

test("the README's interceptors log calls, and limit them", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { server } = await load("const limit");
  // The bundle has a runtime of its own, of the same shape.
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

async function load(having: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(await bundled(having)).href);
}
